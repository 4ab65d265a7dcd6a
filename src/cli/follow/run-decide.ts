import { z } from 'zod'
import { openRemote, type RemoteAddress, refused } from '../remote/open-remote.ts'
import type { CommandContext } from '../terminal/command-context.ts'

interface DecideCall extends RemoteAddress {
  /** Global id of the gate. */
  readonly gate: string
  readonly decision: 'approve' | 'reject'
  readonly note: string | null
}

const decideDocument = `mutation CommandDecide($input: ResolveGateInput!) {
  resolveGate(input: $input) { __typename ... on Gate { status run { id status } } ... on Error { code message } }
}`

const decided = z.object({
  resolveGate: z.union([
    z.object({ status: z.string(), run: z.object({ id: z.string(), status: z.string() }) }),
    z.object({ code: z.string(), message: z.string() }),
  ]),
})

/** Decides a gate. @throws ARGUMENTS_INVALID, SERVER_UNREACHABLE, SERVER_REFUSED */
export async function runDecide(call: DecideCall, { settings, terminal }: CommandContext): Promise<void> {
  const remote = openRemote(call, settings.environment(), 'decide')
  const { gate: id, decision, note } = call
  const input = { id, decision: decision.toUpperCase(), ...(note !== null && { note }) }
  const { resolveGate } = decided.parse(await remote.ask(decideDocument, { input }))
  if ('code' in resolveGate) throw refused(resolveGate.message, resolveGate.code)
  terminal.print(`The gate is ${resolveGate.status}; run ${resolveGate.run.id} is ${resolveGate.run.status}.`)
}
