import { setImmediate as nextTurn } from 'node:timers/promises'
import { fc, test as propertyTest } from '@fast-check/vitest'
import type pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import type { FeedEvent, FeedPosition, RunLog } from '../../../src/domain/run-log.ts'
import type { Wakeups } from '../../../src/domain/wakeups.ts'
import { createLocalWakeups } from '../../../src/live/local-wakeups.ts'
import { createTestDatabase } from '../../support/database.ts'
import { type Cut, type Follow, readSome } from '../../support/feeds.ts'
import { followInTime } from '../../support/follow-in-time.ts'
import { forFile } from '../../support/for-file.ts'
import { holdRun, holdTransaction, untilBlocked, untilReadable } from '../../support/held-transaction.ts'
import { claimInTree, type HeldInTree, isInOrder, nameOf, seqsByRun } from '../../support/run-tree.ts'
import { commitOf, note, openLog, openTestStores, rest } from '../../support/stores.ts'
import { propertyTrials } from '../../support/trials.ts'
import { createUnreliableWakeups, fates } from '../../support/unreliable-wakeups.ts'

const database = forFile(await createTestDatabase())
const stores = forFile(await openTestStores(database))

/** A log as another process has it: with group commits of its own. */
function anotherLog(wakeups: Wakeups = stores.wakeups, pool: pg.Pool = database.pool): RunLog {
  return openLog(pool, wakeups)
}

function notes(count: number) {
  return Array.from({ length: count }, (_, place) => note(`${place + 1}`))
}

function end(log: RunLog, run: HeldInTree) {
  return log.commit(commitOf(run, [rest()], { run: { status: 'COMPLETED' } }))
}

/** A root, two children, and a child of the first: each named for its place. */
async function family() {
  const root = await claimInTree(stores)
  const first = await claimInTree(stores, root)
  const second = await claimInTree(stores, root)
  const below = await claimInTree(stores, first)
  return { root, first, second, below, all: [root, first, second, below] }
}

/** Reads to the end of the tree's logs. */
async function follow(
  { runId }: HeldInTree,
  after: FeedPosition | null = null,
  log: RunLog = stores.log,
): Promise<readonly FeedEvent[]> {
  const events: FeedEvent[] = []
  for await (const event of followInTime((signal) => log.followTree(runId, { after, signal })))
    events.push(event)
  return events
}

/** Stored events of a tree, by the database itself, in the order of the tree. */
async function stored({ rootId }: HeldInTree, among: readonly HeldInTree[]): Promise<readonly string[]> {
  const { rows } = await database.pool.query<{ runId: string; seq: number }>(
    `select "runId", seq from "Event" where "rootId" = $1 and "runId" = any($2::uuid[]) order by "commitXid", "runId", seq`,
    [rootId, among.map(({ runId }) => runId)],
  )
  return rows.map(nameOf)
}

/** One commit of several runs at once, by one process, while something else holds it up or not. */
const commit = fc.record({
  writer: fc.nat(2),
  runs: fc.uniqueArray(fc.nat(3), { minLength: 1, maxLength: 4 }),
  size: fc.integer({ min: 1, max: 3 }),
  held: fc.constantFrom('NOT', 'NOT', 'BY_ROW', 'BY_ID'),
  row: fc.nat(3),
  turns: fc.nat(6),
})

const cut: fc.Arbitrary<Cut> = fc.record({ take: fc.nat(9), how: fc.constantFrom('leave', 'abort') })

/** A tree ends on its own. */
const over = new AbortController().signal

const cutsOfAReader = fc.array(cut, { minLength: 5, maxLength: 25 })

describe('the logs of a tree as one', () => {
  propertyTest.prop(
    [
      fc.array(commit, { minLength: 30, maxLength: 60 }),
      fc.tuple(cutsOfAReader, cutsOfAReader, cutsOfAReader),
      fc.array(fc.constantFrom(...fates), { minLength: 20, maxLength: 20 }),
    ],
    propertyTrials(8),
  )(
    'EVT-5 SUB-1 are the same to every reader, whatever is held up while it is written and however often they are cut: no gap, none twice, each run in its order',
    async (commits, cuts, hints) => {
      let hint = 0
      const wakeups = createUnreliableWakeups(
        createLocalWakeups(),
        () => hints[hint++ % hints.length] ?? 'lost',
      )
      const logs = [anotherLog(wakeups), anotherLog(wakeups), anotherLog(wakeups)]
      const logOf = (n: number): RunLog => logs[n % logs.length] ?? stores.log
      const tree = await family()

      const write = async () => {
        const writers = [0, 1, 2].map(async (writer) => {
          for (const one of commits.filter((each) => each.writer === writer)) {
            const events = one.runs.map((n) => commitOf(tree.all[n] ?? tree.root, notes(one.size)))
            const blocker = await blockerOf(one.held, tree.all[one.row] ?? tree.root)
            const written = Promise.all(events.map((each) => logOf(writer).commit(each)))
            for (let n = 0; n < one.turns; n++) await database.pool.query('select 1')
            await blocker?.end()
            await written
          }
        })
        await Promise.all(writers)
        for (const run of [tree.below, tree.second, tree.first]) await end(logOf(0), run)
        await end(logOf(1), tree.root)
      }
      const read = async (top: HeldInTree, n: number) => {
        const seen: FeedEvent[] = []
        for (const each of cuts[n] ?? []) {
          const follow: Follow = async (log, options) => log.followTree(top.runId, options)
          seen.push(...(await readSome(follow, logOf(n), seen.at(-1) ?? null, { ...each, over })))
        }
        return [...seen, ...(await follow(top, seen.at(-1) ?? null, logOf(n)))]
      }
      const [, one, other, part] = await Promise.all([
        write(),
        read(tree.root, 0),
        read(tree.root, 1),
        read(tree.first, 2),
      ])

      const whole = await stored(tree.root, tree.all)
      expect(one.map(nameOf)).toEqual(whole)
      expect(other.map(nameOf)).toEqual(whole)
      expect(part.map(nameOf)).toEqual(await stored(tree.root, [tree.first, tree.below]))
      expect(isInOrder(one)).toBe(true)
      for (const [runId, seqs] of Object.entries(seqsByRun(one))) {
        expect(seqs).toEqual(seqs.map((_, index) => index + 1))
        expect(await stores.log.read(runId, { after: 0, limit: 10_000 })).toHaveLength(seqs.length)
      }
      expect(one.at(-1)).toMatchObject({ runId: tree.root.runId, type: 'RunCompleted' })
      await wakeups.close()
    },
    120_000,
  )

  it('EVT-1 EVT-5 never go against the order of a run, though a transaction with an earlier id writes to it later', async () => {
    const { root, first } = await family()
    const log = anotherLog()
    const held = await holdRun(database.pool, root.runId)
    // One statement for both: it has its id, and waits for the root; to the child it has not come.
    const both = Promise.all([root, first].map((run) => log.commit(commitOf(run, [note('second')]))))
    await untilBlocked(database.pool, 1)
    await anotherLog().commit(commitOf(first, [note('first')]))
    await held.end()
    await both
    await untilReadable(database.pool, root.runId)
    const events = await stores.log.readTree(first.runId, { after: null, limit: 10 })
    expect(events.map(({ seq, data }) => ({ seq, data }))).toMatchObject([
      { seq: 1, data: { message: 'first' } },
      { seq: 2, data: { message: 'second' } },
    ])
  })

  it('EVT-5 give nothing that an older transaction could still come before, and all of it soon after that has ended', async () => {
    const { root, first } = await family()
    await stores.log.commit(commitOf(root, [note('before')]))
    await untilReadable(database.pool, root.runId)
    const held = await holdTransaction(database.pool)
    await stores.log.commit(commitOf(first, [note('after')]))
    await end(stores.log, first)
    await end(stores.log, root)
    const early = await stores.log.readTree(root.runId, { after: null, limit: 10 })
    expect(early.map(nameOf)).toEqual([`${root.runId} 1`])
    const reading = follow(root)
    const resumed = follow(root, early.at(-1) ?? null)
    // Both have reached the horizon and wait there.
    await nextTurn()
    await held.end()
    const whole = await stored(root, [root, first])
    expect(whole).toHaveLength(4)
    expect((await reading).map(nameOf)).toEqual(whole)
    expect((await resumed).map(nameOf)).toEqual(whole.slice(1))
  })

  it('EVT-5 have the events of runs that begin while they are followed', async () => {
    const root = await claimInTree(stores)
    const reading = follow(root)
    await stores.log.commit(commitOf(root, [note('alone')]))
    const child = await claimInTree(stores, root)
    await stores.log.commit(commitOf(child, [note('begun')]))
    const grandchild = await claimInTree(stores, child)
    for (const run of [grandchild, child, root]) await end(stores.log, run)
    const wanted = [
      { ...root, seq: 1 },
      { ...child, seq: 1 },
      { ...grandchild, seq: 1 },
      { ...child, seq: 2 },
      { ...root, seq: 2 },
    ]
    expect((await reading).map(nameOf)).toEqual(wanted.map(nameOf))
  })

  it('EVT-5 of any run are its own and those of the runs below it, and no sister’s', async () => {
    const { root, first, second, below, all } = await family()
    for (const run of all) await stores.log.commit(commitOf(run, notes(2)))
    const reading = follow(first)
    // A sister that goes on does not keep it open.
    for (const run of [below, first]) await end(stores.log, run)
    await stores.log.commit(commitOf(second, notes(2)))
    expect(seqsByRun(await reading)).toEqual({ [first.runId]: [1, 2, 3], [below.runId]: [1, 2, 3] })
    await untilReadable(database.pool, root.runId)
    expect(seqsByRun(await stores.log.readTree(below.runId, { after: null, limit: 10 }))).toEqual({
      [below.runId]: [1, 2, 3],
    })
    expect(seqsByRun(await stores.log.readTree(root.runId, { after: null, limit: 100 }))).toMatchObject({
      [second.runId]: [1, 2, 3, 4],
    })
  })

  it('EVT-2 EVT-5 complete where the run on top pauses with nothing left below it, and go on from there when it is resumed', async () => {
    const { root, first } = await family()
    await stores.log.commit(commitOf(first, [note('done')]))
    await end(stores.log, first)
    await stores.log.commit(commitOf(root, [rest('PAUSED')], { run: { status: 'PAUSED' } }))
    const paused = await follow(root)
    expect(paused.map(nameOf)).toEqual(await stored(root, [root, first]))
    expect(await follow(root, paused.at(-1) ?? null)).toEqual([])
    const resume = commitOf(root, [note('on')], { epoch: null, from: ['PAUSED'], run: { status: 'RUNNING' } })
    await stores.log.commit(resume)
    const reading = follow(root, paused.at(-1) ?? null)
    await end(stores.log, root)
    expect((await reading).map(({ seq }) => seq)).toEqual([2, 3])
  })

  it('EVT-5 are read page by page and by type', async () => {
    const { root, first, all } = await family()
    for (let n = 0; n < 5; n++) for (const run of all) await stores.log.commit(commitOf(run, notes(2)))
    await end(stores.log, first)
    await untilReadable(database.pool, root.runId)
    const whole = await stores.log.readTree(root.runId, { after: null, limit: 1_000 })
    const pages: FeedEvent[] = []
    for (;;) {
      const page = await stores.log.readTree(root.runId, { after: pages.at(-1) ?? null, limit: 7 })
      if (page.length === 0) break
      pages.push(...page)
    }
    expect(pages).toEqual(whole)
    expect(whole).toHaveLength(41)
    const ends = await stores.log.readTree(root.runId, { after: null, limit: 10, types: ['RunCompleted'] })
    expect(ends.map(nameOf)).toEqual([`${first.runId} 11`])
  })

  it('EVT-5 of a run that does not exist are refused', async () => {
    const unknown = { ...(await claimInTree(stores)), runId: uuidv7() }
    await expect(follow(unknown)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(stores.log.readTree(unknown.runId, { after: null, limit: 1 })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  it('EVT-5 hold one page of thousands of events for a reader that sits idle', async () => {
    const { root, first } = await family()
    const pages: number[] = []
    const log = anotherLog(stores.wakeups, countPages(database.pool, pages))
    const reader = log.followTree(root.runId, { after: null, signal: AbortSignal.timeout(30_000) })
    await stores.log.commit(commitOf(root, notes(1)))
    expect((await reader.next()).value?.seq).toBe(1)
    for (let n = 0; n < 10; n++) await stores.log.commit(commitOf(first, notes(400)))
    await nextTurn()
    expect(pages.filter((count) => count > 0)).toEqual([1])
    for (const run of [first, root]) await end(stores.log, run)
    const read: FeedEvent[] = []
    for await (const event of reader) read.push(event)
    expect(read).toHaveLength(4_002)
    expect(Math.max(...pages)).toBe(200)
  })

  it('EVT-5 leave nothing behind when their reader goes, whether it waits or has not begun', async () => {
    const listening = new Set<object>()
    const wakeups = createLocalWakeups()
    const log = anotherLog({
      ...wakeups,
      listen(topic, wake) {
        const entry = {}
        listening.add(entry)
        const close = wakeups.listen(topic, wake)
        return () => {
          listening.delete(entry)
          close()
        }
      },
    })
    const { root } = await family()
    const leave = new AbortController()
    const readers = [
      log.followTree(root.runId, { after: null, signal: leave.signal }),
      await log.followGates(stores.projectId, { after: null, signal: leave.signal }),
    ]
    const unread = log.followTree(root.runId, { after: null, signal: leave.signal })
    const waiting = Promise.all(readers.map((reader) => reader.next()))
    while (listening.size < 3) await nextTurn()
    leave.abort()
    expect((await waiting).every(({ done }) => done)).toBe(true)
    await unread.return()
    expect(listening.size).toBe(0)
  })

  it('EVT-5 wake their readers by one hint more for a run below another, and by none for a run of its own; followers of the project by one for all', async () => {
    const hints: string[] = []
    const wakeups = createLocalWakeups()
    const log = anotherLog({ ...wakeups, publish: (topic) => hints.push(topic) })
    const { root, below } = await family()
    await log.commit(commitOf(root, notes(3)))
    const project = `project:${stores.projectId}`
    expect(hints).toEqual([`events:${root.runId}`, project])
    await log.commit(commitOf(below, notes(3)))
    expect(hints.slice(2)).toEqual([`events:${below.runId}`, `tree:${root.runId}`, project])
  })
})

function blockerOf(how: 'NOT' | 'BY_ROW' | 'BY_ID', run: HeldInTree) {
  if (how === 'NOT') return null
  return how === 'BY_ROW' ? holdRun(database.pool, run.runId) : holdTransaction(database.pool)
}

/** Notes how many events each read of a tree brought. */
function countPages(pool: pg.Pool, pages: number[]): pg.Pool {
  const query = async (statement: pg.QueryConfig) => {
    const result = await pool.query(statement)
    if (statement.name === 'rungraph-tree')
      pages.push(result.rows.filter((row: { runId: string | null }) => row.runId !== null).length)
    return result
  }
  // The log asks of a pool only `query` with one argument, and its connections.
  return { query, on: () => undefined } as unknown as pg.Pool
}
