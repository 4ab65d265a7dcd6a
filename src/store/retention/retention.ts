import type pg from 'pg'
import { dropPartitions, listPartitions } from '../../log/log-partitions.ts'
import { inBatches } from '../../log/prune/in-batches.ts'
import { removeDeltas } from '../../log/prune/prune-deltas.ts'
import { retentionLock } from '../../sql/lock-spaces.ts'
import { removeUnusedFiles } from '../files/prune-files.ts'
import { removePrompts } from './prune-prompts.ts'
import { purgeTrees } from './purge-trees.ts'
import { tombstoneTrees } from './tombstone-trees.ts'

interface RetentionOptions {
  readonly pool: pg.Pool
  /** Milliseconds since 1970. */
  readonly now: number
  readonly keep: Keep
  /** Stops between two batches; the next run does the rest. Default: never. */
  readonly signal?: AbortSignal
}

/** Retention periods, counted from the end of a run. */
export interface Keep {
  /** The increments of its log, in days; `null`: as long as the run. */
  readonly deltasDays: number | null
  /** The run with all that belongs to it, in days, and until the whole time of its partition of the log is past; `null`: for ever. */
  readonly runsDays: number | null
  /** Days for which the HTTP exchanges of model calls are kept. Default 0: none are stored, and existing ones are removed. */
  readonly modelTrafficDays?: number
}

/** What a pass removed. */
export interface Retired {
  /** Increments of runs that stay. */
  readonly deltas: number
  readonly runs: number
  /** Partitions of the log: their rows went with their tables. */
  readonly droppedPartitions: number
  /** Partitions whose time is past, and that stay because a run in them stays: the rows of their other runs are deleted. */
  readonly keptPartitions: number
}

/**
 * Removes data past its retention (EVT-7): the increments of finished runs, and later whole runs, a tree at a time. It works in short
 * batches, and may be stopped, or killed, between any two. Of several processes one does it; the others have nothing to do meanwhile.
 * Readers may be in the middle of removed events: they receive HistoryTruncated.
 */
export async function applyRetention(options: RetentionOptions): Promise<Retired> {
  const { pool } = options
  const client = await pool.connect()
  let isLocked = true
  try {
    const { rows } = await client.query<{ isLocked: boolean }>(
      'select pg_try_advisory_lock($1, $2) as "isLocked"',
      [...retentionLock],
    )
    isLocked = rows[0]?.isLocked ?? false
    if (!isLocked) return nothingRetired
    const retired = await retire(client, options)
    await client.query('select pg_advisory_unlock($1, $2)', [...retentionLock])
    isLocked = false
    return retired
  } finally {
    // A connection that may still have the lock is closed, and the lock goes with it.
    client.release(isLocked)
  }
}

const nothingRetired: Retired = { deltas: 0, runs: 0, droppedPartitions: 0, keptPartitions: 0 }
const dayMs = 24 * 3_600_000

async function retire(client: pg.PoolClient, options: RetentionOptions): Promise<Retired> {
  const { now, keep, signal = new AbortController().signal } = options
  const before = (days: number) => new Date(now - days * dayMs)
  const at = new Date(now)
  let droppedPartitions = 0
  const purge = async () => {
    droppedPartitions += await dropPartitions(client, now)
    return purgeTrees(client, { signal })
  }
  // Removals that were begun are finished first, under any retention periods.
  const left = await purge()
  let runs = left
  const deltas =
    keep.deltasDays === null ? 0 : await removeDeltas(client, { before: before(keep.deltasDays), at, signal })
  await removeTraffic(client, { before: before(keep.modelTrafficDays ?? 0), signal })
  // A process that died while it deleted runs (ADM-1) has left their prompts too, however young these are.
  if (left > 0) await removePrompts(client, { before: at, signal })
  if (keep.runsDays === null) {
    await removeUnusedFiles(client, { now, signal })
    return { deltas, runs, droppedPartitions, keptPartitions: 0 }
  }
  const cutoff = before(keep.runsDays)
  // All are marked before any is purged: the partitions none of whose runs stays are dropped, and their rows need not be deleted.
  if ((await tombstoneTrees(client, { before: cutoff, at, signal })) > 0) runs += await purge()
  if (runs > left) await removePrompts(client, { before: cutoff, signal })
  await removeUnusedFiles(client, { now, signal })
  const past = (await listPartitions(client)).filter(({ to }) => to <= cutoff.getTime())
  return { deltas, runs, droppedPartitions, keptPartitions: past.length }
}

/** The rows are large: so many go in one transaction. */
const trafficBatch = 200

/** Removes the HTTP exchanges of model calls that were stored before a time, whether or not their runs stay, and counts them. */
function removeTraffic(
  client: pg.PoolClient,
  { before, signal }: { readonly before: Date; readonly signal: AbortSignal },
): Promise<number> {
  const values = [before, trafficBatch]
  return inBatches(
    client,
    { name: 'rungraph-old-traffic', text: trafficStatement, values, batch: trafficBatch },
    signal,
  )
}

const trafficStatement = `
with gone as (
  delete from "ModelTraffic" where "callId" = any(array(
    select "callId" from "ModelTraffic" where "createdAt" < $1 order by "createdAt", "callId" limit $2)) returning 1
)
select count(*)::int as count from gone`
