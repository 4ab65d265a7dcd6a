import { setImmediate as nextTurn } from 'node:timers/promises'
import { fc, test as propertyTest } from '@fast-check/vitest'
import type pg from 'pg'
import { describe, expect, it } from 'vitest'
import type { RunEvent } from '../../../src/domain/run-event.ts'
import type { RunLog } from '../../../src/domain/run-log.ts'
import type { Held } from '../../../src/domain/run-store.ts'
import { createLocalWakeups } from '../../../src/live/local-wakeups.ts'
import { createTestDatabase } from '../../support/database.ts'
import { statementsOf } from '../../support/explain.ts'
import { followInTime } from '../../support/follow-in-time.ts'
import { forFile } from '../../support/for-file.ts'
import { commitOf, note, openLog, openTestStores, rest } from '../../support/stores.ts'
import { propertyTrials } from '../../support/trials.ts'
import { createUnreliableWakeups, fates } from '../../support/unreliable-wakeups.ts'

const database = forFile(await createTestDatabase())
const stores = forFile(await openTestStores(database))

async function one(): Promise<Held> {
  const [held] = await stores.claimed(1)
  if (!held) throw new Error('One was asked for.')
  return held
}

function notes(count: number) {
  return Array.from({ length: count }, (_, place) => note(`${place + 1}`))
}

/** Reads to the end of the log. */
async function follow({ runId }: Held, after = 0, log: RunLog = stores.log): Promise<readonly RunEvent[]> {
  const events: RunEvent[] = []
  for await (const event of followInTime((signal) => log.follow(runId, { after, signal }))) events.push(event)
  return events
}

function seqs(events: readonly RunEvent[]): readonly number[] {
  return events.map((event) => event.seq)
}

function stored({ runId }: Held): Promise<readonly RunEvent[]> {
  return stores.log.read(runId, { after: 0, limit: 100_000 })
}

describe('a subscription', () => {
  propertyTest.prop(
    [
      fc.array(fc.record({ take: fc.nat(6), how: fc.constantFrom('leave', 'abort') }), {
        minLength: 100,
        maxLength: 100,
      }),
      fc.array(fc.record({ size: fc.integer({ min: 1, max: 5 }), by: fc.constantFrom('owner', 'another') }), {
        minLength: 60,
        maxLength: 120,
      }),
      fc.array(fc.constantFrom(...fates), { minLength: 20, maxLength: 20 }),
    ],
    propertyTrials(5),
  )(
    'EVT-2 cut a hundred times and resumed gives exactly the log, while two processes write it and hints are lost, doubled and late',
    async (cuts, commits, hints) => {
      const held = await one()
      let hint = 0
      const wakeups = createUnreliableWakeups(
        createLocalWakeups(),
        () => hints[hint++ % hints.length] ?? 'lost',
      )
      const live = openLog(database.pool, wakeups)
      const writers = { owner: live, another: openLog(database.pool, wakeups) }
      const seen: RunEvent[] = []
      const write = async () => {
        for (const { size, by } of commits) {
          await writers[by].commit(commitOf(held, notes(size)))
          await nextTurn()
        }
        await live.commit(commitOf(held, [rest()], { run: { status: 'COMPLETED' } }))
      }
      const read = async () => {
        for (const cut of cuts) seen.push(...(await readSome(live, held, seen.length, cut)))
        seen.push(...(await follow(held, seen.length, live)))
      }
      await Promise.all([write(), read()])
      expect(seen).toEqual(await stored(held))
      expect(seqs(seen)).toEqual(seen.map((_, place) => place + 1))
      await wakeups.close()
    },
  )

  it('EVT-2 joined anywhere in a log at rest gives the events after it, and completes', async () => {
    const held = await one()
    await stores.log.commit(commitOf(held, [...notes(3), rest()], { run: { status: 'COMPLETED' } }))
    expect(seqs(await follow(held, 0))).toEqual([1, 2, 3, 4])
    expect(seqs(await follow(held, 3))).toEqual([4])
    // Exactly at the resting event, and ahead of it.
    expect(await follow(held, 4)).toEqual([])
    expect(await follow(held, 5)).toEqual([])
    expect(await follow(held, 1_000_000)).toEqual([])
  })

  it('EVT-2 joined behind what its own process wrote into a log that another has ended gives what that wrote, too', async () => {
    const held = await one()
    const wakeups = createLocalWakeups()
    const [live, another] = [openLog(database.pool, wakeups), openLog(database.pool, wakeups)]
    await another.commit(commitOf(held, notes(2)))
    // As long as someone follows it, the process keeps what it writes.
    const reading = new AbortController()
    const before = live.follow(held.runId, { after: 0, signal: reading.signal })
    await before.next()
    await live.commit(commitOf(held, notes(1)))
    await another.commit(commitOf(held, [...notes(3), rest()], { run: { status: 'COMPLETED' } }))
    expect(seqs(await follow(held, 2, live))).toEqual([3, 4, 5, 6, 7])
    reading.abort()
    await before.return()
    await wakeups.close()
  })

  it('EVT-2 joined ahead of a log that grows gives the events after its cursor', async () => {
    const held = await one()
    await stores.log.commit(commitOf(held, notes(2)))
    const reading = follow(held, 4)
    for (let n = 0; n < 3; n++) await stores.log.commit(commitOf(held, notes(1)))
    await stores.log.commit(commitOf(held, [rest()], { run: { status: 'COMPLETED' } }))
    expect(seqs(await reading)).toEqual([5, 6])
  })

  it('EVT-2 reads nothing from the database of what its own process writes', async () => {
    const held = await one()
    const reading = follow(held)
    await stores.log.commit(commitOf(held, notes(1)))
    const statements = await statementsOf(async () => {
      for (let n = 0; n < 20; n++) await stores.log.commit(commitOf(held, notes(3)))
      await stores.log.commit(commitOf(held, [rest()], { run: { status: 'COMPLETED' } }))
      expect(seqs(await reading)).toEqual(Array.from({ length: 62 }, (_, place) => place + 1))
    })
    const reads = statements.filter(({ text }) => text.includes('from "Event"'))
    const polls = statements.filter(({ text }) => text.startsWith('select id, ("nextSeq" - 1)'))
    // The first read, and one where a poll finds a commit before this process knows that it is durable.
    expect(reads.length).toBeLessThanOrEqual(1 + polls.length)
  })

  it('EVT-2 completes where the run pauses, and goes on from there when it is resumed', async () => {
    const held = await one()
    await stores.log.commit(commitOf(held, [note('one'), rest('PAUSED')], { run: { status: 'PAUSED' } }))
    expect(seqs(await follow(held))).toEqual([1, 2])
    const resumed = {
      type: 'RunResumed',
      stepNumber: null,
      data: { maxSteps: null, timeoutMs: null },
    } as const
    const resume = commitOf(held, [resumed], { epoch: null, from: ['PAUSED'], run: { status: 'RUNNING' } })
    await stores.log.commit(resume)
    const reading = follow(held, 2)
    const again = follow(held, 1)
    await stores.log.commit(commitOf(held, [note('two'), rest()], { run: { status: 'COMPLETED' } }))
    expect(seqs(await reading)).toEqual([3, 4, 5])
    expect(seqs(await again)).toEqual([2, 3, 4, 5])
  })

  it('EVT-2 of a log longer than a page, that ends with a page, completes', async () => {
    const held = await one()
    await stores.log.commit(commitOf(held, notes(599)))
    await stores.log.commit(commitOf(held, [rest()], { run: { status: 'COMPLETED' } }))
    expect(seqs(await follow(held))).toEqual(Array.from({ length: 600 }, (_, place) => place + 1))
  })

  it('EVT-1 gives the same to a reader from the start, to one that joins later, and to a plain read', async () => {
    const held = await one()
    const early = follow(held)
    for (let n = 0; n < 20; n++) await stores.log.commit(commitOf(held, notes(7)))
    const late = follow(held)
    await stores.log.commit(commitOf(held, [rest()], { run: { status: 'COMPLETED' } }))
    expect(await early).toEqual(await stored(held))
    expect(await late).toEqual(await stored(held))
  })

  it('EVT-5 whose reader sits idle holds one page of ten thousand events, and buffers nothing', async () => {
    const held = await one()
    const pages: number[] = []
    const watched = openLog(countPages(database.pool, pages), stores.wakeups)
    const reader = watched.follow(held.runId, { after: 0, signal: AbortSignal.timeout(15_000) })
    await stores.log.commit(commitOf(held, notes(1)))
    expect((await reader.next()).value?.seq).toBe(1)
    for (let n = 0; n < 20; n++) await stores.log.commit(commitOf(held, notes(500)))
    await nextTurn()
    expect(pages).toEqual([1])
    await stores.log.commit(commitOf(held, [rest()], { run: { status: 'COMPLETED' } }))
    let last = 1
    for await (const event of reader) {
      expect(event.seq).toBe(last + 1)
      last = event.seq
    }
    expect(last).toBe(10_002)
    expect(Math.max(...pages)).toBeLessThanOrEqual(200)
  })
})

/** One short subscription: `take` events, then its reader leaves, or its signal aborts while it waits for more. */
async function readSome(
  log: RunLog,
  { runId }: Held,
  after: number,
  { take, how }: { readonly take: number; readonly how: string },
): Promise<readonly RunEvent[]> {
  const cut = new AbortController()
  const events: RunEvent[] = []
  if (take === 0) void nextTurn().then(() => cut.abort())
  for await (const event of log.follow(runId, { after, signal: cut.signal })) {
    events.push(event)
    if (events.length < take || take === 0) continue
    if (how === 'leave') break
    void nextTurn().then(() => cut.abort())
  }
  return events
}

/** Notes how many rows each read of a log brought. */
function countPages(pool: pg.Pool, pages: number[]): pg.Pool {
  const query = async (statement: pg.QueryConfig) => {
    const result = await pool.query(statement)
    if (statement.name?.startsWith('rungraph-follow')) pages.push(result.rows.length)
    return result
  }
  // The log asks of a pool only `query` with one argument, and its connections.
  return { query, on: () => undefined } as unknown as pg.Pool
}
