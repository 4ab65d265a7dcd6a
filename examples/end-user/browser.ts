/** What the page of a user does: it asks the back end to start a run, and follows the run with tokens of its own. */
import { connect, follow } from '../../src/client/follow.ts'

const query = `subscription($runId: ID!, $after: String) {
  runEvents(runId: $runId, after: $after) {
    __typename cursor
    ... on TextDelta { text }
    ... on GateOpened { gate { reason } }
    ... on RunCompleted { status }
  }
}`

export interface ShownEvent {
  readonly __typename: string
  readonly cursor: string
  readonly text?: string
}

interface Options {
  /** URL of the back end of the page. */
  readonly backEnd: string
  /** WebSocket URL of the API of Rungraph. Its setting RUNGRAPH_ORIGINS must list the origin of the page. */
  readonly api: string
  /** Headers of requests to the back end, where it does not know its users by cookies. */
  readonly headers?: Readonly<Record<string, string>>
}

/** Asks a question and yields what happens until the run ends. When a token expires, the next connection has a new one. */
export async function* askAndFollow(options: Options, text: string): AsyncGenerator<ShownEvent> {
  const runId = await post(options, 'questions', { text }, 'runId')
  const client = connect(options.api, () => post(options, 'tokens', { runId }, 'token'))
  const events = follow<{ runEvents: ShownEvent }>(client, { query, variables: { runId } })
  for await (const { runEvents } of events) yield runEvents
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
  if (!response.ok) throw new Error(answer.error)
  return answer[field]
}
