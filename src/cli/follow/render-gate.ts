import type { Terminal } from '../terminal/terminal.ts'
import type { ShownGate } from './run-events-document.ts'
import { inOneLine } from './terminal-text.ts'

/** A gate that opened, with the commands that decide it, or what became of it. */
export function renderGate(
  gate: ShownGate,
  { paint, width }: Pick<Terminal, 'paint' | 'width'>,
): readonly string[] {
  const { id, kind, status, reason, action, resolvedBy } = gate
  if (status !== 'OPEN')
    return [paint('gray', `⏵ gate ${status}${resolvedBy === null ? '' : ` by ${resolvedBy}`}`)]
  const call =
    action === null
      ? []
      : [`  ${action.target}  ${inOneLine(action.parameters, width - action.target.length - 4)}`]
  return [
    paint('yellow', `⏸ gate ${kind}: ${inOneLine(reason, width - kind.length - 9)}`),
    ...call,
    `  ${paint('bold', `rungraph decide ${id} approve`)}`,
    `  ${paint('bold', `rungraph decide ${id} reject --note "<why>"`)}`,
  ]
}
