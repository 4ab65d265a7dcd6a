import { randomUUID } from 'node:crypto'
import { type Database, openDatabase } from '../database/connect.ts'
import { onServer, sharedTestServer, templateOn, testDatabaseName, withDatabase } from './test-server.ts'

/** A database of one test. */
export interface TestDatabase extends Database {
  /** Closes it and removes it from the server. */
  drop(): Promise<void>
}

/** A test reads a row now and then. */
const maxConnections = 2

/** A migrated, empty database: a copy of the template of `server`; default: of the private PostgreSQL that tests share. */
export async function createTestDatabase(server?: string): Promise<TestDatabase> {
  const at = server ?? (await sharedTestServer())
  const template = await templateOn(at)
  return copyTemplate(at, { template, name: testDatabaseName(randomUUID()), maxConnections })
}

/** A copy of a template, opened. */
export async function copyTemplate(
  server: string,
  { template, name, maxConnections: max }: { template: string; name: string; maxConnections: number },
): Promise<TestDatabase> {
  await onServer(server, async (client) => {
    // PostgreSQL 13 and 14 copy files in any case, and know no strategy.
    const { rows } = await client.query<{ version: number }>(
      "SELECT current_setting('server_version_num')::int AS version",
    )
    const strategy = (rows[0]?.version ?? 0) >= 150_000 ? 'STRATEGY FILE_COPY' : ''
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template} ${strategy}`)
  })
  const connectionString = withDatabase(server, name)
  const options = { max, idleTimeoutMillis: 0, allowExitOnIdle: true }
  const database = await openDatabase(connectionString, connectionString, options)
  const drop = async () => {
    if (!database.pool.ending) await database.close()
    await onServer(server, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))
  }
  return { ...database, drop }
}
