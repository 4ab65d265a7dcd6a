import type pg from 'pg'
import type { WorkerReport, WorkerStore } from '../domain/queue.ts'

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

const reportStatement = `
insert into "Worker" (id, name, version, role, "leaseKey", slots, active, draining, "startedAt", "lastSeenAt")
values ($1, $2, $3, $4, $5, $6, $7, $8, clock_timestamp(), clock_timestamp())
on conflict (id) do update set active = excluded.active, draining = excluded.draining, "lastSeenAt" = excluded."lastSeenAt"`

function valuesOf(worker: WorkerReport): unknown[] {
  const { id, name, version, role, leaseKey, slots, active, draining } = worker
  return [id, name, version, role, leaseKey, slots, active, draining]
}
