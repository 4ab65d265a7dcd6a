import { describe, expect, test } from 'vitest'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { createTestEngine } from '../support/engine.ts'
import { createFactories } from '../support/factories.ts'
import { forFile } from '../support/for-file.ts'
import { at, createProject, openGraph } from './open-graph.ts'

const day = (number: number) => new Date(Date.UTC(2026, 0, number))

const list = `query($filter: SessionFilter, $orderBy: SessionOrder, $first: Int, $after: String) {
  sessions(filter: $filter, orderBy: $orderBy, first: $first, after: $after) { totalCount pageInfo { endCursor hasNextPage }
    edges { node { key runCount lastActiveAt activeRuns { status } } } } }`

const keys = async (variables: object) => at(await graph.read(list, variables), 'sessions.edges.*.node.key')

/** Three sessions: an old one that is at work, one with runs that have ended, and one that has none. */
const graph = forFile(await openGraph())
const { make } = graph
const agent = await make.agent({ slug: 'talker' })
const helper = await make.agent({ slug: 'helper' })
const working = { key: 'chat:Ann', agentId: agent.id, createdAt: day(1), lastActiveAt: day(5) }
const { id: sessionId } = await make.session(working)
const ended = { status: 'COMPLETED', completedAt: day(4) } as const
await make.run(agent, { sessionId, ...ended })
await make.run(agent, { sessionId, status: 'WAITING', createdAt: day(5) })
await make.run(agent, { sessionId, status: 'QUEUED', createdAt: day(6) })
const done = { key: 'chat:bob', agentId: helper.id, createdAt: day(2), lastActiveAt: day(6) }
const { id: idle } = await make.session(done)
await make.run(helper, { sessionId: idle, ...ended })
await make.run(helper, { sessionId: idle, status: 'PAUSED' })
await make.session({ key: 'memory 100%', createdAt: day(3), lastActiveAt: day(3) })
const stranger = await createProject(graph.prisma, 'stranger')
await createFactories(graph.prisma, stranger.id).session({ key: 'chat:theirs' })

describe('API-40 the sessions of a project', () => {
  test('are listed with their fields, the last active first, page by page', async () => {
    const first = await graph.read(list, { first: 2 })
    expect(at(first, 'sessions')).toMatchObject({
      totalCount: 3,
      pageInfo: { hasNextPage: true },
      edges: [
        { node: { key: 'chat:bob', runCount: 2, activeRuns: [], lastActiveAt: day(6).toISOString() } },
        { node: { key: 'chat:Ann', runCount: 3, activeRuns: [{ status: 'WAITING' }, { status: 'QUEUED' }] } },
      ],
    })
    expect(await keys({ after: at(first, 'sessions.pageInfo.endCursor') })).toEqual(['memory 100%'])
    const orderBy = { field: 'CREATED_AT', direction: 'ASC' }
    expect(await keys({ orderBy })).toEqual(['chat:Ann', 'chat:bob', 'memory 100%'])
  })

  test.each([
    ['agent by slug', () => ({ agent: 'talker' }), ['chat:Ann']],
    ['agent by id', () => ({ agent: toGlobalId('Agent', agent.id) }), ['chat:Ann']],
    ['an agent that there is none of', () => ({ agent: 'nobody' }), []],
    ['a part of the key', () => ({ search: 'CHAT:' }), ['chat:bob', 'chat:Ann']],
    ['a sign that is none of a pattern', () => ({ search: '%' }), ['memory 100%']],
    ['an active run', () => ({ hasActiveRun: true }), ['chat:Ann']],
    ['no active run', () => ({ hasActiveRun: false }), ['chat:bob', 'memory 100%']],
    ['being created after', () => ({ createdAfter: day(1) }), ['chat:bob', 'memory 100%']],
    ['being created before', () => ({ createdBefore: day(2) }), ['chat:Ann']],
    ['being active after', () => ({ activeAfter: day(5) }), ['chat:bob']],
    ['being active before', () => ({ activeBefore: day(5) }), ['memory 100%']],
  ] as const)('are chosen by %s', async (_, filter, expected) => {
    expect(await keys({ filter: filter() })).toEqual(expected)
    expect(at(await graph.read(list, { filter: filter() }), 'sessions.totalCount')).toBe(expected.length)
  })

  test('are active when a run is triggered, and not when their memory changes', async () => {
    const engine = await createTestEngine(graph.database, { project: graph.project })
    const read = () => graph.prisma.session.findFirstOrThrow({ where: { key: 'memory 100%' } })
    const before = await read()
    const call = { projectId: graph.project.id, agent: { id: agent.id }, sessionKey: 'memory 100%' }
    await engine.operations.triggerRun({ ...call, input: 'Hi' })
    const after = await read()
    expect(after.lastActiveAt.getTime()).toBeGreaterThan(before.lastActiveAt.getTime())
    expect(await keys({ first: 1 })).toEqual(['memory 100%'])
    await engine.operations.sessions.updateSession({ ...call, key: 'memory 100%', memory: ['Likes tea.'] })
    expect((await read()).lastActiveAt).toEqual(after.lastActiveAt)
    await engine.close()
  })
})
