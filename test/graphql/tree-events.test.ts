import { describe, expect, test } from 'vitest'
import { toFeedCursor } from '../../src/graphql/event-cursor.ts'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { cursorOf, placeOf } from '../support/cursors.ts'
import { forFile } from '../support/for-file.ts'
import { untilReadable } from '../support/held-transaction.ts'
import { at, openGraph, textAt } from './open-graph.ts'

/** Three runs, one below the other, that write in turns. */
const graph = forFile(await openGraph())
const { make } = graph
const agent = await make.agent()
const root = await make.run(agent)
const child = await make.run(agent, { parentId: root.id, rootId: root.id, ancestorIds: [root.id], depth: 1 })
const above = [root.id, child.id]
const grandchild = await make.run(agent, {
  parentId: child.id,
  rootId: root.id,
  ancestorIds: above,
  depth: 2,
})
const say = (run: { id: string }, text: string) =>
  make.event(run, 'TextDelta', { messageId: 'm', offset: 0, text }, 1)
await make.event(root, 'RunStarted', { agentName: 'Top', maxSteps: null })
for (const [run, text] of [
  [root, 'a'],
  [child, 'b'],
  [root, 'c'],
  [grandchild, 'd'],
  [child, 'e'],
  [root, 'f'],
] as const)
  await say(run, text)
await untilReadable(graph.pool, root.id)

const query = `query($id: ID!, $first: Int, $after: String, $last: Int, $before: String, $types: [RunEventType!]) { run(id: $id) {
  events(first: $first, after: $after, last: $last, before: $before, types: $types, includeDescendants: true) {
    totalCount pageInfo { hasNextPage hasPreviousPage endCursor } edges { cursor node { cursor seq run { id } ... on TextDelta { text } } } } } }`

async function read(run: { id: string }, args: object = {}): Promise<unknown> {
  return at(await graph.read(query, { id: toGlobalId('Run', run.id), ...args }), 'run.events')
}

describe('EVT-5 the events of a run with those of the runs below it', () => {
  test('EVT-6 are listed in one order, each with its own run and a cursor of the whole', async () => {
    const whole = await read(root)
    expect(at(whole, 'edges.*.node.text')).toEqual([undefined, 'a', 'b', 'c', 'd', 'e', 'f'])
    expect(at(whole, 'edges.2.node.run.id')).toBe(toGlobalId('Run', child.id))
    expect(at(whole, 'edges.*.cursor')).toEqual(at(whole, 'edges.*.node.cursor'))
    expect(at(whole, 'totalCount')).toBe(7)
    expect(at(await read(child), 'edges.*.node.text')).toEqual(['b', 'd', 'e'])
    expect(at(await read(grandchild), 'totalCount')).toBe(1)
  })

  test('are listed from their end, too', async () => {
    const end = await read(root, { last: 3 })
    expect(at(end, 'edges.*.node.text')).toEqual(['d', 'e', 'f'])
    expect(at(end, 'pageInfo')).toMatchObject({ hasNextPage: false, hasPreviousPage: true })
    const before = await read(root, { last: 10, before: textAt(end, 'edges.0.cursor'), types: ['TextDelta'] })
    expect(at(before, 'edges.*.node.text')).toEqual(['a', 'b', 'c'])
    expect(at(before, 'pageInfo')).toMatchObject({ hasNextPage: true, hasPreviousPage: false })
  })

  test('follow page by page, also when only some types are asked for', async () => {
    const first = await read(root, { first: 3, types: ['TextDelta'] })
    expect(at(first, 'edges.*.node.text')).toEqual(['a', 'b', 'c'])
    expect(at(first, 'totalCount')).toBe(6)
    expect(at(first, 'pageInfo')).toMatchObject({ hasNextPage: true, hasPreviousPage: false })
    const next = await read(root, { after: textAt(first, 'pageInfo.endCursor') })
    expect(at(next, 'edges.*.node.text')).toEqual(['d', 'e', 'f'])
    expect(at(next, 'pageInfo')).toMatchObject({ hasNextPage: false, hasPreviousPage: true })
  })

  const refused: readonly (readonly [string, () => string])[] = [
    ["of a run's own log", () => cursorOf(root.id, 1)],
    ['of the tree of another run', () => toFeedCursor({ kind: 'tree', id: child.id }, placeOf(root.id, {}))],
    [
      'ahead of the tree',
      () => toFeedCursor({ kind: 'tree', id: root.id }, placeOf(root.id, { order: 10n ** 17n })),
    ],
  ]
  test.for(refused)('EVT-2 refuse a cursor %s', async ([, cursor]) => {
    const { errors } = await graph.ask(query, { id: toGlobalId('Run', root.id), after: cursor() })
    expect(errors?.[0]).toMatchObject({ extensions: { code: 'CURSOR_INVALID' } })
  })
})
