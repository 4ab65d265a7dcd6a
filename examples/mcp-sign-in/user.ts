/**
 * What your back end and the page of a user do: the back end gives the user a token, and the page starts a run with it, shows the address to
 * sign in at and the questions, and sends the answers.
 */
import { Client, RungraphClientError } from 'rungraph/client'

/** A token with which a user talks to the assistant, for your back end. `client` has an API key, or needs none on your own machine. */
export async function createToken(client: Client, user: string): Promise<string> {
  const mutation = `mutation($input: CreateAccessTokenInput!) {
    createAccessToken(input: $input) { ... on CreatedAccessToken { token } ... on Error { message } }
  }`
  const abilities = ['READ', 'TRIGGER', 'ANSWER']
  const input = { tag: `user:${user}`, subject: user, agent: 'assistant', abilities }
  const { createAccessToken } = await client.mutate<
    { createAccessToken: { token?: string; message?: string } },
    object
  >(mutation, { input })
  if (createAccessToken.token === undefined) throw new Error(createAccessToken.message)
  return createAccessToken.token
}

interface Page {
  /** URL of the API of Rungraph. */
  readonly api: string
  readonly token: string
  /** Shows the address at which the user signs in. False: the user declines. */
  readonly signIn: (address: string) => Promise<boolean>
  /**
   * Shows a question of the MCP server, as a form by its schema, and what was wrong with the answer before. Null: the user declines.
   */
  readonly answer: (question: string, schema: unknown, problem: string | null) => Promise<object | null>
}

/** Says something to the assistant, and gives its answer. Said again with the same key, it follows the run that there is. */
export async function say(text: string, key: string, { api, token, signIn, answer }: Page): Promise<string> {
  const client = new Client({ url: api, token })
  const { id: runId } = await client.trigger({ agent: 'assistant', input: text, idempotencyKey: key })
  let said = ''
  for await (const event of client.follow(runId)) {
    if (event.__typename === 'FinalAnswer') said = event.text
    if (event.__typename !== 'GateOpened' || event.gate.status !== 'OPEN') continue
    const { id, context } = event.gate
    if (!('question' in context)) continue
    const { question, schema, url } = context
    if (typeof url === 'string') {
      // The sign-in itself is the answer.
      if (!(await signIn(url))) await client.resolveGate({ id, decision: 'REJECT' })
      continue
    }
    await answerUntilItFits(client, id, (problem) => answer(question, schema, problem))
  }
  return said
}

/** Asks again while the answer does not fit the schema. */
async function answerUntilItFits(
  client: Client,
  id: string,
  ask: (problem: string | null) => Promise<object | null>,
): Promise<void> {
  let problem: string | null = null
  while (true) {
    const given = await ask(problem)
    try {
      await client.resolveGate(given ? { id, decision: 'ANSWER', answer: given } : { id, decision: 'REJECT' })
      return
    } catch (error) {
      if (!(error instanceof RungraphClientError) || error.code !== 'INVALID_INPUT') throw error
      problem = error.message
    }
  }
}
