import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { PrismaClient } from '../generated/prisma/client.ts'
import { firstAnswer, surviveLosses, unreachable } from './connect-with-retry.ts'
import { type PreparedSession, prepareSession } from './prepare-session.ts'
import { watchWriters } from './writer-watch.ts'

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
/**
 * A server that does not answer in this time is out of reach: the connection is thrown away, for one that is half-open says nothing for
 * ever. Longer than a statement may take, so that the server's own word comes first wherever it can come.
 */
const answerWithinMs = 18_000

/**
 * Connects to a database, through a pooler or not: `directString` leads past it. A pooler may pool by transaction, with two exceptions: the
 * connections of `sessions`, and the names of prepared statements, which are dropped there. `options` are those of `pool`.
 * @throws DATABASE_UNREACHABLE, DATABASE_SETTING_UNUSABLE
 */
export async function openDatabase(
  connectionString: string,
  directString: string = connectionString,
  options: Pick<pg.PoolConfig, 'max' | 'idleTimeoutMillis' | 'allowExitOnIdle'> = {},
): Promise<Database> {
  let isPooled = false
  const pool = openPool({ connectionString, max: maxConnections, ...options }, (session) => {
    isPooled = session.isPooled
  })
  try {
    await firstAnswer(pool)
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

function openPool(
  options: pg.PoolConfig,
  onPrepared: (session: PreparedSession) => void = () => {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionTimeoutMillis: connectWithinMs,
    query_timeout: answerWithinMs,
    keepAlive: true,
    application_name: 'rungraph',
    ...options,
    onConnect: async (client) => {
      const session = await prepareSession(client, 'serving')
      if (session.isPooled) dropStatementNames(client)
      watchWriter(client, session)
      onPrepared(session)
    },
  })
  surviveLosses(pool)
  const watchWriter = watchWriters(pool)
  return pool
}

/**
 * Has the client prepare every statement anew: where each transaction may meet another session of the server, a statement of that name does
 * not exist there, or exists already. PgBouncer before 1.21 has no remedy; later ones do only where it is configured.
 */
function dropStatementNames(client: pg.ClientBase): void {
  const { query } = client
  Object.assign(client, {
    query: (statement: unknown, ...rest: readonly unknown[]): unknown =>
      Reflect.apply(query, client, [withoutName(statement), ...rest]),
  })
}

function withoutName(statement: unknown): unknown {
  const isConfig = typeof statement === 'object' && statement !== null && !('submit' in statement)
  return isConfig ? { ...statement, name: undefined } : statement
}

/** Prisma that is made when it is used for the first time. */
interface LazyPrisma {
  readonly prisma: PrismaClient
  close(): Promise<void>
}

/**
 * Prisma on a pool of connections. A client takes 10 MB of memory and 30 ms of a start, and a worker or a server that nobody has asked
 * anything needs none.
 */
function createLazyPrisma(pool: pg.Pool): LazyPrisma {
  let made: PrismaClient | undefined
  const client = () => {
    made ??= new PrismaClient({ adapter: new PrismaPg(pool) })
    return made
  }
  const target: PrismaClient = Object.create(PrismaClient.prototype)
  const prisma = new Proxy(target, {
    get: (_, key) => {
      const value: unknown = Reflect.get(client(), key)
      return typeof value === 'function' ? value.bind(client()) : value
    },
    has: (_, key) => Reflect.has(client(), key),
  })
  return { prisma, close: async () => made?.$disconnect() }
}
