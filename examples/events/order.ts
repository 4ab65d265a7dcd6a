/** All that is around Rungraph, in one terminal: the shop, a customer who orders and pays, and Stripe, which tells of the payment. */
import { createHmac, randomInt } from 'node:crypto'
import { createServer } from 'node:http'
import { createInterface } from 'node:readline/promises'
import { json } from 'node:stream/consumers'
import { Client, RungraphClientError } from 'rungraph/client'

const [, , input = 'A lamp'] = process.argv
const {
  RUNGRAPH_URL: api = 'http://127.0.0.1:4000/graphql',
  RUNGRAPH_KEY: key = '',
  SHOP_URL: shopUrl = 'http://127.0.0.1:4300',
} = process.env
const client = new Client({ url: api, token: key })
const secret = 'whsec_of_your_account_at_stripe'

// One line in place of a stack: the server is down or refuses, or another program has the port of the shop.
process.on('uncaughtException', (error) => {
  console.error(error instanceof RungraphClientError ? `${api}: ${error.message}` : error.message)
  process.exit(1)
})

/** What the shop answered, by the key of the request: it does nothing twice. */
const answers = new Map<unknown, object>()
const invoice = `I-${randomInt(1_000, 10_000)}`
createServer(async (request, response) => {
  const { method, url, headers } = request
  const body = await json(request)
  const isKnown = answers.has(headers['idempotency-key'])
  if (!isKnown) {
    console.log(`shop: ${method} ${url} ${JSON.stringify(body)}`)
    answers.set(headers['idempotency-key'], url === '/invoices' ? { invoice } : { parcel: 'P-1' })
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

// Once, by an administrator: Rungraph takes the webhooks of the account.
const { saveEventSource } = await client.mutate<
  { saveEventSource: { source?: { path: string }; message?: string } },
  object
>(
  `mutation($input: SaveEventSourceInput!) {
    saveEventSource(input: $input) { ... on SavedEventSource { source { path } } ... on Error { message } }
  }`,
  { input: { slug: 'stripe', scheme: 'STRIPE', secret, eventName: 'order.paid' } },
)
if (saveEventSource.source === undefined) throw new Error(saveEventSource.message)
const webhook = new URL(saveEventSource.source.path, api)

// Ctrl+C and Ctrl+D, too.
const terminal = createInterface({ input: process.stdin, output: process.stdout }).once('close', () => {
  console.error('\nStopped: the input has ended.')
  process.exit(1)
})
const { id: runId } = await client.trigger({ agent: 'orders', input })
for await (const event of client.follow(runId)) {
  if (event.__typename === 'FinalAnswer') console.log(event.text)
  if (event.__typename === 'RunFailed') throw new Error(`${event.errorCode}: ${event.error}`)
  if (event.__typename !== 'GateOpened' || event.gate.status !== 'OPEN') continue
  await terminal.question(`The order waits until ${invoice} is paid. Press Enter to pay.\n`)
  await pay()
}
process.exit()

/** Tells of the payment as Stripe does: signed, and again until the server has taken it. */
async function pay(): Promise<void> {
  const body = JSON.stringify({
    ...{ id: `evt_${invoice}`, type: 'checkout.session.completed' },
    data: { object: { metadata: { invoice } } },
  })
  const seconds = Math.floor(Date.now() / 1_000)
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${seconds},v1=${signature}` }
  const response = await fetch(webhook, { method: 'POST', headers, body }).catch(() => null)
  if (response?.status === 202) return
  console.log(`Stripe tries again: the server ${response ? `answered ${response.status}` : 'is away'}.`)
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  await pay()
}
