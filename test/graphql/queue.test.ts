import type { PoolClient } from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { loopbackCaller, type Role } from '../../src/domain/caller.ts'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { lockSpaces } from '../../src/sql/lock-spaces.ts'
import { deleteLostWorkers } from '../../src/store/worker-store.ts'
import { createFactories } from '../support/factories.ts'
import { forFile } from '../support/for-file.ts'
import { at, createProject, openGraph } from './open-graph.ts'

/** The runs by their inputs. */
const ids: Record<string, string> = {}

const graph = forFile(await openGraph())
const { make, prisma, project } = graph
await prisma.project.update({ where: { id: project.id }, data: { maxConcurrentRuns: 3 } })
const agent = await make.agent()
const session = await make.session()
const tomorrow = new Date(Date.now() + 24 * 3_600_000)
const time = (minute: number) => new Date(Date.UTC(2026, 10, 1, 0, minute))
const queued = (minute: number) => ({ createdAt: time(minute), startAt: time(minute) })
const runs = [
  { input: 'later', ...queued(2) },
  { input: 'first of talk', ...queued(1), sessionId: session.id },
  { input: 'second of talk', ...queued(3), sessionId: session.id },
  { input: 'urgent', ...queued(4), priority: 5 },
  // It was accepted before all others, and became due after them.
  { input: 'delayed', createdAt: time(0), startAt: time(9) },
  { input: 'tomorrow', createdAt: time(0), startAt: tomorrow },
  { input: 'returned', ...queued(5), status: 'RUNNING' },
  { input: 'executed', ...queued(5), status: 'RUNNING', leaseOwner: 'host:1' },
  { input: 'ended', ...queued(5), status: 'COMPLETED' },
] as const
for (const fields of runs) ids[fields.input] = (await make.run(agent, fields)).id
const executed = ids.executed ?? ''
await make.run(agent, {
  ...{ input: 'child', status: 'RUNNING', leaseOwner: 'host:1', depth: 1 },
  ...{ parentId: executed, rootId: executed, ancestorIds: [executed] },
})
const other = await createProject(prisma, 'stranger')
const theirs = createFactories(prisma, other.id)
await theirs.run(await theirs.agent(), { priority: 9, ...queued(0) })

describe('API-53 the queue of a project', () => {
  test('has its depth, the blocked runs, its priorities, its oldest run and its places', async () => {
    expect(
      await graph.read(`{ queue { due blocked scheduled returned byPriority { priority due }
        oldest { id input queuePosition } oldestDueAt maxConcurrentRuns running free } }`),
    ).toEqual({
      queue: {
        ...{ due: 5, blocked: 1, scheduled: 1, returned: 1 },
        byPriority: [
          { priority: 5, due: 1 },
          { priority: 0, due: 4 },
        ],
        oldest: {
          id: toGlobalId('Run', ids['first of talk'] ?? ''),
          input: 'first of talk',
          queuePosition: 3,
        },
        oldestDueAt: '2026-11-01T00:01:00.000Z',
        ...{ maxConcurrentRuns: 3, running: 1, free: 2 },
      },
    })
  })

  test('has a place for each run that is due, in the order in which they begin, by one statement', async () => {
    const query = 'query($first: Int!) { runs(first: $first) { nodes { input queuePosition } } }'
    const nodes = at(await graph.read(query, { first: 50 }), 'runs.nodes') as readonly {
      readonly input: string
      readonly queuePosition: number | null
    }[]
    expect(Object.fromEntries(nodes.map(({ input, queuePosition }) => [input, queuePosition]))).toEqual({
      ...{ urgent: 1, delayed: 2, 'first of talk': 3, later: 4, 'second of talk': 5 },
      ...{ tomorrow: null, returned: null, executed: null, ended: null, child: null },
    })
    expect(await graph.count(query, { first: 50 })).toBe(await graph.count(query, { first: 8 }))
  })

  test('is empty where nothing waits', async () => {
    const project = await createProject(graph.prisma, 'idle')
    const { data } = await graph.ask(
      '{ queue { due blocked scheduled returned byPriority { due } oldest { id } oldestDueAt running } }',
      {},
      { project },
    )
    expect(data).toEqual({
      queue: {
        ...{ due: 0, blocked: 0, scheduled: 0, returned: 0, byPriority: [] },
        ...{ oldest: null, oldestDueAt: null, running: 0 },
      },
    })
  })

  test('takes one statement, and its workers another', async () => {
    expect(await graph.count('{ queue { due blocked byPriority { due } oldestDueAt free } }')).toBe(1)
    expect(await graph.count('{ queue { due workers { state slots active } } }')).toBe(2)
  })
})

describe('API-53 the workers', () => {
  const hold = async (client: PoolClient, key: number) =>
    client.query('select pg_advisory_lock($1, $2)', [lockSpaces.workers, key])

  async function makeWorker(name: string, fields: object = {}): Promise<void> {
    const now = new Date()
    const own = { id: uuidv7(), name, version: '0.1.0', role: 'WORKER', slots: 8, active: 2 }
    await graph.prisma.worker.create({
      data: { ...own, leaseKey: 1, startedAt: now, lastSeenAt: now, ...fields },
    })
  }

  async function workersAs(role: Role): Promise<unknown> {
    const caller = { ...loopbackCaller, name: 'somebody', role }
    const query = '{ queue { workers { name state version role slots active } } }'
    const { data } = await graph.ask(query, {}, { caller })
    return at(data, 'queue.workers')
  }

  test('live as long as they hold their locks and report themselves; only an ADMIN reads names of hosts', async () => {
    const client = await graph.pool.connect()
    const others = await graph.pool.connect()
    try {
      for (const key of [11, 12, 13]) await hold(client, key)
      // A lock that is asked for, and one of another kind, show nothing.
      await others.query('select pg_advisory_lock($1)', [14])
      const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
      await makeWorker('silent:1', { leaseKey: 11, lastSeenAt: hoursAgo(0.5), startedAt: hoursAgo(9) })
      await makeWorker('dead:1', { leaseKey: 14, startedAt: hoursAgo(8) })
      await makeWorker('draining:1', { leaseKey: 12, draining: true, startedAt: hoursAgo(7) })
      await makeWorker('busy:1', { leaseKey: 13, role: 'ALL', startedAt: hoursAgo(1) })
      const own = { version: '0.1.0', role: 'WORKER', slots: 8, active: 2 }
      expect(await workersAs('ADMIN')).toEqual([
        { ...own, name: 'draining:1', state: 'DRAINING' },
        { ...own, name: 'busy:1', state: 'ACTIVE', role: 'ALL' },
        { ...own, name: 'silent:1', state: 'LOST' },
        { ...own, name: 'dead:1', state: 'LOST' },
      ])
      for (const role of ['VIEWER', 'OPERATOR'] as const)
        expect(at({ workers: await workersAs(role) }, 'workers.*.name')).toEqual([null, null, null, null])
    } finally {
      // With their locks.
      client.release(true)
      others.release(true)
    }
  })

  test('API-58 are named by the runs that they have, of the project of the caller alone', async () => {
    const client = await graph.pool.connect()
    try {
      await hold(client, 21)
      await makeWorker('mine:1', { leaseKey: 21, role: 'ALL' })
      const claimedAt = time(7)
      const claimed = { status: 'RUNNING', leaseOwner: 'mine:1', leaseKey: 21, claimedAt } as const
      const [mine, unreported] = await Promise.all([
        make.run(agent, claimed),
        make.run(agent, { ...claimed, leaseKey: 22 }),
      ])
      const query = 'query($id: ID!) { run(id: $id) { worker { since process { name state version } } } }'
      const workerOf = async (id: string, role: Role) => {
        const caller = { ...loopbackCaller, name: 'somebody', role }
        const { data } = await graph.ask(query, { id: toGlobalId('Run', id) }, { caller })
        return at(data, 'run.worker')
      }
      const process = { name: 'mine:1', state: 'ACTIVE', version: '0.1.0' }
      const since = claimedAt.toISOString()
      expect(await workerOf(mine.id, 'ADMIN')).toEqual({ since, process })
      expect(await workerOf(mine.id, 'VIEWER')).toEqual({ since, process: { ...process, name: null } })
      expect(await workerOf(unreported.id, 'ADMIN')).toEqual({ since, process: null })
      expect(await workerOf(ids.ended ?? '', 'ADMIN')).toBeNull()
    } finally {
      client.release(true)
    }
  })

  test('API-59 that had a run are named after its end; only an ADMIN reads names of hosts', async () => {
    const since = '2026-11-01T00:00:00.000Z'
    const claim = (name: string, recoveries: number) => ({
      name,
      key: 1,
      version: '0.1.0',
      since,
      recoveries,
    })
    const workerClaims = [{ ...claim('gone:1', 0), lost: 'LOCK_LOST' }, claim('next:1', 1)]
    const ended = await make.run(agent, { status: 'FAILED', workerClaims })
    const query =
      'query($id: ID!) { run(id: $id) { workerClaims { name version since recoveries lost } worker { since } } }'
    const claimsAs = async (role: Role) => {
      const caller = { ...loopbackCaller, name: 'somebody', role }
      return (await graph.ask(query, { id: toGlobalId('Run', ended.id) }, { caller })).data
    }
    const shown = [
      { name: 'gone:1', version: '0.1.0', since, recoveries: 0, lost: 'LOCK_LOST' },
      { name: 'next:1', version: '0.1.0', since, recoveries: 1, lost: null },
    ]
    expect(await claimsAs('ADMIN')).toEqual({ run: { workerClaims: shown, worker: null } })
    const nameless = shown.map((one) => ({ ...one, name: null }))
    expect(await claimsAs('VIEWER')).toEqual({ run: { workerClaims: nameless, worker: null } })
    expect(await graph.count(query, { id: toGlobalId('Run', ended.id) })).toBe(2)
  })

  test('that are lost for an hour are forgotten', async () => {
    await graph.prisma.worker.deleteMany()
    await makeWorker('lately:1', { lastSeenAt: new Date(Date.now() - 50 * 60_000) })
    await makeWorker('long-ago:1', { lastSeenAt: new Date(Date.now() - 70 * 60_000) })
    await deleteLostWorkers(graph.pool)
    expect(at({ workers: await workersAs('ADMIN') }, 'workers.*.name')).toEqual(['lately:1'])
  })
})

test('API-54 the server tells its version, role, limits, retention and features, and nothing else', async () => {
  const { data } = await graph.ask(
    `{ server { version role startedAt now limits { depth cost aliases tokens rootFields operationsPerRequest requestBytes
      answerCharacters pageSize defaultPageSize runInputBytes socketMessageBytes operationsPerSocket connectionsPerAddress
      subscriptionsPerCaller requestsPerMinute } retention { runsDays deltasDays modelTrafficDays eventsDays }
      features { redis monitor tracing onlyPersistedOperations } } }`,
    {},
    { caller: { ...loopbackCaller, name: 'somebody', role: 'VIEWER' } },
  )
  const { server } = graph.sources
  expect(data).toEqual({
    server: { ...server, startedAt: server.startedAt.toISOString(), now: expect.any(String) },
  })
  expect(data).toMatchObject({
    server: {
      ...{
        version: '0.1.0',
        role: 'ALL',
        limits: { pageSize: 100, defaultPageSize: 20, requestsPerMinute: null },
      },
      retention: { runsDays: null, deltasDays: null, modelTrafficDays: 0, eventsDays: 7 },
      features: { redis: false, tracing: false, onlyPersistedOperations: false },
    },
  })
})
