/**
 * Follows a run on the command line:
 *
 *     npx node examples/follow-run.ts <run id>
 *
 * The text of the model goes to standard output, all other events to standard error. If the server restarts, no event is lost or
 * repeated. The text of a discarded attempt (AttemptDiscarded) stays on the screen; the next attempt starts on a new line.
 * RUNGRAPH_URL is the URL of the server (http://127.0.0.1:4000/graphql), RUNGRAPH_KEY is the API key.
 */
import { Client, type RunEvent, RungraphClientError } from 'rungraph/client'

const [runId] = process.argv.slice(2)
const { RUNGRAPH_URL: url = 'http://127.0.0.1:4000/graphql', RUNGRAPH_KEY: token = '' } = process.env
if (runId === undefined) {
  console.error('Which run? node examples/follow-run.ts <run id>')
  process.exit(2)
}
if (!URL.canParse(url)) {
  console.error(`RUNGRAPH_URL is no URL: ${url}`)
  process.exit(2)
}

const client = new Client({ url, token })
client.connection.subscribe(() => {
  if (client.connection.current() === 'broken') console.error('Connecting again…')
})
let message: string | undefined
try {
  for await (const event of client.follow(runId)) print(event)
  process.stdout.write('\n')
} catch (error) {
  if (!(error instanceof RungraphClientError)) throw error
  const hint = error.code === 'UNAUTHENTICATED' ? ' Set RUNGRAPH_KEY (npx rungraph keys).' : ''
  console.error(`${error.message}${hint}`)
  process.exitCode = 1
}

function print(event: RunEvent): void {
  if (event.__typename === 'TextDelta') {
    if (message !== undefined && message !== event.messageId) process.stdout.write('\n')
    message = event.messageId
    process.stdout.write(event.text)
    return
  }
  const { __typename: type, seq, id: _id, cursor: _cursor, at: _at, stepNumber: _step, ...rest } = event
  console.error(`[${seq} ${type}] ${JSON.stringify(rest)}`)
}
