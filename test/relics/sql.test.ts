import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPrivatePostgres } from '../../src/database/private-postgres.ts'
import type { Json } from '../../src/domain/json.ts'
import type { OpenRelics } from '../../src/relics/relics.ts'
import { superuserAddress } from '../../src/testing/test-server.ts'
import { createOwnedDatabase, createTestDatabase, type TestDatabase } from '../support/database.ts'
import { startTestPooler, withoutPgBouncer } from '../support/pgbouncer.ts'
import { callOf, failureOf, newProject, onDatabase, openRelics, saveRelic } from '../support/relics.ts'
import { openSilentLine } from '../support/silent-line.ts'
import { noExplanations, noQueries, queriesOfOne, queriesThatAct } from './sql-statements.ts'

const environment: Record<string, string> = {}
let database: TestDatabase
let shop: string
let relics: OpenRelics
let projectId: string

beforeAll(async () => {
  database = await createTestDatabase()
  shop = await createOwnedDatabase()
  environment.RELIC_SHOP = shop
  await onDatabase(
    shop,
    `create table goods (id int primary key, name text not null, price numeric(10, 2), added timestamptz);
     insert into goods select n, 'good ' || n, n * 1.10, '2026-11-01T00:00:00Z' from generate_series(1, 50) n;
     create schema side; create table side.notes (body text); insert into side.notes values ('hidden');
     create sequence tickets; create procedure purge() language plpgsql as $$ begin delete from goods; commit; end $$;
     create procedure answers(inout n int) language plpgsql as $$ begin n := 1; end $$;
     create function wipe() returns int language plpgsql as $$ begin delete from goods; return 1; end $$;
     create function run_program() returns int language plpgsql as $$ begin execute 'copy (select 1) to program ''true'''; return 1; end $$`,
  )
  relics = openRelics(database, { environment })
  projectId = await newProject(database)
  const settings = { env: 'RELIC_SHOP', maxRows: 10 }
  await saveRelic(database, { projectId, name: 'shop', kind: 'SQL', settings })
  await saveRelic(database, {
    projectId,
    name: 'desk',
    kind: 'SQL',
    settings: { ...settings, allowWrites: true },
  })
})

afterAll(async () => {
  await relics.close()
  await database.drop()
})

const query = (sql: string, parameters: Json = [], relic = 'shop') =>
  relics.perform(callOf(projectId, `${relic}.query`, { sql, parameters }))
const execute = (sql: string, parameters: Json = []) =>
  relics.perform(callOf(projectId, 'desk.execute', { sql, parameters }))
const goods = async () =>
  (await onDatabase<{ n: number }>(shop, 'select count(*)::int as n from goods'))[0]?.n

describe('DAG-8 a SQL relic reads', () => {
  test('rows as JSON, with values given beside the statement', async () => {
    const sql =
      'select id, name, price, added at time zone $2 as added, $3::jsonb as extra from goods where id = any($1)'
    expect(await query(sql, ['{2}', 'UTC', { a: [1] }])).toEqual({
      rows: [{ id: 2, name: 'good 2', price: '2.20', added: '2026-11-01 00:00:00', extra: { a: [1] } }],
      rowCount: 1,
      isCut: false,
    })
    const injected = await query('select name from goods where name = $1', ["x' or true --"])
    expect(injected).toMatchObject({ rows: [] })
  })

  test('every type without loss: values without a JSON type are text', async () => {
    const sql = `select 9007199254740993::bigint as large, 7::bigint as small, 1.50::numeric as exact, 'NaN'::float8 as nan,
      0.5::float8 as half, true as yes, null::int as nothing, '2026-02-03'::date as day, '\\x00ff'::bytea as bytes,
      array[1, 2] as list, '{"a": 1}'::json as doc, interval '1 day' as span, 1 as twice, 2 as twice,
      '{"id": 9007199254740993}'::jsonb as ids`
    expect(await query(sql)).toMatchObject({
      rows: [
        {
          large: '9007199254740993',
          small: 7,
          exact: '1.50',
          nan: 'NaN',
          half: 0.5,
          yes: true,
          nothing: null,
          day: '2026-02-03',
          bytes: '\\x00ff',
          list: '{1,2}',
          doc: { a: 1 },
          ids: { id: '9007199254740993' },
          span: '1 day',
          twice: 1,
          twice_2: 2,
        },
      ],
    })
  })

  test('no more rows than its settings say, and tells that there are more', async () => {
    const sql = 'select id from goods order by id limit $1'
    expect(await query(sql, [10])).toMatchObject({ isCut: false, rowCount: 10 })
    const cut = await query(sql, [11])
    expect(cut).toMatchObject({ isCut: true, rowCount: null })
    expect(cut).toHaveProperty('rows.length', 10)
    // The server computes no more of them than it is asked for.
    expect(await query('select generate_series(1, 1000000000000)')).toMatchObject({ isCut: true })
    expect(await query("select repeat('x', 3000000) from generate_series(1, 9)")).toMatchObject({
      isCut: true,
    })
  })

  test('its tables with their columns, all or one', async () => {
    const ask = (parameters: Json) => relics.perform(callOf(projectId, 'shop.schema', parameters))
    expect(await ask({})).toMatchObject({
      tables: [
        { schema: 'public', table: 'goods' },
        { schema: 'side', table: 'notes' },
      ],
    })
    expect(await ask({ table: 'notes' })).toEqual({
      tables: [{ schema: 'side', table: 'notes', columns: [{ name: 'body', type: 'text', nullable: true }] }],
      isCut: false,
    })
  })

  test('in the schema of its settings', async () => {
    const settings = { env: 'RELIC_SHOP', schema: 'side' }
    await saveRelic(database, { projectId, name: 'side', kind: 'SQL', settings })
    expect(await query('select body from notes', [], 'side')).toMatchObject({ rows: [{ body: 'hidden' }] })
    expect((await failureOf(query('select * from goods', [], 'side'))).message).toContain('42P01')
    const schema = await relics.perform(callOf(projectId, 'side.schema', {}))
    expect(schema).toMatchObject({ tables: [{ table: 'notes' }] })
  })

  test('an error of PostgreSQL is reported with its code and place', async () => {
    const { code, message } = await failureOf(query('select nmae from goods'))
    expect(code).toBe('RELIC_FAILED')
    expect(message).toMatch(
      /column "nmae" does not exist at character 8 \(SQLSTATE 42703\)\. Perhaps you meant.*name/,
    )
    expect((await failureOf(query('select 1 where $1 = 1', [null, 2]))).code).toBe('RELIC_FAILED')
    expect((await failureOf(execute('copy goods from stdin'))).message).toContain('is given no data')
    expect(await execute('copy goods to stdout')).toMatchObject({ rows: [] })
    expect((await failureOf(query('select 1\u0000; drop table goods'))).code).toBe('RELIC_PARAMETERS_INVALID')
    expect(await query('select 1 as fine')).toMatchObject({ rows: [{ fine: 1 }] })
  })
})

describe('DAG-8 TAS-1 a SQL relic that only reads', () => {
  test.for(noQueries)('takes nothing that PostgreSQL does not say is a query: %j', async (sql) => {
    const { code, message } = await failureOf(query(sql))
    expect(code).toBe('RELIC_FAILED')
    expect(message).toContain('SQLSTATE 42601')
    expect(await goods()).toBe(50)
  })

  test.for(queriesThatAct)('is kept from more than reading by PostgreSQL: %s', async ([sql, state]) => {
    const { code, message } = await failureOf(query(sql))
    expect(code).toBe('RELIC_FAILED')
    expect(message).toMatch(new RegExp(`SQLSTATE (${state})`))
    expect(await goods()).toBe(50)
  })

  test('takes every form of query, also behind comments', async () => {
    for (const sql of queriesOfOne) expect(await query(sql)).toMatchObject({ rows: [{ n: 1 }] })
    expect(await query('values (1)')).toMatchObject({ rows: [{ column1: 1 }] })
    expect(await query('table goods')).toMatchObject({ isCut: true })
    const timeout = "select current_setting('statement_timeout') as t"
    expect(await query(timeout)).toMatchObject({ rows: [{ t: '30s' }] })
  })

  test('explains a statement and does not execute it', async () => {
    const explain = (sql: string, parameters: Json = []) =>
      relics.perform(callOf(projectId, 'shop.explain', { sql, parameters }))
    expect(await explain('select * from goods where id = $1', [1])).toMatchObject({
      plan: [{ Plan: { 'Relation Name': 'goods' } }],
    })
    expect(await explain('delete from goods')).toMatchObject({ plan: [{ Plan: { Operation: 'Delete' } }] })
    for (const sql of noExplanations)
      expect((await failureOf(explain(sql))).message).toContain('SQLSTATE 42601')
    expect(await goods()).toBe(50)
  })

  test.for([
    "select set_config('default_transaction_read_only', 'off', false)",
    "select set_config('statement_timeout', '0', false)",
    "select set_config('search_path', 'side', false)",
    'select pg_advisory_lock(7)',
    "select pg_notify('rumours', 'x')",
  ])('leaves nothing to the next statement on the connection: %s', async (sql) => {
    const settings = { env: 'RELIC_SHOP', maxConnections: 1, statementTimeoutMs: 5_000 }
    const id = await saveRelic(database, { projectId, name: 'one', kind: 'SQL', settings })
    await query(sql, [], 'one')
    expect((await failureOf(query('select wipe()', [], 'one'))).message).toContain('25006')
    const state = "select current_setting('statement_timeout') as t, current_setting('search_path') as path"
    expect(await query(state, [], 'one')).toMatchObject({ rows: [{ t: '5s', path: '"$user", public' }] })
    expect(await query('select 1 from pg_listening_channels()', [], 'one')).toMatchObject({ rows: [] })
    const locks = "select 1 from pg_locks where locktype = 'advisory' and objid = 7"
    expect(await onDatabase(shop, locks)).toEqual([])
    expect(await goods()).toBe(50)
    await database.prisma.relic.delete({ where: { id } })
  })

  test('offers no `execute`', async () => {
    const call = callOf(projectId, 'shop.execute', { sql: 'delete from goods' })
    expect((await failureOf(relics.perform(call))).code).toBe('RELIC_OPERATION_UNKNOWN')
    const effects = await relics.describe(projectId, ['desk'])
    expect(effects.map(({ operation, effect }) => [operation, effect])).toEqual([
      ['query', 'read'],
      ['explain', 'read'],
      ['schema', 'read'],
      ['execute', 'once'],
    ])
  })
})

describe('DAG-8 a SQL relic that may write', () => {
  test('changes rows with one statement, whole or not at all', async () => {
    expect(await execute('create table scratch (id int primary key)')).toMatchObject({ rowCount: null })
    const added = await execute('insert into scratch select generate_series(1, $1) returning id', [30])
    expect(added).toMatchObject({ isCut: true })
    expect(await execute('update scratch set id = id + 100')).toEqual({
      rows: [],
      rowCount: 30,
      isCut: false,
    })
    expect((await failureOf(execute('insert into scratch values (7), (101)'))).message).toContain('23505')
    expect((await failureOf(execute('delete from scratch; delete from goods'))).code).toBe('RELIC_FAILED')
    expect(await query('select count(*) as n from scratch', [], 'desk')).toMatchObject({ rows: [{ n: 30 }] })
  })

  test('its `query` still cannot', async () => {
    expect((await failureOf(query('delete from goods', [], 'desk'))).message).toContain('42601')
    expect((await failureOf(query('select wipe()', [], 'desk'))).message).toContain('25006')
  })
})

describe('DAG-8 TAS-6 a SQL relic whose server sends too much', () => {
  const tooLarge = /one row or one error of the answer is more than 16 MiB.*substring/

  test.each([
    ['query', "select repeat('x', 20000000)"],
    ['query', "select repeat('x', 20000000)::int"],
    ['explain', "select from goods where name = repeat('x', 20000000)"],
    ['execute', "do $$ begin raise notice '%', repeat('x', 20000000); end $$"],
    ['execute', "insert into goods values (1000, repeat('x', 20000000)) returning name"],
  ])('%s is refused a message of more than 16 MiB: %s', async (operation, sql) => {
    const failed = await failureOf(relics.perform(callOf(projectId, `desk.${operation}`, { sql })))
    expect(failed.message).toMatch(tooLarge)
    expect(await query('select 1 as fine', [], 'desk')).toMatchObject({ rows: [{ fine: 1 }] })
  })

  test('many rows below that are cut', async () => {
    const sql = "select n, repeat('x', 5000000) from generate_series(1, 9) n"
    expect(await query(sql)).toMatchObject({ rows: [{ n: 1 }], isCut: true })
  })

  test('a connection that is lost in the midst of a statement ends the call, not the process', async () => {
    const line = await openSilentLine(shop)
    environment.RELIC_LINE = line.connectionString
    await saveRelic(database, { projectId, name: 'line', kind: 'SQL', settings: { env: 'RELIC_LINE' } })
    const failed = failureOf(query('select pg_sleep(600)', [], 'line'))
    const asleep = "wait_event = 'PgSleep' and datname = current_database()"
    const find = `select 1 from pg_stat_activity where ${asleep}`
    await expect.poll(() => onDatabase(shop, find)).toHaveLength(1)
    line.close()
    expect((await failed).message).toContain('Connection terminated unexpectedly')
    await onDatabase(shop, `select pg_terminate_backend(pid) from pg_stat_activity where ${asleep}`)
    await expect.poll(() => onDatabase(shop, find)).toEqual([])
  })
})

describe('DAG-8 a SQL relic and time', () => {
  const slow = 'select pg_sleep(600) /* slow */'
  const active =
    "select 1 from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()"
  const isGone = () => expect.poll(() => onDatabase(shop, active)).toEqual([])

  test('the server ends a statement that takes too long', async () => {
    const settings = { env: 'RELIC_SHOP', statementTimeoutMs: 20, allowWrites: true }
    await saveRelic(database, { projectId, name: 'hasty', kind: 'SQL', settings })
    const { code, message } = await failureOf(query(slow, [], 'hasty'))
    expect([code, message]).toEqual(['RELIC_TIMEOUT', '"hasty.query" returned no result within 20 ms.'])
    const written = relics.perform(callOf(projectId, 'hasty.execute', { sql: slow }))
    expect((await failureOf(written)).message).toMatch(/within 20 ms\. Whether it took effect is unknown/)
    const evading = "select set_config('statement_timeout', '0', true), pg_sleep(600)"
    expect((await failureOf(query(evading, [], 'hasty'))).code).toBe('RELIC_TIMEOUT')
    await isGone()
  })

  test('an abort ends the statement on the server', async () => {
    const stop = new AbortController()
    const call = relics.perform(callOf(projectId, 'shop.query', { sql: slow }, { signal: stop.signal }))
    const refused = expect(call).rejects.toThrow('Stopped.')
    await expect.poll(() => onDatabase(shop, active)).toHaveLength(1)
    stop.abort(new Error('Stopped.'))
    await refused
    await isGone()
    expect(await query('select 1 as fine')).toMatchObject({ rows: [{ fine: 1 }] })
  })

  test('closing the relics ends the statements in progress', async () => {
    const closing = openRelics(database, { environment })
    const call = closing
      .perform(callOf(projectId, 'shop.query', { sql: slow }))
      .catch((error: Error) => error.message)
    await expect.poll(() => onDatabase(shop, active)).toHaveLength(1)
    await closing.close()
    expect(await call).toBe('The server is closing.')
    await isGone()
  })

  test('no more statements at once than connections, and the others wait', async () => {
    const settings = { env: 'RELIC_SHOP', maxConnections: 2 }
    await saveRelic(database, { projectId, name: 'narrow', kind: 'SQL', settings })
    const pids = await Promise.all(
      Array.from({ length: 10 }, () =>
        query('select pg_backend_pid() as pid from pg_sleep(0.01)', [], 'narrow'),
      ),
    )
    expect(new Set(pids.map((pid) => JSON.stringify(pid))).size).toBeLessThanOrEqual(2)
  })
})

describe('TAS-6 TAS-7 where a SQL relic connects to', () => {
  const ask = async (settings: Json, more: OpenRelics = relics) => {
    const name = `to${Math.random().toString(36).slice(2)}`
    await saveRelic(database, { projectId, name, kind: 'SQL', settings })
    return more.perform(callOf(projectId, `${name}.query`, { sql: 'select 1 as one' }))
  }

  const own = () => new URL(database.connectionString)
  const asOwner = (url: URL, more: Partial<URL> = {}) => {
    const { username, password } = new URL(shop)
    return Object.assign(new URL(url), { username, password, ...more }).href
  }

  test.for([
    ['its own database', (): string => asOwner(own())],
    ['by another name of the host', (): string => asOwner(own(), { hostname: 'localhost' })],
    ['by the number of the address', (): string => asOwner(own(), { hostname: '2130706433' })],
    ['another database', (): string => shop],
    ['the database of everybody', (): string => asOwner(own(), { pathname: '/postgres' })],
    ['as its superuser', (): string => own().href],
  ] as const)("the server of Rungraph's own database is refused: %s", async ([, url]) => {
    const strict = openRelics(database, { environment, ownServer: 'off' })
    environment.RELIC_OWN = url()
    const { message } = await failureOf(ask({ env: 'RELIC_OWN' }, strict))
    await strict.close()
    expect(message).toMatch(
      /PostgreSQL server of Rungraph's own database.*RUNGRAPH_RELICS_OWN_SERVER=other-databases/,
    )
  })

  test('with other databases of its server allowed, its own one is refused still', async () => {
    environment.RELIC_OWN = asOwner(own(), { hostname: 'localhost' })
    expect((await failureOf(ask({ env: 'RELIC_OWN' }))).message).toMatch(
      /Rungraph's own database.*RUNGRAPH_RELICS_OWN_SERVER=all/,
    )
    const allowing = openRelics(database, { environment, ownServer: 'all' })
    expect(await ask({ env: 'RELIC_OWN' }, allowing)).toMatchObject({ rows: [{ one: 1 }] })
    await allowing.close()
  })

  test('another server is reached, whose identifier is another', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'rungraph-another-'))
    const other = await startPrivatePostgres({ dataDir, log: () => undefined })
    const strict = openRelics(database, { environment, ownServer: 'off' })
    try {
      const elsewhere = await createOwnedDatabase(await superuserAddress(dataDir))
      environment.RELIC_ELSEWHERE = elsewhere
      expect(await ask({ env: 'RELIC_ELSEWHERE' }, strict)).toMatchObject({ rows: [{ one: 1 }] })
      // Replicas and copies have the same.
      const system = 'select system_identifier::text as id from pg_control_system()'
      expect(await onDatabase(elsewhere, system)).not.toEqual(await onDatabase(shop, system))
    } finally {
      await strict.close()
      await other.close()
      await rm(dataDir, { recursive: true, force: true })
    }
  })

  test.skipIf(withoutPgBouncer)('the own server is known behind a pooler', async () => {
    const pooler = await startTestPooler(database.connectionString, { poolSize: 2 })
    const strict = openRelics(database, { environment, ownServer: 'off' })
    try {
      const pooled = Object.assign(new URL(pooler.connectionString), { pathname: '/postgres' })
      environment.RELIC_POOLED = pooled.href
      expect((await failureOf(ask({ env: 'RELIC_POOLED' }, strict))).message).toContain(
        "server of Rungraph's own database",
      )
    } finally {
      await strict.close()
      await pooler.close()
    }
  })

  test.for([
    ['superuser', 'is a superuser'],
    ['createrole', 'may give itself other roles (CREATEROLE)'],
    ['replication', 'may replicate'],
    ['bypassrls', 'passes by row-level security (BYPASSRLS)'],
    ['in role pg_execute_server_program', 'may run programs on the machine of the server'],
    ['noinherit in role pg_read_server_files', 'may read files of the server'],
    ['in role pg_write_server_files', 'may write files of the server'],
  ] as const)('a role that is more than a reader is refused: %s', async ([rights, reason]) => {
    const role = `strong_${Math.random().toString(36).slice(2)}`
    const member = `${role}_member`
    await onDatabase(own().href, `create role ${role} login password 'strong password' ${rights}`)
    await onDatabase(
      own().href,
      `create role ${member} login password 'strong password' noinherit in role ${role}`,
    )
    for (const name of [role, member]) {
      environment.RELIC_STRONG = Object.assign(new URL(shop), {
        username: name,
        password: 'strong password',
      }).href
      const { message } = await failureOf(ask({ env: 'RELIC_STRONG' }))
      expect(message).toContain(`the role "${name}" ${reason}`)
      expect(message).toContain('RUNGRAPH_RELICS_UNSAFE_ROLES')
    }
    const allowing = openRelics(database, { environment, unsafeRoles: ['RELIC_STRONG'] })
    expect(await ask({ env: 'RELIC_STRONG' }, allowing)).toMatchObject({ rows: [{ one: 1 }] })
    await allowing.close()
  })

  test('a superuser that switches to a reader at the login is refused', async () => {
    const reader = new URL(shop).username
    for (const setting of ['role', 'session_authorization']) {
      const url = Object.assign(own(), { pathname: new URL(shop).pathname })
      url.searchParams.set('options', `-c ${setting}=${reader}`)
      environment.RELIC_MASKED = url.href
      expect((await failureOf(ask({ env: 'RELIC_MASKED' }))).message).toContain('is a superuser')
    }
  })

  test('a right on a function that reads files, and dblink, are refused', async () => {
    const at = Object.assign(own(), { pathname: new URL(shop).pathname }).href
    const reader = new URL(shop).username
    const settings = { env: 'RELIC_SHOP', maxRows: 3 }
    await onDatabase(at, `grant execute on function pg_read_file(text) to ${reader}`)
    expect((await failureOf(ask(settings))).message).toContain('may call pg_read_file()')
    await onDatabase(at, `revoke execute on function pg_read_file(text) from ${reader}`)
    await onDatabase(at, 'create extension dblink')
    expect((await failureOf(ask(settings))).message).toContain('may call dblink')
    await onDatabase(at, 'drop extension dblink')
    expect(await ask(settings)).toMatchObject({ rows: [{ one: 1 }] })
  })

  test('a variable that is not set is named', async () => {
    expect((await failureOf(ask({ env: 'RELIC_UNSET' }))).message).toContain('RELIC_UNSET is not set')
    environment.RELIC_BAD = 'nonsense'
    const { message } = await failureOf(ask({ env: 'RELIC_BAD' }))
    expect(message).toContain('RELIC_BAD holds no URL')
    expect(message).not.toContain('nonsense')
  })

  test('a changed variable is used at once', async () => {
    environment.RELIC_MOVED = 'postgres://nobody@127.0.0.1:1/none'
    await saveRelic(database, { projectId, name: 'moved', kind: 'SQL', settings: { env: 'RELIC_MOVED' } })
    expect((await failureOf(query('select 1', [], 'moved'))).message).toContain('ECONNREFUSED')
    environment.RELIC_MOVED = shop
    expect(await query('select 1 as one', [], 'moved')).toMatchObject({ rows: [{ one: 1 }] })
  })

  test('a URL in the settings reaches no private address that the operator has not allowed, and no password of the server', async () => {
    const { port, pathname, username } = new URL(shop)
    const to = (host: string) => ({ url: `postgres://${username}@${host}:${port}${pathname}` })
    const closed = openRelics(database, { environment, private: [] })
    for (const host of ['127.0.0.1', 'localhost', '2130706433', '[::1]', '%31%32%37.0.0.1']) {
      const { code, message } = await failureOf(ask(to(host), closed))
      expect([code, message]).toEqual([
        'TARGET_UNREACHABLE',
        expect.stringContaining('only public addresses'),
      ])
    }
    await closed.close()
    const before = process.env.PGPASSWORD
    process.env.PGPASSWORD = new URL(shop).password
    const outcome = await ask(to('127.0.0.1')).catch((error: Error) => error.message)
    if (before === undefined) delete process.env.PGPASSWORD
    else process.env.PGPASSWORD = before
    // The server of the tests takes a password, or anybody: whichever, it was given none.
    expect(JSON.stringify(outcome)).toMatch(/password authentication failed|"one":1/)
  })
})
