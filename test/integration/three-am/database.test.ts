import pg from 'pg'
import { expect } from 'vitest'
import { DataFolder } from '../../chaos/servers/data-folder.ts'
import { PostgresServer } from '../../chaos/servers/postgres.ts'
import { forFile, forTest } from '../../support/for-file.ts'
import { openThreeAm, soon, type ThreeAmStage } from './stage.ts'
import { tryRows } from './try-rows.ts'

const server = forFile(await PostgresServer.open(async () => undefined))
// As a primary that has replicas.
await server.configure({ wal_level: 'replica', max_wal_senders: '4', max_replication_slots: '4' })

/** A disk of its own; `null` where this user may not mount one. */
const disk = await DataFolder.open({ diskMegabytes: 160 }).catch(() => null)
if (disk !== null) forFile(disk)

/** With a database of its own on the server of this file, which processes migrate. */
async function open(env: Readonly<Record<string, string>> = {}): Promise<ThreeAmStage> {
  const name = await server.createDatabase({ isEmpty: true })
  const stage = forTest(await openThreeAm({ DATABASE_URL: server.url(name), ...env }))
  await stage.start('start')
  return stage
}

const nameOf = ({ env }: ThreeAmStage) => new URL(env.DATABASE_URL ?? '').pathname.slice(1)

/** A session of another program, which does something and goes on to hold what it has. */
async function hold(stage: ThreeAmStage, ...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: stage.env.DATABASE_URL, application_name: 'a report' })
  client.on('error', () => undefined) // the remedy ends it
  await client.connect()
  for (const statement of statements) await client.query(statement)
  forTest({ close: () => client.end().catch(() => undefined) })
}

function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  )
}

async function answers(stage: ThreeAmStage): Promise<void> {
  const run = await stage.trigger('demo-chat')
  await soon(() => stage.statusOf(run)).toBe('COMPLETED')
}

/** The first number of the first row of what psql printed that has these words. */
function pidIn(printed: string, words: string, nth = 1): string {
  const row = printed.split('\n').find((line) => line.includes(words)) ?? ''
  return row.split('|')[nth - 1]?.trim() ?? ''
}

tryRows(
  'database',
  {
    'database-down': async (row) => {
      const stage = await open()
      await server.stop('fast')
      await stage.sees(row)
      await server.start()
      await stage.healed(row)
      await answers(stage)
    },

    'rows-locked': async (row) => {
      const stage = await open()
      await hold(stage, 'begin', 'select 1 from "Project" for no key update')
      const run = await stage.trigger('demo-chat')
      const printed = await stage.sees(row)
      await stage.sh(row.repair ?? '', { BLOCKER: pidIn(printed, 'idle in transaction', 2) })
      await stage.healed(row)
      await soon(() => stage.statusOf(run)).toBe('COMPLETED')
    },

    'connections-full': async (row) => {
      const stage = await open()
      const taken: pg.Client[] = []
      await server.configure({ max_connections: '40' })
      forTest({ close: () => server.configure({ max_connections: '400' }) })
      await answers(stage)
      // Each that Rungraph loses is taken by the other program.
      const take = async () => {
        for (;;) {
          const client = new pg.Client({ connectionString: server.url('postgres') })
          client.on('error', () => undefined)
          if (!(await succeeds(client.connect()))) return
          taken.push(client)
        }
      }
      await take()
      for (let round = 0; round < 20 && taken.length < 39; round += 1) {
        await taken[0]?.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'rungraph%'`,
        )
        await take()
      }
      await stage.sees(row)
      await Promise.all(taken.map((client) => client.end()))
      await stage.healed(row)
      await answers(stage)
    },

    'read-only': async (row) => {
      const stage = await open()
      const name = nameOf(stage)
      await server.onServer(`alter database ${name} set default_transaction_read_only = on`)
      await server.onServer(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
      )
      await stage.sees(row)
      await stage.sh(row.repair ?? '', { NAME: name })
      await stage.healed(row)
      await soon(() => stage.sh('ready')).toBe('{}\n')
      await answers(stage)
    },

    'disk-full': async (row) => {
      if (disk === null) throw new Error('There is no disk.')
      const stage = forTest(await openThreeAm({ RUNGRAPH_DATA_DIR: disk.path, PGDATA: disk.path }))
      await stage.start('start')
      await disk.fill()
      const input = 'x'.repeat(200_000)
      const isAccepted = () => succeeds(stage.trigger('demo-chat', `, context: { text: "${input}" }`))
      await soon(isAccepted).toBe(false)
      await stage.sees(row)
      await disk.free()
      await stage.healed(row)
      await answers(stage)
    },

    'replication-slot': async (row) => {
      const stage = await open()
      await server.onServer(`select pg_create_physical_replication_slot('gone', true)`)
      const printed = await stage.sees(row)
      await stage.sh(row.repair ?? '', { SLOT: pidIn(printed, '| f') })
      await stage.healed(row)
    },

    'old-transaction': async (row) => {
      const stage = await open()
      const feed = follow(stage)
      await hold(stage, 'begin', 'select pg_current_xact_id()')
      await answers(stage)
      const printed = await stage.sees(row)
      expect(feed.text()).not.toContain('RunCompleted')
      await stage.sh(row.repair ?? '', { PID: pidIn(printed, 'idle in transaction') })
      await soon(feed.text).toContain('RunCompleted')
      await stage.healed(row)
    },

    'standby-away': async (row) => {
      const stage = await open()
      await server.reload({ synchronous_standby_names: 'gone' })
      forTest({ close: () => server.reload({ synchronous_standby_names: '' }) })
      const run = stage.trigger('demo-chat').catch(() => 'not known')
      await stage.sees(row)
      expect(await stage.sh(row.repair ?? '')).toContain('t')
      await run
      await stage.healed(row)
      await answers(stage)
    },

    'newer-schema': async (row) => {
      const stage = await open()
      const name = nameOf(stage)
      const later = new pg.Client({ connectionString: server.url(name) })
      await later.connect()
      forTest({ close: () => later.end() })
      await later.query(
        `insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
         values (gen_random_uuid(), 'later', '29991231000000_later', now(), 1)`,
      )
      await stage.sees(row)
      await expect(stage.start('worker')).rejects.toThrow('The database schema could not be migrated')
      await later.query(`delete from _prisma_migrations where checksum = 'later'`)
      await stage.healed(row)
      await stage.start('worker')
    },
  },
  { 'disk-full': disk === null ? 'This user may not mount a disk.' : null },
)

/** The events of the project, as server-sent events. */
function follow(stage: ThreeAmStage): { text(): string } {
  const closing = new AbortController()
  forTest({ close: () => closing.abort() })
  let text = ''
  const read = async () => {
    const response = await fetch(`${stage.env.API}/graphql`, {
      method: 'POST',
      headers: { accept: 'text/event-stream', 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'subscription { projectEvents { type } }' }),
      signal: closing.signal,
    })
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true })
  }
  read().catch(() => undefined) // the test is over
  return { text: () => text }
}
