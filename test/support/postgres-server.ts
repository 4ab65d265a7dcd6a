import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { compileIfChanged } from '../../src/compile.ts'
import { openDatabase } from '../../src/database/connect.ts'
import { database, superuser } from '../../src/database/create-cluster.ts'
import { dataDirAt, readPassword } from '../../src/database/data-dir.ts'
import { migrate } from '../../src/database/migrate.ts'
import { readPostmasterFile } from '../../src/database/postmaster-file.ts'
import { startPrivatePostgres } from '../../src/database/private-postgres.ts'
import { installBossDispatch } from '../../src/dispatch/boss-dispatch.ts'
import { templateDatabase, withDatabase } from './database.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The server of this test run, as `createTestDatabase` takes it. */
    readonly postgres: string
  }
}

/** vitest's global set-up: one server for the whole run, and the program that tests start as a process. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const [server] = await Promise.all([startTestServer(), compileIfChanged()])
  project.provide('postgres', server.connectionString)
  return () => server.close()
}

export interface TestServer {
  readonly connectionString: string
  close(): Promise<void>
}

/** A private PostgreSQL in a temporary folder with a migrated template for `createTestDatabase`. */
export async function startTestServer(): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'rungraph-test-'))
  const server = await startPrivatePostgres({ dataDir, log: () => {} })
  const connectionString = await superuserAddress(dataDir)
  const close = async () => {
    await server.close()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    await createTemplate(dataDir, connectionString)
    return { connectionString, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** The server of a data folder as its superuser, who may make databases and roles. */
export async function superuserAddress(dataDir: string): Promise<string> {
  const dir = dataDirAt(dataDir)
  const file = await readPostmasterFile(dir)
  const password = encodeURIComponent(await readPassword(dir))
  return `postgresql://${superuser}:${password}@127.0.0.1:${file?.port}/${database}`
}

async function createTemplate(dataDir: string, connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    // Nothing here outlives the run, nor comes to the size at which it is to be tidied up.
    for (const setting of ['fsync', 'full_page_writes', 'autovacuum', 'jit'])
      await client.query(`ALTER SYSTEM SET ${setting} = off`)
    // A connection of a test asks each statement a few times, and most of their time is planning: once each, not once a question.
    await client.query('ALTER SYSTEM SET plan_cache_mode = force_generic_plan')
    // A run makes thousands of connections, and the proof of a password is half the cost of each.
    await writeFile(join(dataDirAt(dataDir).cluster, 'pg_hba.conf'), 'host all all 127.0.0.1/32 trust\n')
    await client.query('SELECT pg_reload_conf()')
    await client.query(`CREATE DATABASE ${templateDatabase}`)
  } finally {
    await client.end()
  }
  const template = withDatabase(connectionString, templateDatabase)
  await migrate({ connectionString: template, log: () => {} })
  await installDispatch(template)
}

async function installDispatch(connectionString: string): Promise<void> {
  const opened = await openDatabase(connectionString)
  await installBossDispatch(opened.pool).finally(() => opened.close())
}
