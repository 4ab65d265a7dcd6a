import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '../../src/database/connect.ts'
import { openBossDispatch } from '../../src/dispatch/boss-dispatch.ts'
import { lanes } from '../../src/domain/dispatch.ts'
import { createEmptyDatabase } from '../support/database.ts'

let connectionString: string
let client: pg.Client
let children: ChildProcess[]

beforeEach(async () => {
  children = []
  connectionString = await createEmptyDatabase()
  client = new pg.Client({ connectionString })
  await client.connect()
})

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  await client.end()
})

function start(): ChildProcess {
  const program = fileURLToPath(new URL('./installing-process.ts', import.meta.url))
  const child = fork(program, [connectionString], { execArgv: [] })
  children.push(child)
  return child
}

/** The last thing that the process says. */
async function endOf(child: ChildProcess): Promise<unknown> {
  let said: unknown
  child.on('message', (message) => {
    said = message
  })
  await once(child, 'exit')
  return said
}

/** Resolves when a statement of another waits for what this client holds. */
async function untilBlocked(): Promise<void> {
  const text = `select count(*)::int as blocked from pg_stat_activity
    where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`
  const blocked = async () => (await client.query<{ blocked: number }>(text)).rows[0]?.blocked
  await expect.poll(blocked, { timeout: 20_000 }).toBeGreaterThan(0)
}

/** The queue is there once and whole: every lane takes a job and gives it. */
async function expectWhole(): Promise<void> {
  const versions = await client.query('select version from pgboss.version')
  expect(versions.rows).toHaveLength(1)
  const queues = await client.query<{ name: string }>(
    `select name from pgboss.queue where name not like '\\_\\_%'`,
  )
  expect(queues.rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(lanes).toSorted())
  const database = await openDatabase(connectionString)
  const dispatch = await openBossDispatch({ pool: database.pool, report: () => undefined, isKeeper: false })
  try {
    expect(
      await dispatch.enqueue([
        { lane: 'runs', key: 'r' },
        { lane: 'gates', key: 'g' },
      ]),
    ).toBe(2)
  } finally {
    await dispatch.close()
    await database.close()
  }
}

describe('DUR-3 the queue of an empty database', () => {
  test('is installed once by ten processes that start at the same moment', { timeout: 90_000 }, async () => {
    const ends = await Promise.all(Array.from({ length: 10 }, () => endOf(start())))
    expect(ends).toEqual(ends.map(() => 'installed'))
    await expectWhole()
  })

  test('DUR-1 whose installation kill -9 interrupts is installed whole by the next start', {
    timeout: 60_000,
  }, async () => {
    // A table of the same name that is not committed yet: the installation waits for it half-way.
    await client.query('create schema pgboss')
    const holder = new pg.Client({ connectionString })
    await holder.connect()
    await holder.query('begin')
    await holder.query('create table pgboss.warning ()')
    const dying = start()
    await untilBlocked()
    dying.kill('SIGKILL')
    await once(dying, 'exit')
    const next = endOf(start())
    await holder.end()
    expect(await next).toBe('installed')
    await expectWhole()
  })
})
