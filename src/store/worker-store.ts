import type pg from 'pg'
import {
  lostAfterMs,
  maxWorkers,
  type WorkerReport,
  type WorkerRow,
  type WorkerStore,
} from '../domain/queue.ts'
import { lockSpaces } from '../sql/lock-spaces.ts'

/** A row of a worker that stopped without a report is kept for so long, so that an operator sees that it is gone. */
const keptFor = '1 hour'

/** The rows of the processes that execute runs. The time of a report is that of the database. */
export function createWorkerStore(pool: pg.Pool): WorkerStore {
  return {
    report: async (worker) => {
      await pool.query({ name: 'rungraph-worker', text: reportStatement, values: valuesOf(worker) })
    },
    remove: async (id) => {
      await pool.query('delete from "Worker" where id = $1', [id])
    },
  }
}

/** Forgets the workers that have been lost for long. */
export async function deleteLostWorkers(pool: pg.Pool): Promise<void> {
  await pool.query(`delete from "Worker" where "lastSeenAt" < clock_timestamp() - interval '${keptFor}'`)
}

/** The processes that execute runs, as `QueueReads.workers` has them. */
export async function readWorkers(pool: pg.Pool | pg.ClientBase): Promise<readonly WorkerRow[]> {
  const { rows } = await pool.query<WorkerRow>({ name: 'rungraph-workers', text: workersStatement })
  return rows
}

/** First those that live. One lives as long as it holds its lock and reports itself. */
export const workersStatement = `
with held as (
  select distinct objid from pg_locks
  where locktype = 'advisory' and granted and classid = ${lockSpaces.workers}::oid and objsubid = 2
    and database = (select oid from pg_database where datname = current_database())
), worker as (
  select w.id, w.name, w.version, w.role, w.slots, w.active, w."startedAt", w."lastSeenAt", w."leaseKey", h.objid is not null as "isLocked",
    case
      when h.objid is null or w."lastSeenAt" < clock_timestamp() - interval '${lostAfterMs} milliseconds' then 'LOST'
      when w.draining then 'DRAINING' else 'ACTIVE'
    end as state
  from "Worker" w left join held h on h.objid = w."leaseKey"::oid
)
select * from worker order by state = 'LOST', "startedAt", id limit ${maxWorkers}`

const reportStatement = `
insert into "Worker" (id, name, version, role, "leaseKey", slots, active, draining, "startedAt", "lastSeenAt")
values ($1, $2, $3, $4, $5, $6, $7, $8, clock_timestamp(), clock_timestamp())
on conflict (id) do update set active = excluded.active, draining = excluded.draining, "lastSeenAt" = excluded."lastSeenAt"`

function valuesOf(worker: WorkerReport): unknown[] {
  const { id, name, version, role, leaseKey, slots, active, draining } = worker
  return [id, name, version, role, leaseKey, slots, active, draining]
}
