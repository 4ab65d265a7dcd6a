import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Cells, keyOf, openCells } from '../support/cells.ts'
import { eventually } from '../support/eventually.ts'
import { withoutNginx } from '../support/nginx.ts'
import { openReceiver, type Receiver } from '../support/receiver.ts'
import { type BareSocket, openBareSocket } from './bare-socket.ts'

let cells: Cells
let receiver: Receiver

const agents = `mutation($echo: CreateAgentInput!, $refund: CreateAgentInput!) {
  echo: createAgent(input: $echo) { __typename }
  refund: createAgent(input: $refund) { __typename }
  savePolicy(input: { target: "pay_refund", permission: REQUIRE_APPROVAL, reason: "It is money." }) { __typename }
  updateSession(input: { key: "anna", memory: ["She likes tea."] }) { __typename }
  createSchedule(input: { agent: "echo", cron: "0 0 1 1 *", input: "A new year." }) { __typename }
}`
const definitions = {
  echo: { slug: 'echo', definition: { name: 'Echo', model: 'scripted/chat' } },
  refund: {
    slug: 'refund',
    definition: {
      ...{ name: 'Refund', model: 'scripted/approval' },
      tools: ['look_up_order', 'pay_refund', 'note_on_order'],
      gates: { expiresAfterMs: 86_400_000, onExpiry: 'REFUSE' },
    },
  },
}

/** All fields of a project that its clients see. */
const wholeProject = `{
  project { id slug } agents { edges { node { id slug version } } } policies { edges { node { id target reason } } }
  runs(first: 9) { edges { node { id status input summary idempotencyKey usage { requests totalTokens } steps { edges { node { id } } }
    session { key memory } gates { id status expiresAt } events(first: 90) { edges { cursor node { type seq at } } } } } }
  gates { edges { node { id status } } } schedules { edges { node { id cron nextFireAt } } }
  webhooks { edges { node { id url topics deliveries { edges { node { id } } } } } }
  usage(groupBy: [AGENT]) { usage { requests totalTokens } } apiKeys { edges { node { name role } } }
}`

interface WholeProject {
  readonly runs: {
    readonly edges: readonly {
      readonly node: {
        readonly id: string
        readonly status: string
        readonly gates: readonly { readonly id: string }[]
        readonly events: { readonly edges: readonly { readonly cursor: string }[] }
      }
    }[]
  }
}

const look = (project: string) => cells.ask<WholeProject>(project, wholeProject)

async function statusOf(project: string): Promise<number> {
  return (await cells.send(project, { body: { query: '{ __typename }' } })).status
}

/** Triggers a run over the endpoint without GraphQL; it answers when the run has ended or waits. */
async function trigger(project: string, agent: string, input: object, by: 'host' | 'header' = 'host') {
  const path = `/api/projects/${project}/agents/${agent}/trigger`
  const headers = { 'idempotency-key': `${project}-${agent}` }
  const { status, body } = await cells.send(project, { path, body: input, headers, by })
  expect([200, 202], body).toContain(status)
  const run: { readonly id: string; readonly status: string; readonly summary: string | null } =
    JSON.parse(body)
  return run
}

async function openSocket(project: string): Promise<BareSocket> {
  return openBareSocket(`${cells.url}/graphql`, { headers: cells.headersOf(project) })
}

/** The types of a run's events after a cursor, as a subscription gives them until it completes. */
async function followed(project: string, runId: string, after: string | null = null) {
  const socket = await openSocket(project)
  const query =
    'subscription($runId: ID!, $after: String) { runEvents(runId: $runId, after: $after) { type } }'
  socket.subscribe('1', query, { runId, after })
  const types: unknown[] = []
  for (;;) {
    const message = await socket.next()
    if (message?.type !== 'next') break
    types.push(message.payload)
  }
  socket.close()
  return types.map((payload) => JSON.stringify(payload))
}

describe.skipIf(withoutNginx !== null)('OPS-6 two cells behind one address', () => {
  const places = { acme: 1, calm: 1, beta: 2 } as const
  const projects = ['acme', 'calm', 'beta'] as const

  beforeAll(async () => {
    receiver = await openReceiver()
    cells = await openCells(places, {
      RUNGRAPH_ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
      RUNGRAPH_WEBHOOK_PRIVATE: new URL(receiver.url).host,
    })
    for (const project of projects) await cells.ask(project, agents, definitions)
  })
  afterAll(async () => {
    await cells.close()
    await receiver.close()
  })

  test.each(projects)(
    '%s is served by its own, by host name and by header, in every transport',
    async (project) => {
      const run = await trigger(project, 'echo', { input: 'Hello', sessionKey: 'anna' })
      expect(run).toMatchObject({ status: 'COMPLETED', summary: expect.stringContaining('Hello') })
      expect(await trigger(project, 'echo', { input: 'Hello', sessionKey: 'anna' }, 'header')).toMatchObject({
        id: run.id,
      })
      expect((await followed(project, run.id)).at(-1)).toContain('RunCompleted')
      const body = { query: `subscription { runEvents(runId: "${run.id}") { type } }` }
      const stream = await cells.send(project, { body, headers: { accept: 'text/event-stream' } })
      expect(stream.body).toContain('RunCompleted')
      const counts = await Promise.all(
        cells.databases.map(({ prisma }) => prisma.run.count({ where: { project: { slug: project } } })),
      )
      expect(counts).toEqual(places[project] === 1 ? [1, 0] : [0, 1])
    },
  )

  test('a project that no cell has is misdirected, and a key opens no other cell', async () => {
    const lost = await cells.send('nobody', { body: { query: '{ __typename }' } })
    expect(lost.status).toBe(421)
    expect(JSON.parse(lost.body)).toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] })
    const headers = { authorization: `Bearer ${keyOf('acme')}` }
    expect((await cells.send('beta', { body: { query: '{ __typename }' }, headers })).status).toBe(401)
  })

  test('OPS-5 a project that rests moves to the other cell with all that it has, and goes on there', async () => {
    const waiting = await trigger('acme', 'refund', { input: 'Please refund order 1042.' })
    expect(waiting.status).toBe('WAITING')
    const input = { url: `${receiver.url}/told`, topics: ['RUN_COMPLETED'] }
    const hook =
      'mutation($input: CreateWebhookInput!) { createWebhook(input: $input) { __typename ... on CreatedWebhook { secret } } }'
    expect(await cells.ask('acme', hook, { input })).toMatchObject({
      createWebhook: { __typename: 'CreatedWebhook', secret: expect.stringMatching(/^whsec_/) },
    })
    const before = { acme: await look('acme'), calm: await look('calm'), beta: await look('beta') }
    const follower = await openSocket('acme')
    follower.subscribe('1', 'subscription { projectEvents { type } }')

    await cells.place({ ...places, acme: 'moving' })
    await eventually(() => statusOf('acme')).toBe(503)
    const { code, output } = await cells.move('acme')
    expect(output).toMatch(
      /^Moved project acme to 127\.0\.0\.1:\d+\/\w+: \d+ rows\. Send its requests there now\.\n$/,
    )
    expect(code).toBe(0)
    // Its clients are to come again, and not to give up.
    expect((await follower.closed).code).toBe(1013)
    const kept = await cells.send('acme', { body: { query: '{ __typename }' } })
    expect(kept.status).toBe(503)
    expect(JSON.parse(kept.body)).toMatchObject({
      errors: [{ extensions: { code: 'PROJECT_MOVING', retryable: true } }],
    })
    await cells.place({ ...places, acme: 2 })
    await eventually(() => statusOf('acme')).toBe(200)

    expect(await look('acme')).toEqual(before.acme)
    const nodes = before.acme.runs.edges.map(({ node }) => node)
    const run = nodes.find(({ id }) => id === waiting.id)
    const gateId = run?.gates[0]?.id
    const jobs = await cells.databases[1].pool.query<{ name: string }>(
      'select name from pgboss.job where start_after > now() order by name',
    )
    expect(jobs.rows.map(({ name }) => name)).toEqual(expect.arrayContaining(['gates', 'schedules']))
    const approve = 'mutation($id: ID!) { resolveGate(input: { id: $id, decision: APPROVE }) { __typename } }'
    expect(await cells.ask('acme', approve, { id: gateId })).toEqual({ resolveGate: { __typename: 'Gate' } })
    const rest = await followed('acme', waiting.id, run?.events.edges.at(-1)?.cursor)
    expect(rest.at(-1)).toContain('RunCompleted')
    await eventually(() => receiver.received.map(({ body }) => body.data.runId)).toEqual([waiting.id])

    const known = nodes.find(({ id }) => id !== waiting.id)
    expect(await trigger('acme', 'echo', { input: 'Hello', sessionKey: 'anna' })).toMatchObject({
      id: known?.id,
    })
    expect({ calm: await look('calm'), beta: await look('beta') }).toEqual({
      calm: before.calm,
      beta: before.beta,
    })
  })
})
