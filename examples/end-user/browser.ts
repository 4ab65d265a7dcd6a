/** What the page of a user does: it asks the back end to start a run, and follows the run with tokens of its own. */
import { Client, type RunEvent, RungraphClientError } from '../../src/client/index.ts'

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
  const client = new Client({ url: options.api, token: () => post(options, 'tokens', { runId }, 'token') })
  yield* client.follow(runId)
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
