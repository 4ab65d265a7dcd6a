import { describe, expect, test } from 'vitest'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { forFile } from '../support/for-file.ts'
import { dayMs, longAgo, retain } from '../support/old-runs.ts'
import { at, openGraph } from './open-graph.ts'

/** Two agents' runs in two sessions, old and young, whose calls were made on several days. */
const graph = forFile(await openGraph())
const { make } = graph
const agents = [await make.agent(), await make.agent()]
const sessions = [await make.session({ key: 'old' }), await make.session({ key: 'young' })]
const agentId = agents[0]?.id ?? ''
for (const [n, completedAt] of [longAgo, longAgo, new Date()].entries()) {
  for (const [a, agent] of agents.entries()) {
    const session = n === 2 ? sessions[1] : sessions[0]
    const root = await make.run(agent, { status: 'COMPLETED', completedAt, sessionId: session?.id ?? null })
    const child = await make.run(agent, {
      status: 'COMPLETED',
      completedAt,
      parentId: root.id,
      rootId: root.id,
      ancestorIds: [root.id],
      depth: 1,
    })
    for (const run of [root, child]) {
      const step = await make.step(run, 1)
      for (let call = 0; call < 3; call++)
        await make.modelCall(run, step, {
          model: call === 0 ? 'small' : 'large',
          purpose: call === 2 ? 'FINAL' : 'LOOP',
          inputTokens: 100 * (n + 1) + call,
          cachedInputTokens: 10 + a,
          // No price of the first call of a step is known.
          ...(call === 0
            ? { costUsd: '0', priceVersion: null }
            : { costUsd: `0.${n + 1}${call}1`, priceVersion: 'test' }),
          startedAt: new Date(completedAt.getTime() - call * dayMs),
        })
    }
  }
}

const dimensions = [
  '[]',
  '[AGENT]',
  '[AGENT_VERSION]',
  '[SESSION]',
  '[MODEL]',
  '[PROVIDER]',
  '[PURPOSE]',
  '[DAY]',
  '[AGENT, DAY, MODEL, PURPOSE]',
]
const used =
  'requests inputTokens outputTokens cachedInputTokens reasoningTokens totalTokens costUsd unpricedCalls'
const bucket = `agent { id } agentVersion session { id } model provider purpose day usage { ${used} }`
const dayOf = (time: Date) => new Date(Math.floor(time.getTime() / dayMs) * dayMs)
const since = new Date(dayOf(longAgo).getTime() - dayMs)
const until = new Date(dayOf(longAgo).getTime())

/** Everything that the graph says of what was used, but by run. */
async function report(): Promise<unknown> {
  const groups = dimensions.map((by, n) => `g${n}: usage(groupBy: ${by}) { ${bucket} }`)
  const range = `usage(since: "${since.toISOString()}", until: "${until.toISOString()}", groupBy: [MODEL]) { ${bucket} }`
  return graph.read(
    `query($agent: ID!) { ${groups.join(' ')} ranged: ${range}
    ofAgent: usage(agent: $agent, groupBy: [DAY]) { ${bucket} }
    session(key: "old") { usage { ${used} } } agent(id: $agent) { usage { ${used} } } }`,
    {
      agent: toGlobalId('Agent', agentId),
    },
  )
}

describe('EVT-7 the usage', () => {
  test('stays as it was when the runs that used it are not kept any more, and is of no run then', async () => {
    const before = await report()
    expect(at(before, 'g0.0.usage')).toMatchObject({ requests: 36, unpricedCalls: 12 })
    expect(at(before, 'session.usage.requests')).toBe(12)
    expect(at(before, 'ranged.0.usage.requests')).toBeGreaterThan(0)
    expect(await retain(graph.pool, { runsDays: 30 })).toEqual({
      deltas: 0,
      runs: 8,
      droppedPartitions: 0,
      keptPartitions: 0,
    })
    expect(await report()).toEqual(before)
    const runs = await graph.read(`{ usage(groupBy: [RUN]) { run { id } usage { requests } } }`)
    const requests = at(runs, 'usage.*.usage.requests')
    expect(requests).toEqual(expect.arrayContaining([24, 3]))
    expect(at(runs, 'usage.*.run.id')).toHaveLength(5)
    // Usage that is removed later is added to the earlier sum.
    await graph.prisma.run.updateMany({ where: { status: 'COMPLETED' }, data: { completedAt: longAgo } })
    expect(await retain(graph.pool, { runsDays: 30 })).toEqual({
      deltas: 0,
      runs: 4,
      droppedPartitions: 0,
      keptPartitions: 0,
    })
    expect(await report()).toEqual(before)
  })
})

describe('EVT-7 the usage of what was deleted', () => {
  const deleted = `{ usage(groupBy: [AGENT_VERSION, SESSION]) {
    agent { slug } agentId agentVersion session { key } sessionId usage { requests } } }`

  test('has no agent and no session, but their ids, which keep it apart', async () => {
    const { make, prisma } = graph
    const agents = [await make.agent(), await make.agent()]
    const session = await make.session({ key: 'gone' })
    for (const agent of agents) {
      const run = await make.run(agent, { status: 'COMPLETED', completedAt: longAgo, sessionId: session.id })
      await make.modelCall(run, await make.step(run, 1))
    }
    await retain(graph.pool, { runsDays: 30 })
    const ids = agents.map(({ id }) => id)
    await prisma.agentVersion.deleteMany({ where: { agentId: { in: ids } } })
    await prisma.session.deleteMany({ where: { id: session.id } })
    await prisma.agent.deleteMany({ where: { id: { in: ids } } })
    const report = await graph.read(deleted)
    const gone = ids.map((id) => ({
      agent: null,
      agentId: toGlobalId('Agent', id),
      agentVersion: 1,
      session: null,
      sessionId: toGlobalId('Session', session.id),
      usage: { requests: 1 },
    }))
    expect(at(report, 'usage')).toEqual(expect.arrayContaining(gone))
    expect(at(report, 'usage.*.agentId')).toContain(toGlobalId('Agent', agentId))
  })
})
