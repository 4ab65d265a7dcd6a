import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { NewEvent } from '../../src/domain/run-event.ts'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { at } from '../graphql/open-graph.ts'
import { forTest } from '../support/for-file.ts'
import { postJson } from '../support/post-json.ts'
import { commitOf } from '../support/stores.ts'
import { trials } from '../support/trials.ts'
import { openBareSocket } from './bare-socket.ts'
import { type OpenServer, openServer } from './open-server.ts'

/** Clients that vanish at once, and clients that come and go. */
const vanishing = trials(500, 150)
const streaming = trials(200, 50)
const passing = trials(4_000, 1_000)

let open: OpenServer
let run: { readonly id: string }
let runId: string

beforeEach(async () => {
  // The true log in the database, and hints whose listeners are counted.
  open = forTest(await openServer((graph) => ({ log: graph.stored, connectionsPerAddress: vanishing + 100 })))
  const { make } = open.graph
  run = await make.run(await make.agent(), { status: 'RUNNING' })
  runId = toGlobalId('Run', run.id)
})

const subscription = 'subscription($runId: ID!) { runEvents(runId: $runId) { seq } }'
const variables = () => ({ runId })

function say(message: string): Promise<unknown> {
  const event: NewEvent = { type: 'Warning', stepNumber: null, data: { code: 'NOTE', message } }
  return open.graph.stored.commit(commitOf({ runId: run.id, epoch: 0 }, [event]))
}

/** The subscription as a document of its own, whose listener is no other's, too. */
const alone = (place: number) => `# ${place}\n${subscription}`

const allListen = (count: number) =>
  expect.poll(() => open.graph.wakeups.listeners, { timeout: 15_000 }).toBe(count)

describe('EVT-5 resources of a client that left are released', () => {
  // The first: what the others leave to be collected is no part of its measure.
  test(`of ${passing} operations that come and go on one socket: neither listeners nor memory`, {
    timeout: 60_000,
  }, async () => {
    await say('once')
    const socket = await openBareSocket(open.endpoint)
    let last = 0
    const cycles = async (count: number) => {
      for (let done = 0; done < count; done += 10) {
        const ids = Array.from({ length: 10 }, () => String(++last))
        for (const id of ids) socket.subscribe(id, subscription, variables())
        const heard = [await socket.next()]
        while (heard.length < ids.length) heard.push(await socket.next())
        expect(heard.map((message) => message?.type)).toEqual(ids.map(() => 'next'))
        for (const id of ids) socket.send({ id, type: 'complete' })
      }
    }
    await cycles(passing / 2)
    const before = heapUsed()
    await cycles(passing)
    await allListen(0)
    // A generator, a context or a listener that stayed would be more.
    expect(heapUsed() - before).toBeLessThan(passing * 1024)
    socket.close()
  })

  test(`of ${vanishing} WebSockets that vanish at once, with nobody else noticing`, {
    timeout: 60_000,
  }, async () => {
    const staying = await openBareSocket(open.endpoint)
    staying.subscribe('1', subscription, variables())
    const sockets = await inGroups(vanishing, () => openBareSocket(open.endpoint))
    for (const [place, socket] of sockets.entries()) socket.subscribe('1', alone(place), variables())
    await allListen(vanishing + 1)
    await say('to all')
    const heard = await Promise.all(sockets.map((socket) => socket.next()))
    expect(heard.every((message) => at(message, 'payload.data.runEvents.seq') === 1)).toBe(true)
    for (const socket of sockets) socket.reset()
    await allListen(1)
    await say('to the one that stayed')
    for (const seq of [1, 2]) expect(at(await staying.next(), 'payload.data.runEvents.seq')).toBe(seq)
    // All places of the address are free again.
    const again = await inGroups(vanishing, () => openBareSocket(open.endpoint))
    for (const socket of [...again, staying]) socket.reset()
    await allListen(0)
  })

  test(`of ${streaming} event streams that vanish at once`, { timeout: 60_000 }, async () => {
    const leave = new AbortController()
    let place = 0
    const streams = await inGroups(streaming, () =>
      postJson(
        open.endpoint,
        { query: alone(place++), variables: variables() },
        { headers: { accept: 'text/event-stream' }, signal: leave.signal },
      ),
    )
    expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]))
    await allListen(streaming)
    leave.abort()
    await allListen(0)
  })

  test('of an operation that is completed while it waits, fails or is refused', async () => {
    const socket = await openBareSocket(open.endpoint)
    socket.subscribe('1', subscription, variables())
    await allListen(1)
    socket.send({ id: '1', type: 'complete' })
    await allListen(0)
    // Completed before it has begun.
    socket.subscribe('2', subscription, variables())
    socket.send({ id: '2', type: 'complete' })
    socket.subscribe('3', '{ __typename }')
    expect(await socket.next()).toMatchObject({ id: '3', type: 'next' })
    await allListen(0)
    socket.close()
  })
})

/** So many at most at a time: the machine that opens them is the one that takes them. */
async function inGroups<Value>(count: number, make: () => Promise<Value>): Promise<readonly Value[]> {
  const made: Value[] = []
  while (made.length < count)
    made.push(...(await Promise.all(Array.from({ length: Math.min(50, count - made.length) }, make))))
  return made
}

/** The bytes of what is still reachable. */
function heapUsed(): number {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  collect()
  return process.memoryUsage().heapUsed
}
