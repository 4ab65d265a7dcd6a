/**
 * What the page of a user does: it follows their run, shows each question as a form, and sends the answer. The token is one of the user,
 * with the abilities READ and ANSWER.
 */
import { Client, type RunEvent, type RunGate } from '../../src/client/index.ts'

interface Options {
  /** URL of the API of Rungraph. */
  readonly api: string
  readonly token: string
  /** Asks the user: shows `gate.context.question` and a form by `gate.context.schema`. Null: the user declines. */
  readonly ask: (gate: RunGate) => Promise<object | null>
}

/** Yields what happens until the run ends, and answers its questions meanwhile. */
export async function* followAndAnswer(runId: string, options: Options): AsyncGenerator<RunEvent> {
  const client = new Client({ url: options.api, token: options.token })
  for await (const event of client.follow(runId)) {
    yield event
    if (event.__typename !== 'GateOpened' || event.gate.kind !== 'INPUT') continue
    // The gate is as it is now: it may have been answered elsewhere.
    if (event.gate.status !== 'OPEN') continue
    const { id } = event.gate
    const answer = await options.ask(event.gate)
    await client.resolveGate(answer ? { id, decision: 'ANSWER', answer } : { id, decision: 'REJECT' })
  }
}
