import { fc, test as propertyTest } from '@fast-check/vitest'
import type pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import type { FeedPosition } from '../../../src/domain/run-log.ts'
import {
  createPartitions,
  firstIdAt,
  type LogPartition,
  listPartitions,
  missingPartitions,
  partitionDays,
} from '../../../src/log/log-partitions.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { eventually } from '../../support/eventually.ts'
import { type Follow, readUpTo, storedWhere } from '../../support/feeds.ts'
import { untilReadable } from '../../support/held-transaction.ts'
import { dayMs, nothingRetired, retain, tellAndEnd } from '../../support/old-runs.ts'
import { claimInTree, type HeldInTree, nameOf } from '../../support/run-tree.ts'
import { openTestStores, type TestStores } from '../../support/stores.ts'
import { propertyTrials } from '../../support/trials.ts'

const day = fc.integer({ min: 20_000, max: 21_000 })
const time = fc.tuple(day, fc.nat(dayMs - 1)).map(([days, ms]) => days * dayMs + ms)

describe('EVT-7 the partitions of the log', () => {
  propertyTest.prop(
    [fc.array(time, { minLength: 1, maxLength: 8 }), fc.constantFrom(1, 7, 30), fc.constantFrom(1, 7, 30)],
    propertyTrials(200),
  )(
    'overlap nowhere, whenever and however wide they are created, and reach beyond the present',
    (times, early, late) => {
      let existing: readonly LogPartition[] = []
      for (const [n, now] of times.toSorted((a, b) => a - b).entries()) {
        const days = n % 2 === 0 ? early : late
        existing = [...existing, ...missingPartitions(existing, { now, days })]
        expect(existing.some(({ from, to }) => from <= now && now < to)).toBe(true)
        expect(existing.at(-1)?.to).toBeGreaterThan(now + 2 * days * dayMs)
        expect(missingPartitions(existing, { now, days })).toEqual([])
      }
      for (const [n, { from }] of existing.entries())
        expect(from).toBeGreaterThanOrEqual(existing[n - 1]?.to ?? 0)
      expect(new Set(existing.map(({ name }) => name)).size).toBe(existing.length)
    },
  )

  propertyTest.prop([time, time], propertyTrials(200))(
    'have the ids of the runs of their time',
    (created, from) => {
      expect(uuidv7({ msecs: created }) >= firstIdAt(from)).toBe(created >= from)
    },
  )

  it('are few, and short beside the time for which runs are kept', () => {
    expect([1, 14, 15, 90, 120, 365, null].map(partitionDays)).toEqual([1, 1, 7, 7, 7, 30, 30])
  })
})

describe('EVT-7 a log in partitions', () => {
  let database: TestDatabase
  let stores: TestStores

  beforeEach(async () => {
    database = await createTestDatabase()
    stores = await openTestStores(database)
    return async () => {
      await stores.close()
      await database.drop()
    }
  })

  const names = async () => (await onClient(database.pool, listPartitions)).map(({ name }) => name)

  /** Each row of the log by the table that has it. */
  async function placesOf({ runId }: HeldInTree): Promise<readonly string[]> {
    const { rows } = await database.pool.query<{ place: string }>(
      `select distinct tableoid::regclass::text as place from "EventSegment" where "runId" = $1`,
      [runId],
    )
    return rows.map(({ place }) => place)
  }

  /** A finished run that is as many days old as is said, in its id and its end. */
  async function runOf(daysAgo: number, text = 'xdx'): Promise<HeldInTree> {
    const run = await claimInTree(stores)
    await tellAndEnd(stores.log, run, text, new Date(Date.now() - daysAgo * dayMs))
    return moved(run, uuidv7({ msecs: Date.now() - daysAgo * dayMs }))
  }

  /** Gives a run another id, as if it had been created then. */
  async function moved(run: HeldInTree, id: string): Promise<HeldInTree> {
    await database.pool.query(
      `begin; set local session_replication_role = replica;
       update "Run" set id = '${id}', "rootId" = '${id}' where id = '${run.runId}';
       update "EventSegment" set "runId" = '${id}', "rootId" = '${id}' where "runId" = '${run.runId}';
       commit`,
    )
    return { ...run, runId: id, rootId: id }
  }

  const create = (daysAgo: number, keepDays: number | null = 10) =>
    createPartitions(database.pool, { now: Date.now() - daysAgo * dayMs, keepDays })

  it('takes rows written before a partition of their time existed, and later ones', async () => {
    const early = await runOf(0)
    expect(await placesOf(early)).toEqual(['"EventSegment_other"'])
    const [first] = await create(0)
    expect(await placesOf(early)).toEqual([`"${first?.name}"`])
    expect(await placesOf(await runOf(0))).toEqual([`"${first?.name}"`])
    expect(await placesOf(await runOf(5))).toEqual(['"EventSegment_other"'])
  })

  it('DUR-1 takes a commit that waited while the partition of its time was attached', async () => {
    const bounds = [firstIdAt(Date.now() - dayMs), firstIdAt(Date.now() + dayMs)]
    const run = await claimInTree(stores)
    const client = await database.pool.connect()
    await client.query('begin')
    await client.query('create table "EventSegment_new" (like "EventSegment" including all)')
    await client.query('lock table "EventSegment_other" in access exclusive mode')
    const told = tellAndEnd(stores.log, run, 'xdx', new Date())
    await eventually(() => waitingForLock(database.pool)).toBe(1)
    await client.query(
      `alter table "EventSegment" attach partition "EventSegment_new" for values from ('${bounds[0]}') to ('${bounds[1]}')`,
    )
    await client.query('commit')
    client.release()
    await told
    expect(await placesOf(run)).toEqual(['"EventSegment_new"'])
  })

  it('is divided once, by however many processes at once', async () => {
    const created = await Promise.all(Array.from({ length: 4 }, () => create(0)))
    expect(created.filter((partitions) => partitions.length > 0)).toHaveLength(1)
    expect(await names()).toEqual(created.flat().map(({ name }) => name))
  })

  it('is read in the order of its commits, over all partitions', async () => {
    await create(3)
    await create(0)
    const runs = [await runOf(3), await runOf(0), await runOf(2), await runOf(30)]
    const follow: Follow = (log, options) => log.followProject(stores.projectId, options)
    const wanted = await storedWhere(database.pool, 'e."projectId" = $1', [stores.projectId])
    expect(new Set((await Promise.all(runs.map(placesOf))).flat()).size).toBeGreaterThan(2)
    // A position that a transaction of another test still holds back is none to begin at.
    for (const { rootId } of runs) await untilReadable(database.pool, rootId)
    const [first] = await readFrom(database.pool, stores.projectId)
    const events = await readUpTo(follow, stores.log, first ?? null, wanted.length - 1)
    expect(events.map(nameOf)).toEqual(wanted.slice(1))
  })

  it('loses a partition when none of its runs is kept, and rows where some are', async () => {
    await create(40, 5)
    await create(38, 5)
    const dates = await names()
    const gone = [await runOf(40), await runOf(40)] as const
    const [left, kept] = [await runOf(39), await runOf(39)]
    await database.pool.query(`update "Run" set "completedAt" = now() where id = $1`, [kept.runId])
    const dropped = dates.find((name) => name.endsWith(dateOf(40)))
    expect(await placesOf(gone[0])).toEqual([`"${dropped}"`])

    // That of both runs, and those of the three days that had none.
    const numbers = { ...nothingRetired, runs: 3, droppedPartitions: 4, keptPartitions: 1 }
    expect(await retain(database.pool, { runsDays: 5 })).toEqual(numbers)
    expect(await names()).not.toContain(dropped)
    expect(await names()).toContain(dates.find((name) => name.endsWith(dateOf(39))))
    expect(await Promise.all([...gone, left].map(placesOf))).toEqual([[], [], []])
    expect(await placesOf(kept)).toHaveLength(1)
  })

  it('keeps a run until the whole time of its partition is past', async () => {
    await create(12, 60)
    const run = await runOf(10)
    expect(await retain(database.pool, { runsDays: 8 })).toEqual(nothingRetired)
    expect(await placesOf(run)).toHaveLength(1)
    expect(await retain(database.pool, { runsDays: 2 })).toEqual({
      ...nothingRetired,
      runs: 1,
      droppedPartitions: 1,
    })
  })

  it.each(['WAITING', 'PAUSED'] as const)(
    'stays with a run that is %s, without its other runs, and is dropped when that one may go',
    async (status) => {
      await create(40, 5)
      const [gone, kept] = [await runOf(40), await runOf(40)]
      const place = await placesOf(kept)
      const set = 'update "Run" set status = $2, "completedAt" = $3 where id = $1'
      await database.pool.query(set, [kept.runId, status, null])
      const first = await retain(database.pool, { runsDays: 5 })
      expect(first).toMatchObject({ runs: 1, keptPartitions: 1 })
      expect([await placesOf(gone), await placesOf(kept)]).toEqual([[], place])
      await database.pool.query(set, [kept.runId, 'COMPLETED', new Date(Date.now() - 30 * dayMs)])
      const second = await retain(database.pool, { runsDays: 5 })
      expect(second).toMatchObject({ runs: 1, droppedPartitions: 1, keptPartitions: 0 })
      expect(await names()).not.toContain(`EventSegment_${dateOf(40)}`)
    },
  )

  it('waits for no writer: a partition in use is dropped another time', async () => {
    await create(40, 5)
    const run = await runOf(40)
    const writer = await database.pool.connect()
    try {
      await writer.query('begin')
      await writer.query('lock table "EventSegment" in row exclusive mode')
      await retain(database.pool, { runsDays: 5 })
    } finally {
      await writer.query('rollback')
      writer.release()
    }
    expect(await placesOf(run)).toEqual([])
    expect(await names()).toContain(`EventSegment_${dateOf(40)}`)
    await retain(database.pool, { runsDays: 5 })
    expect(await names()).not.toContain(`EventSegment_${dateOf(40)}`)
  })
})

async function waitingForLock(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.count ?? -1
}

function dateOf(daysAgo: number): string {
  return new Date(Date.now() - daysAgo * dayMs).toISOString().slice(0, 10).replaceAll('-', '')
}

/** The place of the first event of a project. */
async function readFrom(pool: pg.Pool, projectId: string): Promise<readonly FeedPosition[]> {
  const { rows } = await pool.query<{ order: string; runId: string; seq: number }>(
    `select "commitXid" as order, "runId", seq from "Event" where "projectId" = $1 order by 1, 2, 3 limit 1`,
    [projectId],
  )
  return rows.map(({ order, ...rest }) => ({ order: BigInt(order), ...rest }))
}

async function onClient<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  try {
    return await work(client)
  } finally {
    client.release()
  }
}
