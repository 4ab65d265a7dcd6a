import type { Terminal } from '../terminal/terminal.ts'
import { harmless, inOneLine } from '../terminal/terminal-text.ts'
import type { NextCommand } from './next-command.ts'
import type { ShownGate } from './run-events-document.ts'

/** A gate that opened, with the commands that decide it while it is open: the gate is as it is now, and not as it was at its event. */
export function renderOpened(
  { id, kind, status, reason, action }: ShownGate,
  { paint, width, command }: Pick<Terminal, 'paint' | 'width'> & { readonly command: NextCommand },
): readonly string[] {
  const target = harmless(action?.target ?? '')
  const call =
    action === null ? [] : [`  ${target}  ${inOneLine(action.parameters, width - target.length - 4)}`]
  const commands = [command(`decide ${id} approve`), command(`decide ${id} reject --note "<why>"`)]
  return [
    paint('yellow', `⏸ gate ${kind}: ${inOneLine(reason, width - kind.length - 9)}`),
    ...call,
    ...(status === 'OPEN' ? commands.map((line) => `  ${paint('bold', line)}`) : []),
  ]
}

/** Outcome of a gate. */
export function renderResolved(
  { status, resolvedBy }: ShownGate,
  { paint }: Pick<Terminal, 'paint'>,
): string {
  return paint('gray', `⏵ gate ${status}${resolvedBy === null ? '' : ` by ${resolvedBy}`}`)
}
