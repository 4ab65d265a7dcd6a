/** All that is around Rungraph, in one terminal: the shop, its back end, and a user who orders a shirt and answers what is asked. */
import { createServer } from 'node:http'
import { createInterface } from 'node:readline/promises'
import { json } from 'node:stream/consumers'
import { Client, type RunGate, RungraphClientError } from 'rungraph/client'
import { followAndAnswer } from './answer.ts'

const [, , input = 'A blue shirt, please.'] = process.argv
const {
  RUNGRAPH_URL: api = 'http://127.0.0.1:4000/graphql',
  RUNGRAPH_KEY: key = '',
  SHOP_URL: shopUrl = 'http://127.0.0.1:4200',
} = process.env

// One line in place of a stack: the server is down or refuses, or another program has the port of the shop.
process.on('uncaughtException', (error) => {
  console.error(error instanceof RungraphClientError ? `${api}: ${error.message}` : error.message)
  process.exit(1)
})

/** What the shop answered, by the key of the request: it does nothing twice. */
const answers = new Map<unknown, object>()
createServer(async (request, response) => {
  const { method, url, headers } = request
  const body = await json(request)
  const isKnown = answers.has(headers['idempotency-key'])
  if (!isKnown) {
    console.log(`shop: ${method} ${url} ${JSON.stringify(body)}`)
    answers.set(headers['idempotency-key'], url === '/reservations' ? { place: 7 } : { order: 'S-1' })
  }
  response.writeHead(201, { 'content-type': 'application/json' })
  response.end(JSON.stringify(answers.get(headers['idempotency-key'])))
})
  .once('error', ({ message }) => {
    throw new Error(
      `The shop cannot have ${shopUrl}: ${message}. Set SHOP_URL to another, here and for the server.`,
    )
  })
  .listen(Number(new URL(shopUrl).port), '127.0.0.1')

// The back end of the shop starts the run, and gives the user a token for it.
const backEnd = new Client({ url: api, token: key })
const { id: runId } = await backEnd.trigger({ agent: 'shirts', input })
const { createAccessToken } = await backEnd.mutate<
  { createAccessToken: { token?: string; message?: string } },
  object
>(
  `mutation($input: CreateAccessTokenInput!) {
    createAccessToken(input: $input) { ... on CreatedAccessToken { token } ... on Error { message } }
  }`,
  { input: { runId, abilities: ['READ', 'ANSWER'], subject: 'ann' } },
)
if (createAccessToken.token === undefined) throw new Error(createAccessToken.message)

// Ctrl+C and Ctrl+D, too.
const terminal = createInterface({ input: process.stdin, output: process.stdout }).once('close', () => {
  console.error('\nStopped: the input has ended.')
  process.exit(1)
})
for await (const event of followAndAnswer(runId, { api, token: createAccessToken.token, ask })) {
  if (event.__typename === 'FinalAnswer') console.log(event.text)
  if (event.__typename === 'RunFailed') throw new Error(`${event.errorCode}: ${event.error}`)
}
process.exit()

/** In place of a form by the schema. */
async function ask({ context }: RunGate, problem: string | null): Promise<object> {
  if (problem !== null) console.log(problem)
  else if ('question' in context) console.log(context.question)
  const size = await terminal.question('Size (S, M, L): ')
  const note = await terminal.question('Note to the shop: ')
  return note === '' ? { size } : { size, note }
}
