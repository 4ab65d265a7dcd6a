import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { getIntrospectionQuery } from 'graphql'
import { afterEach, describe, expect, test } from 'vitest'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import type { ServerOptions } from '../../src/http/serve/server.ts'
import { closeCodes } from '../../src/http/sockets/close-codes.ts'
import { eventually } from '../support/eventually.ts'
import { postJson } from '../support/post-json.ts'
import { type BareSocket, openBareSocket, refusalOf } from './bare-socket.ts'
import { type OpenServer, openServer } from './open-server.ts'

let open: OpenServer
let runId: string

afterEach(() => open.close())

async function serve(options: Partial<ServerOptions> = {}) {
  open = await openServer(options)
  const run = await open.graph.make.run(await open.graph.make.agent(), { nextSeq: 1_000 })
  runId = toGlobalId('Run', run.id)
  return run
}

const subscription = 'subscription($runId: ID!) { runEvents(runId: $runId) { seq } }'
/** The subscription as a document of its own, which shares its results with no other. */
const alone = (id: number | string) => `# ${id}\n${subscription}`
const tooMany = { extensions: { code: 'LIMIT_EXCEEDED' } }

describe('EVT-5 a client that breaks the protocol', () => {
  interface Breach {
    readonly what: string
    readonly name: keyof typeof closeCodes
    readonly options?: Parameters<typeof openBareSocket>[1]
    readonly commit: (socket: BareSocket) => void
  }
  const raw = { init: false }
  const breaches: readonly Breach[] = [
    { what: 'sends what is no JSON', name: 'INVALID_MESSAGE', commit: (socket) => socket.send('{') },
    { what: 'sends bytes', name: 'INVALID_MESSAGE', commit: (socket) => socket.send(Buffer.from([0, 255])) },
    {
      what: 'sends a message of no known type',
      name: 'INVALID_MESSAGE',
      commit: (socket) => socket.send({ type: 'hello' }),
    },
    {
      what: 'subscribes before it is acknowledged',
      name: 'NOT_INITIALISED',
      options: raw,
      commit: (socket) => socket.subscribe('1', '{ __typename }'),
    },
    {
      what: 'speaks no protocol that is known',
      name: 'WRONG_PROTOCOL',
      options: { ...raw, protocols: [] },
      commit: () => undefined,
    },
    {
      what: 'uses an id twice',
      name: 'ID_TAKEN',
      commit: (socket) => ['1', '1'].map((id) => socket.subscribe(id, subscription, { runId })),
    },
    {
      what: 'initialises twice',
      name: 'INITIALISED_TWICE',
      commit: (socket) => socket.send({ type: 'connection_init' }),
    },
    {
      what: 'sends too large a message',
      name: 'MESSAGE_TOO_LARGE',
      commit: (socket) => socket.send({ type: 'ping', payload: { x: 'x'.repeat(262_144) } }),
    },
  ]
  test('is closed with the code that says how, and leaves nothing behind', async () => {
    await serve()
    for (const { what, name, options, commit } of breaches) {
      const socket = await openBareSocket(open.endpoint, options)
      commit(socket)
      const { code, reason } = closeCodes[name]
      expect({ what, ...(await socket.closed) }).toEqual({ what, code, reason: reason.replace('<id>', '1') })
      await open.graph.log.until(() => open.graph.log.readers === 0)
    }
    expect(open.graph.reports).toEqual([])
  })

  test('is closed where it says nothing in time', async () => {
    await serve({ limits: { initWithinMs: 100 } })
    const { code, reason } = closeCodes.INIT_TIMEOUT
    const socket = await openBareSocket(open.endpoint, raw)
    expect(await socket.closed).toEqual({ code, reason })
  })

  test('is read up to the largest message', async () => {
    await serve()
    const socket = await openBareSocket(open.endpoint)
    const frame = (length: number) => ({ type: 'ping', payload: { x: 'x'.repeat(length) } })
    const room = 262_144 - JSON.stringify(frame(0)).length
    socket.send(frame(room))
    expect(await socket.next()).toMatchObject({ type: 'pong' })
    socket.send(frame(room + 1))
    expect(await socket.closed).toMatchObject({ code: 1009 })
  })

  test('that is one of a flood without connection_init leaves room for others', async () => {
    await serve({ connectionsPerAddress: 300, limits: { initWithinMs: 500 } })
    const flood = await Promise.all(
      Array.from({ length: 300 }, () => openBareSocket(open.endpoint, { init: false })),
    )
    const closed = await Promise.all(flood.map((socket) => socket.closed))
    expect(new Set(closed.map(({ code }) => code))).toEqual(new Set([4408]))
    const next = await openBareSocket(open.endpoint)
    next.subscribe('1', '{ __typename }')
    expect(await next.next()).toMatchObject({ type: 'next' })
    next.close()
  })
})

describe('EVT-5 too many', () => {
  test('operations on a socket: one more is refused, the others go on, and one that ends makes room', async () => {
    const run = await serve({ limits: { maxOperations: 3 } })
    const socket = await openBareSocket(open.endpoint)
    for (const id of ['1', '2', '3', '4']) socket.subscribe(id, alone(id), { runId })
    expect(await socket.next()).toMatchObject({ type: 'error', id: '4', payload: [tooMany] })
    await open.graph.log.until(() => open.graph.log.readers === 3)
    socket.send({ id: '2', type: 'complete' })
    await open.graph.log.until(() => open.graph.log.readers === 2)
    socket.subscribe('5', alone('5'), { runId })
    await open.graph.log.until(() => open.graph.log.readers === 3)
    open.graph.log.append(run.id, { type: 'Warning', stepNumber: 1, data: { code: 'A', message: 'b' } })
    const heard = [await socket.next(), await socket.next(), await socket.next()]
    expect(heard.map((message) => message?.id).toSorted()).toEqual(['1', '3', '5'])
    socket.close()
  })

  test('operations by default are more than fifty', async () => {
    await serve()
    const socket = await openBareSocket(open.endpoint)
    for (let id = 1; id <= 51; id++) socket.subscribe(String(id), alone(id), { runId })
    expect(await socket.next()).toMatchObject({ type: 'error', id: '51', payload: [tooMany] })
    await open.graph.log.until(() => open.graph.log.readers === 50)
    socket.close()
    await open.graph.log.until(() => open.graph.log.readers === 0)
  })

  test('sockets and streams of an address: one more is refused until one goes', async () => {
    await serve({ connectionsPerAddress: 2 })
    const refusal = {
      errors: [{ message: expect.stringContaining('RUNGRAPH_CONNECTIONS_PER_ADDRESS'), ...tooMany }],
    }
    const leave = new AbortController()
    const follow = () =>
      postJson(
        open.endpoint,
        { query: subscription, variables: { runId } },
        { headers: { accept: 'text/event-stream' }, signal: leave.signal },
      )
    const socket = await openBareSocket(open.endpoint)
    expect((await follow()).status).toBe(200)
    const third = await follow()
    expect([third.status, third.headers.get('retry-after'), await third.json()]).toEqual([429, '2', refusal])
    const { status, headers, body } = await refusalOf(open.endpoint)
    expect([status, headers['retry-after'], JSON.parse(body)]).toEqual([429, '2', refusal])
    // Who takes anything is given an event stream, too, and has it counted.
    const any = await postJson(open.endpoint, { query: subscription, variables: { runId } })
    expect(await any.json()).toEqual(refusal)
    // Plain requests are not counted.
    expect((await fetch(`${open.endpoint}?query={__typename}`)).status).toBe(200)
    leave.abort()
    await open.graph.log.until(() => open.graph.log.readers === 0)
    const next = await openBareSocket(open.endpoint)
    next.close()
    socket.close()
  })
})

describe('API-8 an answer that is not taken', () => {
  test('ends the connection of its client; one that is read slowly arrives whole', async () => {
    await serve({ limits: { flushWithinMs: 500 } })
    const page = await (await fetch(open.endpoint, { headers: { accept: 'text/html' } })).text()
    const [, script = ''] = /<script src="([^"]+)"/.exec(page) ?? []
    const ask = `GET /${script} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`
    const deaf = await connectTo(open.endpoint)
    deaf.pause()
    // More than the buffers of both machines have room for.
    const large = JSON.stringify(Array.from({ length: 10 }, () => ({ query: getIntrospectionQuery() })))
    const head = `POST /graphql HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json`
    deaf.write(`${head}\r\nContent-Length: ${large.length}\r\n\r\n${large}`)
    const slow = await connectTo(open.endpoint)
    slow.write(ask.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))
    let came = 0
    for await (const chunk of slow) {
      came += chunk.length
      await delay(100)
    }
    expect(came).toBeGreaterThan(1_000_000)
    // It hears that it was sent away when it says something more.
    await eventually(() => deaf.destroyed || (deaf.write('\r\n'), false)).toBe(true)
    // A connection that has answered is there for the next request.
    const twice = await connectTo(open.endpoint)
    twice.write(ask)
    let heard = 0
    twice.on('data', (chunk: Buffer) => (heard += chunk.length))
    await eventually(() => heard > 1_000_000).toBe(true)
    await delay(700)
    twice.write(ask)
    await eventually(() => heard > 2_500_000).toBe(true)
    twice.destroy()
  })
})

describe('EVT-5 a client that has vanished', () => {
  test('is noticed by the ping that it does not answer; one that answers stays', async () => {
    const run = await serve({ limits: { keepAliveMs: 1_000 } })
    const alive = await openBareSocket(open.endpoint)
    const gone = await openBareSocket(open.endpoint, { pongs: false })
    for (const socket of [alive, gone]) socket.subscribe('1', subscription, { runId })
    await open.graph.log.until(() => open.graph.log.readers === 2)
    expect(await gone.closed).toMatchObject({ code: 1006 })
    await open.graph.log.until(() => open.graph.log.readers === 1)
    open.graph.log.append(run.id, { type: 'Warning', stepNumber: 1, data: { code: 'A', message: 'b' } })
    expect(await alive.next()).toMatchObject({ type: 'next', id: '1' })
    alive.close()
  })

  test('costs no memory for compression while it was there', async () => {
    await serve()
    const socket = await openBareSocket(open.endpoint)
    expect(socket.extensions).toBe('')
    socket.close()
  })
})

async function connectTo(endpoint: string): Promise<Socket> {
  const socket = connect(Number(new URL(endpoint).port), '127.0.0.1')
  socket.on('error', () => undefined) // 'close' follows
  await once(socket, 'connect')
  return socket
}
