import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import { topics } from '../../src/domain/wakeups.ts'
import { toFeedCursor } from '../../src/graphql/event-cursor.ts'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { at, createProject, textAt } from '../graphql/open-graph.ts'
import { cursorOf, placeOf, storedCursor } from '../support/cursors.ts'
import { createFactories } from '../support/factories.ts'
import { forTest } from '../support/for-file.ts'
import { untilReadable } from '../support/held-transaction.ts'
import { untilListening } from '../support/listening.ts'
import { endAt, retain, tell, tellAndEnd } from '../support/old-runs.ts'
import { postJson } from '../support/post-json.ts'
import type { HeldInTree } from '../support/run-tree.ts'
import { messagesOf } from './event-messages.ts'
import { type OpenServer, openServer } from './open-server.ts'
import { createSubscriber } from './subscriber.ts'

let open: OpenServer
let subscriber: ReturnType<typeof createSubscriber>
let root: HeldInTree
let child: HeldInTree
let runId: string
/** Called when a reader of one run has its first event. */
let afterFirst: () => Promise<unknown>

async function* interrupted<Event>(
  events: AsyncGenerator<Event, void, void>,
): AsyncGenerator<Event, void, void> {
  let isFirst = true
  for await (const event of events) {
    yield event
    if (isFirst) await afterFirst()
    isFirst = false
  }
}

beforeEach(async () => {
  afterFirst = async () => undefined
  open = forTest(
    await openServer({}, ({ stored }) => ({
      ...stored,
      follow: (...args) => interrupted(stored.follow(...args)),
    })),
  )
  subscriber = forTest(createSubscriber(open.endpoint))
  const { make } = open.graph
  const agent = await make.agent()
  const top = await make.run(agent, { status: 'RUNNING' })
  const tree = { parentId: top.id, rootId: top.id, ancestorIds: [top.id], depth: 1 }
  const below = await make.run(agent, { status: 'RUNNING', ...tree })
  root = { runId: top.id, rootId: top.id, ancestorIds: [], epoch: 0 }
  child = { runId: below.id, rootId: top.id, ancestorIds: [top.id], epoch: 0 }
  runId = toGlobalId('Run', root.runId)
})

const fields = 'id cursor seq type run { id } ... on HistoryTruncated { removed fromSeq toSeq }'
const ofRun = `subscription($runId: ID!, $after: String, $types: [RunEventType!], $tree: Boolean, $whole: Boolean = false) {
  events: runEvents(runId: $runId, after: $after, types: $types, includeDescendants: $tree) {
    ${fields} run { status @include(if: $whole) } } }`
const ofProject = `subscription($after: String, $types: [RunEventType!]) { events: projectEvents(after: $after, types: $types) { ${fields} } }`

async function collect(variables: object, query = ofRun) {
  const results = await subscriber.collect(query, { runId, ...variables })
  return results.map(({ data, errors }) => (errors ? { errors } : at(data, 'events')))
}

async function stream(variables: object, headers: Record<string, string> = {}) {
  const response = await postJson(
    open.endpoint,
    { query: ofRun, variables: { runId, ...variables } },
    { headers: { accept: 'text/event-stream', ...headers } },
  )
  return messagesOf(await response.text())
}

const inShort = (event: unknown) =>
  at(event, 'type') === 'HistoryTruncated'
    ? `${at(event, 'removed')} ${at(event, 'fromSeq')}-${at(event, 'toSeq')}`
    : at(event, 'seq')

describe('EVT-7 increments that are not kept any more', () => {
  const whole = [1, 'DELTAS 2-4', 5, 6]
  const placeOf = (seq: number) => storedCursor(open.graph.pool, root.runId, seq)

  beforeEach(async () => {
    await tellAndEnd(open.graph.stored, child, 'dd')
    await tellAndEnd(open.graph.stored, root, 'ndddn')
    await untilReadable(open.graph.pool, root.runId)
    await retain(open.graph.pool, { deltasDays: 30 })
  })

  test('are reported over WebSocket by an event in their place, which a subscriber can continue from, and read by its id', async () => {
    const events = await collect({})
    expect(events.map(inShort)).toEqual(whole)
    expect(events[1]).toMatchObject({ seq: 4, removed: 'DELTAS', run: { id: runId } })
    for (const [index, event] of events.entries())
      expect(await collect({ after: textAt(event, 'cursor') })).toEqual(events.slice(index + 1))
    for (const seq of [2, 3])
      expect((await collect({ after: await placeOf(seq) })).map(inShort)).toEqual(whole.slice(1))
    const node = await open.graph.read('query($id: ID!) { node(id: $id) { __typename id } }', {
      id: textAt(events[1], 'id'),
    })
    expect(at(node, 'node')).toEqual({ __typename: 'HistoryTruncated', id: textAt(events[1], 'id') })
  })

  test('are reported in an event stream, after Last-Event-ID too', async () => {
    const messages = await stream({})
    expect(messages.slice(0, -1).map(({ data }) => inShort(at(data, 'data.events')))).toEqual(whole)
    const inMidst = { 'last-event-id': await placeOf(3) }
    const rest = await stream({}, inMidst)
    expect(rest).toEqual(messages.slice(1))
  })

  test('are reported with the runs below, and to subscribers of increments, or of this event, alone', async () => {
    const tree = await collect({ tree: true })
    expect(tree.map(inShort)).toEqual(['DELTAS 1-2', 3, ...whole])
    const types = async (...names: readonly string[]) => (await collect({ types: names })).map(inShort)
    expect(await types('TextDelta')).toEqual(['DELTAS 2-4'])
    expect(await types('HistoryTruncated')).toEqual(['DELTAS 2-4'])
    expect(await types('RunCompleted')).toEqual([6])
  })

  test('are reported where a log is listed, and the run has the time of their removal', async () => {
    const query = `query($id: ID!, $after: String, $types: [RunEventType!]) { run(id: $id) { deltasPrunedAt
      events(after: $after, types: $types) { totalCount edges { node { ${fields} } } } } }`
    const page = await open.graph.read(query, { id: runId })
    const listed = at(page, 'run.events.edges.*.node')
    expect(Array.isArray(listed) && listed.map(inShort)).toEqual(whole)
    expect(at(page, 'run.events.totalCount')).toBe(4)
    expect(at(page, 'run.deltasPrunedAt')).not.toBeNull()
    const inMidst = { id: runId, after: await placeOf(3), types: ['TextDelta'] }
    expect(at(await open.graph.read(query, inMidst), 'run.events.edges.*.node.seq')).toEqual([4])
  })
})

describe('EVT-7 whole runs that are not kept any more', () => {
  const treeCursor = () => toFeedCursor({ kind: 'tree', id: root.runId }, placeOf(child.runId, {}))

  test('expire the cursors of their logs, over WebSocket and in an event stream', async () => {
    for (const run of [child, root]) await tellAndEnd(open.graph.stored, run, 'nn')
    await retain(open.graph.pool, { runsDays: 30 })
    const expired = [{ errors: [{ extensions: { code: 'CURSOR_EXPIRED' } }] }]
    expect(await collect({ after: cursorOf(root.runId, 2) })).toMatchObject(expired)
    expect(await collect({ after: treeCursor(), tree: true })).toMatchObject(expired)
    const below = { runId: toGlobalId('Run', child.runId), after: cursorOf(child.runId, 1) }
    expect(await collect(below)).toMatchObject(expired)
    const [message] = await stream({}, { 'last-event-id': cursorOf(root.runId, 2) })
    expect(message?.data).toMatchObject(expired[0] ?? {})
    expect(textAt(await collect({ after: treeCursor(), tree: true }), '0.errors.0.message')).toMatch(
      /Discard the cursor/,
    )
  })

  test('are as unknown without a cursor, or with one of another run, as any that never were', async () => {
    for (const run of [child, root]) await tellAndEnd(open.graph.stored, run, 'nn')
    await retain(open.graph.pool, { runsDays: 30 })
    const unknown = [{ errors: [{ extensions: { code: 'NOT_FOUND' } }] }]
    expect(await collect({})).toMatchObject(unknown)
    expect(await collect({ after: cursorOf(child.runId, 1) })).toMatchObject(unknown)
    expect(await collect({ after: 'nonsense' })).toMatchObject(unknown)
  })

  test('EVT-10 API of another project are as little there as runs that never were, with a cursor and without', async () => {
    const { prisma, stored } = open.graph
    const elsewhere = createFactories(prisma, (await createProject(prisma, 'other')).id)
    const foreign = await elsewhere.run(await elsewhere.agent(), { status: 'RUNNING' })
    const run = { ...root, runId: foreign.id, rootId: foreign.id }
    await tell(stored, run, 'nn')
    const unknown = [{ errors: [{ extensions: { code: 'CURSOR_INVALID' } }] }]
    const placesOf = (id: string) => ({ runId: toGlobalId('Run', id), after: cursorOf(id, 1) })
    const [place, nowhere] = [placesOf(foreign.id), placesOf(uuidv7())]
    expect(await collect(place)).toMatchObject(unknown)
    expect(await collect(place)).toEqual(await collect(nowhere))
    await endAt(stored, run)
    await retain(open.graph.pool, { runsDays: 30 })
    expect(await collect(place)).toMatchObject(unknown)
    expect(await collect({ runId: place.runId })).toMatchObject([
      { errors: [{ extensions: { code: 'NOT_FOUND' } }] },
    ])
  })

  test('end the stream of a reader in the middle of them with an error with its code', async () => {
    await tellAndEnd(open.graph.stored, root, 'n'.repeat(450))
    await endAt(open.graph.stored, child)
    afterFirst = () => retain(open.graph.pool, { runsDays: 30 })
    const results = await collect({})
    expect(results.slice(0, -1).map(inShort)).toEqual(Array.from({ length: 200 }, (_, n) => n + 1))
    expect(results.at(-1)).toMatchObject({ errors: [{ extensions: { code: 'CURSOR_EXPIRED' } }] })
  })

  test('end an event stream so too', async () => {
    await tellAndEnd(open.graph.stored, root, 'n'.repeat(450))
    await endAt(open.graph.stored, child)
    afterFirst = () => retain(open.graph.pool, { runsDays: 30 })
    const messages = await stream({ whole: true })
    expect(messages).toHaveLength(202)
    // Events that were read already are given, and removed ones are reported.
    expect(messages[1]?.data).toMatchObject({ errors: [{ extensions: { code: 'GONE' } }] })
    expect(messages.at(-2)?.data).toMatchObject({ errors: [{ extensions: { code: 'CURSOR_EXPIRED' } }] })
    expect(messages.at(-1)?.event).toBe('complete')
  })

  test('EVT-5 are reported to subscribers that continue a project, with any event types; live ones come after', async () => {
    const { stored, project, wakeups } = open.graph
    const beginning = untilListening(wakeups, topics.project(project.id))
    const live = subscriber.iterate(ofProject)
    const first = live.next()
    await beginning
    await tell(stored, root, 'n')
    const cursor = textAt((await first).value, 'data.events.cursor')
    await live.return?.()
    for (const run of [child, root]) await tellAndEnd(stored, run, 'nn')
    await retain(open.graph.pool, { runsDays: 30 })
    const { make } = open.graph
    const next = await make.run(await make.agent(), { status: 'RUNNING' })
    const events = subscriber.iterate(ofProject, { after: cursor, types: ['RunCompleted'] })
    await tellAndEnd(stored, { ...root, runId: next.id, rootId: next.id }, 'n')
    const told = at((await events.next()).value, 'data.events')
    expect(told).toMatchObject({
      type: 'HistoryTruncated',
      removed: 'RUNS',
      fromSeq: null,
      toSeq: null,
      seq: 0,
      run: { id: toGlobalId('Run', next.id) },
    })
    expect(at((await events.next()).value, 'data.events')).toMatchObject({ type: 'RunCompleted', seq: 2 })
    await events.return?.()
    const node = await open.graph.read('query($id: ID!) { node(id: $id) { id } }', { id: textAt(told, 'id') })
    expect(at(node, 'node')).toBeNull()
  })

  test('EVT-5 can be continued from by the cursor of their notice, where remaining events lie in between', async () => {
    const { stored, project, make, pool } = open.graph
    const next = await make.run(await make.agent(), { status: 'RUNNING' })
    const kept = { ...root, runId: next.id, rootId: next.id }
    const live = subscriber.iterate(ofProject)
    const beginning = untilListening(open.graph.wakeups, topics.project(project.id))
    const first = live.next()
    await beginning
    await tell(stored, root, 'n')
    const cursor = textAt((await first).value, 'data.events.cursor')
    await live.return?.()
    await tell(stored, child, 'n')
    await tell(stored, kept, 'nn')
    for (const run of [child, root]) await endAt(stored, run)
    await untilReadable(pool, root.runId)
    await retain(pool, { runsDays: 30 })
    const firstAfter = async (after: string) => {
      const events = subscriber.iterate(ofProject, { after })
      const event = at((await events.next()).value, 'data.events')
      await events.return?.()
      return event
    }
    const told = await firstAfter(cursor)
    expect(told).toMatchObject({ type: 'HistoryTruncated', removed: 'RUNS' })
    const event = await firstAfter(textAt(told, 'cursor'))
    expect(event).toMatchObject({ seq: 1, run: { id: toGlobalId('Run', kept.runId) } })
    expect(inShort(event)).toBe(1)
  })
})
