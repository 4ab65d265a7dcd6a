import type pg from 'pg'
import type { QueueDepth } from '../../domain/queue-depth.ts'

/** So many are counted; the statement costs no more than that, however long the queue. */
const most = 10_000

/** Reads the number of waiting runs, within the time limit of any statement. */
export async function readQueueDepth(pool: pg.Pool): Promise<QueueDepth> {
  const { rows } = await pool.query<QueueDepth>({ name: 'rungraph-queue-depth', text: statement })
  return rows[0] ?? { queued: 0, oldestMs: 0, returned: 0 }
}

/** In the order of the index that claims read, so that the limit cuts the reading, too. */
const statement = `
with due as (
  select greatest(r."startAt", r."createdAt") as since from "Run" r
  where r.status = 'QUEUED' and r."startAt" <= clock_timestamp()
  order by r.priority desc, r."createdAt", r.id limit ${most}
), returned as (
  select 1 from "Run" r where r.status = 'RUNNING' and r."leaseOwner" is null limit ${most}
)
select (select count(*) from due)::int as queued,
  coalesce((select greatest(0, extract(epoch from clock_timestamp() - min(since)) * 1000) from due), 0)::float8 as "oldestMs",
  (select count(*) from returned)::int as returned`
