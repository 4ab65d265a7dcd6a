import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { loopbackCaller, type Role } from '../../src/domain/caller.ts'
import { createRelicAdministration } from '../../src/engine/commands/save-relic.ts'
import { createRedactor } from '../../src/redaction/create-redactor.ts'
import { createRelicStore } from '../../src/store/relic-store.ts'
import { textOf } from '../support/document-code.ts'
import { explain, indexesOf, statementsOf } from '../support/explain.ts'
import { forFile } from '../support/for-file.ts'
import { refusing } from '../support/refusing.ts'
import { at, createProject, openGraph } from './open-graph.ts'

const secret = 'the-password-of-this-server'

/** Keys by code points: a database that sorts by a language has them in another order. */
const keys = ['A', 'Z', 'a', 'ab', 'ab\u{10fffe}', 'abc', 'b', 'ä', '\u{1f600}'].toSorted((one, other) =>
  Buffer.compare(Buffer.from(one), Buffer.from(other)),
)

const graph = forFile(await openGraph())
const relicId = await relicOf(graph.project.id, 'notes')
const own = { relicId, projectId: graph.project.id }
await graph.prisma.relicEntry.createMany({
  data: [
    ...keys.map((key) => ({ ...own, key, value: { of: key } })),
    { ...own, key: 'expired', value: 1, expiresAt: new Date(Date.now() - 1_000) },
    { ...own, key: 'expires', value: 1, expiresAt: new Date('2099-01-01T00:00:00Z') },
    { ...own, key: 'secret', value: { password: secret, mark: '[redacted:0123456789abcdef]' } },
  ],
})
const other = await createProject(graph.prisma, 'other')
const theirs = await relicOf(other.id, 'notes')
await graph.prisma.relicEntry.create({
  data: { relicId: theirs, projectId: other.id, key: 'theirs', value: 1 },
})

async function relicOf(projectId: string, name: string): Promise<string> {
  const relic = { id: uuidv7(), projectId, name, kind: 'KEY_VALUE', settings: {} } as const
  return (await graph.prisma.relic.create({ data: relic })).id
}

function forged(key: string): string {
  return Buffer.from(JSON.stringify(['entry', key])).toString('base64url')
}

/** Asks with the operations of the engine, as a caller with a role. */
async function ask(query: string, variables: object = {}, role: Role = 'ADMIN') {
  const relics = createRelicAdministration({
    ...{ store: createRelicStore(graph.pool), newId: uuidv7, relics: { operationsOf: () => [] } },
    redactor: createRedactor({ values: [secret] }),
  })
  const caller = { ...loopbackCaller, name: 'somebody', role }
  const { data, errors } = await graph.ask(query, variables, { operations: refusing({ relics }), caller })
  if (errors !== undefined) throw new Error(JSON.stringify(errors))
  return data
}

const page = `query($prefix: String, $first: Int, $after: String, $last: Int, $before: String) {
  relic(name: "notes") { entries(prefix: $prefix, first: $first, after: $after, last: $last, before: $before) {
    totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor } edges { node { key } } } } }`

const keysOf = async (variables: object) => at(await ask(page, variables), 'relic.entries.edges.*.node.key')

describe('ADM-3 the entries of a relic', () => {
  test('come in the order of code points, page by page, in both directions, without those that expired', async () => {
    const all = [...keys, 'expires', 'secret'].toSorted((one, other) =>
      Buffer.compare(Buffer.from(one), Buffer.from(other)),
    )
    const seen: unknown[] = []
    let after: string | null = null
    for (;;) {
      const answer = await ask(page, { first: 4, after })
      expect(at(answer, 'relic.entries.totalCount')).toBe(all.length)
      seen.push(at(answer, 'relic.entries.edges.*.node.key'))
      if (at(answer, 'relic.entries.pageInfo.hasNextPage') !== true) break
      after = String(at(answer, 'relic.entries.pageInfo.endCursor'))
    }
    expect(seen.flat()).toEqual(all)
    const last = await ask(page, { last: 3 })
    expect(at(last, 'relic.entries.edges.*.node.key')).toEqual(all.slice(-3))
    const before = at(last, 'relic.entries.pageInfo.startCursor')
    expect(await keysOf({ last: 2, before })).toEqual(all.slice(-5, -3))
  })

  test('can be narrowed to keys that begin with a text', async () => {
    expect(await keysOf({ prefix: 'ab' })).toEqual(['ab', 'abc', 'ab\u{10fffe}'])
    expect(at(await ask(page, { prefix: 'ab' }), 'relic.entries.totalCount')).toBe(3)
    expect(await keysOf({ prefix: 'theirs' })).toEqual([])
    expect(await keysOf({ prefix: 'a%' })).toEqual([])
  })

  test('API-10 are counted also if there are many, as the schema and the guide say', async () => {
    const [relicId, projectId] = [await relicOf(graph.project.id, 'many'), graph.project.id]
    const data = Array.from({ length: 10_001 }, (_, n) => ({ relicId, projectId, key: `${n}`, value: n }))
    await graph.prisma.relicEntry.createMany({ data })
    const many = `{ relic(name: "many") { entries(first: 1) { totalCount isTotalCountEstimated } }
      __type(name: "RelicEntryConnection") { fields { name description } } }`
    const answer = await ask(many)
    expect(at(answer, 'relic.entries')).toEqual({ totalCount: 10_001, isTotalCountEstimated: false })
    expect(at(answer, '__type.fields')).toContainEqual({
      name: 'isTotalCountEstimated',
      description: expect.stringMatching(/entries of a relic are always counted/),
    })
    const guide = textOf('docs/history.md')
    expect(guide.replaceAll(/\s+/g, ' ')).toContain('the entries of a data store: they are always counted')
  })

  const one = `query($key: String!) { relic(name: "notes") { entry(key: $key) { key value sizeBytes expiresAt } } }`

  test('are read one by one, with size and expiry', async () => {
    expect(at(await ask(one, { key: 'expires' }), 'relic.entry')).toEqual({
      ...{ key: 'expires', value: 1, sizeBytes: 1, expiresAt: '2099-01-01T00:00:00.000Z' },
    })
    for (const key of ['expired', 'nobody', 'theirs'])
      expect(at(await ask(one, { key }), 'relic.entry')).toBeNull()
  })

  test('KEY-2 TAS-7 keep their values from a viewer, and the secrets of the server from everybody', async () => {
    const asOperator = at(await ask(one, { key: 'secret' }, 'OPERATOR'), 'relic.entry.value')
    expect(asOperator).toEqual({ password: '[redacted]', mark: '[redacted:0123456789abcdef]' })
    const asViewer = at(await ask(one, { key: 'a' }, 'VIEWER'), 'relic.entry')
    expect(asViewer).toMatchObject({ key: 'a', value: null, sizeBytes: 10 })
  })

  test.for([
    [{ after: 'nonsense' }, 'CURSOR_INVALID'],
    [{ after: forged('a\u0000b') }, 'CURSOR_INVALID'],
    [{ before: forged('\ud800') }, 'CURSOR_INVALID'],
    [{ after: forged('x'.repeat(513)) }, 'CURSOR_INVALID'],
    [{ prefix: 'x'.repeat(513) }, 'INVALID_INPUT'],
    [{ first: 101 }, 'INVALID_INPUT'],
    [{ first: 1, last: 1 }, 'INVALID_INPUT'],
  ] as const)('refuse %j', async ([variables, code]) => {
    await expect(ask(page, variables)).rejects.toThrow(code)
  })

  test('PERF-D are read from the place on, without those before it', async () => {
    const statements = await statementsOf(() => ask(page, { prefix: 'ab', first: 1 }))
    const lists = statements.filter(({ text }) => text.includes('order by e.key'))
    expect(lists).toHaveLength(1)
    // There are too few rows here to tell otherwise.
    const options = '-c enable_seqscan=off -c enable_sort=off'
    const { connectionString } = graph.database
    const pool = new pg.Pool({ connectionString, max: 1, options })
    for (const statement of lists)
      expect(indexesOf(await explain(pool, statement))).toContain('RelicEntry_order_idx')
    await pool.end()
  })
})
