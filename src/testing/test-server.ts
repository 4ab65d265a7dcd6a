import { existsSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { openDatabase } from '../database/connect.ts'
import { database, superuser } from '../database/create-cluster.ts'
import { dataDirAt, readPassword } from '../database/data-dir.ts'
import { migrate } from '../database/migrate.ts'
import { migrationsFolder, readMigrations } from '../database/migration-files.ts'
import { readPostmasterFile } from '../database/postmaster-file.ts'
import { startPrivatePostgres } from '../database/private-postgres.ts'
import { installBossDispatch } from '../dispatch/boss-dispatch.ts'
import { sha256OfJson } from '../domain/hash.ts'

let server: Promise<string> | undefined

/**
 * The private PostgreSQL of a project's tests, as its superuser: the one that another process has started, or a new one. It runs until the
 * last process that uses it has ended, and its data stay for the next time. @throws DATA_DIR_UNUSABLE, DATABASE_BINARIES_MISSING
 */
export function sharedTestServer(): Promise<string> {
  server ??= startShared()
  return server
}

async function startShared(): Promise<string> {
  const dataDir = testDataDir(process.cwd())
  // It is never closed: the end of the process ends its use.
  await startPrivatePostgres({ dataDir, log: () => undefined, keepsProcess: false })
  const connectionString = await superuserAddress(dataDir)
  await onServer(connectionString, async (client) => {
    await relax(client)
    await dropAbandoned(client)
  })
  return connectionString
}

/** Below the nearest `node_modules`, as caches of tools are; else in the temporary folder. */
function testDataDir(from: string): string {
  const modules = join(from, 'node_modules')
  if (existsSync(modules)) return join(modules, '.cache/rungraph-testing')
  const parent = dirname(from)
  return parent === from ? join(tmpdir(), `rungraph-testing-${userInfo().username}`) : testDataDir(parent)
}

/** The server of a data folder as its superuser, who may make databases and roles. */
export async function superuserAddress(dataDir: string): Promise<string> {
  const dir = dataDirAt(dataDir)
  const file = await readPostmasterFile(dir)
  const password = encodeURIComponent(await readPassword(dir))
  return `postgresql://${superuser}:${password}@127.0.0.1:${file?.port}/${database}`
}

/** Settings for a test server: its data need not survive a crash of the machine, and never grows so large that it must be vacuumed. */
export async function relax(client: pg.Client): Promise<void> {
  for (const setting of ['fsync', 'full_page_writes', 'autovacuum', 'jit'])
    await client.query(`ALTER SYSTEM SET ${setting} = off`)
  await client.query('SELECT pg_reload_conf()')
}

/** Name of a test's database: the process that made it is in it. */
export function testDatabaseName(id: string): string {
  return `rungraph_test_${process.pid}_${id.replaceAll('-', '')}`
}

/** Removes databases of processes of this machine that ended without removing them. */
async function dropAbandoned(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ datname: string }>(
    `SELECT datname FROM pg_database WHERE datname ~ '^rungraph_test_[0-9]+_'`,
  )
  for (const { datname } of rows)
    if (!isAlive(Number(datname.split('_')[2])))
      await client.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`)
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Of the process; several processes wait for each other. */
const templates = new Map<string, Promise<string>>()

/**
 * The name of a migrated, empty database on a server, to be copied. One is made for each state of the schema, by the first process that
 * needs it.
 */
export function templateOn(connectionString: string): Promise<string> {
  const known = templates.get(connectionString) ?? findOrMakeTemplate(connectionString)
  templates.set(connectionString, known)
  return known
}

/** Taken while a template is made. */
const templateLock = 72_707_370

async function findOrMakeTemplate(connectionString: string): Promise<string> {
  const schema = await readMigrations(migrationsFolder)
  const name = `rungraph_template_${sha256OfJson(schema).slice(0, 16)}`
  await onServer(connectionString, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [templateLock])
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name])
    if (rowCount === 1) return
    await client.query(`DROP DATABASE IF EXISTS ${name}_new WITH (FORCE)`)
    await makeTemplate(client, connectionString, `${name}_new`)
    // Nobody finds one that is half made.
    await client.query(`ALTER DATABASE ${name}_new RENAME TO ${name}`)
  })
  return name
}

/** Makes a migrated, empty database. */
export async function makeTemplate(client: pg.Client, connectionString: string, name: string): Promise<void> {
  await client.query(`CREATE DATABASE ${name}`)
  const template = withDatabase(connectionString, name)
  await migrate({ connectionString: template, log: () => undefined })
  const opened = await openDatabase(template)
  await installBossDispatch(opened.pool).finally(() => opened.close())
}

export function withDatabase(connectionString: string, name: string): string {
  const url = new URL(connectionString)
  url.pathname = `/${name}`
  return url.href
}

/** Does something on a connection of its own. */
export async function onServer<Result>(
  connectionString: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
