import { setImmediate as nextTurn } from 'node:timers/promises'
import pg from 'pg'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ClaimedRun, Held } from '../../../src/domain/run-store.ts'
import { sequence } from '../../../src/models/scripted.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { takeJobs } from '../../support/dispatch.ts'
import { createTestEngine, testTool } from '../../support/engine.ts'
import { engineForTest, forFile } from '../../support/for-file.ts'
import {
  commitOf,
  note,
  openTestStores,
  rest,
  type StoreOptions,
  type TestStores,
} from '../../support/stores.ts'
import { trials } from '../../support/trials.ts'

let open: TestStores[]

/** A claim that no next one has to wait for. */
const long = new Date(0)

const database = forFile(await createTestDatabase())

beforeEach(() => {
  open = []
  return async () => {
    await Promise.all(open.map((stores) => stores.close()))
    // Claims look at all projects: what one test left must not be found by the next.
    await database.prisma.run.updateMany({ data: { status: 'CANCELLED' } })
    await takeJobs(database, 'runs')
  }
})

async function openStores(options?: StoreOptions): Promise<TestStores> {
  const stores = await openTestStores(database, options)
  open.push(stores)
  return stores
}

async function andAnother(stores: TestStores, options?: StoreOptions): Promise<TestStores> {
  const other = await stores.another(options)
  open.push(other)
  return other
}

function row(runId: string) {
  return database.prisma.run.findUniqueOrThrow({ where: { id: runId } })
}

function idsOf(claimed: readonly ClaimedRun[]): readonly string[] {
  return claimed.map((run) => run.id)
}

function heldOf({ id, epoch }: ClaimedRun): Held {
  return { runId: id, epoch }
}

async function only(claimed: Promise<readonly ClaimedRun[]>): Promise<ClaimedRun> {
  const [run, ...more] = await claimed
  if (!run || more.length > 0) throw new Error(`${more.length + (run ? 1 : 0)} runs were claimed.`)
  return run
}

function finish(stores: TestStores, run: ClaimedRun) {
  return stores.log.commit(commitOf(heldOf(run), [], { run: { status: 'COMPLETED' } }))
}

describe('a claim', () => {
  it('DUR-1 finds a run in the very moment in which it was accepted', async () => {
    const stores = await openStores()
    for (let n = 0; n < 100; n++) {
      const queued = await stores.queue(1)
      expect(idsOf(await stores.claim({ limit: 1 }))).toEqual(queued)
    }
  })

  it('DUR-2 raced by four workers many times has one winner, and raises the epoch once', async () => {
    const first = await openStores()
    const workers = [first, await andAnother(first), await andAnother(first), await andAnother(first)]
    const [runId = ''] = await first.queue(1)
    for (let epoch = 1; epoch <= trials(200); epoch++) {
      const claims = await Promise.all(workers.map((worker) => worker.claim({ limit: 5 })))
      expect(claims.flat()).toMatchObject([{ id: runId, epoch }])
      expect((await row(runId)).epoch).toBe(epoch)
      await database.pool.query(
        `update "Run" set "leaseExpiresAt" = null, "crashesSinceProgress" = 0 where id = $1`,
        [runId],
      )
    }
  })

  it('DUR-2 of many runs by several workers gives each to one', async () => {
    const first = await openStores()
    const workers = [first, await andAnother(first), await andAnother(first)]
    const ids = await first.queue(60)
    const claims = await Promise.all(
      workers.flatMap((worker) => [5, 25, 60].map((limit) => worker.claim({ limit }))),
    )
    expect(idsOf(claims.flat()).toSorted()).toEqual(ids.toSorted())
    expect(claims.flat().every((run) => run.epoch === 1 && run.firstClaim && !run.recovered)).toBe(true)
  })

  it('DUR-1 of a run whose row the database refuses to change holds up no other, and is tried again later', async () => {
    const first = await openStores()
    const ids = await first.queue(4)
    const [, bad = ''] = ids
    await database.pool.query(`update "Run" set metadata = '{"bad": "1"}' where id = $1`, [bad])
    await database.pool.query(
      `alter table "Run" add constraint of_dba check (coalesce(metadata->>'bad', '') <> '1') not valid`,
    )
    const refused: [string, unknown][] = []
    const onRefused = (runId: string, error: unknown) => refused.push([runId, error])
    try {
      const claimed = await first.claim({ limit: 4, onRefused })
      expect(idsOf(claimed).toSorted()).toEqual(ids.filter((id) => id !== bad).toSorted())
      expect(refused).toEqual([[bad, expect.objectContaining({ code: '23514', constraint: 'of_dba' })]])
      const more = await first.queue(1)
      expect(idsOf(await first.claim({ limit: 4, onRefused }))).toEqual(more)
    } finally {
      await database.pool.query('alter table "Run" drop constraint of_dba')
    }
    // Another process does not know that it was put off.
    const other = await andAnother(first)
    expect(idsOf(await other.claim({ limit: 4 }))).toEqual([bad])
  })

  it('LIM-12 never takes more of a project than may run at once, however many claim', async () => {
    const first = await openStores({ maxConcurrentRuns: 3 })
    const workers = [first, await andAnother(first), await andAnother(first), await andAnother(first)]
    await first.queue(12)
    const done: string[] = []
    while (done.length < 12) {
      const claims = await Promise.all(workers.map((worker) => worker.claim({ limit: 10 })))
      expect(claims.flat()).toHaveLength(3)
      const { projectId } = first
      expect(await database.prisma.run.count({ where: { projectId, status: 'RUNNING' } })).toBe(3)
      for (const run of claims.flat()) await finish(first, run)
      done.push(...idsOf(claims.flat()))
    }
    expect(new Set(done).size).toBe(12)
  })

  it('LIM-12 leaves a project at its limit alone, and takes from the others', async () => {
    const full = await openStores({ maxConcurrentRuns: 1 })
    const free = await openStores()
    await full.queue(5)
    const ids = await free.queue(5)
    const claimed = idsOf(await full.claim({ limit: 6 }))
    expect(claimed).toHaveLength(6)
    expect(claimed).toEqual(expect.arrayContaining([...ids]))
  })

  it('CTX-6 takes the runs of a session one after the other, in their order', async () => {
    const stores = await openStores()
    const ids = await stores.queue(3, { sessionKey: 'talk' })
    for (const id of ids) {
      const run = await only(stores.claim({ limit: 10 }))
      expect(run.id).toBe(id)
      await finish(stores, run)
    }
  })

  it('CTX-6 takes no run of a session whose earlier run waits, and takes those of other sessions', async () => {
    const stores = await openStores()
    await stores.queue(2, { sessionKey: 'talk' })
    const run = await only(stores.claim({ limit: 1 }))
    await stores.log.commit(commitOf(heldOf(run), [], { run: { status: 'WAITING' } }))
    const [other] = await stores.queue(1, { sessionKey: 'another talk' })
    expect(idsOf(await stores.claim({ limit: 10 }))).toEqual([other])
  })

  it('takes the most urgent first, then the oldest, across projects', async () => {
    const [one, two] = [await openStores(), await openStores()]
    const [a = ''] = await one.queue(1)
    const [b = ''] = await one.queue(1, { priority: -5 })
    const [c = ''] = await two.queue(1)
    const [d = ''] = await two.queue(1, { priority: 5 })
    const order: string[] = []
    while (order.length < 4) order.push((await only(one.claim({ limit: 1 }))).id)
    expect(order).toEqual([d, a, c, b])
  })

  it('LIM-12 serves the project with the fewest active runs first, however long the queue of another', async () => {
    const crowd = await openStores()
    const few = await openStores()
    await crowd.queue(30)
    const own = await few.queue(3)
    const first = idsOf(await crowd.claim({ limit: 4 }))
    expect(own.filter((id) => first.includes(id))).toHaveLength(2)
    const second = idsOf(await crowd.claim({ limit: 2 }))
    expect(own.filter((id) => second.includes(id))).toHaveLength(1)
    expect(idsOf(await crowd.claim({ limit: 50 }))).toHaveLength(27)
  })

  it('LIM-12 gives a run that goes on after a wait a place as any other, before those that have not begun', async () => {
    const stores = await openStores({ maxConcurrentRuns: 1 })
    const [waiting = '', other = '', next = ''] = await stores.queue(3)
    const held = heldOf(await only(stores.claim({ limit: 5 })))
    await stores.log.commit(
      commitOf(held, [], { run: { status: 'WAITING', leaseOwner: null, leaseKey: null } }),
    )
    const busy = await only(stores.claim({ limit: 5 }))
    expect(busy.id).toBe(other)
    const sentOn = {
      runId: waiting,
      epoch: null,
      from: ['WAITING'],
      run: { status: 'RUNNING' },
      events: [],
    } as const
    await stores.log.commit(sentOn)
    expect(await stores.claim({ limit: 5 })).toEqual([])
    await finish(stores, busy)
    const woken = await only(stores.claim({ limit: 5 }))
    expect(woken).toMatchObject({ id: waiting, recovered: false, lostOwner: null })
    await finish(stores, woken)
    expect(idsOf(await stores.claim({ limit: 5 }))).toEqual([next])
  })

  it('DUR-2 claims the runs whose jobs it fetched, and leaves the jobs of a project without a place in the queue', async () => {
    const [one, two] = [await openStores({ maxConcurrentRuns: 1 }), await openStores()]
    const [first = '', waiting = ''] = await one.queue(2)
    const busy = await only(one.runs.claim({ limit: 5 }))
    expect(busy.id).toBe(first)
    const [free = ''] = await two.queue(1)
    expect(idsOf(await one.runs.claim({ limit: 5 }))).toEqual([free])
    await finish(one, busy)
    expect(idsOf(await one.runs.claim({ limit: 5 }))).toEqual([waiting])
  })

  it('DUR-1 claims no run without a job, and gives one to it by the sweep', async () => {
    const stores = await openStores()
    const [id = ''] = await stores.queue(1)
    expect(await takeJobs(database, 'runs')).toEqual([id])
    expect(await stores.runs.claim({ limit: 1 })).toEqual([])
    expect(idsOf(await stores.claim({ limit: 1 }))).toEqual([id])
  })

  it('CTX-6 drops the job of a run whose session is busy, and the end of the run before it brings another', async () => {
    const stores = await openStores()
    const [first = '', next = ''] = await stores.queue(2, { sessionKey: 'talk' })
    const run = await only(stores.runs.claim({ limit: 10 }))
    expect(run.id).toBe(first)
    expect(await takeJobs(database, 'runs')).toEqual([])
    await finish(stores, run)
    await stores.settled()
    expect(idsOf(await stores.runs.claim({ limit: 10 }))).toEqual([next])
  })

  it('PERF-A is planned once on a connection, for all values', async () => {
    const connectionString = `${database.connectionString}?options=-c%20plan_cache_mode%3Dauto`
    const pool = new pg.Pool({ connectionString, max: 1 })
    try {
      const stores = await openStores({ pool })
      for (let n = 0; n < 2; n++) await stores.claimed(1)
      const { rows } = await pool.query(
        `select generic_plans::int as generic, custom_plans::int as custom from pg_prepared_statements where name = 'rungraph-claim'`,
      )
      expect(rows).toEqual([{ generic: 2, custom: 0 }])
      expect((await pool.query('show plan_cache_mode')).rows).toEqual([{ plan_cache_mode: 'auto' }])
    } finally {
      await pool.end()
    }
  })

  it('takes no run before its time', async () => {
    const stores = await openStores()
    const [id = ''] = await stores.queue(1)
    await database.prisma.run.update({ where: { id }, data: { startAt: new Date(Date.now() + 3_600_000) } })
    expect(await stores.claim({ limit: 1 })).toEqual([])
  })
})

describe('the lock that says that a worker lives', () => {
  let watcher: pg.Client

  beforeEach(async () => {
    watcher = new pg.Client({ connectionString: database.connectionString })
    await watcher.connect()
    return async () => {
      vi.useRealTimers()
      await watcher.end()
    }
  })

  async function untilHeld(key: number, held: boolean): Promise<void> {
    for (;;) {
      const { rowCount } = await watcher.query(
        `select 1 from pg_locks where locktype = 'advisory' and classid = 7777 and objid = $1`,
        [key],
      )
      if ((rowCount !== 0) === held) return
    }
  }

  async function breakConnections(): Promise<void> {
    await watcher.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'rungraph worker'`,
    )
  }

  it('DUR-2 is taken again when its connection breaks', async () => {
    const { key } = await openStores()
    await breakConnections()
    await untilHeld(key, false)
    await untilHeld(key, true)
  })

  it('DUR-2 is gone with the worker, also while it is being taken again', async () => {
    const stores = await openStores()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await breakConnections()
    while (vi.getTimerCount() === 0) await nextTurn()
    vi.advanceTimersByTime(60_000)
    await stores.die()
    await untilHeld(stores.key, false)
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('an owner that is gone', () => {
  it('DUR-2 leaves its run to others when its lock goes, its lease or not', async () => {
    const first = await openStores()
    const other = await andAnother(first)
    const [held] = await first.claimed(1)
    expect(await other.claim({ limit: 1 })).toEqual([])
    await first.die()
    const run = await only(other.claim({ limit: 1 }))
    expect(run).toMatchObject({
      id: held?.runId,
      epoch: 2,
      recovered: true,
      lostOwner: { name: `worker ${first.key}`, cause: 'LOCK_LOST' },
      recoveries: 1,
      firstClaim: false,
    })
  })

  it('DUR-1 whose row is being written meanwhile keeps its job, and is claimed as soon as that ends', async () => {
    const first = await openStores()
    const other = await andAnother(first)
    const [held] = await first.claimed(1)
    if (!held) throw new Error('One was asked for.')
    await first.die()
    const writer = await database.pool.connect()
    await writer.query('begin')
    await writer.query(`select 1 from "Run" where id = $1 for no key update`, [held.runId])
    try {
      expect(await other.claim({ limit: 1 })).toEqual([])
      const claiming = other.runs.claim({ limit: 1 })
      await writer.query('commit')
      expect(await only(claiming)).toMatchObject({ id: held.runId, recovered: true })
    } finally {
      writer.release()
    }
  })

  it('DUR-2 leaves its run to others when its lease runs out, its lock or not', async () => {
    const first = await openStores()
    const other = await andAnother(first)
    const [held] = await first.claimed(1)
    const expired = new Date(Date.now() - 1_000)
    await database.prisma.run.updateMany({
      where: { id: held?.runId ?? '' },
      data: { leaseExpiresAt: expired },
    })
    const lostOwner = { name: `worker ${first.key}`, cause: 'LEASE_EXPIRED' }
    expect(await only(other.claim({ limit: 1 }))).toMatchObject({ recovered: true, recoveries: 1, lostOwner })
  })

  it('DUR-1 leaves runs that may be the cause one at a time, and others all at once', async () => {
    const first = await openStores()
    const other = await andAnother(first)
    const held = await first.claimed(5)
    const suspects = held.slice(0, 3).map(({ runId }) => runId)
    const where = { id: { in: suspects } }
    await database.prisma.run.updateMany({ where, data: { crashesSinceProgress: 3, claimedAt: long } })
    await first.die()
    const claimed = await other.claim({ limit: 10 })
    expect(claimed.map(({ crashesSinceProgress }) => crashesSinceProgress).toSorted()).toEqual([1, 1, 4])
    expect(await other.claim({ limit: 10 })).toEqual([])
    const suspect = claimed.find(({ id }) => suspects.includes(id))
    if (!suspect) throw new Error('One of them was to be taken.')
    // It got further, and is no suspect any more.
    await other.log.commit(commitOf(heldOf(suspect), [], { run: { crashesSinceProgress: 0 } }))
    expect(await only(other.claim({ limit: 10 }))).toMatchObject({ crashesSinceProgress: 4 })
    const third = await andAnother(first)
    expect(await only(third.claim({ limit: 10 }))).toMatchObject({ crashesSinceProgress: 4 })
  })

  it('DUR-1 DAG-4 treats fired actions of ended runs alike: one at a time where it may be the cause, with the runs that may be', async () => {
    const first = await openStores()
    const other = await andAnother(first)
    const held = await first.claimed(6)
    const [running = '', ...ended] = held.map(({ runId }) => runId)
    const { prisma } = database
    const { factories } = first
    for (const id of ended) {
      const step = await factories.step({ id }, 1)
      await factories.action(step, { mode: 'FIRE_AND_FORGET', status: 'RUNNING' })
    }
    await prisma.run.updateMany({ where: { id: { in: ended } }, data: { status: 'COMPLETED' } })
    const suspects = [running, ...ended.slice(0, 3)]
    const where = { id: { in: suspects } }
    await prisma.run.updateMany({ where, data: { crashesSinceProgress: 3, claimedAt: long } })
    await first.die()
    const deaths = async (stores: TestStores) =>
      (await stores.claim({ limit: 10 })).map(({ crashesSinceProgress }) => crashesSinceProgress).toSorted()
    expect(await deaths(other)).toEqual([1, 1, 4])
    expect(await deaths(other)).toEqual([])
    // It has ended what was fired, or got further, and is no suspect any more.
    const settle = (ids: readonly string[]) =>
      prisma.action.updateMany({ where: { runId: { in: [...ids] } }, data: { status: 'SUCCEEDED' } })
    await prisma.run.update({ where: { id: running }, data: { status: 'COMPLETED' } })
    expect(await deaths(other)).toEqual([4])
    expect(await deaths(other)).toEqual([])
    const third = await andAnother(first)
    expect(await deaths(third)).toEqual([4])
    await settle(ended.slice(0, 2))
    expect(await deaths(other)).toEqual([4])
    await settle(ended)
  })

  it('RUN-3 SUB-1 takes the child that a suspect waits for, which may be the cause too', async () => {
    const first = await openStores()
    const other = await andAnother(first)
    const [parent = '', child = '', stranger = ''] = (await first.claimed(3)).map(({ runId }) => runId)
    const { run } = database.prisma
    const below = { parentId: parent, rootId: parent, ancestorIds: [parent], depth: 1 }
    await run.update({ where: { id: child }, data: below })
    // The parent has the highest priority, so that it is taken first.
    await run.update({ where: { id: parent }, data: { priority: 9 } })
    const where = { id: { in: [parent, child, stranger] } }
    await run.updateMany({ where, data: { crashesSinceProgress: 3, claimedAt: long } })
    await first.die()
    expect(await only(other.claim({ limit: 10 }))).toMatchObject({ id: parent })
    expect(await only(other.claim({ limit: 10 }))).toMatchObject({ id: child })
    expect(await other.claim({ limit: 10 })).toEqual([])
    await run.updateMany({ where, data: { status: 'CANCELLED', leaseOwner: null } })
  })

  it('RUN-3 is followed at once by the first two, and ever later by the next, as long as its run gets no further', async () => {
    const stores = await openStores()
    const [held] = await stores.claimed(1)
    if (!held) throw new Error('One was asked for.')
    const { prisma } = database
    /** Whether the run can be claimed so many milliseconds after the claim of an owner that died. */
    const isClaimable = async (crashesSinceProgress: number, claimedMsAgo: number, more: object = {}) => {
      const claimedAt = new Date(Date.now() - claimedMsAgo)
      const data = { leaseExpiresAt: new Date(0), crashesSinceProgress, claimedAt, ...more }
      await prisma.run.update({ where: { id: held.runId }, data })
      return (await stores.runs.claimable(10)).length === 1
    }
    expect(await isClaimable(0, 0)).toBe(true)
    expect(await isClaimable(1, 0)).toBe(true)
    expect(await isClaimable(2, 0)).toBe(false)
    expect(await isClaimable(2, 300)).toBe(true)
    expect(await isClaimable(5, 1_500)).toBe(false)
    expect(await isClaimable(5, 2_100)).toBe(true)
    expect(await isClaimable(500, 50_000)).toBe(false)
    expect(await isClaimable(500, 61_000)).toBe(true)
    // Its next owner ends it.
    expect(await isClaimable(500, 0, { abortRequestedAt: new Date() })).toBe(true)
    await prisma.run.update({ where: { id: held.runId }, data: { status: 'CANCELLED', leaseOwner: null } })
  })

  it('DUR-4 that gives its run back hands it over at once, and that is no recovery', async () => {
    const first = await openStores()
    const other = await andAnother(first)
    const held = await first.claimed(2)
    await first.runs.release(held)
    const claimed = await other.claim({ limit: 2 })
    expect(claimed).toMatchObject([1, 2].map(() => ({ epoch: 2, recovered: false, recoveries: 0 })))
  })

  it('DUR-2 can neither write, renew nor release a run that another took over', async () => {
    const first = await openStores()
    const other = await andAnother(first)
    const [held] = await first.claimed(1)
    if (!held) throw new Error('One was asked for.')
    await first.die()
    await only(other.claim({ limit: 1 }))
    expect(await first.log.commit(commitOf(held, [note('mine')]))).toEqual({ kind: 'refused' })
    expect(await first.runs.renew([held])).toEqual({
      renewed: [],
      lost: [held.runId],
      aborted: [],
      inputPending: [],
      escalated: [],
    })
    await first.runs.release([held])
    expect(await row(held.runId)).toMatchObject({ leaseKey: other.key, epoch: 2, nextSeq: 1n })
  })

  it('DUR-2 learns when it renews: of lost runs, of runs to stop, of nothing else', async () => {
    const stores = await openStores()
    const [kept, stopping, lost] = await stores.claimed(3)
    if (!kept || !stopping || !lost) throw new Error('Three were asked for.')
    await stores.runs.requestAbort(stopping.runId, null)
    await database.prisma.run.update({ where: { id: lost.runId }, data: { epoch: 2 } })
    const renewed = await stores.runs.renew([kept, stopping, lost])
    expect(renewed).toEqual({
      renewed: expect.arrayContaining([kept.runId, stopping.runId]),
      lost: [lost.runId],
      aborted: [stopping.runId],
      inputPending: [],
      escalated: [],
    })
  })
})

describe('a worker', () => {
  const script = sequence({ toolCalls: [{ name: 'hold', arguments: {} }] }, { text: 'Done.' })

  it('DUR-2 whose run was taken over stops it silently: its tool is aborted, and it writes no more', async () => {
    const stopped = Promise.withResolvers<unknown>()
    const hold = testTool('hold', (_args, { signal }) => {
      const { promise, reject } = Promise.withResolvers<never>()
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      return promise.catch((reason: unknown) => stopped.resolve(reason))
    })
    // It has one place, and so takes nothing back.
    const { engine, database: ownDatabase } = await engineForTest({
      tools: [hold],
      leaseMs: 2_000,
      concurrency: 1,
    })
    const runId = await engine.trigger(script)
    await engine.seen(runId, 'ActionStarted')
    const { claim, log, close } = await openTestStores(ownDatabase)
    const taken = await takeOver(ownDatabase, runId, () => claim({ limit: 1 }))
    expect(await stopped.promise).toMatchObject({ kind: 'LEASE_LOST' })
    await log.commit(commitOf(heldOf(taken), [rest()], { run: { status: 'COMPLETED', summary: 'Taken.' } }))
    await engine.worker.close(0)
    const { types, row: left } = await engine.finished(runId)
    expect(types.slice(-2)).toEqual(['ActionStarted', 'RunCompleted'])
    expect(left).toMatchObject({ epoch: 2, summary: 'Taken.' })
    await close()
  })

  it('DUR-2 that died is replaced long before its leases run out, without a hint', async () => {
    const calls: string[] = []
    const gate = Promise.withResolvers<string>()
    const hold = testTool('hold', (_args, { idempotencyKey }) => {
      calls.push(idempotencyKey)
      return gate.promise
    })
    const options = { tools: [hold], leaseMs: 3_600_000, concurrency: 1 }
    const { engine: dying, database: ownDatabase } = await engineForTest(options)
    const runId = await dying.trigger(script)
    await dying.seen(runId, 'ActionStarted')
    // It hears no hint of the other: each has wake-ups of its own.
    const living = await createTestEngine(ownDatabase, { ...options, scripts: dying.scripts })
    await dying.die()
    await living.seen(runId, 'RunRecovered')
    gate.resolve('held')
    expect((await living.finished(runId)).row).toMatchObject({
      status: 'COMPLETED',
      recoveries: 1,
      epoch: 2,
    })
    expect(calls).toEqual([`${runId}/1/hold`, `${runId}/1/hold`])
    await living.close()
  })
})

/** Lets the lease run out and claims, until the claim comes before the owner's next renewal. */
async function takeOver(
  { pool }: TestDatabase,
  runId: string,
  claim: () => Promise<readonly ClaimedRun[]>,
): Promise<ClaimedRun> {
  for (;;) {
    await pool.query(`update "Run" set "leaseExpiresAt" = null where id = $1`, [runId])
    const [taken] = await claim()
    if (taken) return taken
  }
}
