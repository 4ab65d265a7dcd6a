import { z } from 'zod'
import { mutate, openRemote, type RemoteAddress } from '../remote/open-remote.ts'
import type { CommandContext } from '../terminal/command-context.ts'

interface DecideCall extends RemoteAddress {
  /** Global id of the gate. */
  readonly gate: string
  readonly decision: 'approve' | 'reject'
  readonly note?: string | undefined
}

const resolveGate = {
  name: 'resolveGate',
  selection: 'Gate { status run { id status } }',
  given: z.object({ status: z.string(), run: z.object({ id: z.string(), status: z.string() }) }),
}

/** Decides a gate. @throws ARGUMENTS_INVALID, SERVER_UNREACHABLE, SERVER_REFUSED */
export async function runDecide(call: DecideCall, { settings, terminal }: CommandContext): Promise<void> {
  const remote = openRemote(call, settings.environment(), 'decide')
  const { gate: id, decision, note } = call
  const { status, run } = await mutate(remote, resolveGate, { id, decision: decision.toUpperCase(), note })
  terminal.print(`The gate is ${status}; run ${run.id} is ${run.status}.`)
}
