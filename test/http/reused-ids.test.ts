import { v7 as uuidv7 } from 'uuid'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createKeyOperations } from '../../src/auth/key-operations.ts'
import type { KeyOperations } from '../../src/domain/api-key.ts'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { createApiKeyStore } from '../../src/store/api-key-store.ts'
import { createMetrics } from '../../src/telemetry/metrics.ts'
import { eventually } from '../support/eventually.ts'
import { samplesOf } from '../support/exposition.ts'
import { runFailed, textDelta } from '../support/memory-run-log.ts'
import { refusing } from '../support/refusing.ts'
import { type BareSocket, type Message, openBareSocket } from './bare-socket.ts'
import { type OpenServer, openServer } from './open-server.ts'
import { createSubscriber } from './subscriber.ts'

// An id is free as soon as its operation is over (PROTOCOL.md of graphql-ws 6, "Complete"): clients that number by operation, or write
// `id: "1"` by hand, use it again at once.

let open: OpenServer
let run: { readonly id: string }
let runId: string
/** Of an administrator. */
let authorization: string
let metrics: ReturnType<typeof createMetrics>
/** Most subscriptions that were open at once. */
let most: number
const sockets: BareSocket[] = []

async function serve(maxOperations = 50): Promise<void> {
  metrics = createMetrics()
  most = 0
  let count = 0
  const requestMetrics = {
    ...metrics.requestMetrics,
    opened: (kind: Parameters<typeof metrics.requestMetrics.opened>[0]) => {
      const close = metrics.requestMetrics.opened(kind)
      if (kind !== 'subscription') return close
      count += 1
      most = Math.max(most, count)
      return () => {
        count -= 1
        close()
      }
    },
  }
  let keys: KeyOperations | undefined
  open = await openServer((graph) => {
    keys = createKeyOperations({ keys: createApiKeyStore(graph.pool), newId: uuidv7, now: Date.now })
    return { operations: refusing({ keys }), requestMetrics, limits: { maxOperations } }
  })
  const { id: projectId } = open.graph.project
  const made = await keys?.createKey({ projectId, name: 'administrator', role: 'ADMIN', by: 'the test' })
  authorization = `Bearer ${made?.key}`
  run = await open.graph.make.run(await open.graph.make.agent(), { nextSeq: 1_000_000 })
  runId = toGlobalId('Run', run.id)
}

beforeEach(() => serve())
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.reset()
  await open.close()
})

const followRun = 'subscription($runId: ID!) { runEvents(runId: $runId) { seq } }'
/** A document of its own: a subscription to it shares nothing. */
const alone = (nth: number) => `# ${nth}\n${followRun}`
const delta = textDelta('a')
const event = (id: string, seq: number) => ({ id, type: 'next', payload: { data: { runEvents: { seq } } } })
const createKey = (name: string) =>
  `mutation { createApiKey(input: { name: "${name}", role: VIEWER }) { ... on CreatedApiKey { apiKey { name } } } }`
const created = (name: string) => ({ data: { createApiKey: { apiKey: { name } } } })
const keyNames = async () => {
  const rows = await open.graph.prisma.apiKey.findMany({ orderBy: { name: 'asc' } })
  return rows.map(({ name }) => name).filter((name) => name !== 'administrator')
}

async function connect(): Promise<BareSocket> {
  const socket = await openBareSocket(open.endpoint, { headers: { authorization } })
  sockets.push(socket)
  return socket
}

/** Everything that came, up to the answer to a ping that is sent now. */
async function heard(socket: BareSocket): Promise<readonly Message[]> {
  socket.send({ type: 'ping', payload: { until: 'here' } })
  const messages: Message[] = []
  for (;;) {
    const message = await socket.next()
    if (message === null) throw new Error(`Closed: ${JSON.stringify(await socket.closed)}`)
    if (message.type === 'pong') return messages
    messages.push(message)
  }
}

async function openSubscriptions(): Promise<number> {
  const samples = samplesOf((await metrics.renderMetrics()).text)
  return samples.get('rungraph_connections_open{kind="subscription"}') ?? 0
}

const complete = (socket: BareSocket, id: string) => socket.send({ id, type: 'complete' })
const readers = (count: number) => open.graph.log.until(() => open.graph.log.readers === count)

describe('API-3 an id that is used again at once', () => {
  const kinds: readonly (readonly [string, (nth: number) => string])[] = [
    ['alone', alone],
    ['shared', () => followRun],
  ]
  test.for(kinds)('gets each event once, also in one burst (%s)', async ([, queryOf]) => {
    const all = await Promise.all(Array.from({ length: 20 }, connect))
    for (const [nth, socket] of all.entries()) {
      socket.subscribe('1', queryOf(nth), { runId })
      complete(socket, '1')
      socket.subscribe('1', queryOf(nth), { runId })
    }
    await eventually(openSubscriptions).toBe(20)
    open.graph.log.append(run.id, delta, delta)
    for (const socket of all)
      expect([await socket.next(), await socket.next()]).toEqual([1, 2].map((seq) => event('1', seq)))
    for (const socket of all) complete(socket, '1')
    await eventually(openSubscriptions).toBe(0)
    open.graph.log.append(run.id, delta)
    for (const socket of all) expect(await heard(socket)).toEqual([])
    await readers(0)
  })

  test('is not completed by the operation before it', async () => {
    const socket = await connect()
    for (let nth = 0; nth < 20; nth++) {
      socket.subscribe('1', nth % 2 === 0 ? alone(nth) : '{ runs(first: 1) { totalCount } }', { runId })
      complete(socket, '1')
    }
    socket.subscribe('1', followRun, { runId })
    await eventually(openSubscriptions).toBe(1)
    expect(await heard(socket)).toEqual([])
    open.graph.log.append(run.id, delta, runFailed)
    expect([await socket.next(), await socket.next(), await socket.next()]).toEqual([
      event('1', 1),
      event('1', 2),
      { id: '1', type: 'complete' },
    ])
    expect(await heard(socket)).toEqual([])
  })

  test('is free when its `complete` or `error` arrives', async () => {
    const socket = await connect()
    for (const [query, type] of [
      ['{ __typename }', 'next'],
      ['{ nope }', 'error'],
      ['{ __typename }', 'next'],
    ] as const) {
      socket.subscribe('1', query)
      expect(await socket.next()).toMatchObject({ id: '1', type })
      if (type === 'next') expect(await socket.next()).toEqual({ id: '1', type: 'complete' })
    }
  })

  test('is refused with 4409 while its operation is active', async () => {
    const socket = await connect()
    socket.subscribe('1', followRun, { runId })
    complete(socket, '1')
    socket.subscribe('1', followRun, { runId })
    socket.subscribe('1', followRun, { runId })
    expect(await socket.closed).toEqual({ code: 4409, reason: 'Subscriber for 1 already exists' })
    await readers(0)
    await eventually(openSubscriptions).toBe(0)
  })

  test('executes and answers each mutation once: its client completes it at its result', async () => {
    const socket = await connect()
    const names = Array.from({ length: 24 }, (_, nth) => `key ${String(nth).padStart(2, '0')}`)
    for (const name of names) {
      socket.subscribe('1', createKey(name))
      let message = await socket.next()
      // Of the one before, which its client completed at the same time.
      if (message?.type === 'complete') message = await socket.next()
      expect(message).toEqual({ id: '1', type: 'next', payload: created(name) })
      complete(socket, '1')
    }
    expect(await keyNames()).toEqual(names)
  })

  test('executes each mutation once that its client completes unanswered', async () => {
    const socket = await connect()
    const names = Array.from({ length: 24 }, (_, nth) => `key ${String(nth).padStart(2, '0')}`)
    for (const name of names) {
      socket.subscribe('1', createKey(name))
      if (name !== names.at(-1)) complete(socket, '1')
    }
    expect(await socket.next()).toEqual({ id: '1', type: 'next', payload: created('key 23') })
    expect(await socket.next()).toEqual({ id: '1', type: 'complete' })
    await eventually(keyNames).toEqual(names)
  })

  test('works with the client of graphql-ws, whatever leaves early', async () => {
    const subscriber = createSubscriber(open.endpoint, { headers: { authorization } })
    for (let nth = 0; nth < 10; nth++) {
      const events = subscriber.iterate(followRun, { runId })
      open.graph.log.append(run.id, delta)
      expect((await events.next()).value?.data).toEqual({ runEvents: { seq: 1 } })
      await events.return?.()
    }
    await eventually(openSubscriptions).toBe(0)
    await subscriber.dispose()
  })
})

describe('API-3 the operations of a socket', () => {
  test('are as many as allowed in a burst of a thousand, of which the last is followed', async () => {
    await open.close()
    await serve(5)
    const socket = await connect()
    for (let nth = 0; nth < 1_000; nth++) {
      socket.subscribe(String(nth % 7), nth % 3 === 0 ? alone(nth) : followRun, { runId })
      complete(socket, String(nth % 7))
    }
    socket.subscribe('last', followRun, { runId })
    expect(await heard(socket)).toEqual([])
    await eventually(openSubscriptions).toBe(1)
    open.graph.log.append(run.id, delta)
    expect(await socket.next()).toEqual(event('last', 1))
    expect(await heard(socket)).toEqual([])
    expect(most).toBeLessThanOrEqual(5)
    await eventually(openSubscriptions).toBe(1)
    complete(socket, 'last')
    await eventually(openSubscriptions).toBe(0)
    await readers(0)
  })

  test('end with it, wherever it is cut', async () => {
    for (const pause of [0, 1, 2, 5, 20, 'until all is open'] as const) {
      const socket = await connect()
      for (let nth = 0; nth < 200; nth++) {
        socket.subscribe('1', nth % 3 === 0 ? alone(nth) : followRun, { runId })
        complete(socket, '1')
      }
      socket.subscribe('1', alone(1_000), { runId })
      for (let nth = 0; nth < 60; nth++) socket.subscribe(`open ${nth}`, alone(nth), { runId })
      await socket.flushed()
      if (typeof pause === 'string') await eventually(openSubscriptions).toBeGreaterThanOrEqual(50)
      else for (let round = 0; round < pause; round++) await new Promise((resolve) => setImmediate(resolve))
      socket.reset()
      await eventually(openSubscriptions).toBe(0)
      await readers(0)
    }
    expect(open.graph.reports).toEqual([])
  })
})
