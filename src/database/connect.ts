import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { PrismaClient } from '../generated/prisma/client.ts'
import { unreachable } from './unreachable.ts'

/** One pool of connections and Prisma on top of it. */
export interface Database {
  readonly connectionString: string
  readonly pool: pg.Pool
  readonly prisma: PrismaClient
  /** Waits for queries under way, then closes every connection. */
  close(): Promise<void>
}

/** Connections of one process. Default of a PostgreSQL server: 100 for all. */
const maxConnections = 20
/** How long a query waits for a free or a new connection. */
const connectWithinMs = 4_000
/**
 * A server that does not answer in this time is out of reach: the connection is thrown away, for one that is half-open says nothing for
 * ever. Longer than a statement may take, so that the server's own word comes first wherever it can come.
 */
const answerWithinMs = 18_000
/**
 * What the server grants. The longest statements are reports over all runs of a project; what installs and migrates has a connection
 * of its own. A lock that is held for longer than `lock_timeout` is held by somebody who is cut off, whose transaction the server
 * then ends: otherwise it would find out when TCP does, in two hours, and the run in it would be nobody's until then.
 */
const patience = {
  text: `set statement_timeout = '15s'; set lock_timeout = '10s'; set idle_in_transaction_session_timeout = '10s'`,
  query_timeout: connectWithinMs,
}

/** Connects to a database. Errors: DATABASE_UNREACHABLE. */
export async function openDatabase(connectionString: string): Promise<Database> {
  const pool = new pg.Pool({
    connectionString,
    max: maxConnections,
    connectionTimeoutMillis: connectWithinMs,
    query_timeout: answerWithinMs,
    keepAlive: true,
    application_name: 'rungraph',
    // Not as parameters of the connection: a pooler between here and the server refuses those that it does not know.
    onConnect: async (client) => {
      await client.query(patience)
    },
  })
  // The loss of an idle connection: the pool drops it, and the next query takes a new one.
  pool.on('error', () => {})
  try {
    await pool.query('SELECT 1')
  } catch (error) {
    await pool.end()
    throw unreachable(error)
  }
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) })
  const close = async () => {
    await prisma.$disconnect()
    await pool.end()
  }
  return { connectionString, pool, prisma, close }
}
