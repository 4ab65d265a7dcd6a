/**
 * What the page of a user does: it follows their run, shows each question as a form, and sends the answer. The token is one of the user,
 * with the abilities READ and ANSWER.
 */
import { Client, type RunEvent, type RunGate, RungraphClientError } from 'rungraph/client'

interface Options {
  /** URL of the API of Rungraph. */
  readonly api: string
  readonly token: string
  /**
   * Asks the user: shows `gate.context.question`, a form by `gate.context.schema`, and what was wrong with the answer before. Null: the user
   * declines.
   */
  readonly ask: (gate: RunGate, problem: string | null) => Promise<object | null>
}

/** Yields what happens until the run ends, and answers its questions meanwhile. */
export async function* followAndAnswer(runId: string, options: Options): AsyncGenerator<RunEvent> {
  const client = new Client({ url: options.api, token: options.token })
  for await (const event of client.follow(runId)) {
    yield event
    if (event.__typename !== 'GateOpened' || event.gate.kind !== 'INPUT') continue
    // The gate is as it is now: it may have been answered elsewhere.
    if (event.gate.status !== 'OPEN') continue
    await answerUntilItFits(client, event.gate, options.ask)
  }
}

/** Asks again while the answer does not fit the schema. */
async function answerUntilItFits(client: Client, gate: RunGate, ask: Options['ask']): Promise<void> {
  const { id } = gate
  let problem: string | null = null
  do {
    const answer = await ask(gate, problem)
    problem = await send(client, answer ? { id, decision: 'ANSWER', answer } : { id, decision: 'REJECT' })
  } while (problem !== null)
}

/**
 * Gives what is wrong with the answer, or null once the gate has one. While the server does not answer it sends the answer again: the first
 * that arrives counts.
 */
async function send(client: Client, input: Parameters<Client['resolveGate']>[0]): Promise<string | null> {
  try {
    await client.resolveGate(input)
    return null
  } catch (error) {
    if (!(error instanceof RungraphClientError)) throw error
    if (error.code === 'GATE_RESOLVED') return null
    if (error.code === 'INVALID_INPUT') return error.message
    if (!error.retryable) throw error
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    return send(client, input)
  }
}
