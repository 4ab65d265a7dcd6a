import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { appendFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, expect, test } from 'vitest'
import { migrate } from '../../src/database/migrate.ts'
import { type PrivatePostgres, startPrivatePostgres } from '../../src/database/private-postgres.ts'

/** Messages of its first start. */
const said: string[] = []
const open = new Set<PrivatePostgres>()
const children = new Set<ChildProcess>()

const root = await mkdtemp(join(tmpdir(), 'rungraph private '))
/** A folder with a stopped server, for tests that do not need a first start. */
const prepared = join(root, 'prepared')
const server = await start(prepared, said)
await query(server.connectionString, 'CREATE TABLE kept (value text)')
await query(server.connectionString, `CREATE TABLE made AS SELECT 'at first' AS value`)
await server.close()

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  await Promise.all([...open].map((server) => server.close()))
  children.clear()
  open.clear()
})

afterAll(() => rm(root, { recursive: true, force: true }))

test('DUR-3 the first start creates the database, and the next one, with a relative folder, finds its rows', async () => {
  await untilStopped(prepared)
  expect(said.filter((line) => line.startsWith('Created'))).toHaveLength(1)
  const lines: string[] = []
  const { connectionString } = await start(relative(process.cwd(), prepared), lines)
  expect(await query(connectionString, 'SELECT value FROM made')).toEqual([{ value: 'at first' }])
  expect(lines.filter((line) => line.startsWith('Created'))).toEqual([])
})

test('DUR-3 only this machine can connect, and only with the password that its owner can read; a commit is on the disk before it is acknowledged', async () => {
  const { connectionString } = await start(prepared)
  const url = new URL(connectionString)
  expect(url.hostname).toBe('127.0.0.1')
  const listening = await query(connectionString, 'SHOW listen_addresses')
  expect(listening).toEqual([{ listen_addresses: '127.0.0.1' }])
  expect(await query(connectionString, 'SHOW fsync')).toEqual([{ fsync: 'on' }])
  expect(await query(connectionString, 'SHOW synchronous_commit')).toEqual([{ synchronous_commit: 'on' }])
  url.password = 'guess'
  await expect(query(url.href, 'SELECT 1')).rejects.toThrow('password authentication failed')
})

test('DUR-3 the engine connects as a role that is no superuser, owns the database, and reaches no file and no program', async () => {
  const { connectionString } = await start(await copyOfPrepared('engine role'))
  const role =
    'select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls from pg_roles where rolname = current_user'
  expect(Object.values((await query(connectionString, role))[0] ?? {})).toEqual(Array(5).fill(false))
  for (const statement of ["copy (select 1) to program 'true'", "copy (select 1) to '/tmp/rungraph-private'"])
    await expect(query(connectionString, statement)).rejects.toThrow('permission denied to COPY')
  await query(connectionString, 'drop table kept, made')
  const { applied } = await migrate({ connectionString, log: () => {} })
  expect(applied.length).toBeGreaterThan(0)
})

test('DUR-3 processes that start at the same moment on an empty folder share one server', async () => {
  const dataDir = join(root, 'shared')
  const users = await Promise.all([startUser(dataDir), startUser(dataDir), startUser(dataDir)])
  const servers = await Promise.all(
    users.map(({ connectionString }) =>
      query(connectionString, 'SELECT system_identifier::text FROM pg_control_system()'),
    ),
  )
  expect(new Set(servers.map((rows) => JSON.stringify(rows))).size).toBe(1)
})

test('DUR-3 the server stays while one of two processes uses it, and goes with the last', async () => {
  const [first, second] = await Promise.all([startUser(prepared), startUser(prepared)])
  await leave(first.process)
  expect(await query(second.connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  await leave(second.process)
  await untilStopped(prepared)
})

test('DUR-3 kill -9 of the only user stops the server, and every commit is there at the next start', async () => {
  const user = await startUser(prepared)
  await query(user.connectionString, `INSERT INTO kept VALUES ('before the kill')`)
  user.process.kill('SIGKILL')
  await untilStopped(prepared)

  const { connectionString } = await start(prepared)
  expect(await query(connectionString, 'SELECT value FROM kept')).toContainEqual({ value: 'before the kill' })
})

test('DUR-3 a server that is stopped before its starter has seen that it is there is started again', async () => {
  const dataDir = await copyOfPrepared('stopped at once')
  const file = join(dataDir, 'postgres', 'postmaster.pid')
  let starts = 0
  const { connectionString } = await start(dataDir, [], () => {
    starts += 1
    if (starts > 1) return
    // This process sees nothing meanwhile, as on a busy machine.
    while (!isReady(file)) standStill(20)
    process.kill(Number(readFileSync(file, 'utf8').split('\n')[0]), 'SIGINT')
    while (existsSync(file)) standStill(20)
  })
  expect(starts).toBe(2)
  expect(await query(connectionString, 'SELECT value FROM made')).toEqual([{ value: 'at first' }])
})

test('DUR-3 no watcher stops a server whose starter takes its time to enter', async () => {
  const dataDir = await copyOfPrepared('slow starter')
  const before = await readFile(join(dataDir, 'postgres.log'), 'utf8')
  const { connectionString } = await start(dataDir, [], () => standStill(4_000))
  expect(await query(connectionString, 'SELECT value FROM made')).toEqual([{ value: 'at first' }])
  const log = await readFile(join(dataDir, 'postgres.log'), 'utf8')
  expect(log.slice(before.length)).not.toContain('shutdown')
})

test('DUR-1 the server comes back under the same address when it is killed in use', async () => {
  const { connectionString } = await start(prepared)
  await query(connectionString, `INSERT INTO kept VALUES ('before the crash')`)
  process.kill(await postmasterPid(prepared), 'SIGKILL')
  await expect
    .poll(() => query(connectionString, 'SELECT value FROM kept').catch(() => []), { timeout: 15_000 })
    .toContainEqual({ value: 'before the crash' })
})

test('DUR-1 a killed server whose process number went to another program starts again', async () => {
  await untilStopped(prepared)
  const file = join(prepared, 'postgres', 'postmaster.pid')
  await writeFile(file, `${process.pid}\n${prepared}\n1700000000\n1\n\n127.0.0.1\n0 0\nready   \n`)
  const { connectionString } = await start(prepared)
  expect(await query(connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('DUR-3 the folder of another PostgreSQL version is refused with both versions named', async () => {
  const message = 'it holds a PostgreSQL 15 database, and this Rungraph brings PostgreSQL 18.'
  await withFile('PG_VERSION', Buffer.from('15\n'), () => expectUnusable(prepared, message))
})

test("DUR-3 a corrupt folder is refused in the server's own words", async () => {
  const file = 'global/pg_control'
  const corrupt = (await readFile(join(prepared, 'postgres', file))).fill(120, 100, 116)
  const message = 'FATAL: incorrect checksum in control file'
  await withFile(file, corrupt, () => expectUnusable(prepared, message))
})

test('DUR-3 a file in the place of a folder is refused', async () => {
  const file = join(root, 'file')
  await appendFile(file, '')
  await expectUnusable(file, 'a file is where a folder is expected.')
  await expectUnusable(join(file, 'below'), 'a file is where a folder is expected.')
})

test('DUR-3 a folder with other things in it is refused', async () => {
  const dataDir = join(root, 'foreign')
  await mkdir(join(dataDir, 'postgres'), { recursive: true })
  await writeFile(join(dataDir, 'postgres', 'notes.txt'), '')
  await expectUnusable(dataDir, 'neither empty nor a PostgreSQL data folder')
})

test('DUR-3 a missing password and a wrong one give different errors, and leave no server behind', async () => {
  const dataDir = await copyOfPrepared('password')
  const file = join(dataDir, 'postgres', 'rungraph-engine.password')
  await writeFile(file, 'wrong')
  await expectUnusable(dataDir, 'password authentication failed')
  await untilStopped(dataDir)
  await rm(file)
  await expectUnusable(dataDir, 'rungraph-engine.password is missing.')
})

async function start(
  dataDir: string,
  lines: string[] = [],
  onStarting: () => void = () => undefined,
): Promise<PrivatePostgres> {
  const server = await startPrivatePostgres({ dataDir, log: (line) => lines.push(line), onStarting })
  open.add(server)
  return server
}

/** Holds up the whole process. */
function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

function isReady(postmasterFile: string): boolean {
  return existsSync(postmasterFile) && readFileSync(postmasterFile, 'utf8').split('\n')[7]?.trim() === 'ready'
}

interface User {
  readonly process: ChildProcess
  readonly connectionString: string
}

async function startUser(dataDir: string): Promise<User> {
  const child = fork(fileURLToPath(new URL('./postgres-user.ts', import.meta.url)), [dataDir], {
    execArgv: [],
  })
  children.add(child)
  const [connectionString] = await once(child, 'message')
  return { process: child, connectionString: String(connectionString) }
}

async function leave(user: ChildProcess): Promise<void> {
  const gone = once(user, 'exit')
  user.send('leave')
  await gone
}

async function query(connectionString: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** A server takes its file away as the last thing that it does. */
async function untilStopped(dataDir: string): Promise<void> {
  const file = join(dataDir, 'postgres', 'postmaster.pid')
  await expect.poll(() => readFile(file).catch(() => 'stopped'), { timeout: 15_000 }).toBe('stopped')
}

async function postmasterPid(dataDir: string): Promise<number> {
  const [pid] = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
  return Number(pid)
}

/** Puts something else in the place of a file of the prepared folder, for as long as `work` takes. */
async function withFile(name: string, content: Buffer, work: () => Promise<void>): Promise<void> {
  await untilStopped(prepared)
  const file = join(prepared, 'postgres', name)
  const before = await readFile(file)
  await writeFile(file, content)
  try {
    await work()
  } finally {
    await writeFile(file, before)
  }
}

async function copyOfPrepared(name: string): Promise<string> {
  await untilStopped(prepared)
  const dataDir = join(root, name)
  await cp(prepared, dataDir, { recursive: true, preserveTimestamps: true })
  return dataDir
}

async function expectUnusable(dataDir: string, message: string): Promise<void> {
  await expect(start(dataDir)).rejects.toMatchObject({
    code: 'DATA_DIR_UNUSABLE',
    message: expect.stringContaining(message),
  })
}
