import { once } from 'node:events'
import {
  GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLNonNull,
  isEnumType,
  isListType,
} from 'graphql'
import { createClient } from 'graphql-ws'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import { createKeyOperations } from '../../src/auth/key-operations.ts'
import type { KeyOperations } from '../../src/domain/api-key.ts'
import type { Role } from '../../src/domain/caller.ts'
import { RungraphError } from '../../src/domain/errors.ts'
import { leastRoles } from '../../src/graphql/authorization.ts'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { schema } from '../../src/graphql/schema.ts'
import { createApiKeyStore } from '../../src/store/api-key-store.ts'
import { at, createProject } from '../graphql/open-graph.ts'
import { forFile } from '../support/for-file.ts'
import { postJson } from '../support/post-json.ts'
import { refusing } from '../support/refusing.ts'
import { sentInParts } from '../support/tenants/mutation-samples.ts'
import { openBareSocket } from './bare-socket.ts'
import { openServer } from './open-server.ts'

let keys: KeyOperations

/** A server with an administrator's key. */
const open = forFile(
  await openServer((graph) => {
    const store = createApiKeyStore(graph.pool)
    keys = createKeyOperations({ keys: store, newId: uuidv7, now: Date.now })
    return { operations: refusing({ keys }), origins: ['https://app.example.com'] }
  }),
)
const other = await createProject(open.graph.prisma, 'other')
const admin = await keyOf('the founder', 'ADMIN')

async function keyOf(name: string, role: Role, projectId = open.graph.project.id): Promise<string> {
  return (await keys.createKey({ projectId, name, role, by: 'the test' })).key
}

function ask(key: string | null, query: string, headers: Record<string, string> = {}) {
  return postJson(
    open.endpoint,
    { query },
    { headers: { ...(key !== null && { authorization: `Bearer ${key}` }), ...headers } },
  )
}

async function answer(key: string | null, query: string): Promise<unknown> {
  return (await ask(key, query)).json()
}

describe('KEY-1 before the first key', () => {
  test('every client of the server is its administrator; the first key must be one, for good', async () => {
    const young = await openServer((graph) => {
      const store = createApiKeyStore(graph.pool)
      return {
        operations: refusing({ keys: createKeyOperations({ keys: store, newId: uuidv7, now: Date.now }) }),
      }
    })
    const post = async (query: string) => {
      const response = await postJson(young.endpoint, { query })
      return [response.status, await response.json()] as const
    }
    const create = (input: string) =>
      `mutation { createApiKey(input: { ${input} }) { __typename ... on CreatedApiKey { key apiKey { name createdBy } } ... on InvalidInputError { path message } } }`
    const early = await openBareSocket(young.endpoint)
    const stream = await postJson(
      young.endpoint,
      { query: 'subscription { runUpdated { cursor } }' },
      { headers: { accept: 'text/event-stream' } },
    )
    expect(await post('{ caller { name role } }')).toEqual([
      200,
      { data: { caller: { name: 'loopback', role: 'ADMIN' } } },
    ])
    for (const input of [
      'name: "a", role: OPERATOR',
      'name: "a", role: ADMIN, expiresAt: "2126-01-01T00:00:00Z"',
    ])
      expect(at((await post(create(input)))[1], 'data.createApiKey')).toMatchObject({
        __typename: 'InvalidInputError',
        path: ['input', 'role'],
      })
    expect(at((await post(create('name: "a", role: ADMIN')))[1], 'data.createApiKey')).toEqual({
      __typename: 'CreatedApiKey',
      key: expect.stringMatching(/^rg_[\w-]{43}$/),
      apiKey: { name: 'a', createdBy: 'loopback' },
    })
    await expect.poll(async () => (await post('{ caller { name } }'))[0]).toBe(401)
    // Who came in before goes, too: they would be administrators for as long as they like.
    expect(await early.closed).toMatchObject({ code: 4403 })
    await expect(stream.text()).rejects.toThrow()
    await young.close()
  })
})

describe('KEY-1 once there is a key', () => {
  test('nobody comes in without one that is in force', async () => {
    const wrong = [null, 'rg_wrong', `${admin}x`, 'sk-something']
    for (const key of wrong) {
      const response = await ask(key, '{ __typename }')
      expect(response.status).toBe(401)
      expect(response.headers.get('www-authenticate')).toBe('Bearer realm="rungraph"')
      expect(await response.json()).toEqual({
        errors: [
          {
            message: expect.stringContaining('Authorization: Bearer'),
            extensions: { code: 'UNAUTHENTICATED' },
          },
        ],
      })
    }
    expect(await answer(admin, '{ caller { name role } }')).toEqual({
      data: { caller: { name: 'the founder', role: 'ADMIN' } },
    })
    const get = await fetch(`${open.endpoint}?query={__typename}`, {
      headers: { accept: 'application/json' },
    })
    expect(get.status).toBe(401)
  })

  test('health and the page of GraphiQL need none, and the page tells nothing of the project', async () => {
    const run = await open.graph.make.run(await open.graph.make.agent())
    expect((await fetch(`${open.url}/health/ready`)).status).toBe(200)
    const page = await fetch(open.endpoint, { headers: { accept: 'text/html' } })
    expect(page.status).toBe(200)
    const html = await page.text()
    expect(html).not.toContain(toGlobalId('Run', run.id))
    const [, script = ''] = /<script src="([^"]+)"/.exec(html) ?? []
    expect((await fetch(new URL(script, open.endpoint))).status).toBe(200)
    const asked = await fetch(`${open.endpoint}?query={project{slug}}`, { headers: { accept: 'text/html' } })
    expect(await asked.text()).not.toContain('"slug"')
  })

  test('the page of the console needs none, and an operation in its address is not read', async () => {
    const address = `${open.url}/pages/graphql?query={ nothing }&z=/graphql`
    const page = await fetch(address, { headers: { accept: 'text/html, application/json' } })
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(await page.text()).not.toContain('nothing')
    const asked = await fetch(address, { method: 'POST', body: '{}', headers: { accept: 'text/html' } })
    expect(asked.status).toBe(401)
  })

  test.each(['/health/graphql', '/graphiql/graphql', '/health/x?y=/graphql'])(
    'nothing is read or validated without one at %s',
    async (path) => {
      const query = '{ nothing }'
      const asked = await postJson(open.url + path, { query })
      const page = await fetch(`${open.url}${path.replace(/\?.*/, '')}?query=${query}&z=/graphql`, {
        headers: { accept: 'text/html, application/json' },
      })
      const nothing = { errors: [{ extensions: { code: 'REQUEST_MALFORMED' } }] }
      expect([asked.status, page.status]).toEqual([404, 404])
      expect(await asked.json()).toMatchObject(nothing)
      expect(await page.json()).toMatchObject(nothing)
    },
  )

  test('a key is stored as a hash, and its use is noted', async () => {
    const key = await keyOf('the one who reads', 'VIEWER')
    const before = await open.graph.prisma.apiKey.findFirstOrThrow({ where: { name: 'the one who reads' } })
    expect(before.lastUsedAt).toBeNull()
    await ask(key, '{ __typename }')
    const { lastUsedAt, ...row } = await open.graph.prisma.apiKey.findUniqueOrThrow({
      where: { id: before.id },
    })
    expect(lastUsedAt).toBeInstanceOf(Date)
    expect(JSON.stringify(row)).not.toContain(key.slice(3))
  })

  test('it opens its own project and no other', async () => {
    const key = await keyOf('of the other project', 'ADMIN', other.id)
    expect(await answer(key, '{ project { slug } apiKeys { edges { node { name } } } }')).toEqual({
      data: { project: { slug: 'other' }, apiKeys: { edges: [{ node: { name: 'of the other project' } }] } },
    })
    const mine = await open.graph.prisma.apiKey.findFirstOrThrow({ where: { name: 'the founder' } })
    const revoke = `mutation { revokeApiKey(input: { id: "${toGlobalId('ApiKey', mine.id)}" }) { __typename } }`
    expect(await answer(key, revoke)).toEqual({ data: { revokeApiKey: { __typename: 'NotFoundError' } } })
  })

  test('names are one of a kind, for good, and none that stands for somebody else', async () => {
    const create = (name: string) =>
      answer(
        admin,
        `mutation { createApiKey(input: { name: ${JSON.stringify(name)}, role: VIEWER }) { __typename ... on Error { code message } } }`,
      )
    const code = async (name: string) => at(await create(name), 'data.createApiKey.code')
    expect(await code('the founder')).toBe('KEY_NAME_TAKEN')
    expect(await code('loopback')).toBe('INVALID_INPUT')
    expect(await code('command line')).toBe('INVALID_INPUT')
    expect(await code(' ')).toBe('INVALID_INPUT')
    expect(at(await create('x'.repeat(300)), 'data.createApiKey')).toMatchObject({
      code: 'INVALID_INPUT',
      message: 'name is too long: 300 bytes, and 200 are the most.',
    })
    expect(await code('a\u0000b')).toBe('INVALID_INPUT')
  })

  test('there are at most 1,000 in force', async () => {
    const { prisma } = open.graph
    const project = await createProject(prisma, 'crowded')
    const many = Array.from({ length: 1_000 }, (_, place) => ({
      ...{ id: uuidv7(), projectId: project.id, name: `key ${place}`, role: 'ADMIN' as const },
      ...{ secretHash: uuidv7(), createdBy: 'the test' },
    }))
    await prisma.apiKey.createMany({ data: many })
    await expect(keyOf('one more', 'ADMIN', project.id)).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED' })
  })
})

describe('KEY-2 roles', () => {
  test('each mutation asks for its role before it looks at anything', async () => {
    const viewer = await keyOf('a viewer', 'VIEWER')
    const operator = await keyOf('an operator', 'OPERATOR')
    const fields = Object.values(schema.getMutationType()?.getFields() ?? {})
    expect(fields.map(({ name }) => name).toSorted()).toEqual(Object.keys(leastRoles).toSorted())
    for (const { name, args } of fields.filter((field) => !sentInParts.has(field.name))) {
      const [input] = args
      if (!input) throw new Error(`${name} takes no input.`)
      const question = `mutation { ${name}(input: ${sample(input.type)}) { __typename ... on Error { code message } } }`
      const refused = {
        __typename: 'ForbiddenError',
        code: 'FORBIDDEN',
        message: `${name} needs the role ${leastRoles[name]}.`,
      }
      expect(await answer(viewer, question), name).toEqual({ data: { [name]: refused } })
      if (leastRoles[name] === 'ADMIN')
        expect(await answer(operator, question), name).toEqual({ data: { [name]: refused } })
    }
  })

  test('keys are read by administrators only, also by their ids', async () => {
    const operator = await keyOf('a curious operator', 'OPERATOR')
    const row = await open.graph.prisma.apiKey.findFirstOrThrow({ where: { name: 'the founder' } })
    const query = `{ node(id: "${toGlobalId('ApiKey', row.id)}") { ... on ApiKey { name } } }`
    expect(await answer(operator, query)).toEqual({ data: { node: null } })
    expect(await answer(admin, query)).toEqual({ data: { node: { name: 'the founder' } } })
    expect(at(await answer(operator, '{ apiKeys { totalCount } }'), 'errors.*.extensions.code')).toEqual([
      'FORBIDDEN',
    ])
  })
})

test('API-14 others are served between the mutations of one operation', async () => {
  let turn = 0
  const count = () => {
    turn += 1
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  const turns: number[] = []
  const server = await openServer((graph) => ({
    operations: refusing({
      keys: {
        ...createKeyOperations({ keys: createApiKeyStore(graph.pool), newId: uuidv7, now: Date.now }),
        createKey: async () => {
          turns.push(turn)
          throw new RungraphError('KEY_NAME_TAKEN', { name: 'a' })
        },
      },
    }),
  }))
  const create = 'createApiKey(input: { name: "a", role: ADMIN }) { __typename }'
  const query = `mutation { ${Array.from({ length: 20 }, (_, place) => `a${place}: ${create}`).join(' ')} }`
  await postJson(server.endpoint, { query })
  clearImmediate(next)
  await server.close()
  expect(turns).toHaveLength(20)
  expect(new Set(turns).size).toBe(20)
})

describe('KEY-3 over WebSocket and event streams', () => {
  test('a WebSocket says its key in connection_init, or in the request; without one it is closed', async () => {
    const { endpoint } = open
    const init = async (payload: object | undefined, headers: Record<string, string> = {}) => {
      const socket = await openBareSocket(endpoint, { init: false, headers })
      socket.send({ type: 'connection_init', ...(payload && { payload }) })
      const message = await socket.next()
      socket.close()
      return message?.type ?? (await socket.closed).code
    }
    expect(await init(undefined)).toBe(4403)
    expect(await init({ authorization: 'Bearer rg_wrong' })).toBe(4403)
    expect(await init({ authorization: 7 })).toBe(4403)
    expect(await init({ authorization: `Bearer ${admin}` })).toBe('connection_ack')
    expect(await init({ Authorization: `Bearer ${admin}` })).toBe('connection_ack')
    expect(await init(undefined, { authorization: `Bearer ${admin}` })).toBe('connection_ack')
  })

  const bearer = () => `Bearer ${admin}`
  const spellings: Readonly<Record<string, () => object>> = {
    'the headers of a request': () => ({ headers: { Authorization: bearer() } }),
    'these in lower case': () => ({ headers: { authorization: bearer(), 'x-tenant': 'a' } }),
    'the header in capitals': () => ({ AUTHORIZATION: bearer() }),
    'authToken, as Apollo shows it': () => ({ authToken: admin }),
    'token, with its scheme': () => ({ token: bearer() }),
    access_token: () => ({ access_token: admin }),
    'x-api-key among headers that say nothing': () => ({ headers: { accept: '*/*' }, 'x-api-key': admin }),
    'the header before all others': () => ({ Authorization: bearer(), token: 'rg_wrong', headers: {} }),
  }
  test.for(Object.entries(spellings))('the key is read from %s', async ([, payloadOf]) => {
    const socket = await openBareSocket(open.endpoint, { init: false })
    socket.send({ type: 'connection_init', payload: payloadOf() })
    expect(await socket.next()).toEqual({ type: 'connection_ack' })
    socket.close()
  })

  test('a refusal says why, with the code', async () => {
    const refusal = async (payload: object) => {
      const socket = await openBareSocket(open.endpoint, { init: false })
      socket.send({ type: 'connection_init', payload })
      return socket.closed
    }
    expect(await refusal({})).toEqual({
      code: 4403,
      reason: expect.stringMatching(/^UNAUTHENTICATED: There is no API key with the request\./),
    })
    for (const payload of [
      { authorization: 'Bearer rg_wrong' },
      { headers: { Authorization: 'Bearer rg_wrong' } },
    ])
      expect(await refusal(payload)).toEqual({
        code: 4403,
        reason: 'UNAUTHENTICATED: The API key is not known here, or it was revoked or has expired.',
      })
  })

  const subscription = (id: string) => `subscription { runEvents(runId: "${toGlobalId('Run', id)}") { seq } }`

  test('a key that expires or is revoked closes the connections it opened, and nothing else', async () => {
    const { make, log, prisma } = open.graph
    const run = await make.run(await make.agent(), { nextSeq: 1_000 })
    log.append(run.id, { type: 'TextDelta', stepNumber: 1, data: { messageId: 'm', offset: 0, text: 'a' } })
    for (const [name, finish] of [
      [
        'soon expired',
        (id: string) =>
          prisma.apiKey.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 1) } }),
      ],
      [
        'soon revoked',
        (id: string) =>
          answer(
            admin,
            `mutation { revokeApiKey(input: { id: "${toGlobalId('ApiKey', id)}" }) { ... on ApiKey { revokedBy } } }`,
          ),
      ],
    ] as const) {
      const key = await keyOf(name, 'VIEWER')
      const { id } = await prisma.apiKey.findFirstOrThrow({ where: { name } })
      const closed = Promise.withResolvers<unknown>()
      const held = createSocket(key, (event) => closed.resolve(event))
      const kept = createSocket(admin, () => undefined)
      const events = held.iterate({ query: subscription(run.id) })
      const others = kept.iterate({ query: subscription(run.id) })
      const stream = await postJson(
        open.endpoint,
        { query: subscription(run.id) },
        { headers: { authorization: `Bearer ${key}`, accept: 'text/event-stream' } },
      )
      await Promise.all([events.next(), others.next()])
      await finish(id)
      expect(await closed.promise).toMatchObject({ code: 4403, reason: 'Forbidden' })
      await expect(stream.text()).rejects.toThrow()
      expect((await ask(key, '{ __typename }')).status).toBe(401)
      log.append(run.id, { type: 'TextDelta', stepNumber: 1, data: { messageId: 'm', offset: 1, text: 'b' } })
      expect(await others.next()).toMatchObject({ done: false })
      await Promise.all([held.dispose(), kept.dispose()])
    }
    expect(await prisma.apiKey.findFirstOrThrow({ where: { name: 'soon revoked' } })).toMatchObject({
      revokedBy: 'the founder',
    })
  })

  function createSocket(key: string, onClosed: (event: unknown) => void) {
    return createClient({
      url: open.endpoint.replace('http', 'ws'),
      webSocketImpl: WebSocket,
      connectionParams: { authorization: `Bearer ${key}` },
      retryAttempts: 0,
      on: { closed: onClosed },
    })
  }
})

describe('KEY-4 pages of other origins', () => {
  const page = { origin: 'https://app.example.com' }

  test('one that is listed may call, with a key; its browser may ask ahead', async () => {
    const ahead = await fetch(open.endpoint, {
      method: 'OPTIONS',
      headers: {
        ...page,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      },
    })
    expect([ahead.status, ahead.headers.get('access-control-allow-origin')]).toEqual([204, page.origin])
    expect(ahead.headers.get('access-control-allow-headers')).toContain('authorization')
    const response = await ask(admin, '{ __typename }', page)
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([200, page.origin])
    expect(response.headers.get('vary')).toContain('Origin')
    const without = await ask(null, '{ __typename }', page)
    expect([without.status, without.headers.get('access-control-allow-origin')]).toEqual([401, page.origin])
  })

  test('one that is listed may send whatever header it asks for, where that is a name', async () => {
    const preflight = async (asked: string, origin = page.origin) => {
      const headers = {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': asked,
      }
      const { status, headers: given } = await fetch(open.endpoint, { method: 'OPTIONS', headers })
      return [status, given.get('access-control-allow-headers'), given.get('vary')]
    }
    const vary = 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers'
    for (const asked of [
      'authorization, content-type',
      'apollographql-client-name, apollographql-client-version',
      'baggage, content-type, sentry-trace, traceparent',
      'apollo-require-preflight',
      'X-Tenant, x_custom, x.y~z',
      'x-one',
    ])
      expect(await preflight(asked)).toEqual([204, asked, vary])
    expect(await preflight('x-one,x-two')).toEqual([204, 'x-one, x-two', vary])
    expect(await preflight('x one, , "x", x(y), x-two')).toEqual([204, 'x-two', vary])
    expect(await preflight('')).toEqual([204, null, vary])
    expect(await preflight('authorization', 'https://evil.example')).toEqual([403, null, 'Origin'])
    const sent = await ask(admin, '{ __typename }', { ...page, 'sentry-trace': '1-2', baggage: 'a=b' })
    expect([sent.status, sent.headers.get('access-control-expose-headers')]).toEqual([
      200,
      expect.stringContaining('retry-after'),
    ])
    expect((await ask(admin, '{ __typename }')).headers.get('vary')).toContain('Origin')
  })

  test('any other gets nothing, over HTTP and over WebSocket, with or without a key', async () => {
    for (const origin of [
      'https://evil.example',
      'null',
      'http://app.example.com',
      'https://app.example.com.evil.example',
    ]) {
      const response = await ask(admin, '{ __typename }', { origin })
      expect([response.status, response.headers.get('access-control-allow-origin')], origin).toEqual([
        403,
        null,
      ])
      expect(at(await response.json(), 'errors.*.extensions.code')).toEqual(['ORIGIN_FORBIDDEN'])
      const socket = new WebSocket(open.endpoint.replace('http', 'ws'), 'graphql-transport-ws', { origin })
      const [refused] = await once(socket, 'error')
      expect(String(refused)).toContain('403')
    }
  })

  test('a server with keys is reached by any name', async () => {
    const { status } = await ask(admin, '{ __typename }', { host: 'rungraph.example.com' })
    expect(status).toBe(200)
  })
})

/** The least that an argument takes, as GraphQL writes it. */
function sample(type: GraphQLInputType): string {
  if (type instanceof GraphQLNonNull) return sample(type.ofType)
  if (isListType(type)) return '[]'
  if (isEnumType(type)) return type.getValues()[0]?.name ?? ''
  if (type instanceof GraphQLInputObjectType) {
    const fields = Object.values(type.getFields()).filter(
      (field) => field.type instanceof GraphQLNonNull && field.defaultValue === undefined,
    )
    const one = type.isOneOf ? Object.values(type.getFields()).slice(0, 1) : fields
    return `{ ${one.map((field) => `${field.name}: ${sample(field.type)}`).join(', ')} }`
  }
  const samples: Readonly<Record<string, string>> = {
    Int: '1',
    Float: '1',
    Boolean: 'true',
    DateTime: '"2030-01-01T00:00:00Z"',
    JSON: '{}',
    Decimal: '"1"',
  }
  return samples[type.name] ?? '"x"'
}
