import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import { createKeyOperations } from '../../src/auth/key-operations.ts'
import type { KeyOperations } from '../../src/domain/api-key.ts'
import type { Role } from '../../src/domain/caller.ts'
import { type RequestMetrics, uncounted } from '../../src/domain/request-metrics.ts'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { closeCodes } from '../../src/http/sockets/close-codes.ts'
import { createApiKeyStore } from '../../src/store/api-key-store.ts'
import { at } from '../graphql/open-graph.ts'
import { createCountedEvents } from '../support/counted-executions.ts'
import { forTest } from '../support/for-file.ts'
import { runFailed } from '../support/memory-run-log.ts'
import { postJson } from '../support/post-json.ts'
import { refusing } from '../support/refusing.ts'
import { type BareSocket, openBareSocket } from './bare-socket.ts'
import { messagesOf } from './event-messages.ts'
import { type OpenServer, openServer } from './open-server.ts'

const query =
  'subscription($runId: ID!, $after: String) { runEvents(runId: $runId, after: $after) { seq cursor ... on TextDelta { text } } }'

let open: OpenServer
let keys: KeyOperations
let run: { readonly id: string }
let variables: { readonly runId: string }
let events: ReturnType<typeof createCountedEvents>
/** Resolves when the server has ended a subscription. */
let subscriptionEnded: PromiseWithResolvers<void>

const requestMetrics: RequestMetrics = {
  ...uncounted,
  opened: (kind) => () => {
    if (kind === 'subscription') subscriptionEnded.resolve()
  },
}

beforeEach(async () => {
  open = forTest(
    await openServer((graph) => {
      keys = createKeyOperations({ keys: createApiKeyStore(graph.pool), newId: uuidv7, now: Date.now })
      return { operations: refusing({ keys }), limits: { flushWithinMs: 2_000 }, requestMetrics }
    }),
  )
  run = await open.graph.make.run(await open.graph.make.agent(), { nextSeq: 1_000_000 })
  variables = { runId: toGlobalId('Run', run.id) }
  events = createCountedEvents()
  subscriptionEnded = Promise.withResolvers()
})

function append(...texts: readonly string[]): void {
  open.graph.log.append(run.id, ...texts.map((text) => events.next(text)))
}

async function subscriber(key?: string): Promise<BareSocket> {
  const headers = key === undefined ? {} : { headers: { authorization: `Bearer ${key}` } }
  const socket = await openBareSocket(open.endpoint, headers)
  socket.subscribe('1', query, variables)
  return socket
}

/** Sockets that share the next event: with the first all have subscribed, and with the other all have reached the end of the log. */
async function together(...joining: readonly Promise<BareSocket>[]): Promise<readonly BareSocket[]> {
  const sockets = await Promise.all(joining)
  for (const text of ['first', 'other']) {
    append(text)
    await Promise.all(sockets.map((socket) => nextText(socket)))
  }
  return sockets
}

async function nextText(socket: BareSocket, id = '1'): Promise<string> {
  const message = await socket.next()
  if (message?.type !== 'next' || message.id !== id)
    throw new Error(`Not the next event: ${JSON.stringify(message)}`)
  return String(at(message, 'payload.data.runEvents.text'))
}

const keyOf = async (name: string, role: Role) =>
  (await keys.createKey({ projectId: open.graph.project.id, name, role, by: 'the test' })).key

describe('EVT-5 subscribers of a run with the same subscription', () => {
  test('receive the same as a single subscriber, and each event is executed once for all', async () => {
    const sockets = await together(subscriber(), subscriber(), subscriber())
    const before = events.executions
    append('second', 'third')
    for (const socket of sockets)
      expect([await nextText(socket), await nextText(socket)]).toEqual(['second', 'third'])
    expect(events.executions - before).toBe(2)
    open.graph.log.append(run.id, runFailed)
    const alone = await openBareSocket(open.endpoint)
    alone.subscribe('1', `# alone\n${query}`, variables)
    const all = []
    for (let message = await alone.next(); message?.type === 'next'; message = await alone.next())
      all.push(message)
    const last = all.at(-1)
    for (const socket of sockets) {
      expect(await socket.next()).toEqual(last)
      expect(await socket.next()).toEqual({ id: '1', type: 'complete' })
    }
  })

  test('are served over event streams with the same execution, each event with its id', async () => {
    const [first] = await together(subscriber(), subscriber())
    const response = await postJson(
      open.endpoint,
      { query, variables },
      { headers: { accept: 'text/event-stream' } },
    )
    append('second')
    expect(first && (await nextText(first))).toBe('second')
    const before = events.executions
    append('third')
    open.graph.log.append(run.id, runFailed)
    const messages = messagesOf(await response.text())
    expect(messages.map(({ data }) => at(data, 'data.runEvents.text'))).toEqual([
      ...['first', 'other', 'second', 'third'],
      ...[undefined, undefined],
    ])
    for (const { id, data } of messages.slice(0, 5)) expect(id).toBe(at(data, 'data.runEvents.cursor'))
    expect(events.executions - before).toBeLessThanOrEqual(2)
  })

  test('are distinguished by their ids, also on one socket', async () => {
    const socket = await openBareSocket(open.endpoint)
    const ids = ['a', '"b"\n', 'ü']
    for (const id of ids) socket.subscribe(id, query, variables)
    append('first', 'second')
    const seen = new Map<string, string[]>(ids.map((id) => [id, []]))
    for (let left = 2 * ids.length; left > 0; left--) {
      const message = await socket.next()
      seen.get(message?.id ?? '')?.push(String(at(message, 'payload.data.runEvents.text')))
    }
    expect([...seen.values()]).toEqual(ids.map(() => ['first', 'second']))
    socket.close()
  })

  test('go on when one of them completes, leaves or vanishes', async () => {
    const [completing, closing, vanishing, staying] = await together(
      subscriber(),
      subscriber(),
      subscriber(),
      subscriber(),
    )
    if (!completing || !closing || !vanishing || !staying) throw new Error('Four have joined.')
    completing.send({ id: '1', type: 'complete' })
    completing.send({ type: 'ping' })
    expect(await completing.next()).toEqual({ type: 'pong' })
    closing.close()
    await closing.closed
    vanishing.reset()
    await vanishing.closed
    append('second')
    expect(await nextText(staying)).toBe('second')
    completing.send({ type: 'ping' })
    expect(await completing.next()).toEqual({ type: 'pong' })
    staying.close()
    completing.close()
    await open.graph.log.until(() => open.graph.log.readers === 0)
  })

  test('are not held up by one that does not read, which is closed with 4290 and continues after its last event', async () => {
    const [idle, ...others] = await together(subscriber(), subscriber(), subscriber())
    if (idle === undefined) throw new Error('Three have joined.')
    idle.pause()
    const texts = Array.from({ length: 1_500 }, (_, place) => `${place} ${'x'.repeat(10_000)}`)
    append(...texts)
    for (const other of others) for (const text of texts) expect(await nextText(other)).toBe(text)
    await subscriptionEnded.promise
    idle.resume()
    const seen: string[] = []
    let cursor: unknown
    for (let message = await idle.next(); message !== null; message = await idle.next()) {
      seen.push(String(at(message, 'payload.data.runEvents.text')))
      cursor = at(message, 'payload.data.runEvents.cursor')
    }
    expect(await idle.closed).toMatchObject({ code: closeCodes.SLOW_CONSUMER.code })
    expect(seen).toEqual(texts.slice(0, seen.length))
    expect(seen.length).toBeLessThan(texts.length)
    const again = await openBareSocket(open.endpoint)
    again.subscribe('1', query, { ...variables, after: cursor })
    for (const text of texts.slice(seen.length)) expect(await nextText(again)).toBe(text)
  }, 60_000)
})

describe('KEY-5 a result is shared', () => {
  test('by the keys of one role, and not with another role', async () => {
    const admin = await keyOf('founder', 'ADMIN')
    const [reader, other] = [await keyOf('a', 'VIEWER'), await keyOf('b', 'VIEWER')]
    const viewers = await together(subscriber(reader), subscriber(other))
    const before = events.executions
    append('second')
    for (const socket of viewers) await nextText(socket)
    expect(events.executions - before).toBe(1)
    const administrator = await subscriber(admin)
    for (const text of ['first', 'other', 'second']) expect(await nextText(administrator)).toBe(text)
    const since = events.executions
    append('third')
    for (const socket of [...viewers, administrator]) expect(await nextText(socket)).toBe('third')
    expect(events.executions - since).toBe(2)
  })

  test('until a key is revoked, which closes its own sockets and no others', async () => {
    await keyOf('founder', 'ADMIN')
    const [kept, ended] = [await keyOf('kept', 'VIEWER'), await keyOf('ended', 'VIEWER')]
    const [staying, leaving] = await together(subscriber(kept), subscriber(ended))
    if (!staying || !leaving) throw new Error('Two have joined.')
    await open.graph.prisma.apiKey.updateMany({ where: { name: 'ended' }, data: { revokedAt: new Date() } })
    expect(await leaving.closed).toMatchObject({ code: closeCodes.FORBIDDEN.code })
    append('second')
    expect(await nextText(staying)).toBe('second')
    expect(await leaving.next()).toBeNull()
  })
})
