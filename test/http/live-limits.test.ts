import { afterEach, describe, expect, test } from 'vitest'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { closeCodes } from '../../src/http/close-codes.ts'
import type { ServerOptions } from '../../src/http/server.ts'
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

  test('is heard up to the largest message', async () => {
    await serve()
    const socket = await openBareSocket(open.endpoint)
    const frame = (length: number) => ({ type: 'ping', payload: { x: 'x'.repeat(length) } })
    const room = 262_144 - JSON.stringify(frame(0)).length
    socket.send(frame(room))
    expect(await socket.next()).toMatchObject({ type: 'pong' })
    socket.send(frame(room + 1))
    expect(await socket.closed).toMatchObject({ code: 1009 })
  })

  test('and floods the server with sockets that it never initialises leaves room for others', async () => {
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
    for (const id of ['1', '2', '3', '4']) socket.subscribe(id, subscription, { runId })
    expect(await socket.next()).toMatchObject({ type: 'error', id: '4', payload: [tooMany] })
    await open.graph.log.until(() => open.graph.log.readers === 3)
    socket.send({ id: '2', type: 'complete' })
    await open.graph.log.until(() => open.graph.log.readers === 2)
    socket.subscribe('5', subscription, { runId })
    await open.graph.log.until(() => open.graph.log.readers === 3)
    open.graph.log.append(run.id, { type: 'Warning', stepNumber: 1, data: { code: 'A', message: 'b' } })
    const heard = [await socket.next(), await socket.next(), await socket.next()]
    expect(heard.map((message) => message?.id).toSorted()).toEqual(['1', '3', '5'])
    socket.close()
  })

  test('operations by default are more than fifty', async () => {
    await serve()
    const socket = await openBareSocket(open.endpoint)
    for (let id = 1; id <= 51; id++) socket.subscribe(String(id), subscription, { runId })
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
      fetch(open.endpoint, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
        body: JSON.stringify({ query: subscription, variables: { runId } }),
        signal: leave.signal,
      })
    const socket = await openBareSocket(open.endpoint)
    expect((await follow()).status).toBe(200)
    const third = await follow()
    expect([third.status, third.headers.get('retry-after'), await third.json()]).toEqual([429, '2', refusal])
    const { status, headers, body } = await refusalOf(open.endpoint)
    expect([status, headers['retry-after'], JSON.parse(body)]).toEqual([429, '2', refusal])
    // Plain requests are not counted.
    expect((await fetch(`${open.endpoint}?query={__typename}`)).status).toBe(200)
    leave.abort()
    await open.graph.log.until(() => open.graph.log.readers === 0)
    const next = await openBareSocket(open.endpoint)
    next.close()
    socket.close()
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
