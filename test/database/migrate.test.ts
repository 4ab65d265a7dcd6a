import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate } from '../../src/database/migrate.ts'
import { migrationsFolder, readMigrations } from '../../src/database/migration-files.ts'
import { createEmptyDatabase, withDatabase } from '../support/database.ts'

let folder: string
let connectionString: string
let client: pg.Client

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rungraph-migrations-'))
  connectionString = await createEmptyDatabase()
  client = new pg.Client({ connectionString })
  await client.connect()
})

afterEach(async () => {
  await client.end()
  await rm(folder, { recursive: true, force: true })
})

test('DUR-3 an empty database gets the whole schema, and a second call finds nothing to do', async () => {
  const lines: string[] = []
  const names = (await readMigrations(migrationsFolder)).map(({ name }) => name)
  const options = { connectionString, log: (line: string, level: string) => lines.push(`${level} ${line}`) }
  expect(await migrate(options)).toEqual({ applied: names })
  expect(await migrate(options)).toEqual({ applied: [] })
  expect(lines).toEqual([
    ...names.map((name) => `debug Applied the migration ${name}.`),
    `info Applied ${names.length} migrations, from ${names[0]} to ${names.at(-1)}.`,
  ])
  expect(await rowsOf('SELECT count(*)::int AS runs FROM "Run"')).toEqual([{ runs: 0 }])
})

test('DUR-3 of four processes that migrate at the same moment exactly one applies each migration', async () => {
  await write('1_first', 'CREATE TABLE one (id int); SELECT pg_sleep(0.1);')
  await write('2_second', 'CREATE TABLE two (id int);')
  const applied = await Promise.all([1, 2, 3, 4].map(() => migrateInProcess()))
  expect(applied.flat().toSorted()).toEqual(['1_first', '2_second'])
})

test('DUR-1 a migration that kill -9 interrupts leaves nothing, and the next start applies it whole', async () => {
  await write('1_slow', 'CREATE TABLE one (id int); SELECT pg_advisory_lock(42); CREATE TABLE two (id int);')
  await client.query('SELECT pg_advisory_lock(42)')
  const child = startProcess()
  await expect.poll(() => rowsOf(`SELECT 1 AS waits FROM pg_locks WHERE NOT granted`)).not.toEqual([])
  child.kill('SIGKILL')
  await once(child, 'exit')
  await client.query('SELECT pg_advisory_unlock(42)')

  expect(await apply()).toEqual(['1_slow'])
  expect(await recordedMigrations()).toEqual(['1_slow'])
})

test('DUR-3 statements are not split within a function or a text', async () => {
  await write(
    '1_function',
    `CREATE FUNCTION f() RETURNS text LANGUAGE plpgsql AS $$ BEGIN RETURN 'a;b'; END; $$;`,
  )
  await apply()
  expect(await rowsOf('SELECT f()')).toEqual([{ f: 'a;b' }])
})

test('DUR-3 a failed migration is reported with its name and cause, and keeps nothing', async () => {
  await write('1_good', 'CREATE TABLE one (id int);')
  await write('2_bad', 'CREATE TABLE two (id int); SELECT * FROM absent;')
  await expect(apply()).rejects.toMatchObject({
    code: 'DATABASE_MIGRATION_FAILED',
    message: expect.stringContaining('2_bad: relation "absent" does not exist.'),
  })
  expect(await rowsOf(`SELECT to_regclass('two') AS two`)).toEqual([{ two: null }])
  expect(await recordedMigrations()).toEqual(['1_good'])

  await write('2_bad', 'CREATE TABLE two (id int);')
  expect(await apply()).toEqual(['2_bad'])
})

test("DUR-3 a failure that Prisma's own command left is reported with the remedy", async () => {
  await write('1_first', 'CREATE TABLE one (id int);')
  await apply()
  await client.query(`UPDATE _prisma_migrations SET finished_at = NULL, logs = 'out of luck'`)
  await expectRefusal('npx prisma migrate resolve --rolled-back 1_first')
})

test('DUR-3 a database that is newer than the program is refused, naming the unknown migrations', async () => {
  await write('1_first', 'CREATE TABLE one (id int);')
  await write('2_newer', 'CREATE TABLE two (id int);')
  await apply()
  await rm(join(folder, '2_newer'), { recursive: true })
  await expectRefusal('does not know: 2_newer. It is used by a newer Rungraph')
})

test('DUR-3 a migration that was edited after it was applied is refused', async () => {
  await write('1_first', 'CREATE TABLE one (id int);')
  await apply()
  await write('1_first', 'CREATE TABLE one (id bigint);')
  await expectRefusal('prisma/migrations/1_first was edited')
})

test("DUR-3 another system's line ends are not an edit", async () => {
  await write('1_first', 'CREATE TABLE one (\n  id int\n);\n')
  await apply()
  await write('1_first', 'CREATE TABLE one (\r\n  id int\r\n);\r\n')
  expect(await apply()).toEqual([])
})

test('DUR-3 a server that is not there is reported as unreachable', async () => {
  const absent = withDatabase(connectionString, 'absent')
  await expect(migrate({ connectionString: absent, folder, log: () => {} })).rejects.toMatchObject({
    code: 'DATABASE_UNREACHABLE',
  })
})

async function write(name: string, sql: string): Promise<void> {
  await mkdir(join(folder, name), { recursive: true })
  await writeFile(join(folder, name, 'migration.sql'), sql)
}

async function apply(): Promise<readonly string[]> {
  return (await migrate({ connectionString, folder, log: () => {} })).applied
}

function startProcess() {
  const program = fileURLToPath(new URL('./migrating-process.ts', import.meta.url))
  return fork(program, [connectionString, folder], { execArgv: [] })
}

async function migrateInProcess(): Promise<readonly unknown[]> {
  const [applied] = await once(startProcess(), 'message')
  return Array.isArray(applied) ? applied : []
}

async function rowsOf(sql: string): Promise<unknown[]> {
  return (await client.query(sql)).rows
}

async function recordedMigrations(): Promise<readonly string[]> {
  const sql = 'SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL ORDER BY 1'
  return (await client.query<{ name: string }>(sql)).rows.map(({ name }) => name)
}

async function expectRefusal(reason: string): Promise<void> {
  await expect(apply()).rejects.toMatchObject({
    code: 'DATABASE_MIGRATION_FAILED',
    message: expect.stringContaining(reason),
  })
}
