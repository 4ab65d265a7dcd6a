import { createHash } from 'node:crypto'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../src/database/connect.ts'
import { connectWithRetry } from '../../src/database/connect-with-retry.ts'
import { prepareSession, prepareStanding, type SessionUse } from '../../src/database/prepare-session.ts'
import { createPostgresWakeups } from '../../src/live/postgres-wakeups.ts'
import { createApiKeyStore } from '../../src/store/api-key-store.ts'
import { ensureProject } from '../../src/store/project-store.ts'
import { holdLiveness } from '../../src/store/runs/worker-liveness.ts'
import { createTestDatabase } from '../support/database.ts'
import { forFile, forTest } from '../support/for-file.ts'

let role: string

const database = forFile(await createTestDatabase())

/** A role that is no superuser, and may read and write all tables. */
beforeEach(async () => {
  role = `app_${crypto.randomUUID().replaceAll('-', '')}`
  await database.pool.query(`create role ${role} login in role pg_read_all_data, pg_write_all_data`)
})
afterEach(() => database.pool.query(`drop role ${role}`))

const urlOf = () => Object.assign(new URL(database.connectionString), { username: role, password: '' }).href

async function alterRole(settings: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(settings))
    await database.pool.query(`alter role ${role} set ${name} = '${value}'`)
}

/** The values of settings in a session that was prepared. */
async function prepared(names: readonly string[], use: SessionUse): Promise<readonly (string | undefined)[]> {
  const client = new pg.Client({ connectionString: urlOf() })
  await client.connect()
  try {
    await prepareSession(client, use)
    const shown = names.map((name) => `current_setting('${name}') as ${name}`)
    const { rows } = await client.query<Record<string, string>>(`select ${shown.join(', ')}`)
    return names.map((name) => rows[0]?.[name])
  } finally {
    await client.end()
  }
}

const fixed = [
  ['default_transaction_isolation', 'serializable', 'read committed'],
  ['default_transaction_isolation', 'repeatable read', 'read committed'],
  ['timezone', 'Asia/Kolkata', 'UTC'],
  ['timezone', 'Etc/UTC', 'Etc/UTC'],
  ['datestyle', 'SQL, DMY', 'ISO, DMY'],
  ['datestyle', 'ISO, DMY', 'ISO, DMY'],
  ['extra_float_digits', '-5', '1'],
  ['synchronous_commit', 'off', 'on'],
  ['synchronous_commit', 'remote_apply', 'remote_apply'],
  ['standard_conforming_strings', 'off', 'on'],
  ['array_nulls', 'off', 'on'],
  ['gin_fuzzy_search_limit', '5', '0'],
  ['exit_on_error', 'on', 'off'],
  ['idle_session_timeout', '300ms', '0'],
  ['search_path', 'pg_catalog', 'public'],
  ['search_path', '', 'public'],
  ['search_path', 'public', 'public'],
] as const

const limits = [
  ['statement_timeout', '1ms', '1s', '0'],
  ['statement_timeout', '1500ms', '1500ms', '0'],
  ['statement_timeout', '0', '15s', '0'],
  ['lock_timeout', '1ms', '1s', '0'],
  ['lock_timeout', '1h', '10s', '0'],
  ['idle_in_transaction_session_timeout', '1ms', '5s', '0'],
  ['transaction_timeout', '50ms', '0', '0'],
  ['transaction_timeout', '5min', '5min', '0'],
] as const

describe('DUR-3 a session of the engine', () => {
  it.for(fixed)('has its own %s where the role has %s', async ([name, set, expected]) => {
    await alterRole({ [name]: set })
    expect(await prepared([name], 'serving')).toEqual([expected])
    expect(await prepared([name], 'longWork')).toEqual([expected])
  })

  it.for(limits)(
    'has limits that it can work with where %s is %s',
    async ([name, set, serving, longWork]) => {
      await alterRole({ [name]: set })
      expect(await prepared([name], 'serving')).toEqual([serving])
      expect(await prepared([name], 'longWork')).toEqual([longWork])
    },
  )

  it('keeps them when the configuration of the server changes, as far as a role may', async () => {
    const client = new pg.Client({ connectionString: urlOf() })
    await client.connect()
    try {
      await prepareSession(client, 'serving')
      const names = [...fixed.map(([name]) => name), ...limits.map(([name]) => name)]
      const { rows } = await client.query(
        `select name from pg_settings where lower(name) = any($1::text[]) and context = 'user' and source <> 'session'`,
        [names],
      )
      expect(rows).toEqual([])
    } finally {
      await client.end()
    }
  })

  it('has them in every pool', async () => {
    await alterRole({ default_transaction_isolation: 'serializable', timezone: 'Asia/Kolkata' })
    const opened = await openDatabase(urlOf(), `${urlOf()}?application_name=direct`)
    const long = await connectWithRetry(urlOf())
    try {
      const asked = `select current_setting('default_transaction_isolation') || ' ' || current_setting('timezone') as has`
      for (const pool of [opened.pool, opened.sessions, long])
        expect((await pool.query(asked)).rows).toEqual([{ has: 'read committed UTC' }])
      expect(await opened.prisma.$queryRawUnsafe(asked)).toEqual([{ has: 'read committed UTC' }])
    } finally {
      await long.end()
      await opened.close()
    }
  })

  it('reads the same times whatever zone and style the role has', async () => {
    const named = { slug: role, name: role, newId: () => crypto.randomUUID() }
    const { id } = await ensureProject(database.pool, named)
    const asked = 'select "createdAt" from "Project" where id = $1'
    const { rows } = await database.pool.query<{ createdAt: Date }>(asked, [id])
    await alterRole({ timezone: 'Asia/Kolkata', datestyle: 'SQL, DMY' })
    const opened = forTest(await openDatabase(urlOf()))
    expect((await opened.pool.query(asked, [id])).rows).toEqual(rows)
    const { createdAt } = await opened.prisma.project.findUniqueOrThrow({ where: { id } })
    expect(createdAt).toEqual(rows[0]?.createdAt)
  })

  it('finds the tables of public whatever path the role has', async () => {
    await ensureProject(database.pool, { slug: role, name: role, newId: () => crypto.randomUUID() })
    await database.pool.query(`create schema ${role} authorization ${role} create table "Project" (id text)`)
    const opened = await openDatabase(urlOf())
    try {
      const { rows } = await opened.pool.query<{ count: number }>('select count(*)::int from "Project"')
      expect(rows).not.toEqual([{ count: 0 }])
      expect(rows).toEqual([{ count: await opened.prisma.project.count() }])
    } finally {
      await opened.close()
      await database.pool.query(`drop schema ${role} cascade`)
    }
  })

  it('that holds the lock of a worker, or listens, may be idle for as long as it likes', async () => {
    await alterRole({ idle_session_timeout: '300ms' })
    const told: string[] = []
    const options = {
      ...{ connectionString: urlOf(), prepare: prepareStanding },
      log: (line: string) => told.push(line),
    }
    const wakeups = forTest(await createPostgresWakeups(options))
    const liveness = forTest(await holdLiveness({ ...options, key: 4711 }))
    const idle = new pg.Client({ connectionString: urlOf() })
    const { promise: ended, resolve } = Promise.withResolvers<unknown>()
    idle.on('error', resolve)
    await idle.connect()
    // It became idle after the others: when the server ends it, it would have ended them.
    await expect(ended).resolves.toMatchObject({ code: '57P05' })
    expect([wakeups.health(), liveness.isHeld(), told]).toEqual(['live', true, []])
  })
})

describe('DUR-3 a setting that a session cannot change', () => {
  it('is named with its value and the statement that changes it', async () => {
    await alterRole({ session_replication_role: 'replica' })
    const refusal = openDatabase(urlOf())
    await expect(refusal).rejects.toMatchObject({ code: 'DATABASE_SETTING_UNUSABLE' })
    await expect(refusal).rejects.toThrow(
      `session_replication_role = "replica": In another role, triggers do not fire and foreign keys are not checked. As an administrator: ALTER ROLE ${role} SET session_replication_role = 'origin';`,
    )
    await expect(connectWithRetry(urlOf())).rejects.toMatchObject({ code: 'DATABASE_SETTING_UNUSABLE' })
  })

  it('is looked for where it was set: the role in the database, the database', async () => {
    const name = new URL(database.connectionString).pathname.slice(1)
    await database.pool.query(`alter database ${name} set session_replication_role = 'local'`)
    try {
      await expect(openDatabase(urlOf())).rejects.toThrow(
        `ALTER DATABASE ${name} SET session_replication_role`,
      )
      await database.pool.query(
        `alter role ${role} in database ${name} set session_replication_role = 'replica'`,
      )
      await expect(openDatabase(urlOf())).rejects.toThrow(`ALTER ROLE ${role} IN DATABASE ${name} SET`)
    } finally {
      await database.pool.query(`alter database ${name} reset session_replication_role`)
      await database.pool.query(`alter role ${role} in database ${name} reset session_replication_role`)
    }
  })
})

describe('DUR-3 a pool whose new connections take no writes', () => {
  it('keeps none that does, and takes writes again as soon as a new one does', async () => {
    const opened = await openDatabase(urlOf())
    const { pool } = opened
    const write = () => ensureProject(pool, { slug: role, name: role, newId: () => crypto.randomUUID() })
    const isReadOnly = async () => {
      const { rows } = await pool.query<{ is: string }>(
        `select current_setting('transaction_read_only') as is`,
      )
      return rows[0]?.is
    }
    const held = async (count: number) => {
      const clients = await Promise.all(Array.from({ length: count }, () => pool.connect()))
      for (const client of clients) client.release()
    }
    try {
      await held(3)
      await alterRole({ default_transaction_read_only: 'on' })
      expect(await isReadOnly()).toBe('off')
      await held(4)
      expect(await Promise.all(Array.from({ length: 8 }, isReadOnly))).toEqual(Array(8).fill('on'))
      await expect(write()).rejects.toMatchObject({ code: '25006' })
      expect(pool.idleCount).toBe(0)
      await alterRole({ default_transaction_read_only: 'off' })
      await write()
      expect(await isReadOnly()).toBe('off')
    } finally {
      await opened.close()
      await database.pool.query('delete from "Project" where slug = $1', [role])
    }
  })

  it('KEY-1 lets those in who have a key, whose use is noted later', async () => {
    const { id: projectId } = await ensureProject(database.pool, {
      ...{ slug: role, name: role, newId: () => crypto.randomUUID() },
    })
    const id = crypto.randomUUID()
    const secretHash = createHash('sha256').update(id).digest('hex')
    await createApiKeyStore(database.pool).insert(
      { ...{ id, projectId, name: 'k', role: 'ADMIN', secretHash }, expiresAt: null, createdBy: 'test' },
      10,
    )
    await alterRole({ default_transaction_read_only: 'on' })
    const opened = await openDatabase(urlOf())
    const keys = createApiKeyStore(opened.pool)
    const used = () =>
      database.pool.query('select "lastUsedAt" is not null as is from "ApiKey" where id = $1', [id])
    try {
      expect(await keys.find(secretHash)).toMatchObject({ id, name: 'k' })
      expect((await used()).rows).toEqual([{ is: false }])
      await alterRole({ default_transaction_read_only: 'off' })
      expect(await keys.find(secretHash)).toMatchObject({ id, name: 'k' })
      expect((await used()).rows).toEqual([{ is: true }])
    } finally {
      await opened.close()
      await database.pool.query('delete from "ApiKey" where id = $1', [id])
      await database.pool.query('delete from "Project" where slug = $1', [role])
    }
  })
})
