import { expect, test } from 'vitest'
import { sequence } from '../../src/models/scripted.ts'
import { openServer } from '../http/open-server.ts'
import { createSubscriber } from '../http/subscriber.ts'
import { operationsIn } from '../support/document-code.ts'
import { createTestEngine, testTool } from '../support/engine.ts'
import { forFile } from '../support/for-file.ts'
import { at } from './open-graph.ts'

/** An hour ago: the runs of this page are younger. */
const since = new Date(Date.now() - 3_600_000)

const pay = testTool('pay', async () => {
  throw new Error('The till is closed.')
})

const open = forFile(await openServer())
const { database, project } = open.graph
const engine = forFile(await createTestEngine(database, { project, tools: [pay] }))
const script = sequence({ toolCalls: [{ name: 'pay', arguments: {} }] }, { text: 'It was not paid.' })
await engine.run(script, { agent: { tools: ['pay'] } })

const operations = operationsIn('docs/history.md')

function ask(name: string, variables: object = {}) {
  return open.graph.read(operations.get(name) ?? '', variables)
}

test('API-50 API-51 API-52 API-53 API-54 the page about statistics is correct', async () => {
  expect(at(await ask('MonthByStatus'), 'runStats.buckets')).toEqual([
    {
      day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      ...{ status: 'COMPLETED', count: 1 },
      duration: { p50: expect.any(Number), p95: expect.any(Number) },
    },
  ])
  const agent = at(await open.graph.read('{ runs { nodes { agent { slug } } } }'), 'runs.nodes.*.agent.slug')
  expect(at(await ask('CompareVersions', { agent: String(agent), since }), 'runStats.buckets')).toEqual([
    expect.objectContaining({
      ...{ agentVersion: 1, count: 1, completed: 1, failed: 0, cancelled: 0, active: 0, failureRate: 0 },
      queueTime: { p95: expect.any(Number) },
      gateWait: { count: 0, p50: null },
    }),
  ])
  expect(at(await ask('WhichToolFails', { since }), 'toolStats.tools')).toEqual([
    expect.objectContaining({ type: 'TOOL', target: 'pay', calls: 1, failed: 1, denied: 0, failureRate: 1 }),
  ])
  expect(at(await ask('IsTheQueueMoving'), 'queue')).toMatchObject({
    due: 0,
    oldest: null,
    running: 0,
    free: 100,
  })
  expect(at(await ask('AboutServer'), 'server.limits.pageSize')).toBe(100)
  const subscriber = createSubscriber(open.endpoint)
  const results = subscriber.iterate(operations.get('WatchToday') ?? '', { since })
  expect(at((await results.next()).value, 'data.runStats.buckets')).toEqual([
    { status: 'COMPLETED', count: 1, usage: { costUsd: expect.any(String) } },
  ])
  await results.return?.()
  await subscriber.dispose()
})
