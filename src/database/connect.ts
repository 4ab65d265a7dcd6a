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
const connectWithinMs = 10_000

/** Connects to a database. Errors: DATABASE_UNREACHABLE. */
export async function openDatabase(connectionString: string): Promise<Database> {
  const pool = new pg.Pool({
    connectionString,
    max: maxConnections,
    connectionTimeoutMillis: connectWithinMs,
    keepAlive: true,
    application_name: 'rungraph',
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
