import type pg from 'pg'
import type { QueueDepth } from '../../domain/queue-depth.ts'
import type { WorkerSight } from '../../domain/worker-sight.ts'
import { isReturned, queueOrder } from '../../sql/claimable-runs.ts'
import { readWorkers } from '../worker-store.ts'
import { hasLostOwner } from './claim-statement.ts'

/** So many are counted; the statement costs no more than that, however long the queue. */
const mostCounted = 10_000

/** Reads the workers, and the runs that wait for one. */
export async function lookAtWorkers(database: pg.Pool | pg.ClientBase): Promise<WorkerSight> {
  return { workers: await readWorkers(database), queue: await readQueueDepth(database) }
}

/** Reads the number of runs that wait for a worker, within the time limit of any statement. */
export async function readQueueDepth(pool: pg.Pool | pg.ClientBase): Promise<QueueDepth> {
  const { rows } = await pool.query<QueueDepth>({ name: 'rungraph-queue-depth', text: statement })
  return rows[0] ?? { queued: 0, oldestMs: 0, returned: 0, orphaned: 0 }
}

/**
 * The due ones in the order of the index that claims read, so that the limit cuts the reading, too. Of a run without an owner
 * `leaseExpiresAt` says since when it has none. It is in the future where a worker's lock is free before its leases have expired.
 */
const statement = `
with due as (
  select greatest(r."startAt", r."createdAt") as since from "Run" r
  where r.status = 'QUEUED' and r."startAt" <= clock_timestamp()
  order by ${queueOrder} limit ${mostCounted}
), returned as (
  select r."leaseExpiresAt" as since from "Run" r where ${isReturned} limit ${mostCounted}
), orphaned as (
  select r."leaseExpiresAt" as since from "Run" r where ${hasLostOwner} limit ${mostCounted}
), waiting as (
  select since from due union all select since from returned union all select since from orphaned
)
select (select count(*) from due)::int as queued, (select count(*) from returned)::int as returned,
  (select count(*) from orphaned)::int as orphaned,
  coalesce((select greatest(0, extract(epoch from clock_timestamp() - min(since)) * 1000) from waiting), 0)::float8 as "oldestMs"`
