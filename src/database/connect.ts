import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { PrismaClient } from '../generated/prisma/client.ts'
import { dropStatementNames, leadsToPooler } from './pooler.ts'
import { unreachable } from './unreachable.ts'

/** One pool of connections and Prisma on top of it. */
export interface Database {
  readonly connectionString: string
  /** Leads to the server itself, past any pooler: for what keeps something in its session. */
  readonly directString: string
  readonly pool: pg.Pool
  /** Connections to the server itself, a few; the same as `pool` where there is no other way. */
  readonly sessions: pg.Pool
  readonly prisma: PrismaClient
  /** `pool` leads to a pooler. */
  readonly isPooled: boolean
  /** Waits for queries under way, then closes every connection. */
  close(): Promise<void>
}

/** Connections of one process. Default of a PostgreSQL server: 100 for all. */
const maxConnections = 20
const maxSessions = 2
/** How long a query waits for a free or a new connection. */
const connectWithinMs = 10_000

/**
 * Connects to a database, through a pooler or not: `directString` leads past it. A pooler may pool by transaction, with two exceptions:
 * what `sessions` are for, and the names of prepared statements, which are dropped there. Errors: DATABASE_UNREACHABLE.
 */
export async function openDatabase(
  connectionString: string,
  directString: string = connectionString,
): Promise<Database> {
  let isPooled = false
  const pool = openPool({
    connectionString,
    max: maxConnections,
    onConnect: async (client) => {
      isPooled = await leadsToPooler(client)
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
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) })
  const close = async () => {
    await prisma.$disconnect()
    await pool.end()
    if (!hasOneWay) await sessions.end()
  }
  return { connectionString, directString, pool, sessions, prisma, isPooled, close }
}

function openPool(options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    connectionTimeoutMillis: connectWithinMs,
    keepAlive: true,
    application_name: 'rungraph',
    ...options,
  })
  // The loss of an idle connection: the pool drops it, and the next query takes a new one.
  pool.on('error', () => {})
  return pool
}
