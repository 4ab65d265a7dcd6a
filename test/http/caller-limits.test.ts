import { gzipSync } from 'node:zlib'
import { v7 as uuidv7 } from 'uuid'
import { afterEach, expect, test } from 'vitest'
import { createKeyOperations } from '../../src/auth/key-operations.ts'
import { uncounted } from '../../src/domain/request-metrics.ts'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { createApiKeyStore } from '../../src/store/api-key-store.ts'
import { postJson } from '../support/post-json.ts'
import { openBareSocket } from './bare-socket.ts'
import { type OpenServer, openServer } from './open-server.ts'

let open: OpenServer

afterEach(async () => {
  expect(open.graph.reports).toEqual([])
  await open.close()
})

async function ask(body: unknown = { query: '{ __typename }' }, accept = 'application/json') {
  const response = await fetch(open.endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept },
    body: JSON.stringify(body),
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

const refused = { extensions: { code: 'RATE_LIMITED', retryable: true } }

test('API-7 requests of a caller are counted over all transports, and refused with the time to retry', async () => {
  let at = 0
  open = await openServer({ callerLimits: { requestsPerMinute: 10, now: () => at } })
  const first = await ask()
  expect([first.headers.get('ratelimit-policy'), first.headers.get('ratelimit')]).toEqual([
    '"requests";q=10;w=60',
    '"requests";r=9;t=6',
  ])
  await ask([{ query: '{ __typename }' }, { query: '{ __typename }' }, { query: '{ __typename }' }])
  await fetch(`${open.endpoint}?query={__typename}`)
  await ask(undefined, 'text/event-stream')
  const socket = await openBareSocket(open.endpoint)
  for (const id of ['1', '2', '3']) {
    socket.subscribe(id, '{ __typename }')
    expect([await socket.next(), await socket.next()]).toMatchObject([{ type: 'next' }, { type: 'complete' }])
  }
  await ask({ query: '{ no' })
  const { status, headers, text } = await ask()
  expect([status, JSON.parse(text)]).toMatchObject([429, { errors: [refused] }])
  expect(headers.get('retry-after')).toBe('6')
  socket.subscribe('4', '{ __typename }')
  expect(await socket.next()).toMatchObject({ type: 'error', id: '4', payload: [refused] })
  socket.close()
  expect((await ask(undefined, 'text/event-stream')).status).toBe(429)
  expect((await fetch(`${open.url}/health/ready`)).status).toBe(200)
  at += 6_000
  expect([(await ask()).status, (await ask()).status]).toEqual([200, 429])
})

test('API-7 subscriptions of a caller are counted over all of its connections, until they end', async () => {
  open = await openServer({ callerLimits: { subscriptionsPerCaller: 2 } })
  const run = await open.graph.make.run(await open.graph.make.agent(), { nextSeq: 1_000 })
  const readersAre = (count: number) => open.graph.log.until(() => open.graph.log.readers === count)
  // Each with a document of its own: the same ones would share a reader.
  let documents = 0
  const query = () => `subscription($runId: ID!) { runEvents(runId: $runId) { seq } } # ${++documents}`
  const variables = { runId: toGlobalId('Run', run.id) }
  const tooMany = {
    extensions: { code: 'LIMIT_EXCEEDED' },
    message: expect.stringContaining('RUNGRAPH_SUBSCRIPTIONS_PER_CALLER'),
  }
  const leave = new AbortController()
  await postJson(
    open.endpoint,
    { query: query(), variables },
    { headers: { accept: 'text/event-stream' }, signal: leave.signal },
  )
  const [one, other] = [await openBareSocket(open.endpoint), await openBareSocket(open.endpoint)]
  one.subscribe('1', query(), variables)
  await readersAre(2)
  other.subscribe('1', query(), variables)
  expect(await other.next()).toMatchObject({ type: 'next', payload: { errors: [tooMany] } })
  const refused = await ask({ query: query(), variables }, 'text/event-stream')
  expect([refused.status, refused.text]).toEqual([429, expect.stringContaining('LIMIT_EXCEEDED')])
  // Queries are none.
  other.subscribe('2', '{ __typename }')
  expect([await other.next(), await other.next()]).toMatchObject([
    { type: 'complete', id: '1' },
    { type: 'next', id: '2' },
  ])
  leave.abort()
  await readersAre(1)
  one.send({ id: '1', type: 'complete' })
  await readersAre(0)
  for (const id of ['3', '4']) other.subscribe(id, query(), variables)
  await readersAre(2)
  one.close()
  other.close()
})

test('API-7 wrong keys are counted by their address over all transports, and so is the page that needs none', async () => {
  const codes: string[] = []
  open = await openServer({
    callerLimits: { requestsPerMinute: 4 },
    requestMetrics: { ...uncounted, refused: (code) => codes.push(code) },
  })
  await createKey(open)
  const wrong = { authorization: `Bearer rg_${'x'.repeat(43)}` }
  for (let tries = 0; tries < 2; tries++) {
    const socket = await openBareSocket(open.endpoint, { init: false, headers: wrong })
    socket.send({ type: 'connection_init' })
    expect(await socket.closed).toMatchObject({ code: 4403 })
  }
  expect((await fetch(open.endpoint, { headers: wrong })).status).toBe(401)
  const page = { accept: 'text/html', ...wrong }
  expect((await fetch(open.endpoint, { headers: page })).status).toBe(200)
  expect((await fetch(open.endpoint, { headers: page })).status).toBe(429)
  expect((await fetch(open.endpoint, { headers: wrong })).status).toBe(429)
  expect((await fetch(`${open.url}/health/live`)).status).toBe(200)
  expect(codes).toEqual([
    ...['UNAUTHENTICATED', 'UNAUTHENTICATED', 'UNAUTHENTICATED'],
    ...['RATE_LIMITED', 'RATE_LIMITED'],
  ])
})

test('OPS-1 every error that a caller is answered with is counted by its code', async () => {
  const codes: string[] = []
  open = await openServer({ requestMetrics: { ...uncounted, refused: (code) => codes.push(code) } })
  const counted = async (send: () => Promise<unknown>) => {
    codes.length = 0
    await send()
    return [...codes]
  }
  const no = { query: '{ no }' }
  expect(await counted(() => ask([no, { query: '{ __typename }' }, no]))).toEqual([
    ...['GRAPHQL_VALIDATION_FAILED', 'GRAPHQL_VALIDATION_FAILED'],
  ])
  expect(await counted(() => fetch(`${open.url}/nowhere`))).toEqual(['REQUEST_MALFORMED'])
  expect(await counted(() => fetch(`${open.url}/api/nowhere`))).toEqual(['REQUEST_MALFORMED'])
  expect(await counted(() => fetch(`${open.url}/api/projects/default/runs/none`))).toEqual(['NOT_FOUND'])
})

test('API-7 a subscription in a batch is refused, and nothing is opened', async () => {
  const opened: string[] = []
  const opens = (what: string) => {
    opened.push(what)
    return () => undefined
  }
  open = await openServer({ requestMetrics: { ...uncounted, opened: opens } })
  const batch = [{ query: 'subscription { projectEvents { seq } }' }, { query: '{ __typename }' }]
  for (const accept of ['application/json', 'text/event-stream']) {
    const { text } = await ask(batch, accept)
    expect(text).toContain('A batch cannot contain a subscription.')
    expect(text).toContain('{"data":{"__typename":"Query"}}')
  }
  expect(opened.filter((what) => what === 'subscription')).toEqual([])
})

test('API-2 a body that is no JSON by its type, or compressed, is refused as such', async () => {
  open = await openServer()
  const forms = [
    [{ 'content-type': 'application/x-www-form-urlencoded' }, 'query={__typename}', 'Send JSON'],
    [{ 'content-type': 'application/graphql' }, '{ __typename }', 'Send JSON'],
    [
      { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      gzipSync('{"query":"{ __typename }"}'),
      'content-encoding: gzip',
    ],
  ] as const
  for (const [headers, body, words] of forms) {
    const response = await fetch(open.endpoint, { method: 'POST', headers, body })
    const { errors } = (await response.json()) as { errors: readonly { message: string }[] }
    expect([response.status, errors]).toMatchObject([
      415,
      [{ message: expect.stringContaining(words), extensions: { code: 'REQUEST_MALFORMED' } }],
    ])
  }
})

test('KEY-4 a page of a listed origin can read why it is refused, and when to come again, also at the door', async () => {
  const origin = 'https://app.example.com'
  open = await openServer({ origins: [origin], connectionsPerAddress: 0 })
  const headers = { origin, accept: 'text/event-stream' }
  const response = await fetch(`${open.endpoint}?query=subscription{__typename}`, { headers })
  expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([429, origin])
  const stranger = await fetch(open.endpoint, { headers: { ...headers, origin: 'https://example.net' } })
  expect([stranger.status, stranger.headers.get('access-control-allow-origin')]).toEqual([429, null])
})

/** The key of an administrator: from then on everybody needs one. */
async function createKey({ graph: { pool, project } }: OpenServer): Promise<void> {
  const keys = createKeyOperations({ keys: createApiKeyStore(pool), newId: uuidv7, now: Date.now })
  await keys.createKey({ projectId: project.id, name: 'ann', role: 'ADMIN', by: 'the test' })
}

test('API-7 a caller without a key and a request left is refused before any look-up', async () => {
  let looks = 0
  open = await openServer(({ authenticator }) => ({
    callerLimits: { requestsPerMinute: 2, now: () => 0 },
    authenticator: { ...authenticator, admit: (key) => (looks++, authenticator.admit(key)) },
  }))
  const status = async (path = '/graphql?query={__typename}') => (await fetch(`${open.url}${path}`)).status
  expect([await status(), await status(), await status()]).toEqual([200, 200, 429])
  expect(looks).toBe(2)
  expect(await status('/health/live')).toBe(200)
})
