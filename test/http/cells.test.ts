import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Cells, keyOf, openCells } from '../support/cells.ts'
import { withoutNginx } from '../support/nginx.ts'
import { openBareSocket } from './bare-socket.ts'

let cells: Cells

const agent = `mutation($input: CreateAgentInput!) { createAgent(input: $input) { __typename } }`
const input = { slug: 'echo', definition: { name: 'Echo', model: 'scripted/chat' } }

/** Triggers a run over the endpoint without GraphQL; it answers when the run has ended or waits. */
async function trigger(project: string, by: 'host' | 'header' = 'host') {
  const path = `/api/projects/${project}/agents/echo/trigger`
  const headers = { 'idempotency-key': project }
  const { status, body } = await cells.send(project, { path, body: { input: 'Hello' }, headers, by })
  expect([200, 202], body).toContain(status)
  const run: { readonly id: string; readonly status: string; readonly summary: string | null } =
    JSON.parse(body)
  return run
}

/** The types of a run's events, as a subscription gives them until it completes. */
async function followed(project: string, runId: string) {
  const socket = await openBareSocket(`${cells.url}/graphql`, { headers: cells.headersOf(project) })
  socket.subscribe('1', 'subscription($runId: ID!) { runEvents(runId: $runId) { type } }', { runId })
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
    cells = await openCells(places)
    for (const project of projects) await cells.ask(project, agent, { input })
  })
  afterAll(() => cells.close())

  test.each(projects)(
    '%s is served by its own, by host name and by header, in every transport',
    async (project) => {
      const run = await trigger(project)
      expect(run).toMatchObject({ status: 'COMPLETED', summary: expect.stringContaining('Hello') })
      expect(await trigger(project, 'header')).toMatchObject({
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
})
