/** What the page of a user does: it asks the back end to start a run, and follows the run with tokens of its own. */
import { Client, type RunEvent, RungraphClientError } from 'rungraph/client'

interface Options {
  /** URL of the back end of the page. */
  readonly backEnd: string
  /** URL of the API of Rungraph. Its setting RUNGRAPH_ORIGINS must list the origin of the page. */
  readonly api: string
  /** Headers of requests to the back end, where it does not know its users by cookies. */
  readonly headers?: Readonly<Record<string, string>>
}

/** Asks a question and yields what happens until the run ends. When a token expires, the client asks for another one and continues. */
export async function* askAndFollow(options: Options, text: string): AsyncGenerator<RunEvent> {
  const runId = await post(options, 'questions', { text }, 'runId')
  yield* clientFor(options, runId).follow(runId)
}

/** Rates the answer of a run: thumb up or down, with what the user says about it. It replaces the user's earlier rating. */
export async function rate(
  options: Options,
  { runId, ...said }: { readonly runId: string; readonly isGood: boolean; readonly comment?: string },
): Promise<void> {
  const mutation = `mutation($input: RateRunInput!) {
    rateRun(input: $input) { __typename ... on Error { message } }
  }`
  const input = { runId, score: said.isGood ? 1 : 0, comment: said.comment }
  const client = clientFor(options, runId)
  const { rateRun } = await client.mutate<{ rateRun: { __typename: string; message?: string } }, object>(
    mutation,
    { input },
  )
  if (rateRun.__typename !== 'Rating') throw new Error(rateRun.message)
}

/** A client with tokens for one run. */
function clientFor(options: Options, runId: string): Client {
  return new Client({ url: options.api, token: () => post(options, 'tokens', { runId }, 'token') })
}

async function post(
  { backEnd, headers }: Options,
  path: string,
  body: object,
  field: string,
): Promise<string> {
  const response = await fetch(`${backEnd}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    credentials: 'include',
    body: JSON.stringify(body),
  })
  const answer = await response.json()
  // What the back end refuses is not asked for again; a failure of its own may pass.
  const retryable = response.status >= 500
  const code = retryable ? 'CONNECTION_FAILED' : 'FORBIDDEN'
  if (!response.ok) throw new RungraphClientError(answer.error, { code, retryable })
  return answer[field]
}
