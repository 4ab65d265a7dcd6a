import type pg from 'pg'
import { partitionsLock } from '../sql/lock-spaces.ts'
import { inTransaction, isLockTimeout, transact } from '../sql/transaction.ts'

/**
 * The log is partitioned by the time at which its runs were created: an id of a run begins with it (RFC 9562, UUIDv7). Reads by run touch
 * one partition, and retention drops the table once none of its runs stays, instead of deleting its rows (EVT-7).
 */
export interface LogPartition {
  readonly name: string
  /** Milliseconds since 1970; of runs that were created from then on. */
  readonly from: number
  /** Of runs that were created before. */
  readonly to: number
}

const dayMs = 24 * 3_600_000

/** So many partitions after the present one exist, in case nobody creates any for a while. */
const ahead = 2

/**
 * The extent of a partition, in days. Runs stay until the whole time of their partition is past, and each page of a project's feed
 * looks into every partition: a short time to keep runs is not to become much longer, and a long one is not to need many.
 */
export function partitionDays(keepDays: number | null): number {
  if (keepDays !== null && keepDays <= 14) return 1
  return keepDays !== null && keepDays <= 120 ? 7 : 30
}

/** The partitions that are to follow on those that are there. */
export function missingPartitions(
  existing: readonly LogPartition[],
  { now, days }: { readonly now: number; readonly days: number },
): readonly LogPartition[] {
  const extent = days * dayMs
  const last = Math.max(...existing.map(({ to }) => to), 0)
  const missing: LogPartition[] = []
  for (let from = last > now ? last : startOfDay(now, last); from <= now + ahead * extent; from += extent)
    missing.push({ name: nameOf(from), from, to: from + extent })
  return missing
}

/** The day of a time, in UTC; not before the end of the last partition. */
function startOfDay(now: number, last: number): number {
  return Math.max(Math.floor(now / dayMs) * dayMs, last)
}

/** The least id of a run that was created at a time. */
export function firstIdAt(time: number): string {
  const hex = time.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

/** The partitions that are there, oldest first; without the one for all other ids. */
export async function listPartitions(client: pg.ClientBase): Promise<readonly LogPartition[]> {
  const { rows } = await client.query<{ name: string; bounds: string }>(partitionsStatement)
  return rows
    .flatMap(({ name, bounds }) => {
      const [, from, to] = /FROM \('([^']+)'\) TO \('([^']+)'\)/.exec(bounds) ?? []
      return from === undefined || to === undefined ? [] : { name, from: timeOf(from), to: timeOf(to) }
    })
    .toSorted((a, b) => a.from - b.from)
}

function timeOf(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
}

function nameOf(from: number): string {
  return `EventSegment_${new Date(from).toISOString().slice(0, 10).replaceAll('-', '')}`
}

/** Creates the partitions of the present and the next ones; any number of processes may call it at once. */
export async function createPartitions(
  pool: pg.Pool,
  options: { readonly now: number; readonly keepDays: number | null },
): Promise<readonly LogPartition[]> {
  const days = partitionDays(options.keepDays)
  return inTransaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock($1, $2)', [...partitionsLock])
    const missing = missingPartitions(await listPartitions(client), { now: options.now, days })
    for (const partition of missing) await createPartition(client, partition)
    return missing
  })
}

/**
 * Creates a partition, in the transaction of the caller. Rows of the partition for all other ids move over, where there are any: a table
 * that is attached may leave none of its own there.
 */
export async function createPartition(
  client: pg.ClientBase,
  { name, from, to }: LogPartition,
): Promise<void> {
  const bounds = [firstIdAt(from), firstIdAt(to)]
  const [low, high] = bounds.map((id) => `'${id}'`)
  await client.query(`set local lock_timeout = '1s'`)
  // A segment with its entries is mostly smaller than a page: it is stored in its row, without a second table and its index.
  await client.query(
    `create table "${name}" (like "EventSegment" including all) with (toast_tuple_target = 8160)`,
  )
  await client.query(`lock table "EventSegment_other" in access exclusive mode`)
  await client.query(
    `with moved as (delete from "EventSegment_other" where "runId" >= $1 and "runId" < $2 returning *)
     insert into "${name}" select * from moved`,
    bounds,
  )
  await client.query(
    `alter table "EventSegment" attach partition "${name}" for values from (${low}) to (${high})`,
  )
}

/**
 * Writers wait for the lock of the whole log, so this waits for it only a moment: partitions that are not dropped now are dropped later.
 */
const lockWithinMs = 100

/**
 * Drops the partitions none of whose runs is left, or all of whose trees are removed, and counts them. One run that stays keeps its
 * partition. `now` in milliseconds since 1970: the partition of the present stays.
 */
export async function dropPartitions(client: pg.PoolClient, now: number): Promise<number> {
  let dropped = 0
  for (const partition of await listPartitions(client))
    if (partition.to <= now && (await dropUnused(client, partition))) dropped += 1
  return dropped
}

async function dropUnused(client: pg.PoolClient, { name, from, to }: LogPartition): Promise<boolean> {
  const bounds = [firstIdAt(from), firstIdAt(to)]
  const isUsed = async () => (await client.query(usedStatement, bounds)).rowCount === 1
  if (await isUsed()) return false
  try {
    return await transact(client, async () => {
      await client.query(`set local lock_timeout = ${lockWithinMs}`)
      await client.query(`lock table "EventSegment" in access exclusive mode`)
      // An import may have brought back a run of that time: it is seen from here on, or waits and finds the partition gone.
      if (await isUsed()) return false
      await client.query(`drop table "${name}"`)
      return true
    })
  } catch (error) {
    if (!isLockTimeout(error)) throw error
    return false
  }
}

/**
 * The ids of the runs that are kept because the time of their partition is not past, as ranges: the least id of each, and the least after it.
 * `before`: runs that ended before it are not kept for themselves.
 */
export async function youngRanges(
  client: pg.PoolClient,
  before: Date,
): Promise<{ readonly from: readonly string[]; readonly to: readonly string[] }> {
  const young = (await listPartitions(client)).filter(({ to }) => to > before.getTime())
  return { from: young.map(({ from }) => firstIdAt(from)), to: young.map(({ to }) => firstIdAt(to)) }
}

const partitionsStatement = `
select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bounds
from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = '"EventSegment"'::regclass`

const usedStatement = `
select 1 from "Run" r join "Run" root on root.id = r."rootId"
where r.id >= $1 and r.id < $2 and root."removedAt" is null order by r.id limit 1`
