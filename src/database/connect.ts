import pg from 'pg'
import type { PrismaClient } from '../generated/prisma/client.ts'
import { createLazyPrisma } from './lazy-prisma.ts'
import { dropStatementNames } from './pooler.ts'
import { unreachable } from './unreachable.ts'

/** One pool of connections and Prisma on top of it. */
export interface Database {
  readonly connectionString: string
  /** Address of the server itself, past any pooler: for connections that keep state in their session. */
  readonly directString: string
  readonly pool: pg.Pool
  /** Connections to the server itself, a few; the same as `pool` without a pooler. */
  readonly sessions: pg.Pool
  readonly prisma: PrismaClient
  /** `pool` leads to a pooler. */
  readonly isPooled: boolean
  /** Waits for running queries, then closes every connection. */
  close(): Promise<void>
}

/** Connections of one process. Default of a PostgreSQL server: 100 for all. */
const maxConnections = 20
const maxSessions = 2
/**
 * Time for which a query waits for a free or a new connection, in milliseconds. In a burst many wait; `createProbe` detects sooner whether
 * the database is reachable.
 */
const connectWithinMs = 10_000
/** Time limit for opening a connection, in milliseconds. */
const setUpWithinMs = 4_000
/**
 * A server that does not answer in this time is out of reach: the connection is thrown away, for one that is half-open says nothing for
 * ever. Longer than a statement may take, so that the server's own word comes first wherever it can come.
 */
const answerWithinMs = 18_000
/**
 * The longest times of a session, in milliseconds, unless its operator grants less. The longest statements are reports over all runs of a
 * project; installations and migrations have their own connection. A lock that is held for longer than `lock_timeout` belongs to a client
 * that is cut off, whose transaction the server then ends: otherwise the server would notice when TCP does, in two hours, and the run in it
 * would have no owner until then.
 */
const sessionLimits = {
  statement_timeout: 15_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 10_000,
}
/**
 * Sets the limits where the connection leads to the server itself ($1: its process id as the client received it), and gives the process id
 * of the server: a pooler makes one up for its clients, who share the processes, and settings of a pooled session would stay for the next
 * client that gets it.
 */
const setUpSession = {
  text: `select pg_backend_pid() as pid, case when pg_backend_pid() = $1 then (
  select count(set_config(name, most::text, false)) from json_each_text('${JSON.stringify(sessionLimits)}') as limits (name, most)
    where extract(epoch from current_setting(name)::interval) * 1000 not between 1 and most::int
) end`,
  query_timeout: setUpWithinMs,
}

/**
 * Connects to a database, through a pooler or not: `directString` leads past it. A pooler may pool by transaction, with two exceptions: the
 * connections of `sessions`, and the names of prepared statements, which are dropped there. `options` are those of `pool`.
 * @throws DATABASE_UNREACHABLE
 */
export async function openDatabase(
  connectionString: string,
  directString: string = connectionString,
  options: Pick<pg.PoolConfig, 'max' | 'idleTimeoutMillis' | 'allowExitOnIdle'> = {},
): Promise<Database> {
  let isPooled = false
  const pool = openPool({
    connectionString,
    max: maxConnections,
    ...options,
    onConnect: async (client) => {
      const processId = 'processID' in client ? client.processID : null
      const { rows } = await client.query<{ pid: number }>({ ...setUpSession, values: [processId] })
      isPooled = rows[0]?.pid !== processId
      if (isPooled) dropStatementNames(client)
    },
  })
  try {
    await pool.query('SELECT 1')
  } catch (error) {
    await pool.end()
    throw unreachable(error)
  }
  const hasOneWay = directString === connectionString
  const sessions = hasOneWay ? pool : openPool({ connectionString: directString, max: maxSessions })
  const lazy = createLazyPrisma(pool)
  const close = async () => {
    await lazy.close()
    await pool.end()
    if (!hasOneWay) await sessions.end()
  }
  return { connectionString, directString, pool, sessions, prisma: lazy.prisma, isPooled, close }
}

function openPool(options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    connectionTimeoutMillis: connectWithinMs,
    query_timeout: answerWithinMs,
    keepAlive: true,
    application_name: 'rungraph',
    ...options,
  })
  // The loss of an idle connection: the pool drops it, and the next query takes a new one.
  pool.on('error', () => {})
  return pool
}
