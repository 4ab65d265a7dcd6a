import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { expect } from 'vitest'
import { rebuildRows } from '../../src/log/project/rebuild-rows.ts'

/** A larger one is slower than a new one: deleted rows stay in its files, which nothing tidies up during a test run. */
const maxBytes = 16 * 2 ** 20
/** A connection that was closed ends within this time on the server. */
const connectionsEndWithinMs = 500

/** Rows that the template has and that stay as they are there. */
const templateRows = ['pgboss.version', 'pgboss.queue', 'public._prisma_migrations']

/**
 * Deletes all rows that tests have written. Resolves to false where a test has left anything else behind, such as connections, locks,
 * tables or settings: the database is not fit for another test then.
 */
export async function emptyAgain(pool: pg.Pool, fingerprint: string): Promise<boolean> {
  if (pool.ending || pool.waitingCount > 0 || pool.idleCount !== pool.totalCount) return false
  try {
    if (!(await isLeftAlone(pool))) return false
  } catch {
    return false
  }
  await compareWithLogs(pool)
  try {
    await deleteRows(pool)
    return (await fingerprintOf(pool)) === fingerprint
  } catch {
    return false
  }
}

/** State that must be the same for the next test: tables and their parts, settings, statistics, and the rows of the template. */
export async function fingerprintOf(pool: pg.Pool): Promise<string> {
  const catalogs = [
    'pg_class',
    'pg_attribute',
    'pg_constraint',
    'pg_trigger',
    'pg_proc',
    'pg_type',
    'pg_namespace',
  ]
  const parts = catalogs.map((name) => `(select count(*) || ' ' || max(xmin::text::bigint) from ${name})`)
  const { rows } = await pool.query<{ parts: readonly string[] }>({
    name: 'fingerprint',
    text: `select array[${parts.join(', ')},
      (select count(*)::text from pg_statistic),
      (select count(*)::text from pg_db_role_setting where setdatabase =
        (select oid from pg_database where datname = current_database())),
      (select string_agg(name || partition || dead_letter, ' ' order by name) from pgboss.queue)] as parts`,
  })
  return JSON.stringify(rows[0]?.parts)
}

/** Whether only the pool is connected, without a lock, and the database is small. */
async function isLeftAlone(pool: pg.Pool): Promise<boolean> {
  const until = Date.now() + connectionsEndWithinMs
  for (;;) {
    const { rows } = await pool.query<{ connections: number; locks: number; bytes: string }>({
      name: 'left alone',
      text: `select pg_database_size(current_database()) as bytes,
        (select count(*)::int from pg_locks where locktype = 'advisory'
          and database = (select oid from pg_database where datname = current_database())) as locks,
        (select count(*)::int from pg_stat_activity
          where datname = current_database() and backend_type = 'client backend') as connections`,
    })
    const { connections = 0, locks = 0, bytes = 0 } = rows[0] ?? {}
    if (Number(bytes) > maxBytes) return false
    if (connections <= pool.totalCount && locks === 0) return true
    if (Date.now() > until) return false
    await delay(10)
  }
}

/** Files of tests that change rows by hand: their rows are not those of the logs. */
const changedByHand = new Set<string | undefined>()

/** Says that the tests of this file change rows of runs in another way than by commits. */
export function changesRowsByHand(): void {
  changedByHand.add(expect.getState().testPath)
}

/**
 * The rows of every run are those that its log says. Runs that fixtures have made have no log. @throws where a row is another
 */
async function compareWithLogs(pool: pg.Pool): Promise<void> {
  if (changedByHand.has(expect.getState().testPath)) return
  const { rows } = await pool.query<{ id: string }>({
    name: 'logged runs',
    text: 'select distinct "runId" as id from "EventSegment" where entries is not null',
  })
  if (rows.length === 0) return
  const logged = new Set(rows.map(({ id }) => id))
  const client = await pool.connect()
  try {
    const { differences } = await rebuildRows(client, { isKept: false })
    expect(differences.filter(({ runId }) => logged.has(runId))).toEqual([])
  } finally {
    client.release()
  }
}

async function deleteRows(pool: pg.Pool): Promise<void> {
  const tables = (await tablesOf(pool)).filter((table) => !templateRows.includes(table))
  // As for a replica: rows go in any order, and no trigger runs.
  const statements = tables.map((table) => `delete from ${table}`)
  await pool.query(`begin; set local session_replication_role = replica; ${statements.join('; ')}; commit`)
}

let tables: Promise<readonly string[]> | null = null

function tablesOf(pool: pg.Pool): Promise<readonly string[]> {
  tables ??= pool
    .query<{ name: string }>(
      `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ('public', 'pgboss')`,
    )
    .then(({ rows }) => rows.map(({ name }) => name))
  return tables
}
