import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json } from '../../src/domain/json.ts'
import type { RelicKind } from '../../src/domain/relic.ts'
import type { OpenRelics } from '../../src/relics/relics.ts'
import { createFakeClock } from '../../src/testing/fake-clock.ts'
import { createOwnedDatabase, createTestDatabase } from '../support/database.ts'
import { forFile } from '../support/for-file.ts'
import { callOf, failureOf, newProject, onDatabase, openRelics, saveRelic } from '../support/relics.ts'
import { WebServer } from '../tools/web-server.ts'

/** Behaviour that every kind of relic shares. */
interface LogContext {
  readonly kind: RelicKind
  settings(): Json
  readonly operations: readonly string[]
  /** A call that works. */
  readonly call: readonly [operation: string, parameters: Json]
  /** One whose parameters are wrong, and where. */
  readonly wrong: readonly [operation: string, parameters: Json, paths: readonly string[]]
  /** One that gives no result for as long as `hold` holds. */
  readonly slow: readonly [operation: string, parameters: Json]
  readonly waitMs: number
  hold(): Promise<Held>
  /** A relic that fails although its call is right; the secret in its settings. */
  failing(): { readonly settings: Json; readonly call: readonly [string, Json] }
}

interface Held {
  /** Resolves when the call waits. */
  waiting(): Promise<void>
  release(): Promise<void>
}

const secret = 'hunter2-canary'
const environment: Record<string, string> = { RELIC_HTTP__TOKEN: secret }

const database = forFile(await createTestDatabase())
const shop = await createOwnedDatabase()
environment.RELIC_SQL__SHOP = shop
const server = forFile(
  await new WebServer((request, response) => {
    if (request.url === '/hang') return
    if (request.url === '/break') return response.destroy()
    response.setHeader('content-type', 'application/json').end('{"ok":true}')
  }).open(),
)

const isWaiting = (where: string) =>
  expect.poll(() => onDatabase(database.connectionString, `select 1 from pg_stat_activity where ${where}`))
    .toHaveLength

const readingShop = () =>
  `query like 'fetch%' and state = 'active' and datname = '${new URL(shop).pathname.slice(1)}'`

const subjects: readonly LogContext[] = [
  {
    kind: 'KEY_VALUE',
    settings: () => ({}),
    operations: ['get', 'getMany', 'list', 'set', 'compareAndSet', 'increment', 'delete'],
    call: ['set', { key: 'a', value: { b: [1] } }],
    wrong: ['set', { key: 7, colour: 'red' }, ['key: ', 'value: ', '"colour"']],
    slow: ['get', { key: 'a' }],
    waitMs: 10_000,
    hold: async () => {
      const client = await database.pool.connect()
      await client.query('begin; lock table "RelicEntry" in access exclusive mode')
      return {
        waiting: () =>
          isWaiting(
            `wait_event_type = 'Lock' and query like '%from "RelicEntry"%' and datname <> 'postgres'`,
          )(1),
        release: async () => {
          await client.query('rollback')
          client.release()
        },
      }
    },
    failing: () => ({ settings: { maxValueBytes: 3 }, call: ['set', { key: 'a', value: secret }] }),
  },
  {
    kind: 'SQL',
    settings: () => ({ env: 'RELIC_SQL__SHOP' }),
    operations: ['query', 'explain', 'schema'],
    call: ['query', { sql: 'select 1 as one' }],
    wrong: ['query', { sql: '', parameters: 7 }, ['sql: ', 'parameters: ']],
    slow: ['query', { sql: 'select pg_sleep(600) /* contract */' }],
    waitMs: 45_000,
    hold: async () => ({
      waiting: () => isWaiting(`${readingShop()} and wait_event = 'PgSleep'`)(1),
      // Nobody waits for the server: an abandoned statement is cancelled.
      release: () => isWaiting(readingShop())(0),
    }),
    failing: () => {
      const url = new URL(shop)
      url.username = 'nobody'
      url.password = secret
      url.port = '1'
      environment.RELIC_SQL__LOST = url.href
      return { settings: { env: 'RELIC_SQL__LOST' }, call: ['query', { sql: 'select 1' }] }
    },
  },
  {
    kind: 'HTTP',
    settings: () => ({ baseUrl: server.url(''), allowPrivate: true }),
    operations: ['request'],
    call: ['request', { path: '/' }],
    wrong: ['request', { path: 7, query: { q: null } }, ['path: ', 'query.q: ']],
    slow: ['request', { path: '/hang' }],
    waitMs: 30_000,
    hold: async () => {
      const seen = server.requests.length
      return {
        waiting: () => expect.poll(() => server.requests.length).toBeGreaterThan(seen),
        release: async () => undefined,
      }
    },
    failing: () => ({
      settings: {
        baseUrl: server.url(''),
        allowPrivate: true,
        // biome-ignore lint/suspicious/noTemplateCurlyInString: this is how settings name a variable.
        headers: { authorization: 'Bearer ${RELIC_HTTP__TOKEN}' },
      },
      call: ['request', { path: '/break' }],
    }),
  },
]

describe.for(subjects)('DAG-8 a relic of kind $kind', (subject) => {
  const clock = createFakeClock()
  let relics: OpenRelics
  let projectId: string

  beforeAll(async () => {
    projectId = await newProject(database, subject.kind.toLowerCase().replace('_', '-'))
    relics = openRelics(database, { environment, clock })
    await saveRelic(database, { projectId, name: 'it', kind: subject.kind, settings: subject.settings() })
  })

  afterAll(() => relics.close())

  const perform = (
    [operation, parameters]: readonly [string, Json, ...unknown[]],
    more: { readonly signal?: AbortSignal; readonly relic?: string; readonly projectId?: string } = {},
  ) => relics.perform(callOf(projectId, `${more.relic ?? 'it'}.${operation}`, parameters, more))

  test('describes its operations, each with a schema of an object and an effect', async () => {
    const described = await relics.describe(projectId, ['nothing', 'it'])
    expect(described.map(({ operation }) => operation)).toEqual(subject.operations)
    for (const { relic, description, inputSchema, effect } of described) {
      expect(relic).toBe('it')
      expect(description).toMatch(/\.$/)
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
      expect(inputSchema).not.toHaveProperty('$schema')
      expect(['read', 'idempotent', 'once']).toContain(effect)
      // A tool is named after both, separated by the last `_`.
      expect(`${relic}_x`).toMatch(/^[a-zA-Z][a-zA-Z0-9_-]*$/)
    }
    expect(subject.operations.filter((name) => name.includes('_'))).toEqual([])
  })

  test('gives JSON', async () => {
    const result = await perform(subject.call)
    expect(JSON.parse(JSON.stringify(result))).toEqual(result)
    expect(result).not.toBeNull()
  })

  test('names its operations where it has none of that name', async () => {
    for (const operation of ['explode', 'constructor', '__proto__', '']) {
      const { code, message } = await failureOf(perform([operation, {}]))
      expect(code).toBe('RELIC_OPERATION_UNKNOWN')
      for (const known of subject.operations) expect(message).toContain(known)
    }
  })

  test('TAS-4 says where parameters are wrong, all at once', async () => {
    const [operation, parameters, paths] = subject.wrong
    const { code, message } = await failureOf(perform([operation, parameters]))
    expect(code).toBe('RELIC_PARAMETERS_INVALID')
    for (const path of paths) expect(message).toContain(path)
    for (const nonsense of [null, [], 'text', 7])
      expect((await failureOf(perform([operation, nonsense]))).code).toBe('RELIC_PARAMETERS_INVALID')
  })

  test('stops when the signal does, with its reason', async () => {
    const stop = new AbortController()
    const held = await subject.hold()
    const call = perform(subject.slow, { signal: stop.signal })
    const refused = expect(call).rejects.toThrow('The run was aborted.')
    await held.waiting()
    stop.abort(new Error('The run was aborted.'))
    await refused
    await held.release()
    const before = AbortSignal.abort(new Error('Aborted before.'))
    await expect(perform(subject.call, { signal: before })).rejects.toThrow('Aborted before.')
  })

  test('gives up when its time is up', async () => {
    const held = await subject.hold()
    const call = failureOf(perform(subject.slow))
    await held.waiting()
    await clock.sleeperOf(subject.waitMs)
    await clock.advance(subject.waitMs)
    expect((await call).code).toBe('RELIC_TIMEOUT')
    await held.release()
    expect(clock.sleeping).toEqual([])
  })

  test('is that of its project: another sees neither it nor its entries', async () => {
    const other = await newProject(database)
    const { code, message } = await failureOf(perform(subject.call, { projectId: other }))
    expect(code).toBe('RELIC_UNKNOWN')
    expect(message).toContain('Known relics: none.')
    expect(await relics.describe(other, ['it'])).toEqual([])
  })

  test('TAS-7 shows no secret in its errors', async () => {
    const { settings, call } = subject.failing()
    await saveRelic(database, { projectId, name: 'failing', kind: subject.kind, settings })
    const { code, error } = await failureOf(perform(call, { relic: 'failing' }))
    expect(code).toBe('RELIC_FAILED')
    expect(inspect(error, { depth: 20, showHidden: true })).not.toContain(secret)
  })

  test('is used anew after every failure', async () => {
    expect(await perform(subject.call)).not.toBeNull()
  })

  test('tells of stored settings that are no longer valid', async () => {
    const id = await saveRelic(database, {
      projectId,
      name: 'old',
      kind: subject.kind,
      settings: subject.settings(),
    })
    await database.prisma.relic.update({ where: { id }, data: { settings: { colour: 'red' } } })
    const { code, message } = await failureOf(perform(subject.call, { relic: 'old' }))
    expect(code).toBe('RELIC_FAILED')
    expect(message).toContain('Save the relic again')
    expect(await relics.describe(projectId, ['old'])).toEqual([])
  })
})

test('DAG-8 an unknown relic is answered with the names of those that there are', async () => {
  const projectId = await newProject(database)
  for (const name of ['b', 'a']) await saveRelic(database, { projectId, name, kind: 'KEY_VALUE' })
  const relics = openRelics(database)
  const { code, message } = await failureOf(relics.perform(callOf(projectId, 'c.get', { key: 'a' })))
  expect(code).toBe('RELIC_UNKNOWN')
  expect(message).toBe('Unknown relic "c". Known relics: a, b.')
  await relics.close()
})
