import { describe, expect, it } from 'vitest'
import type { RunEvent } from '../../../src/domain/run-event.ts'
import type { FeedPosition } from '../../../src/domain/run-log.ts'
import { createTestDatabase } from '../../support/database.ts'
import { followInTime } from '../../support/follow-in-time.ts'
import { forFile } from '../../support/for-file.ts'
import { untilReadable } from '../../support/held-transaction.ts'
import {
  dayMs,
  endAt,
  longAgo,
  nothingRetired,
  retain,
  shortly,
  tell,
  tellAndEnd,
} from '../../support/old-runs.ts'
import { claimInTree, type HeldInTree } from '../../support/run-tree.ts'
import { commitOf, openTestStores, rest } from '../../support/stores.ts'

const database = forFile(await createTestDatabase())
const stores = forFile(await openTestStores(database))

async function logOf({ runId }: HeldInTree): Promise<readonly string[]> {
  return (await stores.log.read(runId, { after: 0, limit: 10_000 })).map(shortly)
}

async function follow({ runId }: HeldInTree, after = 0): Promise<readonly RunEvent[]> {
  const events: RunEvent[] = []
  for await (const event of followInTime((signal) => stores.log.follow(runId, { after, signal })))
    events.push(event)
  return events
}

async function removedAt({ runId: id }: HeldInTree): Promise<Date | null> {
  const row = await database.prisma.run.findUniqueOrThrow({
    where: { id },
    select: { deltasPrunedAt: true },
  })
  return row.deltasPrunedAt
}

describe('the increments of runs', () => {
  it('EVT-7 go when they are older than is kept: an event tells of each stretch, all other events keep their numbers', async () => {
    const run = await claimInTree(stores)
    await tellAndEnd(stores.log, run, 'ndddnndnddd')
    expect(await removedAt(run)).toBeNull()
    expect(await retain(database.pool, { deltasDays: 99 })).toEqual({ ...nothingRetired, deltas: 7 })
    const kept = ['1', '2-4', '5', '6', '7-7', '8', '9-11', '12']
    expect(await logOf(run)).toEqual(kept)
    expect((await follow(run)).map(shortly)).toEqual(kept)
    expect(await removedAt(run)).not.toBeNull()
    expect(await retain(database.pool, { deltasDays: 1 })).toEqual(nothingRetired)
    expect(await logOf(run)).toEqual(kept)
  })

  it('EVT-7 are reported to a reader in the middle of them, and to no reader that has them all', async () => {
    const run = await claimInTree(stores)
    await tellAndEnd(stores.log, run, 'nddddn')
    await retain(database.pool, { deltasDays: 99 })
    for (const after of [1, 2, 3, 4])
      expect((await follow(run, after)).map(shortly)).toEqual(['2-5', '6', '7'])
    expect((await follow(run, 5)).map(shortly)).toEqual(['6', '7'])
    expect(await follow(run, 7)).toEqual([])
  })

  it('EVT-7 that go while a reader is in the middle of them are reported where it continues', async () => {
    const run = await claimInTree(stores)
    // A reader holds one page, of 200: it has read the first, and not the rest.
    await tellAndEnd(stores.log, run, `${'d'.repeat(150)}n${'d'.repeat(149)}n`)
    const reader = stores.log.follow(run.runId, { after: 0, signal: AbortSignal.timeout(30_000) })
    const read: RunEvent[] = []
    const first = await reader.next()
    if (!first.done) read.push(first.value)
    await retain(database.pool, { deltasDays: 99 })
    for await (const event of reader) read.push(event)
    expect(read.slice(0, 200).map(({ seq }) => seq)).toEqual(Array.from({ length: 200 }, (_, n) => n + 1))
    expect(read.slice(200).map(shortly)).toEqual(['152-300', '301', '302'])
  })

  it('EVT-7 of a run that is young, running, waiting or paused stay', async () => {
    const [young, running, waiting, paused] = [
      await claimInTree(stores),
      await claimInTree(stores),
      await claimInTree(stores),
      await claimInTree(stores),
    ]
    for (const run of [young, running, waiting, paused]) await tell(stores.log, run, 'dd')
    await endAt(stores.log, young, new Date(Date.now() - 98 * dayMs))
    const old = { completedAt: longAgo }
    await stores.log.commit(commitOf(waiting, [], { run: { status: 'WAITING', ...old } }))
    await stores.log.commit(commitOf(paused, [rest('PAUSED')], { run: { status: 'PAUSED', ...old } }))
    expect(await retain(database.pool, { deltasDays: 99 })).toEqual(nothingRetired)
    expect(await logOf(young)).toEqual(['1d', '2d', '3'])
    for (const run of [running, waiting]) expect(await logOf(run)).toEqual(['1d', '2d'])
    await endAt(stores.log, running)
  })

  it('EVT-7 of a run that has none are none: it is done with all the same', async () => {
    const run = await claimInTree(stores)
    await tellAndEnd(stores.log, run, 'nn')
    await retain(database.pool, { deltasDays: 99 })
    expect(await logOf(run)).toEqual(['1', '2', '3'])
    expect(await removedAt(run)).not.toBeNull()
  })

  it('EVT-7 go in batches, however many they are: a stretch that a batch cuts is reported in parts', async () => {
    const run = await claimInTree(stores)
    const other = await claimInTree(stores)
    await tellAndEnd(stores.log, run, `n${'d'.repeat(2_500)}n`)
    await tellAndEnd(stores.log, other, `${'d'.repeat(700)}`)
    expect(await retain(database.pool, { deltasDays: 99 })).toEqual({ ...nothingRetired, deltas: 3_200 })
    expect(await logOf(run)).toEqual(['1', '2-1001', '1002-2001', '2002-2501', '2502', '2503'])
    const parts = (await logOf(other)).slice(0, -1).map((part) => part.split('-').map(Number))
    expect(parts[0]?.[0]).toBe(1)
    expect(parts.at(-1)?.[1]).toBe(700)
    for (const [n, [from = 0]] of parts.entries()) if (n > 0) expect(from).toBe((parts[n - 1]?.[1] ?? 0) + 1)
  })

  it('EVT-7 go once, by any of several processes, and those left by one that stopped go the next time', async () => {
    const runs: HeldInTree[] = []
    for (let n = 0; n < 5; n++) runs.push(await claimInTree(stores))
    for (const run of runs) await tellAndEnd(stores.log, run, 'd'.repeat(400))
    const stop = new AbortController()
    stop.abort()
    expect(await retain(database.pool, { deltasDays: 99 }, stop.signal)).toEqual(nothingRetired)
    const all = await Promise.all([1, 2, 3].map(() => retain(database.pool, { deltasDays: 99 })))
    all.push(await retain(database.pool, { deltasDays: 99 }))
    expect(all.reduce((sum, { deltas }) => sum + deltas, 0)).toBe(2_000)
  })

  it('EVT-7 EVT-10 leave the places of changes valid whose witness they were', async () => {
    const run = await claimInTree(stores)
    await tell(stores.log, run, 'd')
    await untilReadable(database.pool, run.runId)
    const moment = await stores.log.readPosition(stores.projectId)
    await tellAndEnd(stores.log, run, 'd')
    const { signal } = new AbortController()
    const resume = (after: FeedPosition) => stores.log.followGates(stores.projectId, { after, signal })
    const { witness } = moment
    if (witness?.kind !== 'commit') throw new Error('A moment has a commit for its witness.')
    const lost = { ...moment, witness: { ...witness, stamp: witness.stamp ^ 1 } }
    await resume(moment)
    await expect(resume(lost)).rejects.toThrow(/does not have the event of this cursor/)
    await retain(database.pool, { deltasDays: 99 })
    expect(await logOf(run)).toEqual(['1-2', '3'])
    await resume(moment)
    // Its witness is not among what was removed.
    const later = { ...witness, order: moment.order + 1_000n }
    await expect(resume({ ...moment, witness: later })).rejects.toThrow(/does not have the event/)
  })

  it('EVT-5 EVT-7 are reported in the order of the commits to subscribers of a tree, a session or a project', async () => {
    const key = 'told'
    const root = await claimInTree(stores, null, key)
    const child = await claimInTree(stores, root)
    await tell(stores.log, root, 'nd')
    await tell(stores.log, child, 'ndd')
    await tell(stores.log, root, 'dd')
    await tellAndEnd(stores.log, child, 'n')
    await untilReadable(database.pool, root.runId)
    const [start] = await stores.log.readTree(root.runId, { after: null, limit: 1 })
    if (!start) throw new Error('It was written.')
    await endAt(stores.log, root)
    await retain(database.pool, { deltasDays: 99 })
    // Events between the increments of a run separate them in the order of the tree, and not in their own.
    const wanted = [
      { runId: root.runId, what: '1' },
      { runId: child.runId, what: '1' },
      { runId: child.runId, what: '2-3' },
      { runId: root.runId, what: '2-4' },
      { runId: child.runId, what: '4' },
      { runId: child.runId, what: '5' },
      { runId: root.runId, what: '5' },
    ]
    const inShort = (event: RunEvent) => ({ runId: event.runId, what: shortly(event) })
    const signal = AbortSignal.timeout(30_000)
    const tree: RunEvent[] = []
    for await (const event of stores.log.followTree(root.runId, { after: null, signal })) tree.push(event)
    expect(tree.map(inShort)).toEqual(wanted)
    const { projectId } = stores
    for (const feed of [
      await stores.log.followProject(projectId, { after: start, signal }),
      await stores.log.followSession({ projectId, key }, { after: start, signal }),
    ]) {
      const seen: RunEvent[] = []
      for await (const event of feed) if (seen.push(event) === wanted.length - 1) break
      expect(seen.map(inShort)).toEqual(wanted.slice(1))
    }
  })
})
