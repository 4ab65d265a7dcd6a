import { createClient } from 'graphql-ws'
import { decodeJwt } from 'jose'
import { describe, expect, test, vi } from 'vitest'
import WebSocket from 'ws'
import { parseGlobalId } from '../../src/graphql/global-id.ts'
import { at, textAt } from '../graphql/open-graph.ts'
import { forFile } from '../support/for-file.ts'
import { openIdentityProvider } from '../support/identity-provider.ts'
import { postJson } from '../support/post-json.ts'
import { commonParts, createTwin } from '../support/tenants/twins.ts'
import { openTenants, read } from '../support/tenants/two-tenants.ts'

/** A server that executes, with people who come from an identity provider. */
const provider = forFile(await openIdentityProvider())
await provider.addKey('first')
const settings = {
  ...provider.settings,
  RUNGRAPH_JWT_PROJECT_CLAIM: 'tenant',
  RUNGRAPH_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  RUNGRAPH_REQUESTS_PER_MINUTE: '100000',
}
const tenants = forFile(await openTenants(settings, commonParts([])))
const twin = await createTwin(tenants, 'alphamark')

const of = (key: string) => ({ url: tenants.url, key })

async function tokenFor(input: object, key = twin.key): Promise<string> {
  const mutation = `mutation ($input: CreateAccessTokenInput!) {
    createAccessToken(input: $input) { ... on CreatedAccessToken { token } ... on Error { message } }
  }`
  return textAt(
    await read(of(key), mutation, { input: { subject: 'ann', ...input } }),
    'createAccessToken.token',
  )
}

async function post(key: string, query: string, path = '/graphql', accept = 'application/json') {
  return postJson(`${tenants.url}${path}`, { query }, { headers: { accept, authorization: `Bearer ${key}` } })
}

const note = JSON.stringify([{ name: 'note', arguments: { text: 'a' } }])
const uuidIn = (id: string) => parseGlobalId(id)?.id ?? ''
const gatesOf = (run: unknown) => textAt(run, 'gates.0.id')
const events = (run: unknown) =>
  `subscription { runEvents(runId: "${textAt(run, 'id')}") { __typename seq } }`

function connect(token: string, onClosed: (event: unknown) => void = () => undefined) {
  return createClient({
    url: `${tenants.url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { authorization: `Bearer ${token}` },
    retryAttempts: 0,
    on: { closed: onClosed },
  })
}

describe('KEY-7 the holder of a token', () => {
  test('is known by subject, scope and expiry', async () => {
    const token = await tokenFor({ sessionKey: 'shared', abilities: ['READ', 'DECIDE'], expiresInMs: 60_000 })
    const query = '{ caller { kind name role expiresAt scope { runId sessionKey tag abilities } } }'
    const { caller } = await read(of(token), query)
    expect(caller).toEqual({
      ...{ kind: 'TOKEN', name: 'ann', role: 'VIEWER', expiresAt: expect.stringMatching(/Z$/) },
      scope: { runId: null, sessionKey: 'shared', tag: null, abilities: ['READ', 'DECIDE'] },
    })
    const left = Date.parse(textAt(caller, 'expiresAt')) - Date.now()
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThanOrEqual(60_000)
  })

  test('follows the run over a WebSocket and as event streams, to its end', async () => {
    const run = await twin.run({ agent: 'talker', input: note })
    const token = await tokenFor({ runId: textAt(run, 'id') })
    const client = connect(token)
    const told: unknown[] = []
    for await (const result of client.iterate({ query: events(run) })) told.push(result)
    expect(at(told.at(-1), 'data.runEvents.__typename')).toBe('RunCompleted')
    await client.dispose()
    const stream = await (await post(token, events(run), '/graphql', 'text/event-stream')).text()
    expect(stream).toContain('"RunCompleted"')
    expect(stream.match(/^event: next$/gm)).toHaveLength(told.length)
  })

  test('may name a run and a gate by their UUIDs, as logs show them', async () => {
    const run = await twin.run({ agent: 'careful', input: note })
    const other = await twin.run({ agent: 'careful', input: note })
    const [mine, theirs] = [run, other].map((one) => uuidIn(textAt(one, 'id')))
    const [gate, foreign] = [run, other].map((one) => uuidIn(gatesOf(one)))
    const token = of(await tokenFor({ runId: textAt(run, 'id'), abilities: ['READ', 'DECIDE', 'ABORT'] }))
    const query = (runId = '', gateId = '') =>
      `{ run(id: "${runId}") { id } gate(id: "${gateId}") { status } }`
    const own = { run: { id: textAt(run, 'id') }, gate: { status: 'OPEN' } }
    expect(await read(token, query(mine, gate))).toEqual(own)
    expect(await read(token, query(theirs, foreign))).toEqual({ run: null, gate: null })
    const decide = (id = '') =>
      `mutation { resolveGate(input: { id: "${id}", decision: APPROVE }) { __typename ... on Error { code } } }`
    expect(at(await read(token, decide(foreign)), 'resolveGate.code')).toBe('NOT_FOUND')
    const abort = (id = '') =>
      `mutation { abortRun(input: { id: "${id}" }) { __typename ... on Error { code } } }`
    expect(at(await read(token, abort(theirs)), 'abortRun.code')).toBe('NOT_FOUND')
    expect(at(await read(token, abort(mine)), 'abortRun.__typename')).toBe('Run')
    await read(of(twin.key), abort(theirs))
  })

  test('decides, steers and aborts by name, as far as the token permits', async () => {
    const run = await twin.run({ agent: 'careful', input: note })
    const decide = `mutation { resolveGate(input: { id: "${gatesOf(run)}", decision: APPROVE }) {
      ... on Gate { status resolvedBy } ... on Error { code message } } }`
    const reader = await tokenFor({ runId: textAt(run, 'id') })
    expect(at(await read(of(reader), decide), 'resolveGate')).toEqual({
      code: 'FORBIDDEN',
      message: `Mutation.resolveGate is not permitted to this access token, which is for the run ${textAt(run, 'id')} with READ.`,
    })
    const decider = await tokenFor({ runId: textAt(run, 'id'), abilities: ['DECIDE'] })
    expect(at(await read(of(decider), decide), 'resolveGate')).toEqual({
      status: 'APPROVED',
      resolvedBy: 'ann',
    })
    const other = await twin.run({ agent: 'careful', input: note })
    const abort = `mutation { abortRun(input: { id: "${textAt(other, 'id')}" }) { ... on Run { abortedBy } ... on Error { code } } }`
    expect(
      at(
        await read(of(await tokenFor({ runId: textAt(run, 'id'), abilities: ['ABORT'] })), abort),
        'abortRun',
      ),
    ).toEqual({ code: 'NOT_FOUND' })
    expect(
      at(
        await read(of(await tokenFor({ runId: textAt(other, 'id'), abilities: ['ABORT'] })), abort),
        'abortRun',
      ),
    ).toEqual({ abortedBy: 'ann' })
  })

  test('TAS-11 starts runs whose descendants have the rights of its agent, unless its creator says otherwise', async () => {
    const rightsOf = async (more: object) => {
      const scope = { sessionKey: 'of bound ann', abilities: ['READ', 'TRIGGER'], agent: 'talker' }
      const trigger = 'mutation { triggerRun(input: { input: "Hi" }) { ... on Run { id } } }'
      const id = textAt(await read(of(await tokenFor({ ...scope, ...more })), trigger), 'triggerRun.id')
      return at(await read(of(twin.key), `{ run(id: "${id}") { triggeredByKind rightsOf } }`), 'run')
    }
    expect(await rightsOf({})).toEqual({ triggeredByKind: 'TOKEN', rightsOf: 'talker' })
    expect(await rightsOf({ childRights: 'AGENT' })).toEqual({ triggeredByKind: 'TOKEN', rightsOf: 'talker' })
    expect(await rightsOf({ childRights: 'OWN' })).toEqual({ triggeredByKind: 'TOKEN', rightsOf: null })
    const mutation = `mutation { createAccessToken(input: { tag: "a", subject: "ann", childRights: OWN }) {
      ... on InvalidInputError { path } } }`
    expect(at(await read(of(twin.key), mutation), 'createAccessToken.path')).toEqual(['input', 'childRights'])
  })

  test.for([
    ['session', { sessionKey: 'of ann' }],
    ['tag', { tag: 'user:ann' }],
  ] as const)('starts runs of one agent into the %s alone', async ([, scope]) => {
    const token = await tokenFor({ ...scope, abilities: ['READ', 'TRIGGER'], agent: 'talker' })
    const trigger = (input: string) =>
      read(
        of(token),
        `mutation { triggerRun(input: { ${input} }) { ... on Run { id triggeredBy idempotencyKey agent { slug } } ... on Error { code message } } }`,
      )
    const first = await trigger('input: "Hi", idempotencyKey: "one"')
    expect(first).toMatchObject({
      triggerRun: { triggeredBy: 'ann', idempotencyKey: 'one', agent: { slug: 'talker' } },
    })
    expect(at(await trigger('input: "Ho", idempotencyKey: "one"'), 'triggerRun')).toMatchObject({
      code: 'IDEMPOTENCY_CONFLICT',
      message: expect.stringContaining('The idempotency key "one" was'),
    })
    const talker = textAt(await read(of(twin.key), '{ agent(slug: "talker") { id } }'), 'agent.id')
    for (const agent of ['talker', talker, uuidIn(talker)])
      expect(await trigger(`input: "Hi", idempotencyKey: "one", agent: "${agent}"`)).toEqual(first)
    const long = 'k'.repeat(200)
    expect(await trigger(`input: "Hi", idempotencyKey: "${long}"`)).toMatchObject({
      triggerRun: { idempotencyKey: long },
    })
    for (const key of ['', ' ', `${long}k`])
      expect(at(await trigger(`input: "Hi", idempotencyKey: "${key}"`), 'triggerRun'), key).toEqual({
        code: 'INVALID_INPUT',
        message: expect.stringContaining('idempotencyKey must have 1 to 200 characters'),
      })
    for (const input of [
      'agent: "planner"',
      'sessionKey: "shared"',
      'maxCostUsd: null',
      'tags: ["user:bob"]',
      'context: {}',
    ])
      expect(at(await trigger(`input: "Hi", ${input}`), 'triggerRun.code'), input).toBe('FORBIDDEN')
    const { runs } = await read(of(token), '{ runs { totalCount edges { node { id } } } }')
    expect(at(runs, 'edges.*.node.id')).toContain(at(first, 'triggerRun.id'))
    expect(at(runs, 'totalCount')).toBe(2)
    // The endpoint for callers without GraphQL asks the same graph.
    const path = (agent: string) => `/api/projects/${twin.project.slug}/agents/${agent}/trigger?wait=false`
    const send = (agent: string, more: Readonly<Record<string, string>> = {}) =>
      postJson(
        `${tenants.url}${path(agent)}`,
        { input: 'Hi' },
        { headers: { authorization: `Bearer ${token}`, ...more } },
      )
    expect((await send('talker')).status).toBe(202)
    expect((await send('planner')).status).toBe(403)
    expect((await send('talker', { 'idempotency-key': '' })).status).toBe(400)
    // It continues a stream by the key that the holder gave.
    const continued = async (more: Readonly<Record<string, string>>) => {
      const response = await fetch(`${tenants.url}/api/projects/${twin.project.slug}/agents/talker/trigger`, {
        method: 'POST',
        headers: {
          ...{ 'content-type': 'application/json', accept: 'text/event-stream' },
          ...{ authorization: `Bearer ${token}`, 'idempotency-key': 'two', ...more },
        },
        body: JSON.stringify({ input: 'Hi' }),
      })
      return [response.status, Array.from((await response.text()).matchAll(/^id: ?(.+)$/gm), ([, id]) => id)]
    }
    const [, ids] = await continued({})
    const [one, ...others] = Array.isArray(ids) ? ids : []
    expect(await continued({ 'last-event-id': String(one) })).toEqual([200, others])
    expect(
      (await fetch(`${tenants.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })).status,
    ).toBe(403)
  })

  test('receives changes of its own runs and gates only', async () => {
    const client = connect(await tokenFor({ tag: 'watched' }))
    const runs = client.iterate({
      query: 'subscription { runUpdated { run { id } query { runs { totalCount } } } }',
    })
    const gates = client.iterate({
      query: 'subscription { gateUpdated { gate { id } query { agent(slug: "careful") { id } } } }',
    })
    const [run, gate] = [runs.next(), gates.next()]
    // Both are followed once their connection has answered something that came after them.
    for await (const _ of client.iterate({ query: '{ caller { name } }' })) break
    await twin.run({ agent: 'careful', input: note })
    const own = await twin.run({ agent: 'careful', input: note, tags: ['watched'] })
    expect(at(await run, 'value.data.runUpdated.run.id')).toBe(textAt(own, 'id'))
    // The root of the queries permits no more there than elsewhere.
    expect(at(await run, 'value.data.runUpdated.query.runs.totalCount')).toBe(1)
    expect(at(await gate, 'value.data.gateUpdated')).toEqual({
      gate: { id: gatesOf(own) },
      query: { agent: null },
    })
    expect(at(await gate, 'value.errors.0.extensions.code')).toBe('FORBIDDEN')
    await client.dispose()
  })
})

describe('KEY-7 createAccessToken refuses', () => {
  const refusal = async (input: object) => {
    const mutation = `mutation ($input: CreateAccessTokenInput!) {
      createAccessToken(input: $input) { ... on InvalidInputError { message path } } }`
    return at(await read(of(twin.key), mutation, { input }), 'createAccessToken')
  }

  test('TRIGGER for a run, and names the fields of the input to give instead', async () => {
    const run = await twin.run({ agent: 'talker', input: note })
    const input = { runId: textAt(run, 'id'), subject: 'ann', abilities: ['TRIGGER'], agent: 'talker' }
    expect(await refusal(input)).toMatchObject({
      message: expect.stringContaining('Give `sessionKey` or `tag` instead of `runId`.'),
    })
    expect(await refusal({ sessionKey: ' ', subject: 'ann' })).toMatchObject({
      path: ['input', 'sessionKey'],
    })
  })

  test('an agent that there is not, by the name that was given', async () => {
    const mutation = `mutation ($input: CreateAccessTokenInput!) {
      createAccessToken(input: $input) { ... on NotFoundError { code message } } }`
    const input = { tag: 'a', subject: 'ann', abilities: ['READ', 'TRIGGER'], agent: 'nobody' }
    expect(at(await read(of(twin.key), mutation, { input }), 'createAccessToken')).toEqual({
      code: 'NOT_FOUND',
      message: 'No agent "nobody" in this project.',
    })
  })

  test('a subject that is the name of a key, also of a revoked one: records have the name alone', async () => {
    await twin.keyOf('a robot', 'VIEWER')
    const { id } = await tenants.prisma.apiKey.findFirstOrThrow({ where: { name: 'a robot' } })
    await tenants.app.operations.keys.revokeKey({ projectId: twin.project.id, keyId: id, by: 'the test' })
    expect(await refusal({ sessionKey: 'shared', subject: 'a robot' })).toEqual({
      message: expect.stringContaining('subject is the name of an API key'),
      path: ['input', 'subject'],
    })
  })
})

describe('KEY-7 the end of a token', () => {
  test('closes its WebSocket with a code, and its event streams with an error', async () => {
    const run = await twin.run({ agent: 'careful', input: note })
    const token = await tokenFor({ runId: textAt(run, 'id'), expiresInMs: 3_000 })
    const closed = Promise.withResolvers<unknown>()
    const client = connect(token, closed.resolve)
    const following = client.iterate({ query: events(run) })
    await following.next()
    const stream = await post(token, events(run), '/graphql', 'text/event-stream')
    const parts = await post(token, events(run), '/graphql', 'multipart/mixed;subscriptionSpec=1.0')
    const plain = await fetch(`${tenants.url}/api/projects/${twin.project.slug}/runs/${textAt(run, 'id')}`, {
      headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
    })
    expect(await closed.promise).toMatchObject({ code: 4419 })
    expect(await textUntilBroken(stream)).toMatch(
      /event: next\ndata: .*"UNAUTHENTICATED".*\n\nevent: complete/,
    )
    expect(await parts.text()).toMatch(
      /--graphql\r\nContent-Type: application\/json\r\n\r\n\{"payload":null,"errors":\[\{.*"UNAUTHENTICATED".*\}\]\}\r\n--graphql--\r\n$/,
    )
    expect(await textUntilBroken(plain)).toMatch(/event: error\ndata: .*"UNAUTHENTICATED"/)
  })

  test('ends event streams at once that are opened with it, within the tolerance of the clocks', async () => {
    const exp = Math.floor(Date.now() / 1_000) - 1
    const person = await provider.sign({ tenant: twin.project.slug, exp })
    const run = await twin.run({ agent: 'careful', input: note })
    const token = await tokenFor({ runId: textAt(run, 'id'), expiresInMs: 1_000 })
    await vi.waitUntil(async () => expiryOf(token) <= Date.now(), 3_000)
    const ofProject = 'subscription { projectEvents(types: [RunStarted]) { seq } }'
    for (const [key, query] of [
      [person, ofProject],
      [token, events(run)],
    ] as const) {
      const stream = await post(key, query, '/graphql', 'text/event-stream')
      expect(stream.headers.get('content-type')).toContain('text/event-stream')
      expect(await textUntilBroken(stream)).toMatch(/"UNAUTHENTICATED".*\n\nevent: complete/)
      const path = `/api/projects/${twin.project.slug}/runs/${textAt(run, 'id')}`
      const plain = await fetch(`${tenants.url}${path}`, {
        headers: { authorization: `Bearer ${key}`, accept: 'text/event-stream' },
      })
      expect(await textUntilBroken(plain)).toMatch(/event: error\ndata: .*"UNAUTHENTICATED"/)
      // A request that is answered at once is answered, as the clocks may differ.
      expect((await post(key, '{ __typename }')).status).toBe(200)
    }
  })

  test('comes with that of the key that issued it', async () => {
    const run = await twin.run({ agent: 'careful', input: note })
    const key = await twin.keyOf('back end', 'OPERATOR')
    const token = await tokenFor({ runId: textAt(run, 'id') }, key)
    const closed = Promise.withResolvers<unknown>()
    const following = connect(token, closed.resolve).iterate({ query: events(run) })
    await following.next()
    const { id } = await tenants.prisma.apiKey.findFirstOrThrow({ where: { name: 'back end' } })
    await tenants.app.operations.keys.revokeKey({ projectId: twin.project.id, keyId: id, by: 'the test' })
    expect(await closed.promise).toMatchObject({ code: 4403 })
    await vi.waitUntil(async () => (await post(token, '{ __typename }')).status === 401, 10_000)
  })

  test('cannot be put off: a token creates no token, and a VIEWER none either', async () => {
    const create = `mutation { createAccessToken(input: { sessionKey: "shared", subject: "eve" }) { ... on Error { code } } }`
    const viewer = await twin.keyOf('a viewer', 'VIEWER')
    for (const key of [viewer, await tokenFor({ sessionKey: 'shared' })])
      expect(await read(of(key), create)).toEqual({ createAccessToken: { code: 'FORBIDDEN' } })
  })
})

describe('KEY-9 people', () => {
  test('have their role in their project, and records name them', async () => {
    const ann = await provider.sign({ tenant: twin.project.slug })
    expect(await read(of(ann), '{ caller { kind name role } project { slug } }')).toEqual({
      caller: { kind: 'PERSON', name: 'ann@example.com', role: 'OPERATOR' },
      project: { slug: twin.project.slug },
    })
    const run = await twin.run({ agent: 'careful', input: note })
    const decide = `mutation { resolveGate(input: { id: "${gatesOf(run)}", decision: REJECT }) { ... on Gate { resolvedBy } } }`
    expect(await read(of(ann), decide)).toEqual({ resolveGate: { resolvedBy: 'ann@example.com' } })
    const create = 'mutation { createApiKey(input: { name: "x", role: VIEWER }) { ... on Error { code } } }'
    expect(await read(of(ann), create)).toEqual({ createApiKey: { code: 'FORBIDDEN' } })
    const token = await tokenFor({ sessionKey: 'shared' }, ann)
    expect(await read(of(token), '{ caller { name } }')).toEqual({ caller: { name: 'ann' } })
  })

  test('create tokens that expire no later than their own', async () => {
    const exp = Math.floor(Date.now() / 1_000) + 60
    const ann = await provider.sign({ tenant: twin.project.slug, exp })
    const expiryOf = async (expiresInMs?: number) => {
      const token = await tokenFor({ sessionKey: 'shared', ...(expiresInMs && { expiresInMs }) }, ann)
      return read(of(token), '{ caller { expiresAt } }')
    }
    const own = { caller: { expiresAt: new Date(exp * 1_000).toISOString() } }
    expect([await expiryOf(), await expiryOf(86_400_000)]).toEqual([own, own])
    expect(await expiryOf(5_000)).not.toEqual(own)
  })

  test('without a project here, or credentials, are refused', async () => {
    expect((await post(await provider.sign({ tenant: 'nowhere' }), '{ __typename }')).status).toBe(401)
    expect((await post(await provider.sign(), '{ __typename }')).status).toBe(401)
    expect((await fetch(`${tenants.url}/graphql?query={__typename}`)).status).toBe(401)
  })

  test('and other callers read what the server takes, where a header has none of it', async () => {
    const headers = { authorization: 'Bearer a.b.c' }
    const response = await fetch(`${tenants.url}/graphql?query={__typename}`, { headers })
    expect(at(await response.json(), 'errors.0.message')).toContain(
      'The authorization is no API key, access token or JWT of the identity provider.',
    )
    const without = await fetch(`${tenants.url}/graphql?query={__typename}`)
    expect(at(await without.json(), 'errors.0.message')).toContain('There is no API key, access token or JWT')
  })

  test('whose key cannot be looked up are asked to come again, over HTTP and WebSocket; keys go on', async () => {
    const host = await openIdentityProvider()
    await host.addKey('first')
    host.setAway(true)
    const other = await openTenants(host.settings)
    const token = await host.sign()
    const response = await fetch(`${other.url}/graphql?query={__typename}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2'])
    const closed = Promise.withResolvers<unknown>()
    const client = createClient({
      url: `${other.url.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: { authorization: `Bearer ${token}` },
      retryAttempts: 0,
      on: { closed: closed.resolve },
    })
    const failed = client
      .iterate({ query: '{ __typename }' })
      .next()
      .catch(() => 'closed')
    expect(await closed.promise).toMatchObject({ code: 1013 })
    await failed
    const { key } = await other.createTenant('acme')
    expect(await read({ url: other.url, key }, '{ __typename }')).toEqual({ __typename: 'Query' })
    await other.close()
    host.close()
  })
})

/** Expiry of a token, in milliseconds since the epoch. */
function expiryOf(token: string): number {
  return (decodeJwt(token).exp ?? 0) * 1_000
}

/** Text of a stream until it ends or breaks off. */
async function textUntilBroken({ body }: Response): Promise<string> {
  const parts: string[] = []
  const decoder = new TextDecoder()
  try {
    for await (const part of body ?? []) parts.push(decoder.decode(part, { stream: true }))
  } catch {
    // It was broken off.
  }
  return parts.join('')
}
