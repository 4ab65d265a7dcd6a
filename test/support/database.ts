import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { copyTemplate, type TestDatabase } from '../../src/testing/test-database.ts'
import { withDatabase } from '../../src/testing/test-server.ts'
import { emptyAgain, fingerprintOf } from './empty-database.ts'

export { type TestDatabase, withDatabase }

export const templateDatabase = 'rungraph_template'

/** Each connection of a test plans each statement anew: a few are used often, where the default of a process would use many seldom. */
const maxConnections = 6

/**
 * A migrated, empty database on `server`: a copy of the template.
 * Default: the server of the vitest run, where the databases that earlier files of this process gave back are used again, with their
 * connections and the plans that these have made; elsewhere give it that of `startTestServer`.
 */
export async function createTestDatabase(server?: string): Promise<TestDatabase> {
  if (server !== undefined) return makeDatabase(server)
  return lend(unused.pop() ?? (await makeReusable(await serverOfTheRun())))
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

/** A database that is used by one test file after another. */
interface Reusable {
  readonly database: TestDatabase
  /** Of its tables as they were when it was made (`fingerprintOf`). */
  readonly fingerprint: string
}

/** Those that wait for the next test file of this process. */
const unused: Reusable[] = []

async function makeReusable(server: string): Promise<Reusable> {
  const database = await makeDatabase(server)
  return { database, fingerprint: await fingerprintOf(database.pool) }
}

/** Gives a database to a test. It is used again only if the test leaves nothing behind but rows. */
function lend(reusable: Reusable): TestDatabase {
  const { database, fingerprint } = reusable
  const lease: Lease = { isOver: false, onConnect: [] }
  const pool = leased(database.pool, lease)
  const drop = async () => {
    lease.isOver = true
    for (const listener of lease.onConnect) database.pool.off('connect', listener)
    if (await emptyAgain(database.pool, fingerprint)) unused.push(reusable)
    else await database.drop()
  }
  return { ...database, pool, sessions: pool, drop }
}

interface Lease {
  isOver: boolean
  /** What the test does with each new connection, beside the pool's own listener, without which a lost one would end the process. */
  readonly onConnect: Listener[]
}

type Listener = (client: pg.PoolClient) => void

/** A pool that gives no connection once its lease is over: what a test leaves running meets no other test. */
function leased(pool: pg.Pool, lease: Lease): pg.Pool {
  return new Proxy(pool, {
    get(target, key) {
      if (key === 'on')
        return (event: 'connect', listener: Listener) => {
          if (event === 'connect') lease.onConnect.push(listener)
          return target.on(event, listener)
        }
      const value: unknown = Reflect.get(target, key, target)
      if (typeof value !== 'function') return value
      const isOver = lease.isOver && (key === 'connect' || key === 'query')
      return isOver
        ? () => Promise.reject(new Error('The test has given its database back.'))
        : value.bind(target)
    },
  })
}

function makeDatabase(server: string): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  return copyTemplate(server, { template: templateDatabase, name, maxConnections })
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
