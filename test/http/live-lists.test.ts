import { beforeEach, describe, expect, test } from 'vitest'
import type { RunLabels } from '../../src/domain/run-labels.ts'
import { topics } from '../../src/domain/wakeups.ts'
import { createDeletionOperations } from '../../src/engine/commands/delete-runs.ts'
import { toFeedCursor } from '../../src/graphql/event-cursor.ts'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { createDeletionStore } from '../../src/store/retention/delete-trees.ts'
import { updateLabels } from '../../src/store/runs/run-labels.ts'
import { at, textAt } from '../graphql/open-graph.ts'
import { placeOf } from '../support/cursors.ts'
import { forTest } from '../support/for-file.ts'
import { untilListening } from '../support/listening.ts'
import { commitOf, note } from '../support/stores.ts'
import { type OpenServer, openServer } from './open-server.ts'
import { createSubscriber } from './subscriber.ts'

let open: OpenServer
let subscriber: ReturnType<typeof createSubscriber>
let agent: Awaited<ReturnType<OpenServer['graph']['make']['agent']>>

beforeEach(async () => {
  open = forTest(await openServer())
  subscriber = forTest(createSubscriber(open.endpoint))
  agent = await open.graph.make.agent()
})

const subscription = `subscription($filter: RunFilter, $after: String, $includeUnmatched: Boolean) {
  runUpdated(filter: $filter, after: $after, includeUnmatched: $includeUnmatched) {
    cursor isMatch run { id status tags } edge { cursor node { id } }
    query { runs(first: 2) { totalCount edges { cursor node { id status } } } } } }`

/** Subscribes, and resolves when the subscription has begun. */
async function follow(variables: object = {}) {
  const begun = untilListening(open.graph.wakeups, topics.runs(open.graph.project.id))
  const updates = subscriber.iterate(subscription, { ...variables })
  let first: ReturnType<typeof updates.next> | undefined = updates.next()
  await begun
  return {
    async next(): Promise<unknown> {
      const pull = first ?? updates.next()
      first = undefined
      return at((await pull).value, 'data.runUpdated')
    },
    leave: () => updates.return?.(),
  }
}

/** The cursors of this moment, and the total of the list that is read with them. */
async function readCursors() {
  const document = `{ updateCursors { runUpdated gateUpdated runDeleted query { runs { totalCount } } } }`
  const answer = await open.graph.read(document)
  const of = (field: string) => textAt(answer, `updateCursors.${field}`)
  return {
    cursors: { runUpdated: of('runUpdated'), gateUpdated: of('gateUpdated'), runDeleted: of('runDeleted') },
    total: at(answer, 'updateCursors.query.runs.totalCount'),
  }
}

const makeRun = () => open.graph.make.run(agent, { status: 'RUNNING' })

const become = (run: { readonly id: string }, status: 'WAITING' | 'COMPLETED') =>
  open.graph.stored.commit(
    commitOf({ runId: run.id, epoch: 0 }, [], { from: ['RUNNING', 'WAITING'], run: { status } }),
  )

/** Gives a run another tag, as `updateRun` does. */
async function addTag({ id: runId }: { readonly id: string }, tag: string): Promise<void> {
  const { pool, project, wakeups } = open.graph
  const add = (labels: RunLabels) => ({ ...labels, tags: [...new Set([...labels.tags, tag])] })
  await updateLabels(pool, { projectId: project.id, runId }, add)
  wakeups.publish(topics.runs(project.id))
}

describe('EVT-9 a live list of runs', () => {
  test('has with each update the list as it is then, its total, and the edge of the run in it', async () => {
    const old = await makeRun()
    const updates = await follow()
    const made = await makeRun()
    const update = await updates.next()
    const edges = [made, old].map(({ id }) => ({
      cursor: expect.any(String),
      node: { id: toGlobalId('Run', id), status: 'RUNNING' },
    }))
    expect(update).toMatchObject({
      isMatch: true,
      run: { id: toGlobalId('Run', made.id), status: 'RUNNING' },
      query: { runs: { totalCount: 2, edges } },
    })
    expect(at(update, 'edge.cursor')).toBe(at(update, 'query.runs.edges.0.cursor'))
    await become(old, 'COMPLETED')
    expect(at(await updates.next(), 'query.runs.edges.1.node.status')).toBe('COMPLETED')
    await updates.leave()
  })

  test('continues after a cursor: changes in between come once, with the present state', async () => {
    const [one, other] = [await makeRun(), await makeRun()]
    const updates = await follow()
    await become(one, 'WAITING')
    const after = textAt(await updates.next(), 'cursor')
    await updates.leave()
    await become(other, 'WAITING')
    await become(one, 'COMPLETED')
    await become(other, 'COMPLETED')
    const resumed = await follow({ after })
    const runs = [await resumed.next(), await resumed.next()]
    expect(runs.map((update) => at(update, 'run'))).toMatchObject(
      [one, other].map(({ id }) => ({ id: toGlobalId('Run', id), status: 'COMPLETED' })),
    )
    await become(await makeRun(), 'WAITING')
    expect(at(await resumed.next(), 'run.status')).toMatch(/RUNNING|WAITING/)
    await resumed.leave()
  })

  test('EVT-10 KEY-8 names no run in its cursors but the one that changed', async () => {
    const [run, other] = [await makeRun(), await makeRun()]
    const updates = await follow()
    await open.graph.stored.commit(commitOf({ runId: other.id, epoch: 0 }, [note('Nobody knows.')]))
    await become(run, 'WAITING')
    const update = textAt(await updates.next(), 'cursor')
    await updates.leave()
    await become(run, 'COMPLETED')
    const { cursors } = await readCursors()
    const content = (cursor: string) => Buffer.from(cursor, 'base64url').toString()
    expect(content(update)).toContain(run.id)
    expect(content(update)).toContain('"commit":[')
    for (const cursor of [update, ...Object.values(cursors)]) expect(content(cursor)).not.toContain(other.id)
    for (const cursor of Object.values(cursors)) expect(content(cursor)).not.toContain(run.id)
  })

  test('begins after the cursor that was read with the list', async () => {
    const run = await makeRun()
    const { cursors } = await readCursors()
    await become(run, 'WAITING')
    const made = await makeRun()
    const updates = await follow({ after: cursors.runUpdated })
    const told = [await updates.next(), await updates.next()]
    expect(told).toMatchObject([
      { run: { id: toGlobalId('Run', run.id), status: 'WAITING' } },
      { run: { id: toGlobalId('Run', made.id), status: 'RUNNING' } },
    ])
    await updates.leave()
    const [refused] = await subscriber.collect(subscription, { after: cursors.gateUpdated })
    expect(refused?.errors?.[0]?.message).toMatch(/give it back to `gateUpdated`/)
  })

  test('tells of new tags, and not of tags that stay as they are', async () => {
    const run = await makeRun()
    const updates = await follow({ filter: { anyTag: ['urgent', 'last'] } })
    await addTag(run, 'urgent')
    expect(at(await updates.next(), 'run.tags')).toEqual(['urgent'])
    await addTag(run, 'urgent')
    await addTag(run, 'last')
    expect(at(await updates.next(), 'run.tags')).toEqual(['last', 'urgent'])
    await updates.leave()
  })

  test('tells of a run that left the list only where that is asked for, and of no run that never was in it', async () => {
    const foreign = await open.graph.make.run(await open.graph.make.agent(), { status: 'RUNNING' })
    const run = await makeRun()
    const filter = { agent: toGlobalId('Agent', agent.id), status: ['RUNNING', 'COMPLETED'] }
    const [whole, matching] = [await follow({ filter, includeUnmatched: true }), await follow({ filter })]
    await become(foreign, 'WAITING')
    await become(run, 'WAITING')
    expect(await whole.next()).toMatchObject({ isMatch: false, run: { id: toGlobalId('Run', run.id) } })
    await become(run, 'COMPLETED')
    for (const updates of [whole, matching]) {
      expect(await updates.next()).toMatchObject({ isMatch: true, run: { status: 'COMPLETED' } })
      await updates.leave()
    }
  })

  test('refuses a cursor of something else, and one of a position that the events have not reached', async () => {
    const { id } = open.graph.project
    const position = { order: 2n ** 58n, runId: agent.id, seq: 1, witness: null, server: 1 }
    const refused = [
      [toFeedCursor({ kind: 'runs', id }, position), /its run is not there/],
      [await ahead(), /have not come to/],
      [toFeedCursor({ kind: 'project', id }, position), /give it back to `projectEvents`/],
      [toFeedCursor({ kind: 'gates', id }, position), /give it back to `gateUpdated`/],
      [toFeedCursor({ kind: 'runs', id: agent.id }, position), /another project/],
      ['nonsense', /cannot be read/],
    ] as const
    for (const [after, message] of refused) {
      const [answer] = await subscriber.collect(subscription, { after })
      expect(answer?.errors?.[0]).toMatchObject({
        message: expect.stringMatching(message),
        extensions: { code: 'CURSOR_INVALID' },
      })
    }
  })
})

/** The cursor of a moment that has not come. */
async function ahead(): Promise<string> {
  const { cursors } = await readCursors()
  const content: object = JSON.parse(Buffer.from(cursors.runUpdated, 'base64url').toString())
  return Buffer.from(JSON.stringify({ ...content, order: `${2n ** 58n}` })).toString('base64url')
}

describe('EVT-9 deleted runs', () => {
  const deletions = `subscription($after: String) { runDeleted(after: $after) { runId cursor query { runs { totalCount nodes { id } } } } }`

  const makeEnded = (fields: object = {}) => open.graph.make.run(agent, { status: 'COMPLETED', ...fields })

  async function remove(run: { readonly id: string }): Promise<void> {
    const { pool, project, wakeups } = open.graph
    const operations = createDeletionOperations({
      ...{ deletions: createDeletionStore(pool), clock: { now: Date.now }, wakeups },
    })
    await operations.deleteRun({ projectId: project.id, runId: run.id, includeCopies: false })
  }

  async function followDeletions(variables: object = {}) {
    const begun = untilListening(open.graph.wakeups, topics.runs(open.graph.project.id))
    const updates = subscriber.iterate(deletions, { ...variables })
    const first = updates.next()
    await begun
    return { first, updates }
  }

  test('are reported with the lists as they are then, each of a tree, and from a cursor', async () => {
    const [kept, root, other] = [await makeEnded(), await makeEnded(), await makeEnded()]
    const child = await makeEnded({ parentId: root.id, rootId: root.id, ancestorIds: [root.id] })
    const { first, updates } = await followDeletions()
    await remove(root)
    const told = [
      at((await first).value, 'data.runDeleted'),
      at((await updates.next()).value, 'data.runDeleted'),
    ]
    const ids = [root, child].map(({ id }) => toGlobalId('Run', id))
    expect(new Set(told.map((update) => at(update, 'runId')))).toEqual(new Set(ids))
    const left = [other, kept].map(({ id }) => ({ id: toGlobalId('Run', id) }))
    expect(told[1]).toMatchObject({ query: { runs: { totalCount: 2, nodes: left } } })
    await updates.return?.()
    await remove(other)
    const resumed = await followDeletions({ after: at(told[1], 'cursor') })
    expect(at((await resumed.first).value, 'data.runDeleted')).toMatchObject({
      runId: toGlobalId('Run', other.id),
      query: { runs: { totalCount: 1 } },
    })
    await resumed.updates.return?.()
  })

  test('are sent after the cursor that was read with the list, also if no subscription had begun', async () => {
    const runs = [await makeEnded(), await makeEnded()]
    const { cursors, total } = await readCursors()
    expect(total).toBe(2)
    for (const run of runs) await remove(run)
    const { first, updates } = await followDeletions({ after: cursors.runDeleted })
    const told = [(await first).value, (await updates.next()).value]
    expect(told.map((value) => at(value, 'data.runDeleted.runId'))).toEqual(
      runs.map(({ id }) => toGlobalId('Run', id)),
    )
    await updates.return?.()
  })

  test('change statistics that are followed', async () => {
    const run = await makeEnded({ createdAt: new Date() })
    const stats = subscriber.iterate('subscription { runStats { buckets { count } } }', {})
    expect(at((await stats.next()).value, 'data.runStats.buckets')).toEqual([{ count: 1 }])
    await remove(run)
    expect(at((await stats.next()).value, 'data.runStats.buckets')).toEqual([{ count: 0 }])
    await stats.return?.()
  })

  test('are not reported after another cursor', async () => {
    const after = toFeedCursor({ kind: 'runs', id: open.graph.project.id }, placeOf(agent.id, {}))
    const [answer] = await subscriber.collect(deletions, { after })
    expect(answer?.errors?.[0]).toMatchObject({
      message: expect.stringMatching(/give it back to `runUpdated`/),
      extensions: { code: 'CURSOR_INVALID' },
    })
  })
})
