import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { v7 as uuidv7 } from 'uuid'
import { afterEach, expect, test } from 'vitest'
import { createKeyOperations } from '../../src/auth/key-operations.ts'
import type { Authenticator } from '../../src/domain/caller.ts'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { createApiKeyStore } from '../../src/store/api-key-store.ts'
import { eventually } from '../support/eventually.ts'
import { untilBlocked } from '../support/held-transaction.ts'
import { openBareSocket } from './bare-socket.ts'
import { type OpenServer, openServer } from './open-server.ts'

let open: OpenServer

afterEach(async () => {
  expect(open.graph.reports).toEqual([])
  await open.close()
})

/** A gatekeeper that takes its time with one of its questions, and how many it watches. */
function slowGatekeeper(authenticator: Authenticator, question: 'admit' | 'isOpen') {
  const asked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  const wait = async (name: typeof question) => {
    if (name !== question) return
    asked.resolve()
    await answered.promise
  }
  const counts = { watched: 0 }
  const slow: Authenticator = {
    ...authenticator,
    isOpen: () => wait('isOpen').then(authenticator.isOpen),
    admit: (key) => wait('admit').then(() => authenticator.admit(key)),
    watch: (...watch) => {
      counts.watched++
      const unwatch = authenticator.watch(...watch)
      return () => {
        counts.watched--
        unwatch()
      }
    },
  }
  return { slow, asked: asked.promise, answer: answered.resolve, counts }
}

/** A server where each address has one place, and whose gatekeeper takes its time. */
async function openSlow(
  question: 'admit' | 'isOpen',
): Promise<Omit<ReturnType<typeof slowGatekeeper>, 'slow'>> {
  const made: ReturnType<typeof slowGatekeeper>[] = []
  open = await openServer(({ authenticator }) => {
    const one = slowGatekeeper(authenticator, question)
    made.push(one)
    return { connectionsPerAddress: 1, authenticator: one.slow }
  })
  const [gate] = made
  if (!gate) throw new Error('The server has an authenticator.')
  return gate
}

test('KEY-3 a socket whose client left while its key was looked up is not watched', async () => {
  const { asked, answer, counts } = await openSlow('admit')
  const socket = await openBareSocket(open.endpoint, { init: false })
  socket.send({ type: 'connection_init' })
  await asked
  socket.reset()
  // The server has heard of it when its place is free.
  const next = await eventuallyOpened()
  answer()
  next.send({ type: 'connection_init' })
  expect(await next.next()).toEqual({ type: 'connection_ack' })
  expect(counts.watched).toBe(1)
  next.close()
})

test('API-7 a socket whose client left before it was one has no place', async () => {
  const { asked, answer } = await openSlow('isOpen')
  // Where there is a key a server may be reached by any name; by another than this machine's it is asked whether there is one.
  const { pool, project } = open.graph
  const keys = createKeyOperations({ keys: createApiKeyStore(pool), newId: uuidv7, now: Date.now })
  await keys.createKey({ projectId: project.id, name: 'ann', role: 'ADMIN', by: 'the test' })
  const raw = await connectRaw()
  // The address of a connection is known for good once it was asked for.
  raw.write(request('/health/live', 'Accept: text/event-stream'))
  await once(raw, 'data')
  const upgrade = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13']
  const lines = request('/graphql', ...upgrade, 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==')
  raw.write(lines.replace(/Host: .*/, 'Host: rungraph.example'))
  await asked
  raw.resetAndDestroy()
  // Its next action comes after it has noticed that.
  await eventually(() => fetch(`${open.url}/health/live`).then(({ status }) => status)).toBe(200)
  answer()
  const next = await eventuallyOpened()
  next.close()
})

test.each(['/graphql', '/api'])(
  'API-7 a subscription over %s whose client left before its answer is over',
  async (way) => {
    let subscriptions = 0
    open = await openServer({
      callerLimits: { subscriptionsPerCaller: 1 },
      requestMetrics: {
        refused: () => undefined,
        opened: (what) => {
          const count = what === 'subscription' ? 1 : 0
          subscriptions += count
          return () => {
            subscriptions -= count
          }
        },
      },
    })
    const { make, pool, log, project } = open.graph
    const run = await make.run(await make.agent(), { nextSeq: 1_000 })
    const id = toGlobalId('Run', run.id)
    const query = `subscription { runEvents(runId: "${id}") { seq } }`
    const path =
      way === '/api'
        ? `/api/projects/${project.slug}/runs/${run.id}`
        : `/graphql?query=${encodeURIComponent(query)}`
    const leave = new AbortController()
    const follow = (signal?: AbortSignal) =>
      fetch(`${open.url}${path}`, { headers: { accept: 'text/event-stream' }, ...(signal && { signal }) })
    const lock = await pool.connect()
    await lock.query('begin; lock table "Run" in access exclusive mode')
    const answer = follow(leave.signal)
    await untilBlocked(pool, 1)
    leave.abort()
    await expect(answer).rejects.toThrow()
    await lock.query('commit')
    lock.release()
    // The only place of the caller is free again.
    await eventually(async () => {
      const again = new AbortController()
      const response = await follow(again.signal)
      const isTaken = response.status === 200 && !(await firstOf(response)).includes('LIMIT_EXCEEDED')
      again.abort()
      return isTaken
    }).toBe(true)
    await log.until(() => log.readers === 0)
    await eventually(() => subscriptions).toBe(0)
  },
)

test('API-8 of a query whose client left nothing more is found', async () => {
  const found: string[] = []
  const tools = { list: () => [], find: (name: string) => (found.push(name), null) }
  open = await openServer({ tools })
  const { make, pool } = open.graph
  await make.agent({ slug: 'writer' }, { tools: ['calculator'] })
  const query = '{ agents(first: 1) { edges { node { slug tools { name } } } } }'
  const ask = (signal?: AbortSignal) =>
    fetch(`${open.endpoint}?query=${encodeURIComponent(query)}`, { ...(signal && { signal }) })
  expect((await ask()).status).toBe(200)
  expect(found).toEqual(['calculator'])
  const lock = await pool.connect()
  await lock.query('begin; lock table "Agent" in access exclusive mode')
  const leave = new AbortController()
  const answer = ask(leave.signal)
  await untilBlocked(pool, 1)
  leave.abort()
  await expect(answer).rejects.toThrow()
  // The server notices it before it answers the next request.
  expect((await fetch(`${open.url}/health/live`)).status).toBe(200)
  await lock.query('commit')
  lock.release()
  expect((await ask()).status).toBe(200)
  expect((await ask()).status).toBe(200)
  expect(found).toHaveLength(3)
})

async function firstOf({ body }: Response): Promise<string> {
  const { value } = (await body?.getReader().read()) ?? {}
  return new TextDecoder().decode(value)
}

/** A socket, opened as soon as there is a place for it. */
async function eventuallyOpened() {
  for (;;) {
    try {
      return await openBareSocket(open.endpoint, { init: false })
    } catch {
      // Its address has none yet: the test ends in time where it never has.
    }
  }
}

async function connectRaw(): Promise<Socket> {
  const raw = connect(Number(new URL(open.url).port), '127.0.0.1')
  await once(raw, 'connect')
  return raw
}

function request(path: string, ...headers: readonly string[]): string {
  return [`GET ${path} HTTP/1.1`, `Host: ${new URL(open.url).host}`, ...headers, '', ''].join('\r\n')
}
