import { composeServices } from '@theguild/federation-composition'
import { parse } from 'graphql'
import { afterAll, describe, expect, test } from 'vitest'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { at, textAt } from '../graphql/open-graph.ts'
import { customersSdl, serveCustomers } from '../support/customers-subgraph.ts'
import { codeIn } from '../support/document-code.ts'
import { createFactories } from '../support/factories.ts'
import { installGateway, startGateway } from '../support/gateway.ts'
import { openTenants, read } from '../support/tenants/two-tenants.ts'
import { messagesOf } from './event-messages.ts'

const gateways = { sse: '', ws: '' }
const closing: (() => Promise<void>)[] = []

const [query = '', subscription = ''] = codeIn('docs/api.md', 'gql')

/** A server with keys, which executes runs, and the subgraph of customers, behind gateways that subscribe either way. */
await installGateway()
const tenants = await openTenants({})
const own = await tenants.createTenant('own')
const key = own.key
const otherKey = (await tenants.createTenant('other')).key
const make = createFactories(tenants.prisma, own.project.id)
const made = await make.agent({}, { model: 'scripted/chat' })
const agent = made
const run = await make.run(made, { status: 'COMPLETED', summary: 'It was sent.' })
const runId = toGlobalId('Run', run.id)
const customers = [
  { id: 'YzE=', name: 'Ann', lastRun: { id: runId } },
  { id: 'YzI=', name: 'Bob', lastRun: null },
]
const sdl = textAt(await read({ url: tenants.url, key }, '{ _service { sdl } }'), '_service.sdl')
for (const [transport, kind] of [
  ['sse', 'plain'],
  ['ws', 'withNode'],
] as const) {
  const other = await serveCustomers(kind, customers)
  closing.push(other.close)
  const { supergraphSdl = '', errors } = composeServices([
    { name: 'rungraph', url: `${tenants.url}/graphql`, typeDefs: parse(sdl) },
    { name: 'customers', url: other.endpoint, typeDefs: parse(customersSdl[kind]) },
  ])
  expect(errors).toBeUndefined()
  const gateway = await startGateway(supergraphSdl, transport)
  gateways[transport] = gateway.endpoint
  closing.unshift(gateway.close)
}
afterAll(async () => {
  for (const close of closing) await close()
  await tenants?.close()
})

const post = (
  endpoint: string,
  caller: string,
  body: object,
  accept = 'application/json',
  signal?: AbortSignal,
) =>
  fetch(endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept, authorization: `Bearer ${caller}` },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  })

async function ask(document: string, caller = key, gateway = gateways.sse): Promise<unknown> {
  return (await post(gateway, caller, { query: document })).json()
}

describe('API-47 behind Hive Gateway', () => {
  test('an object of another subgraph leads to a run, with its own fields and those that it leads to', async () => {
    expect(await ask(query.replace('c1', 'YzE='))).toEqual({
      data: {
        customer: {
          name: 'Ann',
          lastRun: { status: 'COMPLETED', summary: 'It was sent.', agent: { slug: agent.slug } },
        },
      },
    })
    const none = '{ customer(id: "YzI=") { lastRun { status } } }'
    expect(await ask(none)).toEqual({ data: { customer: { lastRun: null } } })
  })

  test('a run has the fields that another subgraph adds', async () => {
    const answer = await ask('{ runs { nodes { status customer { name lastRun { summary } } } } }')
    const customer = { name: 'Ann', lastRun: { summary: 'It was sent.' } }
    expect(answer).toEqual({ data: { runs: { nodes: [{ status: 'COMPLETED', customer }] } } })
  })

  test('the caller is that of the client: a run of another project is null', async () => {
    expect(
      at(await ask('{ customer(id: "YzE=") { name lastRun { status } } }', otherKey), 'data.customer'),
    ).toEqual({ name: 'Ann', lastRun: null })
  })

  test('the `node` of another subgraph leads to runs, too', async () => {
    const document = `{ node(id: "${runId}") { id ... on Run { status } } nodes(ids: ["YzI=", "${runId}"]) { ... on Run { summary } ... on Customer { name } } }`
    expect(await ask(document, key, gateways.ws)).toEqual({
      data: {
        node: { id: runId, status: 'COMPLETED' },
        nodes: [{ name: 'Bob' }, { summary: 'It was sent.' }],
      },
    })
  })

  test.for(['sse', 'ws'] as const)(
    'a subscription over %s gives objects with the fields of all subgraphs',
    async (kind) => {
      const leave = new AbortController()
      const response = await post(
        gateways[kind],
        key,
        { query: subscription },
        'text/event-stream',
        leave.signal,
      )
      const reader = response.body?.getReader()
      let text = ''
      /** Runs that the stream has given so far. */
      const given = () =>
        messagesOf(text.slice(0, text.lastIndexOf('\n\n') + 2))
          .filter(({ event }) => event === 'next')
          .map(({ data }) => at(data, 'data.runUpdated.run'))
      const mutation = `mutation { triggerRun(input: { agent: "${agent.slug}", input: "Hello" }) { ... on Run { id } } }`
      const runs: string[] = []
      // A subscription begins from now on, and tells nobody when that is.
      while (!given().some((run) => runs.includes(textAt(run, 'id')) && at(run, 'status') === 'COMPLETED')) {
        runs.push(textAt(await ask(mutation), 'data.triggerRun.id'))
        text += new TextDecoder().decode((await reader?.read())?.value)
      }
      expect(given()[0]).toEqual({ id: expect.any(String), status: expect.any(String), customer: null })
      leave.abort()
    },
  )
})
