import { connect, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { openDatabase } from '../../src/database/connect.ts'
import { connectWithRetry } from '../../src/database/connect-with-retry.ts'
import { TcpProxy } from '../chaos/servers/tcp-proxy.ts'
import { createTestDatabase, withDatabase } from '../support/database.ts'
import { forFile, forTest } from '../support/for-file.ts'
import { listenOnLoopback } from '../support/free-port.ts'
import { throughPort } from '../support/through-port.ts'

const database = forFile(await createTestDatabase())

test('DUR-3 Prisma and plain SQL share one pool and see the same rows', async () => {
  await database.prisma.project.create({
    data: { id: '00000000-0000-7000-8000-000000000001', slug: 'default', name: 'Default' },
  })
  const { rows } = await database.pool.query('SELECT slug FROM "Project"')
  expect(rows).toEqual([{ slug: 'default' }])
})

test('DUR-3 the loss of every connection crashes nothing, and the next query goes through', async () => {
  const other = forTest(await openDatabase(database.connectionString))
  await Promise.all([1, 2, 3].map(() => other.pool.query('SELECT pg_sleep(0.01)')))
  const lost = new Promise((resolve) => other.pool.once('error', resolve))
  await database.pool.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  )
  await lost
  await expect.poll(() => other.prisma.project.count()).toBeGreaterThanOrEqual(0)
})

test.each([
  ['openDatabase', openDatabase],
  ['connectWithRetry', connectWithRetry],
])(
  'DUR-3 %s begins another session where the server ends the first ones while they are prepared',
  async (_, open) => {
    const line = forTest(await openCutLine(database.connectionString, 3))
    const other = await open(line.connectionString)
    const pool = 'pool' in other ? other.pool : other
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
    expect(line.cuts()).toBe(3)
    await ('close' in other ? other.close() : other.end())
  },
)

test('DUR-3 an end that comes in one packet with an answer crashes nothing, and the next query goes through', async () => {
  const network = forTest(await TcpProxy.open(Number(new URL(database.connectionString).port)))
  const other = forTest(
    await openDatabase(
      `${throughPort(database.connectionString, network.port)}?application_name=lost`,
      undefined,
      { max: 1 },
    ),
  )
  const { rows } = await other.pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const answered = other.pool.query('SELECT pg_sleep(0.2)')
  const next = other.pool.connect()
  const ofBackend = (what: string) =>
    database.pool.query(`SELECT ${what} AS seen FROM pg_stat_activity WHERE pid = $1`, [rows[0]?.pid])
  const backend = async () => (await ofBackend(`coalesce(wait_event, 'none')`)).rows[0]?.seen
  await expect.poll(backend).toBe('PgSleep')
  network.silence()
  await expect.poll(backend).toBe('ClientRead')
  await ofBackend('pg_terminate_backend(pid)')
  await expect.poll(backend).toBe(undefined)
  network.restore()
  await answered
  const client = await next
  await expect(client.query('SELECT 1')).rejects.toThrow()
  client.release()
  await expect.poll(() => other.prisma.project.count()).toBeGreaterThanOrEqual(0)
})

test('DUR-3 a database that is not there is reported as unreachable, with the reason', async () => {
  const absent = withDatabase(database.connectionString, 'absent')
  await expect(openDatabase(absent)).rejects.toMatchObject({
    code: 'DATABASE_UNREACHABLE',
    message: expect.stringContaining('database "absent" does not exist'),
  })
})

test('DUR-3 a server that is not there is reported as unreachable, with the address', async () => {
  await expect(openDatabase('postgresql://nobody@127.0.0.1:1/none')).rejects.toMatchObject({
    code: 'DATABASE_UNREACHABLE',
    message: expect.stringContaining('127.0.0.1:1'),
  })
})

test('DUR-3 text search uses the trigram index, in any script and case', async () => {
  const client = await database.pool.connect()
  try {
    await client.query('SET enable_seqscan = off')
    const { rows } = await client.query(
      `EXPLAIN (FORMAT JSON) SELECT id FROM "Run" WHERE left("input", 10000) ILIKE '%Привет%'`,
    )
    expect(JSON.stringify(rows)).toContain('Run_input_search_idx')
    const { rows: matches } = await client.query(`SELECT 'ПРИВЕТ, ÜBER' ILIKE '%привет, über%' AS found`)
    expect(matches).toEqual([{ found: true }])
  } finally {
    client.release(true)
  }
})

/** A proxy that ends the first `count` connections with their first statement, as a server does that is told to end sessions so soon. */
async function openCutLine(connectionString: string, count: number) {
  let cuts = 0
  const server = createServer((near) => {
    const far = connect(Number(new URL(connectionString).port), '127.0.0.1')
    near.on('error', () => far.destroy())
    far.on('error', () => near.destroy())
    far.pipe(near)
    near.on('data', (bytes) => {
      const isStatement = bytes[0] === 'Q'.charCodeAt(0) || bytes[0] === 'P'.charCodeAt(0)
      if (!isStatement || cuts >= count) far.write(bytes)
      else {
        cuts += 1
        near.destroy()
        far.destroy()
      }
    })
    near.once('close', () => far.destroy())
  })
  return {
    connectionString: throughPort(connectionString, await listenOnLoopback(server)),
    cuts: () => cuts,
    close: () => server.close(),
  }
}
