import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

/** To look without end would take the processor from those who are waited for. */
const betweenLooksMs = 10

/** A transaction that stays open until it is ended. */
export interface HeldTransaction {
  end(): Promise<void>
}

/** A transaction that has an id and does nothing: it holds back what is read in commit order. */
export function holdTransaction(pool: pg.Pool): Promise<HeldTransaction> {
  return hold(pool, 'select pg_current_xact_id()', [])
}

/** A transaction that holds the row of a run, so that writes to the run wait for it. */
export function holdRun(pool: pg.Pool, runId: string): Promise<HeldTransaction> {
  return hold(pool, 'select 1 from "Run" where id = $1 for update', [runId])
}

/** Resolves when so many statements of this database wait for locks of others. */
export async function untilBlocked(pool: pg.Pool, count: number): Promise<void> {
  const text = `select count(*)::int as blocked from pg_stat_activity
    where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`
  for (;;) {
    const { rows } = await pool.query<{ blocked: number }>(text)
    if ((rows[0]?.blocked ?? 0) >= count) return
    await delay(betweenLooksMs)
  }
}

/** Resolves when no transaction of the cluster, of whichever test, holds back what was written to a tree so far. */
export async function untilReadable(pool: pg.Pool, rootId: string): Promise<void> {
  const text = `select coalesce(max("commitXid"), 0) < (pg_snapshot_xmin(pg_current_snapshot())::text)::bigint as readable
    from "Event" where "rootId" = $1`
  for (;;) {
    const { rows } = await pool.query<{ readable: boolean }>(text, [rootId])
    if (rows[0]?.readable) return
    await delay(betweenLooksMs)
  }
}

/** By a connection of its own: those that wait for the transaction may have all of the pool's. */
async function hold(pool: pg.Pool, text: string, values: readonly string[]): Promise<HeldTransaction> {
  const client = new pg.Client(pool.options)
  await client.connect()
  await client.query('begin')
  await client.query(text, [...values])
  return {
    async end() {
      await client.query('commit')
      await client.end()
    },
  }
}
