import { fc, test as propertyTest } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import type { RunEvent } from '../../../src/domain/run-event.ts'
import type { FeedEvent, FeedPosition } from '../../../src/domain/run-log.ts'
import { createTestDatabase } from '../../support/database.ts'
import { forFile } from '../../support/for-file.ts'
import { untilReadable } from '../../support/held-transaction.ts'
import { longAgo, retain, tell, tellAndEnd } from '../../support/old-runs.ts'
import { claimInTree, type HeldInTree } from '../../support/run-tree.ts'
import { openTestStores } from '../../support/stores.ts'
import { propertyTrials } from '../../support/trials.ts'

const database = forFile(await createTestDatabase())
const stores = forFile(await openTestStores(database))

/** Position of a reader of one run, and the faults in the events that it received. */
class Transcript {
  #seq = 0
  readonly faults: string[] = []
  readonly #log: readonly RunEvent[]

  constructor(log: readonly RunEvent[]) {
    this.#log = log
  }

  take(event: RunEvent): void {
    const isNext = event.seq === this.#seq + 1 && event.type === this.#log[this.#seq]?.type
    if (!isNext && !this.#isTold(event)) this.faults.push(`${event.seq} ${event.type} after ${this.#seq}`)
    this.#seq = event.seq
  }

  /** Whether the event stands for increments that go on from here. */
  #isTold(event: RunEvent): boolean {
    if (event.type !== 'HistoryTruncated' || event.data.removed !== 'DELTAS') return false
    const { fromSeq, toSeq } = event.data
    const gone = this.#log.slice(this.#seq, event.seq)
    return (
      toSeq === event.seq &&
      (fromSeq ?? 0) <= this.#seq + 1 &&
      gone.length > 0 &&
      gone.every(({ type }) => type === 'TextDelta')
    )
  }

  get isWhole(): boolean {
    return this.#seq === this.#log.length
  }
}

/** A run that a property writes: its pattern is as `tell` has it. */
const pattern = fc
  .array(fc.tuple(fc.constantFrom('n', 'd'), fc.integer({ min: 1, max: 120 })), {
    minLength: 1,
    maxLength: 8,
  })
  .map((parts) => parts.map(([letter, count]) => letter.repeat(count)).join(''))

const takes = fc.array(fc.integer({ min: 0, max: 250 }), { minLength: 4, maxLength: 12 })

describe('retention in the midst of a replay', () => {
  propertyTest.prop(
    [
      fc.array(pattern, { minLength: 3, maxLength: 4 }),
      takes,
      takes,
      fc.array(fc.nat(3), { minLength: 2, maxLength: 5 }),
    ],
    propertyTrials(12),
  )(
    'EVT-7 EVT-2 a reader gets each event, or the notice of its removal, wherever retention is applied',
    async (patterns, ofOwn, ofTree, order) => {
      const key = `replayed ${Math.random()}`
      const root = await claimInTree(stores, null, key)
      const runs = [root]
      for (let n = 1; n < patterns.length; n++) runs.push(await claimInTree(stores, root))
      // The logs are written in turns, so that the feeds have them mixed.
      for (let start = 0; patterns.some(({ length }) => length > start); start += 97)
        for (const [n, run] of runs.entries())
          await tell(stores.log, run, (patterns[n] ?? '').slice(start, start + 97))
      for (const run of runs.toReversed()) await tellAndEnd(stores.log, run, 'n', new Date())
      const logs = new Map<string, readonly RunEvent[]>()
      for (const { runId } of runs) logs.set(runId, await stores.log.read(runId, { after: 0, limit: 10_000 }))

      const transcripts = () => new Map([...logs].map(([runId, log]) => [runId, new Transcript(log)]))
      const removing = (async () => {
        for (const n of order) {
          // One of the runs becomes old enough, and then retention is applied.
          const id = runs[n % runs.length]?.runId ?? root.runId
          await database.prisma.run.update({ where: { id }, data: { completedAt: longAgo } })
          await retain(database.pool, { deltasDays: 30 })
        }
      })()
      const own = async (run: HeldInTree) => {
        const transcript = new Transcript(logs.get(run.runId) ?? [])
        let after = 0
        for (const take of [...ofOwn, Number.POSITIVE_INFINITY]) {
          let left = take
          if (left === 0) continue
          for await (const event of stores.log.follow(run.runId, {
            after,
            signal: AbortSignal.timeout(30_000),
          })) {
            transcript.take(event)
            after = event.seq
            if (--left === 0) break
          }
        }
        return [transcript]
      }
      const tree = async () => {
        const all = transcripts()
        let after: FeedPosition | null = null
        for (const take of [...ofTree, Number.POSITIVE_INFINITY]) {
          let left = take
          if (left === 0) continue
          const signal = AbortSignal.timeout(30_000)
          const events: AsyncGenerator<FeedEvent> = stores.log.followTree(root.runId, { after, signal })
          for await (const event of events) {
            all.get(event.runId)?.take(event)
            after = event
            if (--left === 0) break
          }
        }
        return [...all.values()]
      }
      const read = await Promise.all([...runs.map(own), tree()])
      await removing
      for (const transcript of read.flat()) {
        expect(transcript.faults).toEqual([])
        expect(transcript.isWhole).toBe(true)
      }
    },
    120_000,
  )

  propertyTest.prop(
    [
      fc.array(pattern, { minLength: 4, maxLength: 6 }),
      takes,
      takes,
      fc.array(fc.tuple(fc.nat(5), fc.constantFrom('DELTAS', 'RUNS')), { minLength: 2, maxLength: 6 }),
    ],
    propertyTrials(10),
  )(
    'EVT-7 EVT-5 a reader of a session or a project gets each event, or the notice of its removal, also where whole runs are removed',
    async (patterns, ofSession, ofProject, order) => {
      const key = `feed ${Math.random()}`
      const { projectId } = stores
      const opening = await claimInTree(stores)
      await tell(stores.log, opening, 'n')
      // Where a reader goes on, it has been.
      await untilReadable(database.pool, opening.runId)
      const start = await database.prisma.event.findUniqueOrThrow({
        where: { runId_seq: { runId: opening.runId, seq: 1 } },
      })
      const place = { order: start.commitXid, runId: start.runId, seq: start.seq }
      const runs: HeldInTree[] = []
      // One of a session after another; it stays as a whole until all of it may go.
      for (const [n, each] of patterns.entries()) {
        const run = await claimInTree(stores, null, n % 2 === 0 ? key : null)
        await tellAndEnd(stores.log, run, each, new Date())
        runs.push(run)
      }
      const logs = new Map<string, readonly RunEvent[]>()
      for (const { runId } of runs) logs.set(runId, await stores.log.read(runId, { after: 0, limit: 10_000 }))

      const removing = (async () => {
        for (const [n, what] of order) {
          const id = runs[n % runs.length]?.runId ?? ''
          await database.prisma.run.updateMany({ where: { id }, data: { completedAt: longAgo } })
          await retain(database.pool, what === 'DELTAS' ? { deltasDays: 30 } : { runsDays: 30 })
        }
        await database.prisma.run.updateMany({
          where: { session: { key } },
          data: { completedAt: longAgo },
        })
        await retain(database.pool, { runsDays: 30 })
        return claimInTree(stores, null, key)
      })()
      // Readers know which run has the last word before it is said.
      const over = removing.then(({ runId }) => runId)
      // A last event in each feed, before which a reader is notified.
      const ended = removing.then(async (last) => {
        await tell(stores.log, last, 'n')
        return last
      })

      const read = async (
        follow: (after: FeedPosition, signal: AbortSignal) => Promise<AsyncGenerator<FeedEvent, void, void>>,
        cuts: readonly number[],
        among: readonly HeldInTree[],
      ) => {
        const all = new Map(among.map(({ runId }) => [runId, new Transcript(logs.get(runId) ?? [])]))
        let isTold = false
        let after: FeedPosition = place
        for (const take of [...cuts, Number.POSITIVE_INFINITY]) {
          let left = take
          if (left === 0) continue
          for await (const event of await follow(after, AbortSignal.timeout(60_000))) {
            after = event
            if (event.type === 'HistoryTruncated' && event.data.removed === 'RUNS') isTold = true
            else all.get(event.runId)?.take(event)
            if (event.runId === (await Promise.race([over, null]))) left = 1
            if (--left === 0) break
          }
          if (after.runId === (await Promise.race([over, null]))) break
        }
        for (const [runId, transcript] of all) {
          const isGone = (await database.prisma.run.count({ where: { id: runId } })) === 0
          if (isGone && isTold) continue
          expect({ runId, faults: transcript.faults, isWhole: transcript.isWhole }).toEqual({
            runId,
            faults: [],
            isWhole: true,
          })
        }
      }
      await Promise.all([
        read((after, signal) => stores.log.followProject(projectId, { after, signal }), ofProject, runs),
        read(
          async (after, signal) => stores.log.followSession({ projectId, key }, { after, signal }),
          ofSession,
          runs.filter((_, n) => n % 2 === 0),
        ),
      ])
      const last = await ended
      for (const run of [opening, last]) await tellAndEnd(stores.log, run, 'n', new Date())
    },
    120_000,
  )
})
