/**
 * Follows a run on the command line, over a WebSocket:
 *
 *     npx node examples/follow-run.ts <run id>
 *
 * What the model says goes to the standard output, all else of the run to the standard error. The server may go and come: no
 * event is lost or comes twice. Of an attempt that broke (AttemptDiscarded) what was printed stays; the next begins on a line of
 * its own. RUNGRAPH_URL says where it is (http://127.0.0.1:4000/graphql), RUNGRAPH_KEY is the API key.
 */
import { connect, follow, mayPass } from '../src/client/follow.ts'

const query = `subscription($runId: ID!, $after: String) {
  runEvents(runId: $runId, after: $after) {
    __typename seq cursor
    ... on TextDelta { messageId text }
    ... on AttemptDiscarded { reason }
    ... on ActionStarted { name target }
    ... on ActionCompleted { name action { durationMs } }
    ... on ActionFailed { name error }
    ... on RunCompleted { status terminationReason }
    ... on RunFailed { error }
  }
}`

interface Answer {
  readonly runEvents: {
    readonly __typename: string
    readonly seq: number
    readonly cursor: string
    readonly messageId?: string
    readonly text?: string
  }
}

const [runId] = process.argv.slice(2)
const { RUNGRAPH_URL: url = 'http://127.0.0.1:4000/graphql', RUNGRAPH_KEY: key = '' } = process.env
if (runId === undefined) {
  console.error('Which run? node examples/follow-run.ts <run id>')
  process.exit(2)
}

if (!URL.canParse(url)) {
  console.error(`RUNGRAPH_URL is no URL: ${url}`)
  process.exit(2)
}
// A WebSocket that could not be opened does not say why.
const found = await fetch(`${url}?query={__typename}`).catch(() => null)
if (found?.status === 404) {
  console.error(`There is no Rungraph at ${url}: the server answered 404.`)
  process.exit(1)
}

let message: string | undefined
const client = connect(url.replace(/^http/, 'ws'), () => key)
client.on('closed', (event) => {
  if (event instanceof CloseEvent && event.code !== 1000 && mayPass(event)) console.error('Connecting again…')
})
try {
  for await (const { runEvents } of follow<Answer>(client, { query, variables: { runId } })) print(runEvents)
  process.stdout.write('\n')
} catch (error) {
  console.error(wordsOf(error))
  process.exitCode = 1
}

/** An error, or what the server closed the connection with. */
function wordsOf(error: unknown): string {
  if (error instanceof Error) return error.message
  if (!(error instanceof CloseEvent)) return String(error)
  const hint = error.code === 4403 ? ' Set RUNGRAPH_KEY to an API key that is in force (npx rungraph keys).' : ''
  return `The server closed the connection: ${error.code} ${error.reason}.${hint}`
}

function print({ __typename: type, seq, cursor: _, messageId, text, ...rest }: Answer['runEvents']): void {
  if (type !== 'TextDelta') {
    console.error(`[${seq} ${type}] ${JSON.stringify(rest)}`)
    return
  }
  if (message !== undefined && message !== messageId) process.stdout.write('\n')
  message = messageId
  process.stdout.write(text ?? '')
}
