import { describe, expect, test } from 'vitest'
import { createFactories } from '../support/factories.ts'
import { forFile } from '../support/for-file.ts'
import { at, createProject, openGraph } from './open-graph.ts'

const period = 'since: "2026-10-01T00:00:00Z", until: "2026-11-01T00:00:00Z"'

const accepted = { createdAt: new Date('2026-10-15T00:00:00Z') }

const graph = forFile(await openGraph())
const { make } = graph
const agent = await make.agent({ slug: 'finder' })
const run = await make.run(agent, accepted)
const step = await make.step(run, 1)
const actions = [
  { target: 'look', durationMs: 10 },
  { target: 'look', durationMs: 30, attempt: 3 },
  { target: 'look', durationMs: 20, status: 'FAILED', attempt: 2 },
  { target: 'look', status: 'DENIED', durationMs: null },
  { target: 'look', status: 'CANCELLED', durationMs: null },
  { target: 'look', status: 'RUNNING', durationMs: null },
  // Nothing was called.
  { target: 'look', status: 'PENDING' },
  { target: 'look', status: 'SKIPPED' },
  { target: 'decide', type: 'DECISION' },
  { target: 'look', type: 'AGENT', durationMs: 5_000 },
  { target: 'notes.get', type: 'RELIC', status: 'FAILED', durationMs: 1 },
] as const
for (const [position, fields] of actions.entries()) await make.action(step, { position, ...fields })
const other = await make.run(await make.agent({ slug: 'other' }), accepted)
await make.action(await make.step(other, 1), { target: 'look', durationMs: 40 })
const old = await make.run(agent, { createdAt: new Date('2026-09-30T00:00:00Z') })
await make.action(await make.step(old, 1), { target: 'look' })
const project = await createProject(graph.prisma, 'stranger')
const theirs = createFactories(graph.prisma, project.id)
const stranger = await theirs.run(await theirs.agent({ slug: 'finder' }), accepted)
await theirs.action(await theirs.step(stranger, 1), { target: 'look', status: 'FAILED' })

async function tools(fields: string, more = ''): Promise<unknown> {
  const answer = await graph.read(`{ toolStats(${period} ${more}) { isTruncated tools { ${fields} } } }`)
  expect(at(answer, 'toolStats.isTruncated')).toBe(false)
  return at(answer, 'toolStats.tools')
}

describe('API-51 the statistics of calls', () => {
  test('are by type and target, the most called first', async () => {
    const fields = 'type target calls succeeded failed denied cancelled active failureRate retries'
    const durations = 'duration { count p50 p95 p99 }'
    const none = { succeeded: 0, failed: 0, denied: 0, cancelled: 0, active: 0, retries: 0 }
    expect(await tools(`${fields} ${durations}`)).toEqual([
      {
        ...{ type: 'TOOL', target: 'look', calls: 7, succeeded: 3, failed: 1, denied: 1, cancelled: 1 },
        ...{ active: 1, failureRate: 0.25, retries: 3 },
        duration: { count: 4, p50: 20, p95: 40, p99: 40 },
      },
      {
        ...{ ...none, type: 'AGENT', target: 'look', calls: 1, succeeded: 1, failureRate: 0 },
        duration: { count: 1, p50: 5_000, p95: 5_000, p99: 5_000 },
      },
      {
        ...{ ...none, type: 'RELIC', target: 'notes.get', calls: 1, failed: 1, failureRate: 1 },
        duration: { count: 1, p50: 1, p95: 1, p99: 1 },
      },
    ])
  })

  test('of an agent, by its slug and its id, and of a tool', async () => {
    const expected = [{ target: 'look', calls: 1 }]
    expect(await tools('target calls', 'filter: { agent: "other" }')).toEqual(expected)
    const agent = await graph.read('{ agent(slug: "other") { id } }')
    expect(await tools('target calls', `filter: { agent: "${at(agent, 'agent.id')}" }`)).toEqual(expected)
    expect(await tools('target calls', 'filter: { agent: "nobody" }')).toEqual([])
    expect(await tools('type calls', 'filter: { agent: "finder", target: "look" }')).toEqual([
      { type: 'TOOL', calls: 6 },
      { type: 'AGENT', calls: 1 },
    ])
  })

  test('are of a period that is none too long: INVALID_INPUT', async () => {
    const { errors } = await graph.ask('{ toolStats(since: "2020-01-01T00:00:00Z") { isTruncated } }')
    expect(errors).toEqual([
      expect.objectContaining({ extensions: expect.objectContaining({ code: 'INVALID_INPUT' }) }),
    ])
  })

  test('take one statement', async () => {
    // With the beginning and the settings of its transaction.
    expect(await graph.count(`{ toolStats(${period}) { tools { target duration { p50 } } } }`)).toBe(3)
  })
})
