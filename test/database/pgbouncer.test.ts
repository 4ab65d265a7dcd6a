import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type App, composeApp } from '../../src/app.ts'
import { type Database, openDatabase } from '../../src/database/connect.ts'
import { prepareStanding } from '../../src/database/prepare-session.ts'
import { messageOf } from '../../src/domain/errors.ts'
import { createPostgresWakeups } from '../../src/live/postgres-wakeups.ts'
import { readConfig } from '../../src/settings/config.ts'
import { createSubscriber } from '../http/subscriber.ts'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { forTest } from '../support/for-file.ts'
import { startTestPooler, type TestPooler, withoutPgBouncer } from '../support/pgbouncer.ts'
import { postJson } from '../support/post-json.ts'
import { openProcessFolder } from '../support/rungraph-process.ts'
import { throughPort } from '../support/through-port.ts'

describe('DUR-3 through PgBouncer that pools by transaction', () => {
  if (withoutPgBouncer !== null) return it.skip(withoutPgBouncer)

  let database: TestDatabase
  let pooler: TestPooler

  beforeAll(async () => {
    database = await createTestDatabase()
    // Fewer connections than those that use them: every transaction may meet another session.
    pooler = await startTestPooler(database.connectionString, { poolSize: 3 })
  })

  afterAll(async () => {
    await pooler.close()
    await database.drop()
  })

  describe('statements', () => {
    let pooled: Database

    beforeAll(async () => {
      pooled = await openDatabase(pooler.connectionString, database.connectionString)
    })

    afterAll(() => pooled.close())

    it('that have names go through, again and again, on all connections at once', async () => {
      expect([pooled.isPooled, database.isPooled]).toEqual([true, false])
      const ask = (n: number) =>
        pooled.pool.query<{ n: number }>({ name: 'doubled', text: 'select $1::int * 2 as n', values: [n] })
      const numbers = Array.from({ length: 200 }, (_, n) => n)
      const answers = await Promise.all(numbers.map(ask))
      expect(answers.map(({ rows }) => rows[0]?.n)).toEqual(numbers.map((n) => n * 2))
    })

    it('of Prisma go through, in transactions too', async () => {
      const counts = Array.from({ length: 30 }, () => pooled.prisma.run.count())
      const inTransactions = Array.from({ length: 10 }, () =>
        pooled.prisma.$transaction(async (tx) => (await tx.run.count()) + (await tx.agent.count())),
      )
      expect(new Set(await Promise.all([...counts, ...inTransactions]))).toEqual(new Set([0]))
    })

    it('that hold something in their session have connections of their own, past it', async () => {
      const held = await pooled.sessions.connect()
      try {
        await held.query('select pg_advisory_lock(1, 1)')
        const { rows } = await held.query('select pg_backend_pid() as pid')
        const { rows: holders } = await database.pool.query(
          `select pid from pg_locks where locktype = 'advisory' and classid = 1 and objid = 1`,
        )
        expect(holders).toEqual(rows)
      } finally {
        held.release(true)
      }
    })
  })

  it('wake-ups notice that they do not arrive, and report the remedy', async () => {
    const logged: string[] = []
    const wakeups = await createPostgresWakeups({
      connectionString: pooler.connectionString,
      prepare: prepareStanding,
      timing: { noteWithinMs: 500 },
      log: (line) => logged.push(line),
    })
    expect(wakeups.health()).toBe('degraded')
    expect(logged).toEqual([
      expect.stringContaining('set DATABASE_DIRECT_URL to the address of the server itself'),
    ])
    await wakeups.close()
  })

  describe('settings of the database', () => {
    let altered: TestDatabase
    let name: string

    beforeEach(async () => {
      altered = forTest(await createTestDatabase())
      name = new URL(altered.connectionString).pathname.slice(1)
    })

    afterEach(async () => {
      await altered.pool.query(`alter database ${name} reset all`)
    })

    const pooledUrl = () =>
      throughPort(altered.connectionString, Number(new URL(pooler.connectionString).port))

    it('that a pooled session cannot change are refused with the statement that changes them', async () => {
      const settings = {
        default_transaction_isolation: 'serializable',
        timezone: 'Asia/Kolkata',
        lock_timeout: '2ms',
        statement_timeout: '1ms',
      }
      for (const [setting, value] of Object.entries(settings))
        await altered.pool.query(`alter database ${name} set ${setting} = '${value}'`)
      const refusal = await openDatabase(pooledUrl(), altered.connectionString).catch(
        (error: unknown) => error,
      )
      expect(refusal).toMatchObject({ code: 'DATABASE_SETTING_UNUSABLE' })
      expect(messageOf(refusal).split('\n')).toEqual([
        expect.any(String),
        expect.stringContaining(`ALTER DATABASE ${name} SET TimeZone = 'UTC'; Then restart the pooler`),
        expect.stringContaining(
          `default_transaction_isolation = "serializable": Statements wait for rows that others write`,
        ),
        expect.stringContaining(`ALTER DATABASE ${name} SET lock_timeout = '1000';`),
        expect.stringMatching(
          `statement_timeout = "1ms": .* ALTER DATABASE ${name} SET statement_timeout = '1000';`,
        ),
      ])
    })

    it('that do no harm there are taken', async () => {
      const settings = { idle_session_timeout: '1s', datestyle: 'ISO, DMY', statement_timeout: '1h' }
      for (const [setting, value] of Object.entries(settings))
        await altered.pool.query(`alter database ${name} set ${setting} = '${value}'`)
      const opened = await openDatabase(pooledUrl(), altered.connectionString)
      expect(opened.isPooled).toBe(true)
      await opened.close()
    })
  })

  describe('an API and a worker', () => {
    const apps: App[] = []

    afterEach(async () => {
      for (const app of apps.splice(0)) await app.close()
    })

    async function open(role: 'api' | 'worker', direct: string, url: string) {
      const config = readConfig({
        DATABASE_URL: url,
        DATABASE_DIRECT_URL: direct,
        RUNGRAPH_ROLE: role,
        PORT: '0',
        RUNGRAPH_LOG_LEVEL: 'silent',
      })
      const app = await composeApp(config)
      apps.push(app)
      return (await app.start()).url ?? ''
    }

    it('migrate, take a run to its end and show it live', { timeout: 60_000 }, async () => {
      const direct = await createEmptyDatabase()
      const pooled = new URL(pooler.connectionString)
      pooled.pathname = new URL(direct).pathname
      const url = await open('api', direct, pooled.href)
      await open('worker', direct, pooled.href)
      const health = async () => (await fetch(`${url}/health/ready`)).json()
      const checks = {
        wakeups: { status: 'ready' },
        database: { status: 'ready' },
        process: { status: 'ready' },
        workers: { status: 'ready' },
      }
      await eventually(health).toEqual({ status: 'ready', checks })
      const subscriber = createSubscriber(`${url}/graphql`)
      const ids = await Promise.all(
        ['demo-tool-loop', 'demo-research', 'demo-subagents'].map((slug) => trigger(url, slug)),
      )
      const logs = await Promise.all(
        ids.map((id) =>
          subscriber.collect('subscription($id: ID!) { runEvents(runId: $id) { seq type } }', { id }),
        ),
      )
      await subscriber.dispose()
      for (const log of logs) {
        const events = log.map(({ data }) => data?.runEvents)
        expect(events).toEqual(events.map((_, place) => expect.objectContaining({ seq: place + 1 })))
        expect(events.at(-1)).toMatchObject({ type: 'RunCompleted' })
      }
    })
  })

  it('a process that nothing leads past it for says so, and gets runs done', {
    timeout: 60_000,
  }, async () => {
    const folder = forTest(await openProcessFolder())
    const server = await folder.start('start', {
      DATABASE_URL: pooler.connectionString,
      RUNGRAPH_LOG_LEVEL: 'warn',
    })
    expect(server.printed()).toContain('DATABASE_DIRECT_URL is not set')
    const { triggerRun } = await server.ask<{ triggerRun: { id: string } }>(
      'mutation { triggerRun(input: { agent: "demo-tool-loop", input: "Go." }) { ... on Run { id } } }',
    )
    const status = async () => {
      const { run } = await server.ask<{ run: { status: string } }>(
        'query($id: ID!) { run(id: $id) { status } }',
        triggerRun,
      )
      return run.status
    }
    await eventually(status).toBe('COMPLETED')
    expect((await server.kill('SIGTERM')).code).toBe(0)
  })
})

async function trigger(url: string, slug: string): Promise<string> {
  const query =
    'mutation($agent: ID!) { triggerRun(input: { agent: $agent, input: "Go." }) { ... on Run { id } } }'
  const response = await postJson(`${url}/graphql`, { query, variables: { agent: slug } })
  const answer: { data: { triggerRun: { id: string } } } = JSON.parse(await response.text())
  return answer.data.triggerRun.id
}
