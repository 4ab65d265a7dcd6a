import type pg from 'pg'
import { type RunEventRow, toRunEvent } from '../domain/run-event.ts'
import type { Watch, WatchedRun, WatchStore } from '../domain/watch.ts'
import { monitorLock } from '../sql/lock-spaces.ts'

/** A connection that does not answer is not waited for: it goes, and the lock with it. */
const unlock = {
  text: 'select pg_advisory_unlock($1, $2)',
  values: [...monitorLock],
  query_timeout: 1_000,
}

/**
 * The watch over all runs, in PostgreSQL: the process that holds the lock has it, and reads and writes through the connection of the lock
 * only.
 */
export function createWatchStore(pool: pg.Pool): WatchStore {
  return {
    acquire: async () => {
      const client = await pool.connect()
      try {
        const { rows } = await client.query<{ locked: boolean }>(
          'select pg_try_advisory_lock($1, $2) as locked',
          [...monitorLock],
        )
        if (rows[0]?.locked) return watchThrough(client)
      } catch (error) {
        client.release(true)
        throw error
      }
      client.release()
      return null
    },
  }
}

function watchThrough(client: pg.PoolClient): Watch {
  return {
    running: async () => {
      const { rows } = await client.query<WatchedRun>({ name: 'rungraph-watched', text: runningStatement })
      return rows
    },

    read: async (ranges, { types, limit }) => {
      const { rows } = await client.query<RunEventRow>({
        name: 'rungraph-watch',
        text: readStatement,
        values: [
          ranges.map((range) => range.runId),
          ranges.map((range) => range.after),
          ranges.map((range) => range.until),
          types,
          limit,
        ],
      })
      return rows.map(toRunEvent)
    },

    release: async () => {
      const isFree = await client.query(unlock).then(
        () => true,
        () => false, // the lock goes with the connection
      )
      client.release(!isFree)
    },
  }
}

const runningStatement = `
select id as "runId", ("nextSeq" - 1)::int as "lastSeq", escalation is not null as escalated from "Run" where status = 'RUNNING'`

const readStatement = `
select e.* from unnest($1::uuid[], $2::int[], $3::int[]) as s("runId", after, until)
cross join lateral (
  select "runId", seq, type, "stepNumber", at, data from "Event"
  where "runId" = s."runId" and "lastSeq" > s.after and seq > s.after and seq <= s.until and type = any($4::text[])
  order by "lastSeq", seq limit $5
) e
order by e."runId", e.seq`
