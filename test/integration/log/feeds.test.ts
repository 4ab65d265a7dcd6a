import { setImmediate as nextTurn } from 'node:timers/promises'
import { fc, test as propertyTest } from '@fast-check/vitest'
import type pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import type { FeedEvent, FeedPosition, RunLog } from '../../../src/domain/run-log.ts'
import type { Wakeups } from '../../../src/domain/wakeups.ts'
import { createLocalWakeups } from '../../../src/live/local-wakeups.ts'
import { storedPlace } from '../../support/cursors.ts'
import { createTestDatabase } from '../../support/database.ts'
import { type Cut, type Follow, readSome, readUpTo, storedWhere } from '../../support/feeds.ts'
import { forFile } from '../../support/for-file.ts'
import { holdRun, holdTransaction } from '../../support/held-transaction.ts'
import { claimInTree, type HeldInTree, isInOrder, nameOf, seqsByRun } from '../../support/run-tree.ts'
import { commitOf, note, openLog, openTestStores, rest, type TestStores } from '../../support/stores.ts'
import { propertyTrials } from '../../support/trials.ts'
import { createUnreliableWakeups, fates } from '../../support/unreliable-wakeups.ts'

const database = forFile(await createTestDatabase())
const stores = forFile(await openTestStores(database))
const others = forFile(await openTestStores(database))

/** A log as another process has it: with group commits of its own, and deaf to what others hint at. */
function anotherLog(wakeups: Wakeups = createLocalWakeups(), pool: pg.Pool = database.pool): RunLog {
  return openLog(pool, wakeups)
}

function notes(count: number) {
  return Array.from({ length: count }, (_, place) => note(`${place + 1}`))
}

function end(log: RunLog, run: HeldInTree) {
  return log.commit(commitOf(run, [rest()], { run: { status: 'COMPLETED' } }))
}

/** Roots in two sessions, and one of another project whose session has the key of the first; each with a child, all active. */
async function openRound(keys: Keys) {
  const a = await pair(stores, keys.one)
  const b = await pair(stores, keys.two)
  const foreign = await pair(others, keys.one)
  return { trees: [a, b, foreign], runs: [a, b, foreign].flatMap(({ root, child }) => [root, child]) }
}

async function pair(of: TestStores, key: string) {
  const root = await claimInTree(of, null, key)
  return { root, child: await claimInTree(of, root) }
}

interface Keys {
  readonly one: string
  readonly two: string
}

/** One commit of several runs at once, by one process, while something else holds it up or not. */
const commit = fc.record({
  writer: fc.nat(2),
  runs: fc.uniqueArray(fc.nat(5), { minLength: 1, maxLength: 5 }),
  size: fc.integer({ min: 1, max: 3 }),
  held: fc.constantFrom('NOT', 'NOT', 'BY_ROW', 'BY_ID'),
  row: fc.nat(5),
  turns: fc.nat(6),
})

type Commit = typeof commit extends fc.Arbitrary<infer Value> ? Value : never

const cut: fc.Arbitrary<Cut> = fc.record({ take: fc.nat(9), how: fc.constantFrom('leave', 'abort') })

const cutsOfAReader = fc.array(cut, { minLength: 5, maxLength: 20 })

const round = fc.array(commit, { minLength: 10, maxLength: 25 })

/** Writes to the runs of a round by three processes at once, and ends them. */
async function writeRound(
  { trees, runs }: Awaited<ReturnType<typeof openRound>>,
  commits: readonly Commit[],
  logs: readonly RunLog[],
): Promise<void> {
  const writers = logs.map(async (log, writer) => {
    for (const each of commits.filter((any) => any.writer === writer)) {
      const blocker = await blockerOf(each.held, runs[each.row])
      const chosen = each.runs.flatMap((n) => runs[n] ?? [])
      const written = Promise.all(chosen.map((run) => log.commit(commitOf(run, notes(each.size)))))
      for (let n = 0; n < each.turns; n++) await database.pool.query('select 1')
      await blocker?.end()
      await written
    }
  })
  await Promise.all(writers)
  for (const { child, root } of trees) {
    await end(logs[0] ?? stores.log, child)
    await end(logs[1] ?? stores.log, root)
  }
}

function blockerOf(how: 'NOT' | 'BY_ROW' | 'BY_ID', run: HeldInTree | undefined) {
  if (how === 'NOT' || run === undefined) return null
  return how === 'BY_ROW' ? holdRun(database.pool, run.runId) : holdTransaction(database.pool)
}

/** Writes one event to a run, and gives its place. */
async function begin(run: HeldInTree): Promise<FeedPosition> {
  await stores.log.commit(commitOf(run, [note('first')]))
  const { rows } = await database.pool.query<{ seq: number }>(
    `select seq from "Event" where "runId" = $1 order by seq desc limit 1`,
    [run.runId],
  )
  return storedPlace(database.pool, run.runId, rows[0]?.seq ?? 0)
}

describe('the feeds of sessions and projects', () => {
  propertyTest.prop(
    [
      fc.array(round, { minLength: 2, maxLength: 3 }),
      fc.array(cutsOfAReader, { minLength: 4, maxLength: 4 }),
      fc.array(fc.constantFrom(...fates), { minLength: 20, maxLength: 20 }),
    ],
    propertyTrials(6),
  )(
    'EVT-5 are the same to every reader, whatever is held up while they are written and however often readers are cut: no gap, none twice, each run in its order, nothing of another',
    async (rounds, cuts, hints) => {
      let hint = 0
      const wakeups = createUnreliableWakeups(
        createLocalWakeups(),
        () => hints[hint++ % hints.length] ?? 'lost',
      )
      const logs = [anotherLog(wakeups), anotherLog(wakeups), anotherLog(wakeups)]
      const keys = { one: `one ${uuidv7()}`, two: `two ${uuidv7()}` }
      const opened = await openRound(keys)
      const over = new AbortController()
      const write = async () => {
        for (const [n, commits] of rounds.entries())
          await writeRound(n === 0 ? opened : await openRound(keys), commits, logs)
      }
      const [one, , two, , foreign] = await Promise.all(opened.runs.map(begin))
      const written = write().finally(() => over.abort())

      const read = async (n: number, start: FeedPosition | undefined, feed: FeedUnderTest) => {
        const log = logs[n % logs.length] ?? stores.log
        const seen: FeedEvent[] = []
        const last = () => seen.at(-1) ?? start ?? null
        for (const each of cuts[n] ?? [])
          seen.push(...(await readSome(feed.follow, log, last(), { ...each, over: over.signal })))
        await written
        const stored = await feed.stored()
        const wanted = stored.slice(stored.indexOf(nameOf(start ?? { runId: '', seq: 0 })) + 1)
        seen.push(...(await readUpTo(feed.follow, log, last(), wanted.length - seen.length)))
        expect(seen.map(nameOf)).toEqual(wanted)
        expect(isInOrder(seen)).toBe(true)
        for (const [runId, seqs] of Object.entries(seqsByRun(seen)))
          expect([runId, seqs]).toEqual([runId, seqs.map((_, index) => (seqs[0] ?? 0) + index)])
      }
      await Promise.all([
        read(0, one, projectFeed(stores)),
        read(1, one, sessionFeed(keys.one)),
        read(2, two, sessionFeed(keys.two)),
        read(3, foreign, projectFeed(others)),
      ])
      await wakeups.close()
    },
    180_000,
  )

  const kinds: readonly (readonly [string, (key: string) => FeedUnderTest])[] = [
    ['a project', () => projectFeed(stores)],
    ['a session', sessionFeed],
  ]

  describe.each(kinds)('of %s', (_kind, feedOf) => {
    it('EVT-5 begin now without a cursor: events that were durable before and are held back do not come, all later ones do', async () => {
      const key = uuidv7()
      const { root, child } = await pair(stores, key)
      const held = await holdTransaction(database.pool)
      await begin(root)
      await begin(child)
      const reader = await feedOf(key).follow(stores.log, {
        after: null,
        signal: AbortSignal.timeout(30_000),
      })
      await begin(child)
      const reading = [reader.next(), reader.next()]
      await begin(root)
      await held.end()
      const read = await Promise.all(reading)
      expect(read.map(({ value }) => value && nameOf(value))).toEqual([
        nameOf({ ...child, seq: 2 }),
        nameOf({ ...root, seq: 2 }),
      ])
      await reader.return()
    })

    it('EVT-5 EVT-2 give exactly the events after each position, and refuse one that the log has not reached', async () => {
      const key = uuidv7()
      const { root, child } = await pair(stores, key)
      const start = await begin(root)
      for (const run of [child, root, child, root]) await stores.log.commit(commitOf(run, notes(2)))
      const { follow } = feedOf(key)
      const whole = await readUpTo(follow, stores.log, start, 8)
      expect(whole.map(({ seq }) => seq)).toEqual([1, 2, 2, 3, 3, 4, 4, 5])
      for (const [index, event] of whole.slice(0, -1).entries())
        expect(await readUpTo(follow, stores.log, event, 7 - index)).toEqual(whole.slice(index + 1))
      const ahead = { ...start, order: 10n ** 17n }
      await expect(readUpTo(follow, stores.log, ahead, 1)).rejects.toMatchObject({ code: 'CURSOR_INVALID' })
    })

    it('EVT-5 hold one page of thousands of events for a reader that sits idle', async () => {
      const key = uuidv7()
      const { root, child } = await pair(stores, key)
      const pages: number[] = []
      const log = anotherLog(stores.wakeups, countPages(database.pool, pages))
      const start = await begin(root)
      await begin(child)
      const reader = await feedOf(key).follow(log, { after: start, signal: AbortSignal.timeout(30_000) })
      expect((await reader.next()).value?.runId).toBe(child.runId)
      for (let n = 0; n < 10; n++) await stores.log.commit(commitOf(child, notes(100)))
      await nextTurn()
      expect(pages.filter((count) => count > 0)).toEqual([1])
      for (let n = 0; n < 1_000; n++) await reader.next()
      expect(Math.max(...pages)).toBe(200)
      await reader.return()
    })

    it('EVT-5 leave nothing behind when their reader goes, whether it waits or has not begun', async () => {
      const listening = new Set<object>()
      const log = anotherLog(countingListeners(listening))
      const key = uuidv7()
      await pair(stores, key)
      const leave = new AbortController()
      const { follow } = feedOf(key)
      const [waits, unread] = [
        await follow(log, { after: null, signal: leave.signal }),
        await follow(log, { after: null, signal: leave.signal }),
      ]
      const waiting = waits.next()
      while (listening.size === 0) await nextTurn()
      leave.abort()
      expect((await waiting).done).toBe(true)
      await unread.return()
      expect(listening.size).toBe(0)
    })
  })

  it('EVT-5 of a session that does not exist yet begin with its first event', async () => {
    const key = uuidv7()
    const reading = readUpTo(sessionFeed(key).follow, anotherLog(), null, 3)
    // It exists before it has a run.
    await stores.runs.sessions.remember(stores.projectId, key, [])
    const { root, child } = await pair(stores, key)
    await begin(root)
    await begin(child)
    await end(stores.log, root)
    expect((await reading).map(nameOf)).toEqual(
      [
        { ...root, seq: 1 },
        { ...child, seq: 1 },
        { ...root, seq: 2 },
      ].map(nameOf),
    )
  })

  it('EVT-5 of a session that is never created end when their reader goes away', async () => {
    const leave = new AbortController()
    const { follow } = sessionFeed(uuidv7())
    const waiting = (await follow(stores.log, { after: null, signal: leave.signal })).next()
    leave.abort()
    expect((await waiting).done).toBe(true)
  })

  it('EVT-5 of a session with more roots than a page has room for are in order over all of them', async () => {
    const key = uuidv7()
    const { root } = await pair(stores, key)
    const start = await begin(root)
    const ids = await stores.queue(250, { sessionKey: key })
    const roots = ids.map((runId) => ({ runId, epoch: 0 }))
    for (const size of [2, 1]) {
      const commits = roots.map((run) => commitOf(run, notes(size), { from: ['QUEUED'], epoch: null }))
      // Of one transaction, all of them at one place, and then another.
      await Promise.all(commits.map((each) => stores.log.commit(each)))
    }
    const feed = sessionFeed(key)
    const seen = await readUpTo(feed.follow, stores.log, start, 750)
    expect(seen.map(nameOf)).toEqual((await feed.stored()).slice(1))
    expect(isInOrder(seen)).toBe(true)
  })
})

/** A feed, and what is stored of it. */
interface FeedUnderTest {
  readonly follow: Follow
  readonly stored: () => Promise<readonly string[]>
}

function projectFeed({ projectId }: TestStores): FeedUnderTest {
  return {
    follow: (log, options) => log.followProject(projectId, options),
    stored: () => storedWhere(database.pool, `e."projectId" = $1`, [projectId]),
  }
}

/** Of a session of the first project. */
function sessionFeed(key: string): FeedUnderTest {
  const { projectId } = stores
  const roots = `select r.id from "Run" r join "Session" s on s.id = r."sessionId" where s."projectId" = $1 and s.key = $2`
  return {
    follow: (log, options) => log.followSession({ projectId, key }, options),
    stored: () => storedWhere(database.pool, `e."rootId" in (${roots})`, [projectId, key]),
  }
}

/** Notes how many events each page of a feed brought. */
function countPages(pool: pg.Pool, pages: number[]): pg.Pool {
  const query = async (statement: pg.QueryConfig) => {
    const result = await pool.query(statement)
    if (statement.name === 'rungraph-project' || statement.name === 'rungraph-session')
      pages.push(result.rows.filter((row: { runId: string | null }) => row.runId !== null).length)
    return result
  }
  // The log asks of a pool only `query` with one argument, and its connections.
  return { query, on: () => undefined } as unknown as pg.Pool
}

function countingListeners(listening: Set<object>): Wakeups {
  const wakeups = createLocalWakeups()
  return {
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
  }
}

describe('EVT-10 a session that is lost after it was found', () => {
  it('ends its reader before anything was read', async () => {
    const key = uuidv7()
    const session = await stores.factories.session({ key })
    const query = async (statement: pg.QueryConfig) => {
      const found = await database.pool.query(statement)
      if (statement.name === 'rungraph-sessions' && looks++ > 0)
        await database.prisma.session.delete({ where: { id: session.id } })
      return found
    }
    let looks = 0
    // The first look is before it exists. The log asks of a pool only `query` with one argument, and its connections.
    const pool = { query, on: () => undefined } as unknown as pg.Pool
    await database.prisma.session.update({ where: { id: session.id }, data: { key: uuidv7() } })
    const options = { after: null, signal: AbortSignal.timeout(30_000) }
    const reader = await anotherLog(createLocalWakeups(), pool).followSession(
      { projectId: stores.projectId, key },
      options,
    )
    await database.prisma.session.update({ where: { id: session.id }, data: { key } })
    await expect(reader.next()).rejects.toThrow(/does not have the event of this cursor/)
  })
})
