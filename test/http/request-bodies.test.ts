import { describe, expect, test } from 'vitest'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { forFile } from '../support/for-file.ts'
import { type BareSocket, openBareSocket } from './bare-socket.ts'
import { messagesOf } from './event-messages.ts'
import { serveEngine } from './serve-engine.ts'

const open = forFile(await serveEngine())
const slug = (await open.engine.define(({ input }) => ({ text: `Heard: ${input}` }))).slug

type Members = Readonly<Record<string, unknown>>

async function post(body: unknown, headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(open.endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

const transports: Readonly<Record<string, (members: Members) => Promise<unknown>>> = {
  POST: async (members) => (await post(members)).body,
  GET: async (members) => {
    const texts = Object.entries(members).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ])
    return (await fetch(`${open.endpoint}?${new URLSearchParams(Object.fromEntries(texts))}`)).json()
  },
  'an event stream': async (members) => {
    const headers = { 'content-type': 'application/json', accept: 'text/event-stream' }
    const body = JSON.stringify(members)
    const response = await fetch(open.endpoint, { method: 'POST', headers, body })
    const text = await response.text()
    return response.headers.get('content-type')?.startsWith('text/event-stream')
      ? messagesOf(text)[0]?.data
      : JSON.parse(text)
  },
  'a WebSocket': async (members) => {
    const socket = await openBareSocket(open.endpoint)
    socket.send({ id: '1', type: 'subscribe', payload: members })
    const message = await socket.next()
    socket.close()
    if (message === null) return { errors: [{ extensions: { code: String((await socket.closed).code) } }] }
    return message.type === 'next' ? message.payload : { errors: message.payload }
  },
}

const named = 'query Q($x: Boolean = true) { __typename @include(if: $x) }'
const answer = { data: { __typename: 'Query' } }

describe.each(Object.entries(transports))('API-2 API-3 API-4 a request over %s', (_name, ask) => {
  const accepted: readonly (readonly [string, Members])[] = [
    ['members that are not known', { query: named, id: 'Q', doc_id: '1', cacheKey: null, meta: { a: [1] } }],
    ['a prototype', { query: named, ...JSON.parse('{"__proto__":{"variables":1}}') }],
    ['an empty name', { query: named, operationName: '' }],
    ['no name', { query: named, operationName: null }],
    ['an empty array of variables, as PHP writes an object without members', { query: named, variables: [] }],
    ['an empty array of extensions', { query: named, extensions: [] }],
    ['empty texts of variables and extensions', { query: named, variables: '', extensions: '' }],
    ['nulls', { query: named, variables: null, extensions: null }],
  ]
  test.for(accepted)('is answered that has %s', async ([, members]) => {
    const sent = Object.entries(members).filter(([, value]) => _name !== 'GET' || value !== null)
    expect(await ask(Object.fromEntries(sent))).toEqual(answer)
  })

  const refused: readonly (readonly [string, Members])[] = [
    ['an array of variables', { query: named, variables: [{ x: true }] }],
    ['variables that are a text', { query: named, variables: '"x"' }],
    ['an array of extensions', { query: named, extensions: [1] }],
    ['a name that is another', { query: named, operationName: 'P' }],
    ['no query', { id: 'Q', doc_id: '1' }],
    [
      'an empty name and several operations',
      { query: 'query A { a: __typename } query B { b: __typename }', operationName: '' },
    ],
  ]
  test.for(refused)('is refused that has %s', async ([, members]) => {
    expect(await ask(members)).toMatchObject({ errors: [{ extensions: { code: expect.any(String) } }] })
  })
})

test('API-3 the member for the id of a stored operation is named where a client sends it as doc_id', async () => {
  const { body } = await post({ doc_id: '1' })
  expect(body).toMatchObject({ errors: [{ message: expect.stringContaining('is read from `documentId`') }] })
})

const trigger = `mutation Trigger($input: TriggerRunInput!) { triggerRun(input: $input) {
  __typename ... on Run { id idempotencyKey } ... on Error { code message } } }`

describe('RUN-8 the header Idempotency-Key at /graphql', () => {
  const runOf = (body: unknown) =>
    String(Reflect.get(Object(Reflect.get(Object(body), 'data')).triggerRun, 'id'))
  const input = (more: object = {}) => ({ agent: slug, input: 'Hello', ...more })

  test('makes the one mutation of a request safe to repeat, however it is written', async () => {
    const headers = { 'idempotency-key': 'order-7' }
    const first = await post({ query: trigger, variables: { input: input() } }, headers)
    expect(first.body).toMatchObject({
      data: { triggerRun: { __typename: 'Run', idempotencyKey: 'order-7' } },
    })
    const literal = `mutation { ...Trigger } fragment Trigger on Mutation { __typename
      triggerRun(input: { agent: "${slug}", input: "Hello" }) { ... on Run { id } } }`
    const again = [
      await post({ query: trigger, variables: { input: input() } }, { 'idempotency-key': '"order-7"' }),
      await post({ query: trigger, variables: { input: input({ idempotencyKey: 'order-7' }) } }, headers),
      await post({ query: trigger, variables: { input: input({ idempotencyKey: null }) } }, headers),
      await post({ query: trigger, variables: { input: input({ idempotencyKey: 'order-7' }) } }),
      await post({ query: literal }, headers),
      await post([{ query: literal }], headers),
    ]
    const ids = again.map(({ body }) => runOf(Array.isArray(body) ? body[0] : body))
    expect(ids).toEqual(again.map(() => runOf(first.body)))
    expect(await open.prisma.run.count({ where: { idempotencyKey: { contains: 'order-7' } } })).toBe(1)
  })

  test('is a conflict where the same key comes with another input, and where the input has another key', async () => {
    const headers = { 'idempotency-key': 'order-8' }
    await post({ query: trigger, variables: { input: input() } }, headers)
    const other = await post({ query: trigger, variables: { input: input({ input: 'Bye' }) } }, headers)
    expect(other.body).toMatchObject({ data: { triggerRun: { code: 'IDEMPOTENCY_CONFLICT' } } })
    const two = await post({ query: trigger, variables: { input: input({ idempotencyKey: 'x' }) } }, headers)
    expect(two.body).toMatchObject({
      data: { triggerRun: { code: 'INVALID_INPUT', message: expect.stringContaining('Idempotency-Key') } },
    })
  })

  test('is refused with the remedy where it can be that of no mutation, and nothing is executed', async () => {
    const headers = { 'idempotency-key': 'order-9' }
    const field = (name: string) =>
      `${name}: triggerRun(input: { agent: "${slug}", input: "Two" }) { ... on Run { id } }`
    const before = await open.prisma.run.count()
    const id = toGlobalId('Run', '01a1fc06-04c2-77c6-8fd1-f6493b2473ef')
    for (const query of [
      `mutation { ${field('a')} ${field('b')} }`,
      `mutation { abortRun(input: { id: "${id}" }) { __typename } }`,
    ]) {
      const { status, body } = await post({ query }, headers)
      expect([status, body]).toMatchObject([
        400,
        {
          errors: [
            { message: expect.stringContaining('idempotencyKey'), extensions: { code: 'REQUEST_MALFORMED' } },
          ],
        },
      ])
    }
    const one = { query: `mutation { ${field('a')} }` }
    const batch = await post([one, one], headers)
    expect(batch.body).toMatchObject(
      [1, 2].map(() => ({ errors: [{ extensions: { code: 'REQUEST_MALFORMED' } }] })),
    )
    expect(await open.prisma.run.count()).toBe(before)
  })

  test('is nothing to a query, which changes nothing', async () => {
    const headers = { 'idempotency-key': 'order-10' }
    expect((await post({ query: named }, headers)).body).toEqual(answer)
  })
})

describe('KEY-3 the payload of connection_init', () => {
  test('may be what clients send to servers without keys', async () => {
    for (const payload of [{}, { headers: {} }, { authToken: '' }, { token: null }]) {
      const socket: BareSocket = await openBareSocket(open.endpoint, { init: false })
      socket.send({ type: 'connection_init', payload })
      expect(await socket.next()).toEqual({ type: 'connection_ack' })
      socket.close()
    }
  })
})
