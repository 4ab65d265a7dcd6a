import { beforeEach, describe, expect, test } from 'vitest'
import type { NewEvent } from '../../src/domain/run-event.ts'
import type { Held } from '../../src/domain/run-store.ts'
import { toFeedCursor } from '../../src/graphql/event-cursor.ts'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { at, textAt } from '../graphql/open-graph.ts'
import { cursorOf, placeOf } from '../support/cursors.ts'
import { forTest } from '../support/for-file.ts'
import { untilReadable } from '../support/held-transaction.ts'
import { textDelta } from '../support/memory-run-log.ts'
import { postJson } from '../support/post-json.ts'
import { commitOf, rest } from '../support/stores.ts'
import { messagesOf } from './event-messages.ts'
import { type OpenServer, openServer } from './open-server.ts'
import { createSubscriber } from './subscriber.ts'

let open: OpenServer
let root: Held
let child: Held
let runId: string

beforeEach(async () => {
  open = forTest(await openServer())
  const { make } = open.graph
  const agent = await make.agent()
  const top = await make.run(agent, { status: 'RUNNING' })
  const below = await make.run(agent, {
    status: 'RUNNING',
    parentId: top.id,
    rootId: top.id,
    ancestorIds: [top.id],
    depth: 1,
  })
  root = { runId: top.id, epoch: 0 }
  child = { runId: below.id, epoch: 0 }
  runId = toGlobalId('Run', top.id)
})

function write(run: Held, ...events: readonly NewEvent[]) {
  return open.graph.stored.commit(commitOf(run, events))
}

async function end(run: Held) {
  await open.graph.stored.commit(commitOf(run, [rest()], { run: { status: 'COMPLETED' } }))
}

/** All events of a tree, from the first to the last. */
async function tell() {
  await write(root, textDelta('a'))
  await write(child, textDelta('b'))
  await end(child)
  await end(root)
}

const subscription = `subscription($runId: ID!, $after: String, $types: [RunEventType!]) {
  runEvents(runId: $runId, after: $after, types: $types, includeDescendants: true) {
    cursor seq type run { id depth } ... on TextDelta { text } } }`
const alone =
  'subscription($runId: ID!, $after: String) { runEvents(runId: $runId, after: $after) { cursor seq } }'

async function collect(variables: object, query = subscription) {
  const subscriber = createSubscriber(open.endpoint)
  const results = await subscriber.collect(query, { runId, ...variables })
  await subscriber.dispose()
  return results.map(({ data, errors }) => errors ?? at(data, 'runEvents'))
}

describe('EVT-5 a subscription to a run with those below it, over WebSocket', () => {
  test('EVT-6 gives the events of all of them in one order, each with its own run, as they come, and completes after the last', async () => {
    const reading = collect({})
    await tell()
    const [topId, childId] = [root, child].map((run) => toGlobalId('Run', run.runId))
    expect(await reading).toMatchObject([
      { seq: 1, text: 'a', run: { id: topId, depth: 0 } },
      { seq: 1, text: 'b', run: { id: childId, depth: 1 } },
      { seq: 2, type: 'RunCompleted', run: { id: childId } },
      { seq: 2, type: 'RunCompleted', run: { id: topId } },
    ])
  })

  test('EVT-2 goes on exactly after each cursor that it gave, also where types are left out', async () => {
    await tell()
    const whole = await collect({})
    for (const [index, event] of whole.entries())
      expect(await collect({ after: textAt(event, 'cursor') })).toEqual(whole.slice(index + 1))
    const words = await collect({ types: ['TextDelta'] })
    expect(words).toEqual(whole.slice(0, 2))
    expect(await collect({ after: textAt(words[1], 'cursor'), types: ['RunCompleted'] })).toEqual(
      whole.slice(2),
    )
  })

  test('has those of a run in the middle of a tree alone', async () => {
    await tell()
    const part = await collect({ runId: toGlobalId('Run', child.runId) })
    expect(part.map((event) => at(event, 'seq'))).toEqual([1, 2])
  })

  const refused: readonly (readonly [string, () => object, string])[] = [
    [
      "a cursor of a run's own log",
      () => ({ after: cursorOf(root.runId, 1) }),
      "it is of a run's own log; give it back without `includeDescendants`",
    ],
    [
      'a cursor of the tree of another run',
      () => ({
        after: toFeedCursor({ kind: 'tree', id: child.runId }, placeOf(child.runId, { order: 1n })),
      }),
      'it is of the tree of another run',
    ],
    [
      'a cursor ahead of the tree',
      () => ({
        after: toFeedCursor({ kind: 'tree', id: root.runId }, placeOf(root.runId, { order: 10n ** 17n })),
      }),
      'the log has no such event',
    ],
    [
      'a cursor whose place is none',
      () => ({
        after: toFeedCursor({ kind: 'tree', id: root.runId }, placeOf('nobody', {})),
      }),
      'it cannot be read',
    ],
    [
      'a cursor whose number no log has',
      () => ({
        after: toFeedCursor({ kind: 'tree', id: root.runId }, placeOf(root.runId, { seq: 2 ** 31 })),
      }),
      'it cannot be read',
    ],
    ['what is no cursor', () => ({ after: 'nonsense' }), 'it cannot be read'],
  ]
  test.for(refused)('refuses %s', async ([, variables, reason]) => {
    await tell()
    expect(await collect(variables())).toMatchObject([
      [{ extensions: { code: 'CURSOR_INVALID' }, message: expect.stringContaining(reason) }],
    ])
  })

  test('has cursors that the log of a run alone refuses, with the remedy', async () => {
    await tell()
    const [first] = await collect({})
    expect(await collect({ after: textAt(first, 'cursor') }, alone)).toMatchObject([
      [
        {
          extensions: { code: 'CURSOR_INVALID' },
          message: expect.stringContaining('give it back with `includeDescendants: true`'),
        },
      ],
    ])
  })

  test('refuses a run of another project as if there were none', async () => {
    expect(await collect({ runId: toGlobalId('Run', '01a1fc06-04c2-77c6-8fd1-f6493b2473ef') })).toMatchObject(
      [[{ extensions: { code: 'NOT_FOUND' } }]],
    )
  })
})

describe('EVT-5 a subscription to a run with those below it, as an event stream', () => {
  async function stream(headers: Record<string, string> = {}) {
    const response = await postJson(
      open.endpoint,
      { query: subscription, variables: { runId } },
      { headers: { accept: 'text/event-stream', ...headers } },
    )
    return messagesOf(await response.text())
  }

  test('EVT-2 gives each event its cursor as id, and goes on after Last-Event-ID', async () => {
    await tell()
    await untilReadable(open.graph.pool, root.runId)
    const whole = await stream()
    expect(whole.map(({ event }) => event)).toEqual(['next', 'next', 'next', 'next', 'complete'])
    for (const { id, data } of whole.slice(0, -1)) expect(id).toBe(at(data, 'data.runEvents.cursor'))
    expect(await stream({ 'last-event-id': whole[1]?.id ?? '' })).toEqual(whole.slice(2))
  })
})
