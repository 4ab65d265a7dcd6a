import { v7 as uuidv7 } from 'uuid'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { NewEvent } from '../../src/domain/run-event.ts'
import { createDeletionOperations } from '../../src/engine/commands/delete-runs.ts'
import { toEventCursor, toFeedCursor } from '../../src/graphql/event-cursor.ts'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { createDeletionStore } from '../../src/store/retention/delete-trees.ts'
import { updateLabels } from '../../src/store/runs/run-labels.ts'
import { at, textAt } from '../graphql/open-graph.ts'
import { storedPlace } from '../support/cursors.ts'
import { eventually } from '../support/eventually.ts'
import { LossyPostgres } from '../support/lossy-postgres.ts'
import { commitOf, note } from '../support/stores.ts'
import { type OpenServer, openServer } from './open-server.ts'
import { createSubscriber } from './subscriber.ts'

const timeout = 180_000
const kinds = ['run', 'tree', 'session', 'project', 'changes', 'gates', 'deletions'] as const
type Kind = (typeof kinds)[number]

/** What a stream gave, and the cursor behind it. */
interface Item {
  readonly cursor: string
  readonly what: string
}

interface OpenApi extends OpenServer {
  readonly subscriber: ReturnType<typeof createSubscriber>
}

/** Rows that both histories have. */
interface Rows {
  readonly run: { readonly id: string; readonly agentId: string }
  readonly agent: { readonly id: string; readonly version: number }
  readonly sessionId: string
  readonly sessionKey: string
  /** Ended runs, of which each act deletes the one of its number. */
  readonly ended: readonly string[]
}

const apis: OpenApi[] = []

async function openApi(postgres: LossyPostgres): Promise<OpenApi> {
  const open = await openServer(
    {},
    ({ stored }) => stored,
    () => postgres.openDatabase(),
  )
  const api = { ...open, subscriber: createSubscriber(open.endpoint) }
  apis.push(api)
  return api
}

async function closeApis(): Promise<void> {
  for (const api of apis.splice(0)) {
    await api.subscriber.dispose()
    await api.close()
  }
}

async function makeRows({ graph: { make } }: OpenApi): Promise<Rows> {
  const agent = await make.agent({ slug: uuidv7() })
  const sessionKey = uuidv7()
  const session = await make.session({ key: sessionKey })
  const createdAt = new Date()
  const run = await make.run(agent, { status: 'RUNNING', sessionId: session.id, createdAt })
  const ended: string[] = []
  for (let count = 0; count < 8; count += 1)
    ended.push((await make.run(agent, { status: 'COMPLETED', createdAt })).id)
  return { run, agent, sessionId: session.id, sessionKey, ended }
}

const write = ({ graph }: OpenApi, { run }: Rows, events: readonly NewEvent[], more = {}) =>
  graph.stored.commit(commitOf({ runId: run.id, epoch: 0 }, events, more))

/** Something for each kind of stream: an event with the word, a gate, changed labels, a deletion. */
async function act(api: OpenApi, rows: Rows, [number, word]: readonly [number, string]): Promise<void> {
  const { project, pool } = api.graph
  const { run, ended } = rows
  await write(api, rows, [note(word)])
  const gate = {
    ...{ id: uuidv7(), projectId: project.id, runId: run.id, agentId: run.agentId, stepId: null },
    ...{ actionId: null, kind: 'MONITOR', reason: 'It looks odd.', context: {}, status: 'OPEN', note: null },
    ...{ resolution: null, resolvedBy: null, resolvedAt: null, expiresAt: null, onExpiry: null },
    ...{ decider: 'OPERATOR', createdAt: new Date() },
  } as const
  const opened: NewEvent = { type: 'GateOpened', stepNumber: null, data: { gateId: gate.id } }
  await write(api, rows, [opened], { gates: [gate] })
  await updateLabels(pool, { projectId: project.id, runId: run.id }, (labels) => ({
    ...labels,
    tags: [word],
  }))
  await remove(api, ended[number])
}

async function remove({ graph: { project, pool, wakeups } }: OpenApi, runId = ''): Promise<void> {
  const deletions = createDeletionStore(pool)
  const operations = createDeletionOperations({ deletions, clock: { now: Date.now }, wakeups })
  await operations.deleteRun({ projectId: project.id, runId, includeCopies: false })
}

const eventFields = '{ cursor __typename ... on Warning { message } }'

/** The field of a stream, and what it gives. */
function fieldOf(kind: Kind, { run, sessionKey }: Rows): string {
  const runId = toGlobalId('Run', run.id)
  const fields: Readonly<Record<Kind, string>> = {
    run: `runEvents(runId: "${runId}", after: $after) ${eventFields}`,
    tree: `runEvents(runId: "${runId}", includeDescendants: true, after: $after) ${eventFields}`,
    session: `sessionEvents(sessionKey: "${sessionKey}", after: $after) ${eventFields}`,
    project: `projectEvents(after: $after) ${eventFields}`,
    changes: 'runUpdated(after: $after) { cursor run { id } }',
    gates: 'gateUpdated(after: $after) { cursor gate { id } }',
    deletions: 'runDeleted(after: $after) { cursor runId }',
  }
  return `subscription($after: String) { item: ${fields[kind]} }`
}

function toItem(data: unknown): Item {
  const cursor = textAt(data, 'item.cursor')
  const { message, run, gate, runId, __typename: type } = Object(at(data, 'item'))
  return { cursor, what: String(message ?? run?.id ?? gate?.id ?? runId ?? type) }
}

const whatOf = (items: readonly (Item | string)[]) =>
  items.map((item) => (typeof item === 'object' ? item.what : item))

/** The next items of a stream after a cursor, or the code of the error that it gave instead of one. */
async function take(
  { subscriber }: OpenApi,
  query: string,
  { after, count }: { readonly after: string | null; readonly count: number },
): Promise<readonly (Item | string)[]> {
  const items: (Item | string)[] = []
  const results = subscriber.iterate(query, { after })
  while (items.length < count) {
    const { data, errors } = (await results.next()).value ?? {}
    items.push(data ? toItem(data) : String(errors?.[0]?.extensions?.code))
    if (!data) break
  }
  await results.return?.()
  return items
}

const perAct: Readonly<Record<Kind, number>> = {
  ...{ run: 2, tree: 2, session: 2, project: 2, changes: 1, gates: 1, deletions: 1 },
}

const cursorsOf = '{ updateCursors { changes: runUpdated gates: gateUpdated deletions: runDeleted } }'

/** The places of all kinds after the first event. */
async function beginnings({ graph }: OpenApi, { run, sessionId }: Rows) {
  const place = await storedPlace(graph.pool, run.id, 1)
  const { changes, gates, deletions } = Object(at(await graph.read(cursorsOf), 'updateCursors'))
  return {
    run: toEventCursor(place),
    tree: toFeedCursor({ kind: 'tree', id: run.id }, place),
    session: toFeedCursor({ kind: 'session', id: sessionId }, place),
    project: toFeedCursor({ kind: 'project', id: graph.project.id }, place),
    ...{ changes, gates, deletions },
  } as const satisfies Record<Kind, string>
}

type Heard = Readonly<Record<Kind, readonly Item[]>>

/** What each stream gives of one act after its last cursor. */
async function hear(api: OpenApi, rows: Rows, before: Heard): Promise<Heard> {
  const heard = { ...before }
  for (const kind of kinds) heard[kind] = await hearOf(kind, api, rows, { before, count: perAct[kind] })
  return heard
}

async function hearOf(
  kind: Kind,
  api: OpenApi,
  rows: Rows,
  { before, count }: { readonly before: Heard; readonly count: number },
): Promise<readonly Item[]> {
  const after = before[kind].at(-1)?.cursor ?? null
  const items = await take(api, fieldOf(kind, rows), { after, count })
  const given = items.filter((item) => typeof item === 'object')
  expect([kind, given.length, items]).toEqual([kind, count, given])
  return [...before[kind], ...given]
}

describe('EVT-10 two data folders, the other one a copy of the first before its last transactions', () => {
  let first: LossyPostgres
  let other: LossyPostgres
  let rows: Rows
  /** Of the first folder: what both have, and all of it. */
  let kept: Heard
  let all: Heard
  /** Cursors of `updateCursors`, before the copy and after the tail. */
  let moments: readonly [kept: unknown, lost: unknown]

  beforeAll(async () => {
    first = await LossyPostgres.open()
    const api = await openApi(first)
    rows = await makeRows(api)
    await write(api, rows, [note('one')])
    const start = await beginnings(api, rows)
    const from = (kind: Kind) => [{ cursor: start[kind], what: 'one' }]
    const [run, tree, session, project] = [from('run'), from('tree'), from('session'), from('project')]
    kept = {
      run,
      tree,
      session,
      project,
      changes: from('changes'),
      gates: from('gates'),
      deletions: from('deletions'),
    }
    for (const word of ['two', 'three'].entries()) {
      await act(api, rows, word)
      kept = await hear(api, rows, kept)
    }
    const before = at(await api.graph.read(cursorsOf), 'updateCursors')
    await closeApis()
    other = await first.copy()
    const again = await openApi(first)
    all = kept
    for (const [number, word] of ['four', 'five'].entries()) {
      await act(again, rows, [2 + number, word])
      all = await hear(again, rows, all)
    }
    // A run that has no event yet.
    await again.graph.make.run(rows.agent, { status: 'QUEUED' })
    all = { ...all, changes: await hearOf('changes', again, rows, { before: all, count: 1 }) }
    moments = [before, at(await again.graph.read(cursorsOf), 'updateCursors')]
    await closeApis()
  }, timeout)
  afterEach(closeApis)
  afterAll(async () => {
    await first.close()
    await other.close()
  }, timeout)

  /** What each of the cursors of the tail gives. */
  async function ofTail(api: OpenApi, kind: Kind) {
    const answers: (Item | string)[] = []
    for (const { cursor } of all[kind].slice(kept[kind].length))
      answers.push(...(await take(api, fieldOf(kind, rows), { after: cursor, count: 1 })))
    return answers
  }

  test('the first one continues after every cursor', { timeout }, async () => {
    const api = await openApi(first)
    await act(api, rows, [4, 'six'])
    for (const kind of kinds.filter((kind) => kind !== 'changes')) {
      const items = all[kind]
      for (const [index, { cursor }] of items.entries()) {
        const left = items.slice(index + 1).map(({ what }) => what)
        const given = await take(api, fieldOf(kind, rows), { after: cursor, count: left.length + 1 })
        expect([kind, whatOf(given.slice(0, -1))]).toEqual([kind, left])
        expect(given.at(-1)).toBeTypeOf('object')
      }
    }
    // The run that was made, where it is not known yet, and the other one as it is now.
    const made = all.changes.at(-1)?.what
    for (const { cursor, what } of all.changes) {
      const now = [...(what === made ? [] : [made]), toGlobalId('Run', rows.run.id)]
      const given = await take(api, fieldOf('changes', rows), { after: cursor, count: now.length })
      expect(whatOf(given)).toEqual(now)
    }
  })

  test('the other one refuses those of the tail, before it has written anything and when it has grown past them', {
    timeout,
  }, async () => {
    const api = await openApi(other)
    const refused = 'CURSOR_INVALID'
    const check = async () => {
      for (const kind of kinds) {
        const count = all[kind].length - kept[kind].length
        expect([kind, await ofTail(api, kind)]).toEqual([kind, Array.from({ length: count }, () => refused)])
      }
      for (const kind of ['changes', 'gates', 'deletions'] as const) {
        const after = textAt(moments[1], kind)
        expect([kind, await take(api, fieldOf(kind, rows), { after, count: 1 })]).toEqual([kind, [refused]])
      }
    }
    await check()
    for (const [number, word] of ['4', '5', '6'].entries()) await act(api, rows, [2 + number, word])
    await check()
    // And those that both have go on with what it has.
    for (const kind of ['run', 'tree', 'session', 'project'] as const) {
      const items = kept[kind]
      for (const [index, { cursor }] of items.entries()) {
        const left = items.slice(index + 1).map(({ what }) => what)
        const own = ['4', 'GateOpened', '5', 'GateOpened', '6', 'GateOpened']
        const count = left.length + own.length
        const given = await take(api, fieldOf(kind, rows), { after: cursor, count })
        expect([kind, whatOf(given)]).toEqual([kind, [...left, ...own]])
      }
    }
    for (const kind of ['changes', 'gates', 'deletions'] as const) {
      for (const after of [...kept[kind].map(({ cursor }) => cursor), textAt(moments[0], kind)])
        expect((await take(api, fieldOf(kind, rows), { after, count: 1 }))[0], kind).toBeTypeOf('object')
    }
  })
})

describe('EVT-10 a server that goes on while its database loses its last transactions', () => {
  let postgres: LossyPostgres

  beforeAll(async () => {
    postgres = await LossyPostgres.open()
  }, timeout)
  afterEach(closeApis)
  afterAll(() => postgres.close(), timeout)

  const untilBack = ({ graph }: OpenApi) =>
    eventually(() => graph.pool.query('select 1').then(Boolean, () => false)).toBe(true)

  test('tells the subscribers of all streams of events and changes, and sends the statistics as they are', {
    timeout,
  }, async () => {
    const api = await openApi(postgres)
    const { subscriber } = api
    const rows = await makeRows(api)
    await write(api, rows, [note('one')])
    await postgres.keep()
    await untilBack(api)
    const start = await beginnings(api, rows)
    const streams = kinds.map((kind) => ({
      kind,
      results: subscriber.iterate(fieldOf(kind, rows), { after: start[kind] }),
    }))
    const stats = subscriber.iterate('subscription { runStats { buckets { count } } }', {})
    const counted = async () => at((await stats.next()).value, 'data.runStats.buckets.0.count')
    /** The next other one: after each change of a run, as of its labels, the same may come again. */
    const countedAfter = async (last: unknown) => {
      let count = last
      while (count === last) count = await counted()
      return count
    }
    const before = await counted()
    await act(api, rows, [0, 'two'])
    for (const { kind, results } of streams) {
      for (let count = 0; count < perAct[kind]; count += 1)
        expect((await results.next()).value?.data, kind).toBeTruthy()
    }
    expect(before).toBe(1 + rows.ended.length)
    const after = await countedAfter(before)
    expect(after).toBe(rows.ended.length)

    await postgres.lose()
    await untilBack(api)
    expect(await countedAfter(after)).toBe(before)
    for (const { kind, results } of streams) {
      const { errors } = (await results.next()).value ?? {}
      expect([kind, errors?.[0]?.extensions?.code]).toEqual([kind, 'CURSOR_INVALID'])
      expect(errors?.[0]?.message).toMatch(/Discard the cursor .* read again without `after`/)
    }
    expect(api.graph.reports.filter((report) => /CURSOR_INVALID/.test(String(report)))).toEqual([])
  })

  test('refuses cursors of changes and deletions that were lost alone, with no event among them', {
    timeout,
  }, async () => {
    const api = await openApi(postgres)
    const rows = await makeRows(api)
    await write(api, rows, [note('one')])
    await postgres.keep()
    await untilBack(api)
    const start = await beginnings(api, rows)
    const made = await api.graph.make.run(rows.agent, { status: 'QUEUED' })
    await remove(api, rows.ended[0])
    const lost = {
      changes: await take(api, fieldOf('changes', rows), { after: start.changes, count: 1 }),
      deletions: await take(api, fieldOf('deletions', rows), { after: start.deletions, count: 1 }),
    }
    expect(lost).toMatchObject({
      changes: [{ what: toGlobalId('Run', made.id) }],
      deletions: [{ what: toGlobalId('Run', rows.ended[0] ?? '') }],
    })
    await postgres.lose()
    await untilBack(api)
    const again = async () => {
      for (const kind of ['changes', 'deletions'] as const) {
        const [item] = lost[kind]
        const after = typeof item === 'object' ? item.cursor : null
        const given = await take(api, fieldOf(kind, rows), { after, count: 1 })
        expect([kind, given]).toEqual([kind, ['CURSOR_INVALID']])
      }
    }
    await again()
    for (const [number, word] of ['two', 'three', 'four'].entries()) await act(api, rows, [1 + number, word])
    await again()
  })
})
