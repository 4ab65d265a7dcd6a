import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { type Database, openDatabase } from '../../src/database/connect.ts'

export const templateDatabase = 'rungraph_template'

/** Each connection of a test plans each statement anew: a few are used often, where the default of a process would use many seldom. */
const maxConnections = 6

/** A database of one test file. */
export interface TestDatabase extends Database {
  /** Closes it and removes it from the server. */
  drop(): Promise<void>
}

/**
 * A migrated, empty database on `server`: a copy of the template.
 * Default: the server of the vitest run; elsewhere give it that of `startTestServer`.
 */
export async function createTestDatabase(server?: string): Promise<TestDatabase> {
  const at = server ?? (await serverOfTheRun())
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onServer(at, `CREATE DATABASE ${name} TEMPLATE ${templateDatabase} STRATEGY FILE_COPY`)
  const connectionString = withDatabase(at, name)
  const database = await openDatabase(connectionString, connectionString, maxConnections)
  const drop = async () => {
    await database.close()
    await onServer(at, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  }
  return { ...database, drop }
}

/** An empty database without any table, for tests of the migrations. */
export async function createEmptyDatabase(server?: string): Promise<string> {
  const at = server ?? (await serverOfTheRun())
  const name = `empty_${randomUUID().replaceAll('-', '')}`
  await onServer(at, `CREATE DATABASE ${name}`)
  return withDatabase(at, name)
}

/** An empty database and a role that owns it and has no other right, as a SQL relic is to be given. */
export async function createOwnedDatabase(server?: string): Promise<string> {
  const at = server ?? (await serverOfTheRun())
  const url = new URL(await createEmptyDatabase(at))
  const role = `owner_${randomUUID().replaceAll('-', '')}`
  await onServer(at, `CREATE ROLE ${role} LOGIN PASSWORD 'owner'`)
  await onServer(at, `ALTER DATABASE ${url.pathname.slice(1)} OWNER TO ${role}`)
  return Object.assign(url, { username: role, password: 'owner' }).href
}

export function withDatabase(connectionString: string, name: string): string {
  const url = new URL(connectionString)
  url.pathname = `/${name}`
  return url.href
}

/** vitest is there only within its run; outside of one this file must load without it. */
async function serverOfTheRun(): Promise<string> {
  const { inject } = await import('vitest')
  return inject('postgres')
}

/** The connections of this process that make and remove databases, by server. Idle ones keep no process alive. */
const pools = new Map<string, pg.Pool>()

async function onServer(connectionString: string, sql: string): Promise<void> {
  const pool = pools.get(connectionString) ?? openPool(connectionString)
  pools.set(connectionString, pool)
  await pool.query(sql)
}

function openPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 2, idleTimeoutMillis: 0, allowExitOnIdle: true })
  // The server may end before this process: the pool drops the connection.
  pool.on('error', () => undefined)
  return pool
}
