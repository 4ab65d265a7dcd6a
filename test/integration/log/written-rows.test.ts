import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { bringUp } from '../../../src/log/project/project-rows.ts'
import * as tables from '../../../src/log/project/written-tables.ts'
import { makeRowsCurrent } from '../../support/current-rows.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { oneRowEach } from '../../support/log-rows.ts'
import { commitOf, note, openTestStores, type TestStores } from '../../support/stores.ts'

let database: TestDatabase

let stores: TestStores

beforeAll(async () => {
  database = await createTestDatabase()
  stores = await openTestStores(database)
})

afterAll(async () => {
  await stores.close()
  await database.drop()
})

const written = [...Object.values(tables.entryTables), tables.gateTable]

describe('the columns that a commit writes', () => {
  test.each(written)('DUR-5 of $name begin with its key, by which the log is folded', ({ columns, key }) => {
    expect(Object.keys(columns).slice(0, key.length)).toEqual(key)
  })

  test.each(written)('of $name are those of the table', async ({ name, columns, isDated }) => {
    const { rows } = await database.pool.query<{ column: string; type: string }>(
      `select attname as column, atttypid::regtype::text as type from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
      [`"${name}"`],
    )
    const types = Object.values<string>(columns)
    const named = await database.pool.query<{ type: string }>(
      'select type::regtype::text as type from unnest($1::text[]) with ordinality as t(type, place) order by place',
      [types],
    )
    const declared = Object.keys(columns).map((column, index) => [column, named.rows[index]?.type] as const)
    const ofRun = ['runId', 'projectId', ...(isDated ? ['runCreatedAt'] : [])]
    const found = rows.filter(({ column }) => !ofRun.includes(column))
    expect(rows).toHaveLength(found.length + ofRun.length)
    expect(Object.fromEntries(declared)).toEqual(
      Object.fromEntries(found.map(({ column, type }) => [column, type])),
    )
  })
})

const half = '\ud83d'

const ascii = Array.from({ length: 127 }, (_, code) => String.fromCharCode(code + 1)).join('')

const texts = {
  'nothing at all': ['', ''],
  'an equals sign': ['=1', '=1'],
  JSON: ['{"a":[1,null]}', '{"a":[1,null]}'],
  'a quotation mark first': ['"', '"'],
  'the word null': ['null', 'null'],
  'what parts cells and lines': ['a\x1fb\x1ec', 'a\x1fb\x1ec'],
  'every character of ASCII but NUL': [ascii, ascii],
  'backslashes and line ends': ['\\N\\\n\r\t', '\\N\\\n\r\t'],
  'NUL, which PostgreSQL has no place for': ['a\0b', 'ab'],
  'half a character': [`a${half}b`, 'a\ufffdb'],
} as const

describe('a text that a commit writes', () => {
  const lengths = { short: '', 'longer than what is written at once': 'x'.repeat(300_000) }
  const cases = Object.entries(lengths).flatMap(([length, rest]) =>
    Object.entries(texts).map(([name, [given, kept]]) => [name, length, given + rest, kept + rest] as const),
  )

  it.each(cases)('DUR-2 stays as it is in each column: %s, %s', async (_name, _length, given, kept) => {
    const [held] = await stores.claimed(1)
    if (!held) throw new Error('One was asked for.')
    const rows = oneRowEach(stores.projectId, held, given)
    const [step] = rows.steps
    const named = rows.actions.map((action) => ({
      ...action,
      ...{ name: given, condition: given, error: given, dependsOn: [given, 'b'], retry: { given } },
    }))
    const calls = rows.modelCalls.map((call) => ({ ...call, pricedAs: given, errorMessage: given }))
    const outcome = await stores.log.commit(
      commitOf(held, [note(given)], { ...rows, actions: named, modelCalls: calls }),
    )
    expect(outcome).toMatchObject({ kind: 'written', lastSeq: 1 })

    await makeRowsCurrent(database)
    const { prisma } = database
    const where = { runId: held.runId }
    expect(await prisma.step.findMany({ where })).toMatchObject([
      { id: step?.id, projectId: stores.projectId, reasoning: kept, error: null, checkpoint: null },
    ])
    expect(await prisma.action.findMany({ where })).toMatchObject([
      {
        ...{ name: kept, condition: kept, error: kept, dependsOn: [kept, 'b'], retry: { given: kept } },
        ...{ output: kept, parameters: {}, outputKey: null, waitForAll: true, attempt: 2 },
      },
    ])
    expect(await prisma.actionAttempt.findMany({ where })).toMatchObject([{ error: kept, number: 1 }])
    expect(await prisma.message.findMany({ where })).toMatchObject([
      { role: 'USER', content: { role: 'user', text: kept }, shown: null },
    ])
    expect(await prisma.modelCall.findMany({ where })).toMatchObject([
      { pricedAs: kept, errorMessage: kept, errorCode: null, sent: true, rootId: held.runId },
    ])
    const events = await stores.log.read(held.runId, { after: 0, limit: 10 })
    expect(events).toMatchObject([{ seq: 1, data: { message: kept } }])
  })
})

test('DUR-2 rows of runs are brought up also where another has locked these runs in another order', async () => {
  const held = await stores.claimed(2)
  const [first, second] = held.toSorted((a, b) => (a.runId < b.runId ? -1 : 1))
  if (!first || !second) throw new Error('Two were asked for.')
  // No commit writes these rows meanwhile.
  await database.pool.query('update "Run" set "unprojectedFrom" = 1 where id = any($1::uuid[])', [
    held.map(({ runId }) => runId),
  ])
  const lock = 'select from "Run" where id = $1 for no key update'
  const other = await database.pool.connect()
  try {
    // The server ends who has waited for longer than this.
    await other.query(`begin; set local deadlock_timeout = '1min'`)
    await other.query(lock, [second.runId])
    const broughtUp = bringUp(database.pool, [first.runId, second.runId])
    const isWaiting = `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%"unprojectedFrom" as from%' and datname = current_database()`
    await expect.poll(async () => (await database.pool.query(isWaiting)).rowCount).toBe(1)
    await other.query(lock, [first.runId])
    await other.query('commit')
    expect([...(await broughtUp)].toSorted()).toEqual([first.runId, second.runId])
  } finally {
    other.release(true)
  }
  const { rows } = await database.pool.query(
    'select from "Run" where id = any($1::uuid[]) and "unprojectedFrom" is not null',
    [held.map(({ runId }) => runId)],
  )
  expect(rows).toEqual([])
})
