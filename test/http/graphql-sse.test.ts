import { Agent, EventSource } from 'undici'
import { describe, expect, test } from 'vitest'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { at } from '../graphql/open-graph.ts'
import { storedCursor } from '../support/cursors.ts'
import { forFile } from '../support/for-file.ts'
import { messagesOf } from './event-messages.ts'
import { serveEngine } from './serve-engine.ts'

// "Distinct connections" of PROTOCOL.md of graphql-sse, and what the HTML standard says of an EventSource.

const accept = { accept: 'text/event-stream' }

const open = forFile(await serveEngine())
const { runId, events } = await open.engine.run(() => ({ text: 'Hello.' }))
const run = { id: runId, lastSeq: events.length }

const follow = `subscription($id: ID!, $after: String, $tree: Boolean) {
  runEvents(runId: $id, after: $after, includeDescendants: $tree) { seq cursor } }`

function post(query: string, variables: object = {}, headers: Record<string, string> = {}) {
  const body = JSON.stringify({ query, variables })
  return fetch(open.endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...accept, ...headers },
    body,
  })
}

function address(query: string, variables: object = {}): URL {
  const url = new URL(open.endpoint)
  url.search = String(new URLSearchParams({ query, variables: JSON.stringify(variables) }))
  return url
}

const get = (query: string, variables: object = {}, headers: Record<string, string> = {}) =>
  fetch(address(query, variables), { headers: { ...accept, ...headers } })

const cursorOf = (seq: number) => storedCursor(open.database.pool, run.id, seq)

const ofRun = () => ({ id: toGlobalId('Run', run.id) })

describe('API-4 GraphQL over an event stream', () => {
  test.for([
    ['POST', post],
    ['GET', get],
  ] as const)(
    'gives the events of a subscription by %s, then complete, and is kept from no proxy',
    async ([, send]) => {
      const response = await send(follow, ofRun())
      expect(response.status).toBe(200)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'text/event-stream',
        'cache-control': 'no-cache, no-transform',
        'x-accel-buffering': 'no',
      })
      const text = await response.text()
      const messages = messagesOf(text)
      expect(messages.map(({ event }) => event)).toEqual([...Array(run.lastSeq).fill('next'), 'complete'])
      expect(messages[0]).toMatchObject({
        id: await cursorOf(1),
        data: { data: { runEvents: { seq: 1 } } },
      })
      // An event without a line of data is none to an EventSource.
      expect(text.endsWith('event: complete\ndata:\n\n')).toBe(true)
    },
  )

  test('gives the one result of a query, or of a mutation, then complete', async () => {
    for (const query of ['{ __typename }', 'mutation { __typename }']) {
      const messages = messagesOf(await (await post(query)).text())
      expect(messages).toMatchObject([
        { event: 'next', data: { data: {} } },
        { event: 'complete', data: null },
      ])
    }
  })

  const wrong: readonly (readonly [string, string, object, string])[] = [
    ['does not parse', '{', {}, 'GRAPHQL_PARSE_FAILED'],
    ['does not fit the schema', '{ nope }', {}, 'GRAPHQL_VALIDATION_FAILED'],
    ['has a variable of another type', follow, { id: null }, 'BAD_REQUEST'],
    [
      'names what there is not',
      follow,
      { id: toGlobalId('Run', '01a1fc06-04c2-77c6-8fd1-f6493b2473ef') },
      'NOT_FOUND',
    ],
  ]
  test.for(wrong)(
    'tells in the stream what is wrong with a document that %s',
    async ([, query, variables, code]) => {
      for (const response of [await post(query, variables), await get(query, variables)]) {
        expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
        expect(messagesOf(await response.text())).toMatchObject([
          { event: 'next', data: { errors: [{ extensions: { code } }] } },
          { event: 'complete' },
        ])
      }
    },
  )

  test('refuses an invalid request of GraphQL over HTTP, and mutations by GET', async () => {
    const headers = { 'content-type': 'application/json', ...accept }
    for (const body of ['{', '[]', 'null', '{"query": 1}'])
      expect((await fetch(open.endpoint, { method: 'POST', headers, body })).status).toBe(400)
    expect((await get('mutation { __typename }')).status).toBe(405)
  })

  test('refuses a subscription of a client that accepts no event stream', async () => {
    const response = await get(follow, ofRun(), { accept: 'application/json' })
    expect([response.status, response.headers.get('accept')]).toEqual([
      406,
      expect.stringContaining('text/event-stream'),
    ])
  })
})

describe('API-4 EVT-2 an EventSource', () => {
  interface Seen {
    readonly opened: number
    readonly seqs: readonly number[]
    readonly completed: number
    readonly state: number
  }

  /** Reads until it gives up; nothing stops it. */
  async function readAll(url: URL): Promise<Seen> {
    const dispatcher = new Agent()
    const source = new EventSource(url, { node: { dispatcher, reconnectionTime: 10 } })
    const seqs: number[] = []
    let [opened, completed] = [0, 0]
    const { promise: over, resolve } = Promise.withResolvers<void>()
    source.onopen = () => {
      opened++
    }
    source.addEventListener('next', (event) => {
      seqs.push(Number(at(JSON.parse(String('data' in event ? event.data : null)), 'data.runEvents.seq')))
    })
    source.addEventListener('complete', () => {
      completed++
    })
    source.onerror = () => {
      if (source.readyState === EventSource.CLOSED) resolve()
    }
    await over
    await dispatcher.close()
    return { opened, seqs, completed, state: source.readyState }
  }

  const all = () => Array.from({ length: run.lastSeq }, (_, place) => place + 1)

  test('that connects again after the end receives 204, and gives up', async () => {
    expect(await readAll(address(follow, ofRun()))).toEqual({
      opened: 1,
      seqs: all(),
      completed: 1,
      state: 2,
    })
  })

  test('that connects again after the end of a tree or of a triggered run receives 204', async () => {
    const tree = { ...ofRun(), tree: true }
    expect(await readAll(address(follow, tree))).toMatchObject({ opened: 1, seqs: all(), completed: 1 })
    const triggered = new URL(`/api/projects/default/runs/${run.id}`, open.url)
    expect(await readAll(triggered)).toMatchObject({ opened: 1, completed: 1 })
  })

  test('of some types is sent away behind the last of these, and not before it', async () => {
    const ofTypes = `subscription($id: ID!, $tree: Boolean, $types: [RunEventType!]) {
      runEvents(runId: $id, includeDescendants: $tree, types: $types) { seq type cursor } }`
    for (const tree of [false, true]) {
      const asked = { ...ofRun(), tree, types: ['RunStarted', 'FinalAnswer'] }
      const [first, last] = messagesOf(await (await get(ofTypes, asked)).text())
      expect((await get(ofTypes, asked, { 'last-event-id': first?.id ?? '' })).status).toBe(200)
      expect((await get(ofTypes, asked, { 'last-event-id': last?.id ?? '' })).status).toBe(204)
    }
  })

  test('is not sent away before the last event, nor from a run that was resumed', async () => {
    const lastButOne = { 'last-event-id': await cursorOf(run.lastSeq - 1) }
    expect(messagesOf(await (await get(follow, ofRun(), lastButOne)).text())).toHaveLength(2)
    const last = { 'last-event-id': await cursorOf(run.lastSeq) }
    expect((await get(follow, ofRun(), last)).status).toBe(204)
    // A client that reconnects automatically reads `complete`.
    expect(messagesOf(await (await post(follow, ofRun(), last)).text())).toMatchObject([
      { event: 'complete' },
    ])
    await open.prisma.run.update({ where: { id: run.id }, data: { status: 'QUEUED' } })
    const leave = new AbortController()
    const waiting = await fetch(address(follow, ofRun()), {
      headers: { ...accept, ...last },
      signal: leave.signal,
    })
    expect(waiting.status).toBe(200)
    leave.abort()
    await open.prisma.run.update({ where: { id: run.id }, data: { status: 'COMPLETED' } })
  })

  test('is not sent away from a tree while a run of it goes on', async () => {
    const tree = { ...ofRun(), tree: true }
    const answer = messagesOf(await (await post(follow, tree)).text())
    const last = { 'last-event-id': answer.at(-2)?.id ?? '' }
    expect((await get(follow, tree, last)).status).toBe(204)
    const { agentId } = await open.prisma.run.findUniqueOrThrow({ where: { id: run.id } })
    const child = {
      id: '01a1fc06-04c2-77c6-8fd1-f6493b2473aa',
      projectId: open.project.id,
      agentId,
      agentVersion: 1,
    }
    const place = { rootId: run.id, parentId: run.id, ancestorIds: [run.id], depth: 1 }
    const live = { status: 'WAITING', input: 'x', effectiveLimits: {} } as const
    await open.prisma.run.create({ data: { ...child, ...place, ...live } })
    const ended = await get(follow, tree, last)
    expect(ended.status).toBe(200)
    await ended.body?.cancel()
    await open.prisma.run.delete({ where: { id: child.id } })
  })
})
