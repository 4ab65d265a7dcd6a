import { beforeEach, describe, expect, test } from 'vitest'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { forFile } from '../support/for-file.ts'
import { runFailed, textDelta } from '../support/memory-run-log.ts'
import { openServer } from './open-server.ts'
import { closeOf, frameOf, opcodes, openRawSocket, type RawSocket } from './raw-frames.ts'

// The rules of graphql-transport-ws (PROTOCOL.md of graphql-ws 6) and of WebSockets (RFC 6455), tested byte by byte.

let run: { readonly id: string }
let runId: string
const sockets: RawSocket[] = []

const open = forFile(await openServer())
beforeEach(async () => {
  run = await open.graph.make.run(await open.graph.make.agent(), { nextSeq: 1_000 })
  runId = toGlobalId('Run', run.id)
  return () => {
    for (const socket of sockets.splice(0)) socket.end()
  }
})

const frame = (message: object) => frameOf(JSON.stringify(message))
const subscribe = (id: unknown, query: string, more: object = {}) =>
  frame({ id, type: 'subscribe', payload: { query, ...more } })
const init = frame({ type: 'connection_init' })
const typename = { data: { __typename: 'Query' } }
const delta = textDelta('a')

/** Every event of the run of this test. */
const follow = (id: string) =>
  subscribe(id, 'subscription($runId: ID!) { runEvents(runId: $runId) { seq } }', { variables: { runId } })
const event = (id: string, seq: number) => ({ id, type: 'next', payload: { data: { runEvents: { seq } } } })
const readers = (count: number) => open.graph.log.until(() => open.graph.log.readers === count)

async function connect(protocols?: string): Promise<RawSocket> {
  const socket = await openRawSocket(open.url, protocols)
  sockets.push(socket)
  return socket
}

async function connectAndInit(): Promise<RawSocket> {
  const socket = await connect()
  socket.write(init)
  expect(await socket.message()).toEqual({ type: 'connection_ack' })
  return socket
}

/** Tells that a socket is as it was: it answers, and nothing came before. */
async function expectAlive(socket: RawSocket): Promise<void> {
  socket.write(subscribe('alive', '{ __typename }'))
  expect(await socket.message()).toEqual({ id: 'alive', type: 'next', payload: typename })
  expect(await socket.message()).toEqual({ id: 'alive', type: 'complete' })
}

test('API-15 a number in JSON that would become another one is refused with where it stands', async () => {
  const socket = await connectAndInit()
  const query = 'query ($metadata: JSON) { runs(filter: { metadata: $metadata }) { totalCount } }'
  const payload = `{"query":${JSON.stringify(query)},"variables":{"metadata":{"order":9007199254740993}}}`
  socket.write(frameOf(`{"id":"1","type":"subscribe","payload":${payload}}`))
  const message = expect.stringContaining('JSON at "order" has 9007199254740993, which is beyond')
  expect(await socket.message()).toMatchObject({ id: '1', type: 'error', payload: [{ message }] })
})

describe('API-3 the connection', () => {
  test('is of the protocol that both speak, whatever else the client offers', async () => {
    const socket = await connect('graphql-ws, graphql-transport-ws')
    expect(socket.head).toMatch(/^HTTP\/1\.1 101 /)
    expect(socket.head).toMatch(/^sec-websocket-protocol: graphql-transport-ws\r$/im)
    expect(socket.head).not.toMatch(/^sec-websocket-extensions:/im)
  })

  test.for(['', 'graphql-ws', 'GRAPHQL-TRANSPORT-WS'])(
    'is closed with 4406 where the client speaks "%s"',
    async (protocols) => {
      const socket = await openRawSocket(open.url, protocols).catch(() => null)
      // Where it speaks none at all, there is nothing to agree on; where it speaks others, none of them is named.
      expect(socket?.head ?? '').not.toMatch(/^sec-websocket-protocol/im)
      expect(await socket?.closed()).toEqual({ code: 4406, reason: 'Subprotocol not acceptable' })
    },
  )

  test('is acknowledged with any payload that is an object or null, once', async () => {
    for (const payload of [{}, { authorization: 'Bearer x', deep: { a: [1] } }, null]) {
      const socket = await connect()
      socket.write(frame({ type: 'connection_init', payload }))
      expect(await socket.message()).toEqual({ type: 'connection_ack' })
      socket.write(init)
      expect(await socket.closed()).toEqual({ code: 4429, reason: 'Too many initialisation requests' })
    }
  })

  test('is closed with 4429 where two initialisations come in one packet', async () => {
    const socket = await connect()
    socket.write(init, init)
    expect(await socket.closed()).toMatchObject({ code: 4429 })
  })

  test('is closed with 4401 where an operation comes first', async () => {
    const socket = await connect()
    socket.write(follow('1'))
    expect(await socket.closed()).toEqual({ code: 4401, reason: 'Unauthorized' })
    await readers(0)
  })

  test('closes with the code of the client where the client closes, and releases its subscriptions', async () => {
    const socket = await connectAndInit()
    socket.write(follow('1'))
    await readers(1)
    socket.write(closeOf(1000, 'Normal Closure'))
    expect(await socket.closed()).toMatchObject({ code: 1000 })
    expect(await socket.next()).toBeNull()
    await readers(0)
  })
})

describe('API-3 a ping', () => {
  test.for([undefined, { sent: 1, deep: [{ a: null }] }, null])(
    'is answered, with its payload: %s',
    async (payload) => {
      const socket = await connectAndInit()
      socket.write(frame({ type: 'ping', ...(payload !== undefined && { payload }) }))
      const pong = await socket.message()
      expect(pong).toEqual({ type: 'pong', ...(payload != null && { payload }) })
    },
  )

  test('is answered before the connection is initialised, and while an operation waits', async () => {
    const socket = await connect()
    socket.write(frame({ type: 'ping' }))
    expect(await socket.message()).toEqual({ type: 'pong' })
    socket.write(init)
    expect(await socket.message()).toEqual({ type: 'connection_ack' })
    socket.write(follow('1'), frame({ type: 'ping' }))
    expect(await socket.message()).toEqual({ type: 'pong' })
  })

  test('need not come before its pong, which is accepted and not answered', async () => {
    const socket = await connectAndInit()
    socket.write(frame({ type: 'pong' }), frame({ type: 'pong', payload: { a: 1 } }))
    await expectAlive(socket)
  })
})

describe('API-3 an operation', () => {
  test('of one result gives it, and completes', async () => {
    const socket = await connectAndInit()
    socket.write(subscribe('1', 'query A { __typename } query B { x: __typename }', { operationName: 'B' }))
    expect(await socket.message()).toEqual({ id: '1', type: 'next', payload: { data: { x: 'Query' } } })
    expect(await socket.message()).toEqual({ id: '1', type: 'complete' })
  })

  test('that is a subscription gives each event, and completes after the last', async () => {
    const socket = await connectAndInit()
    socket.write(follow('s'))
    open.graph.log.append(run.id, delta, runFailed)
    expect(await socket.message()).toEqual(event('s', 1))
    expect(await socket.message()).toEqual(event('s', 2))
    expect(await socket.message()).toEqual({ id: 's', type: 'complete' })
    await expectAlive(socket)
  })

  test('runs beside others, each with its own id, mixed as they come', async () => {
    const socket = await connectAndInit()
    socket.write(follow('a'))
    await readers(1)
    socket.write(subscribe('b', '{ __typename }'))
    expect(await socket.message()).toEqual({ id: 'b', type: 'next', payload: typename })
    expect(await socket.message()).toEqual({ id: 'b', type: 'complete' })
    open.graph.log.append(run.id, delta)
    expect(await socket.message()).toEqual(event('a', 1))
  })

  test('that the client completes gives nothing any more, and its id is free', async () => {
    const socket = await connectAndInit()
    socket.write(follow('1'))
    await readers(1)
    socket.write(frame({ id: '1', type: 'complete' }))
    await readers(0)
    open.graph.log.append(run.id, delta)
    await expectAlive(socket)
    socket.write(follow('1'))
    expect(await socket.message()).toEqual(event('1', 1))
  })

  test('whose id is of an active one closes the socket with 4409', async () => {
    const socket = await connectAndInit()
    socket.write(follow('twice'), subscribe('twice', '{ __typename }'))
    expect(await socket.closed()).toEqual({ code: 4409, reason: 'Subscriber for twice already exists' })
    await readers(0)
  })

  test('that ended by an error is over: no complete, and its id is free', async () => {
    const socket = await connectAndInit()
    for (const [query, code] of [
      ['{', 'GRAPHQL_PARSE_FAILED'],
      ['{ nope }', 'GRAPHQL_VALIDATION_FAILED'],
      ['{ run(id: 1.5) { id } }', 'GRAPHQL_VALIDATION_FAILED'],
      ['query A { __typename } query B { __typename }', 'OPERATION_RESOLUTION_FAILURE'],
    ] as const) {
      socket.write(subscribe('1', query))
      expect(await socket.message()).toMatchObject({
        id: '1',
        type: 'error',
        payload: [{ message: expect.any(String), extensions: { code } }],
      })
    }
    socket.write(subscribe('1', '{ __typename }'))
    expect(await socket.message()).toEqual({ id: '1', type: 'next', payload: typename })
    expect(await socket.message()).toEqual({ id: '1', type: 'complete' })
  })

  test('whose arguments are refused tells it as a result, with its code, and completes', async () => {
    const socket = await connectAndInit()
    socket.write(subscribe('1', 'subscription { runEvents(runId: "x") { seq } }'))
    expect(await socket.message()).toMatchObject({
      id: '1',
      type: 'next',
      payload: { errors: [{ extensions: { code: 'INVALID_ID' } }] },
    })
    expect(await socket.message()).toEqual({ id: '1', type: 'complete' })
  })

  test('whose variables do not fit receives an error with its code, and without the fields of HTTP', async () => {
    const socket = await connectAndInit()
    const query = 'subscription($runId: ID!) { runEvents(runId: $runId) { seq } }'
    socket.write(subscribe('1', query, { variables: { runId: {} } }))
    const errors = [
      { message: expect.any(String), locations: expect.any(Array), extensions: { code: 'BAD_REQUEST' } },
    ]
    expect(await socket.message()).toEqual({ id: '1', type: 'error', payload: errors })
    await expectAlive(socket)
  })

  test('that nobody knows may be completed', async () => {
    const socket = await connectAndInit()
    socket.write(frame({ id: 'never', type: 'complete' }))
    await expectAlive(socket)
  })

  test('may be completed at the moment when it is asked for', async () => {
    const socket = await connectAndInit()
    socket.write(follow('1'), frame({ id: '1', type: 'complete' }))
    await expectAlive(socket)
    await readers(0)
    open.graph.log.append(run.id, delta)
    await expectAlive(socket)
  })
})

describe('API-3 a message that is none closes the socket with 4400', () => {
  const messages: readonly (readonly [string, string])[] = [
    ['no JSON', '{"type": "ping"'],
    ['no object', '"ping"'],
    ['null', 'null'],
    ['a list', '[{"type":"ping"}]'],
    ['no type', '{}'],
    ['a type that is no text', '{"type":1}'],
    ['an unknown type', '{"type":"start","id":"1","payload":{"query":"{ __typename }"}}'],
    ['one that only servers send', '{"type":"next","id":"1"}'],
    ['no id', '{"type":"subscribe","payload":{"query":"{ __typename }"}}'],
    ['an empty id', '{"type":"subscribe","id":"","payload":{"query":"{ __typename }"}}'],
    ['an id that is no text', '{"type":"subscribe","id":1,"payload":{"query":"{ __typename }"}}'],
    ['no payload', '{"type":"subscribe","id":"1"}'],
    ['no query', '{"type":"subscribe","id":"1","payload":{}}'],
    ['a query that is no text', '{"type":"subscribe","id":"1","payload":{"query":{}}}'],
    [
      'variables that are no object',
      '{"type":"subscribe","id":"1","payload":{"query":"{ a }","variables":"x"}}',
    ],
    ['a name that is no text', '{"type":"subscribe","id":"1","payload":{"query":"{ a }","operationName":1}}'],
    ['a payload of a ping that is no object', '{"type":"ping","payload":"x"}'],
    ['a complete without an id', '{"type":"complete"}'],
  ]
  test.for(messages)('%s', async ([, text]) => {
    const socket = await connectAndInit()
    socket.write(frameOf(text))
    const { code, reason } = await socket.closed()
    expect([code, reason.length > 0]).toEqual([4400, true])
  })

  test('additional fields of a message are ignored', async () => {
    const socket = await connectAndInit()
    socket.write(
      frame({
        type: 'subscribe',
        id: '1',
        further: [1],
        payload: {
          query: '{ __typename }',
          further: 1,
          extensions: { a: 1 },
          variables: null,
          operationName: null,
        },
      }),
    )
    expect(await socket.message()).toEqual({ id: '1', type: 'next', payload: typename })
  })
})

describe('API-3 the frames of a message', () => {
  const text = JSON.stringify({ id: '1', type: 'subscribe', payload: { query: '{ __typename } # ä€😀' } })

  test('may be many, cut anywhere, also within a character, with pings between them', async () => {
    const socket = await connectAndInit()
    const bytes = Buffer.from(text)
    const pieces = Array.from(bytes, (byte) => Buffer.from([byte]))
    const frames = pieces.map((piece, place) =>
      frameOf(piece, {
        opcode: place === 0 ? opcodes.text : opcodes.continuation,
        fin: place === pieces.length - 1,
      }),
    )
    const ping = frameOf('here?', { opcode: opcodes.ping })
    socket.write(...frames.slice(0, 9), ping, ...frames.slice(9))
    expect(await socket.next()).toMatchObject({ opcode: opcodes.pong, payload: Buffer.from('here?') })
    expect(await socket.message()).toEqual({ id: '1', type: 'next', payload: typename })
  })

  test('may come byte by byte', async () => {
    const socket = await connectAndInit()
    for (const byte of frameOf(text)) socket.write(Buffer.from([byte]))
    expect(await socket.message()).toEqual({ id: '1', type: 'next', payload: typename })
  })

  test('may be of bytes instead of text, where these are its JSON', async () => {
    const socket = await connectAndInit()
    socket.write(frameOf(text, { opcode: opcodes.binary }))
    expect(await socket.message()).toEqual({ id: '1', type: 'next', payload: typename })
  })

  test('are sent by the server whole, as text, and without a mask', async () => {
    const socket = await connectAndInit()
    socket.write(frameOf(text))
    expect(await socket.next()).toMatchObject({ fin: true, opcode: opcodes.text, masked: false })
  })

  const broken: readonly (readonly [string, readonly Buffer[], number])[] = [
    ['are not masked', [frameOf(text, { masked: false })], 1002],
    ['continue nothing', [frameOf(text, { opcode: opcodes.continuation })], 1002],
    ['begin anew before the end', [frameOf('{', { fin: false }), frameOf('}')], 1002],
    ['are of a kind that there is not', [frameOf(text, { opcode: 3 })], 1002],
    ['are compressed, which was not agreed on', [frameOf(text, { rsv1: true })], 1002],
    ['are a ping of more than 125 bytes', [frameOf('x'.repeat(126), { opcode: opcodes.ping })], 1002],
    ['are a ping in pieces', [frameOf('x', { opcode: opcodes.ping, fin: false })], 1002],
    ['are a close of one byte', [frameOf('x', { opcode: opcodes.close })], 1002],
    ['are a close with a code that there is not', [closeOf(999)], 1002],
    ['are no UTF-8', [frameOf(Buffer.from([0x22, 0xff, 0x22]))], 1007],
    ['say that they are too large, before they come', [frameOf('', { length: 262_145 })], 1009],
    [
      'are too large together',
      [
        frameOf('x'.repeat(200_000), { fin: false }),
        frameOf('x'.repeat(70_000), { opcode: opcodes.continuation }),
      ],
      1009,
    ],
    ['say that they are larger than anything', [frameOf('', { length: 2 ** 53 })], 1009],
  ]
  test.for(broken)(
    'break the rules where they %s: it is closed, and follows nothing any more',
    async ([, frames, code]) => {
      const socket = await connectAndInit()
      socket.write(follow('1'))
      await readers(1)
      socket.write(...frames)
      expect(await socket.closed()).toMatchObject({ code })
      await readers(0)
      expect(open.graph.reports).toEqual([])
    },
  )
})
