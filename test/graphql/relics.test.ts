import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { systemClock } from '../../src/domain/clock.ts'
import type { Json } from '../../src/domain/json.ts'
import { createRelicAdministration } from '../../src/engine/commands/save-relic.ts'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { createAddressGuard } from '../../src/net/address-guard.ts'
import { createRedactor } from '../../src/redaction/create-redactor.ts'
import { createRelics } from '../../src/relics/relics.ts'
import { createRelicStore } from '../../src/store/relic-store.ts'
import { forFile } from '../support/for-file.ts'
import { refusing } from '../support/refusing.ts'
import { type Answer, at, createProject, openGraph, textAt } from './open-graph.ts'

// biome-ignore lint/suspicious/noTemplateCurlyInString: this is how settings name a variable.
const bearer = 'Bearer ${RELIC_TOKEN}'
const secret = 'hunter2-canary'

const graph = forFile(await openGraph())
const store = createRelicStore(graph.pool)
const relics = forFile(
  createRelics({
    store,
    pool: graph.pool,
    clock: systemClock,
    environment: { RELIC_TOKEN: secret },
    guardOf: () => createAddressGuard({}),
    ownServer: 'off',
    unsafeRoles: [],
  }),
)
const administration = createRelicAdministration({
  ...{ store, relics, newId: uuidv7 },
  redactor: createRedactor({ values: [secret] }),
})

const ask = (query: string, variables: object = {}) =>
  graph.ask<Answer>(query, variables, { operations: refusing({ relics: administration }) })

const save = (input: object) =>
  ask(
    `mutation($input: SaveRelicInput!) { saveRelic(input: $input) {
      __typename ... on Relic { id name kind settings { ... on KeyValueRelicSettings { maxValueBytes defaultTtlMs }
        ... on SqlRelicSettings { env allowWrites } ... on HttpRelicSettings { baseUrl headers { name value } methods paths } }
        operations { name effect } }
      ... on InvalidInputError { path } ... on Error { code message } } }`,
    { input },
  )

async function saved(input: object): Promise<string> {
  const id = at(await save(input), 'data.saveRelic.id')
  if (typeof id !== 'string') throw new Error(JSON.stringify(await save(input)))
  return id
}

describe('DAG-8 saveRelic', () => {
  test('stores the settings with their defaults, and lists the operations', async () => {
    expect(await save({ name: 'cache', kind: 'KEY_VALUE' })).toMatchObject({
      data: {
        saveRelic: {
          __typename: 'Relic',
          name: 'cache',
          kind: 'KEY_VALUE',
          settings: { maxValueBytes: 262_144, defaultTtlMs: null },
          operations: [
            { name: 'get', effect: 'READ' },
            {},
            {},
            { name: 'set', effect: 'IDEMPOTENT' },
            {},
            {},
            {},
          ],
        },
      },
    })
    const settings = { baseUrl: 'https://api.example.com', headers: { authorization: bearer } }
    const http = await save({ name: 'api', kind: 'HTTP', settings })
    expect(at(http, 'data.saveRelic.settings')).toEqual({
      baseUrl: settings.baseUrl,
      headers: [{ name: 'authorization', value: bearer }],
      methods: ['GET', 'HEAD'],
      paths: ['/'],
    })
    expect(JSON.stringify(http)).not.toContain(secret)
  })

  test('changes a relic by its id, its name too, but not its kind', async () => {
    const id = await saved({ name: 'shop', kind: 'SQL', settings: { env: 'RELIC_SHOP' } })
    const settings = { env: 'RELIC_SHOP', allowWrites: true }
    const changed = await save({ id, name: 'store', kind: 'SQL', settings })
    expect(at(changed, 'data.saveRelic')).toMatchObject({
      id,
      name: 'store',
      settings: { allowWrites: true },
    })
    expect(at(changed, 'data.saveRelic.operations.*.name')).toEqual(['query', 'explain', 'schema', 'execute'])
    expect(at(await save({ id, name: 'store', kind: 'KEY_VALUE' }), 'data.saveRelic')).toMatchObject({
      __typename: 'NotFoundError',
      message: 'No relic of kind KEY_VALUE with this id in this project.',
    })
  })

  test('takes a name once in a project, however the callers race', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => save({ name: 'once', kind: 'KEY_VALUE' })),
    )
    const codes = answers.map((answer) => at(answer, 'data.saveRelic.code') ?? 'saved')
    expect(codes.toSorted()).toEqual([...Array(7).fill('RELIC_TAKEN'), 'saved'])
    const other = await saved({ name: 'other', kind: 'KEY_VALUE' })
    expect(at(await save({ id: other, name: 'once', kind: 'KEY_VALUE' }), 'data.saveRelic.code')).toBe(
      'RELIC_TAKEN',
    )
  })

  test.for(['', 'a b', '9a', 'a.b', 'ä', 'x'.repeat(49), '__proto__'])(
    'refuses the name %j',
    async (name) => {
      expect(at(await save({ name, kind: 'KEY_VALUE' }), 'data.saveRelic')).toMatchObject({
        __typename: 'InvalidInputError',
        path: ['input', 'name'],
      })
    },
  )

  const http = (settings: Record<string, Json>) => ({
    kind: 'HTTP',
    settings: { baseUrl: 'https://api.example.com', ...settings },
  })
  const sql = (settings: Json) => ({ kind: 'SQL', settings })
  // biome-ignore lint/suspicious/noTemplateCurlyInString: this is how settings name a variable.
  const foreign = '${OPENAI_API_KEY}'
  test.for<[string, { kind: string; settings?: Json }, string, RegExp]>([
    ['a field that it has not', { kind: 'KEY_VALUE', settings: { colour: 1 } }, '', /no field "colour"/],
    ['settings that are no object', { kind: 'KEY_VALUE', settings: [1] }, '', /must be of type object/],
    [
      'a number out of range',
      { kind: 'KEY_VALUE', settings: { maxValueBytes: 0 } },
      'maxValueBytes',
      /from 1 to/,
    ],
    ['no address at all', sql({}), 'env', /`url` must be given/],
    ['two addresses', sql({ env: 'RELIC_A', url: 'postgres://db.example.com/a' }), 'env', /not both/],
    [
      'a password',
      sql({ url: `postgres://a:${secret}@db.example.com/a` }),
      'url',
      /holds a password.*`RELIC_`.*`env`/,
    ],
    [
      'options',
      sql({ url: 'postgres://db.example.com/a?sslkey=/etc/key' }),
      'url',
      /no option but `sslmode`/,
    ],
    ['a socket', sql({ url: 'postgres:///a?host=/run' }), 'url', /URL of a PostgreSQL server/],
    ['a variable of the server', sql({ env: 'DATABASE_URL' }), 'env', /begin with `RELIC_`/],
    [
      'a variable of the server',
      http({ headers: { authorization: foreign } }),
      'headers.authorization',
      /`RELIC_`/,
    ],
    [
      'a secret',
      http({ headers: { Authorization: `Bearer ${secret}` } }),
      'headers.Authorization',
      /looks like a secret/,
    ],
    ['a secret', http({ headers: { 'x-api-key': secret } }), 'headers.x-api-key', /looks like a secret/],
    ['a header of the connection', http({ headers: { Host: 'x' } }), 'headers.Host', /cannot be set/],
    ['a broken header', http({ headers: { 'x-a': `x\r\nb: ${secret}` } }), 'headers.x-a', /visible ASCII/],
    ['a password in a URL', http({ baseUrl: `https://a:${secret}@api.example.com` }), 'baseUrl', /password/],
    ['a query in a URL', http({ baseUrl: `https://api.example.com?key=${secret}` }), 'baseUrl', /no `\?`/],
    ['another scheme', http({ baseUrl: 'file:///etc' }), 'baseUrl', /http:/],
    ['a path that climbs', http({ paths: ['/a/../b'] }), 'paths.0', /without `\.\.`/],
    ['a method', http({ methods: ['CONNECT'] }), 'methods.0', /must be one of GET/],
  ])('says what is wrong with %s, without repeating it', async ([_, input, path, reason]) => {
    const refused = await save({ name: 'wrong', ...input })
    expect(at(refused, 'data.saveRelic')).toMatchObject({
      __typename: 'InvalidInputError',
      code: 'INVALID_INPUT',
      path: ['input', 'settings', ...path.split('.').filter((part) => part !== '')],
      message: expect.stringMatching(reason),
    })
    expect(JSON.stringify(refused)).not.toContain(secret)
  })
})

describe('DAG-8 the relics of a project', () => {
  const page = `query($first: Int, $after: String) { relics(first: $first, after: $after) {
    edges { node { id name operations { name inputSchema description } } } pageInfo { hasNextPage endCursor } totalCount } }`

  test('are listed in the order of their creation, found by id, name and node, and not those of others', async () => {
    const other = await createProject(graph.prisma, 'other')
    await administration.saveRelic({ projectId: other.id, name: 'theirs', kind: 'KEY_VALUE', settings: {} })
    const first = await ask(page, { first: 2 })
    expect(at(first, 'data.relics.edges.*.node.name')).toEqual(['cache', 'api'])
    const after = textAt(first, 'data.relics.pageInfo.endCursor')
    const rest = await ask(page, { after })
    expect(at(rest, 'data.relics.edges.*.node.name')).toEqual(['store', 'once', 'other'])
    expect(at(rest, 'data.relics.totalCount')).toBe(5)

    const id = textAt(first, 'data.relics.edges.0.node.id')
    const found = await ask(
      `query($id: ID!) { byId: relic(id: $id) { name } byName: relic(name: "cache") { id }
        node(id: $id) { __typename ... on Relic { name kind } } none: relic(name: "theirs") { id } }`,
      { id },
    )
    expect(found).toEqual({
      data: {
        byId: { name: 'cache' },
        byName: { id },
        node: { __typename: 'Relic', name: 'cache', kind: 'KEY_VALUE' },
        none: null,
      },
    })
    for (const args of ['', `(id: "${id}", name: "cache")`])
      expect(at(await ask(`{ relic${args} { id } }`), 'errors.0.extensions.code')).toBe('INVALID_INPUT')
  })

  test('are read with as many statements however many there are', async () => {
    const bare =
      'query($first: Int) { relics(first: $first) { edges { node { id name settings { kind } } } } }'
    expect(await graph.count(bare, { first: 4 })).toBe(await graph.count(bare, { first: 1 }))
  })

  test('deleteRelic removes one with its entries, and only one of the project', async () => {
    const query =
      'mutation($id: ID!) { deleteRelic(input: { id: $id }) { ... on DeletedRelic { id } ... on Error { code } } }'
    const id = await saved({ name: 'brief', kind: 'KEY_VALUE' })
    const call = {
      projectId: graph.project.id,
      relic: 'brief',
      idempotencyKey: 'x',
      signal: AbortSignal.timeout(9_000),
    }
    await relics.perform({ ...call, operation: 'set', parameters: { key: 'a', value: 1 } })
    expect(await graph.prisma.relicEntry.count()).toBe(1)
    const theirs = await graph.prisma.relic.findFirstOrThrow({ where: { name: 'theirs' } })
    const foreign = toGlobalId('Relic', theirs.id)
    expect(at(await ask(query, { id: foreign }), 'data.deleteRelic.code')).toBe('NOT_FOUND')
    for (const strange of [toGlobalId('Run', theirs.id), 'brief'])
      expect(at(await ask(query, { id: strange }), 'data.deleteRelic.code')).toBe('INVALID_ID')
    expect(at(await ask(query, { id }), 'data.deleteRelic.id')).toBe(id)
    expect(await graph.prisma.relicEntry.count()).toBe(0)
    expect(at(await ask(query, { id }), 'data.deleteRelic.code')).toBe('NOT_FOUND')
  })
})
