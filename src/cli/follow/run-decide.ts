import { atAddress, type RemoteAddress } from '../remote/at-server.ts'
import type { CommandContext } from '../terminal/command-context.ts'

interface DecideCall extends RemoteAddress {
  /** Global id of the gate. */
  readonly gate: string
  readonly decision: 'approve' | 'reject'
  readonly note?: string | undefined
}

/** Decides a gate. @throws ARGUMENTS_INVALID, SERVER_UNREACHABLE, SERVER_REFUSED */
export async function runDecide(call: DecideCall, { settings, terminal }: CommandContext): Promise<void> {
  const { gate: id, decision, note } = call
  const { status, run } = await atAddress(call, { command: 'decide', settings }, (client) =>
    client.resolveGate({ id, decision: decision === 'approve' ? 'APPROVE' : 'REJECT', note }),
  )
  terminal.print(`The gate is ${status}; run ${run.id} is ${run.status}.`)
}
