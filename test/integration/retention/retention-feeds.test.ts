import { fc, test as propertyTest } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import type { FeedEvent, FeedPosition } from '../../../src/domain/run-log.ts'
import { createTestDatabase } from '../../support/database.ts'
import { readUpTo } from '../../support/feeds.ts'
import { forFile } from '../../support/for-file.ts'
import { untilReadable } from '../../support/held-transaction.ts'
import { endAt, longAgo, retain, shortly, tell, yesterday } from '../../support/old-runs.ts'
import { claimInTree, type HeldInTree, nameOf } from '../../support/run-tree.ts'
import { openTestStores } from '../../support/stores.ts'
import { propertyTrials } from '../../support/trials.ts'

const database = forFile(await createTestDatabase())
const stores = forFile(await openTestStores(database))

const keep = { runsDays: 30 }

/** Some events of the project after a place; the feed never ends. */
function read(after: FeedPosition | null, count: number): Promise<readonly FeedEvent[]> {
  const { projectId } = stores
  return readUpTo((log, options) => log.followProject(projectId, options), stores.log, after, count)
}

/** A place before everything that is written after it, which a reader may have reached. */
async function placeNow(): Promise<FeedPosition> {
  const run = await claimInTree(stores)
  await tell(stores.log, run, 'n')
  await untilReadable(database.pool, run.runId)
  const row = await database.prisma.event.findFirstOrThrow({ where: { runId: run.runId, seq: 1 } })
  await endAt(stores.log, run, yesterday)
  return { order: row.commitXid, runId: run.runId, seq: 1 }
}

const isNotice = ({ type }: FeedEvent) => type === 'HistoryTruncated'

describe('EVT-7 a reader of a project of which runs were removed', () => {
  it('is notified again of later removals, even where they end before those already reported', async () => {
    const start = await placeNow()
    const [one, two, kept] = [await claimInTree(stores), await claimInTree(stores), await claimInTree(stores)]
    for (const run of [kept, two, one, kept]) await tell(stores.log, run, 'n')
    for (const run of [two, one]) await endAt(stores.log, run, run === one ? longAgo : yesterday)
    await retain(database.pool, keep)
    const [told, next] = await read(start, 2)
    if (!told || !next) throw new Error('The feed never ends.')
    expect(shortly(told)).toBe('RUNS')
    expect((await read(told, 1)).map(nameOf)).toEqual([nameOf(next)])
    await database.prisma.run.update({ where: { id: two.runId }, data: { completedAt: longAgo } })
    await retain(database.pool, keep)
    expect((await read(told, 2)).map(shortly)).toEqual(['RUNS', shortly(next)])
    await endAt(stores.log, kept, yesterday)
  })

  propertyTest.prop(
    {
      writes: fc.array(fc.nat(4), { minLength: 6, maxLength: 20 }),
      gone: fc.uniqueArray(fc.nat(4), { minLength: 1, maxLength: 4 }),
      ends: fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 }),
      take: fc.integer({ min: 1, max: 3 }),
    },
    propertyTrials(12),
  )(
    'gets all that stands, once and in order, however often it connects, and no notice from a notice',
    async ({ writes, gone, ends, take }) => {
      const start = await placeNow()
      const runs: HeldInTree[] = []
      for (const _ of ends) runs.push(await claimInTree(stores))
      for (const place of writes) if (runs[place]) await tell(stores.log, runs[place], 'n')
      for (const place of ends)
        if (runs[place]) await endAt(stores.log, runs[place], gone.includes(place) ? longAgo : yesterday)
      await placeNow()
      const whole = await storedAfter(start)
      await retain(database.pool, keep)
      const isGone = (name: string) => gone.some((place) => name.startsWith(runs[place]?.runId ?? '-'))
      const wanted = whole.filter((name) => !isGone(name))
      const got = await readByParts(start, take, wanted.length)
      expect(got.filter((event) => !isNotice(event)).map(nameOf)).toEqual(wanted)
      expect(got.filter((event, index) => isNotice(event) && got[index - 1]?.type === event.type)).toEqual([])
    },
  )

  async function storedAfter({ order, runId, seq }: FeedPosition): Promise<readonly string[]> {
    const { rows } = await database.pool.query<{ runId: string; seq: number }>(
      `select e."runId", e.seq from "Event" e where e."projectId" = $1 and (e."commitXid", e."runId", e.seq) > ($2, $3, $4)
       order by e."commitXid", e."runId", e.seq`,
      [stores.projectId, order, runId, seq],
    )
    return rows.map(nameOf)
  }

  /** Connects anew after every few events, from the place of the last, until so many that are stored have come. */
  async function readByParts(
    start: FeedPosition,
    take: number,
    count: number,
  ): Promise<readonly FeedEvent[]> {
    const got: FeedEvent[] = []
    const left = () => count - got.filter((event) => !isNotice(event)).length
    // Notices come too, at most one ahead of each.
    while (left() > 0 && got.length <= 2 * count)
      got.push(...(await read(got.at(-1) ?? start, Math.min(take, left()))))
    return got
  }
})
