import { beforeEach, describe, expect, test } from 'vitest'
import type { Held } from '../../src/domain/run-store.ts'
import { toEventCursor, toFeedCursor } from '../../src/graphql/event-cursor.ts'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { at } from '../graphql/open-graph.ts'
import { storedPlace } from '../support/cursors.ts'
import { forTest } from '../support/for-file.ts'
import { untilReadable } from '../support/held-transaction.ts'
import { commitOf, note, rest } from '../support/stores.ts'
import { messagesOf } from './event-messages.ts'
import { type OpenServer, openServer } from './open-server.ts'
import { createSubscriber } from './subscriber.ts'

const sessionKey = 'talk'

let open: OpenServer
let subscriber: ReturnType<typeof createSubscriber>
let run: Held
let sessionId: string

beforeEach(async () => {
  open = forTest(await openServer({}, ({ stored }) => stored))
  subscriber = forTest(createSubscriber(open.endpoint))
  const { make } = open.graph
  const session = await make.session({ key: sessionKey })
  const { id } = await make.run(await make.agent(), { status: 'RUNNING', sessionId: session.id })
  run = { runId: id, epoch: 0 }
  sessionId = session.id
  await write('one', 'two')
})

/** Each word is an event in a commit of its own. */
async function write(...words: readonly string[]): Promise<void> {
  for (const word of words) await open.graph.stored.commit(commitOf(run, [note(word)]))
}

function end(): Promise<unknown> {
  return open.graph.stored.commit(commitOf(run, [rest()], { run: { status: 'COMPLETED' } }))
}

/** A database that has lost the events after one: others are written in their place, at another time. */
async function loseAfter(seq: number): Promise<void> {
  const { pool } = open.graph
  const { rows } = await pool.query<{ at: Date }>(
    `delete from "EventSegment" where "runId" = $1 and "firstSeq" > $2 returning at`,
    [run.runId, seq],
  )
  await pool.query(`update "Run" set "nextSeq" = $2::int + 1, status = 'RUNNING' where id = $1`, [
    run.runId,
    seq,
  ])
  const last = Math.max(...rows.map((row) => row.at.getTime()))
  await expect.poll(() => Date.now()).toBeGreaterThan(last)
}

interface Stream {
  readonly query: () => string
  /** The cursor that it gives with an event. */
  readonly cursor: (seq: number) => Promise<string>
}

const fields = 'cursor ... on Warning { message }'
const document = (field: string, args: () => string) => () =>
  `subscription($after: String) { events: ${field}(${args()}after: $after) { ${fields} } }`
const ofRun = () => `runId: "${toGlobalId('Run', run.runId)}", `
const place = (seq: number) => storedPlace(open.graph.pool, run.runId, seq)

const ownLog: Stream = {
  query: document('runEvents', ofRun),
  cursor: async (seq) => toEventCursor(await place(seq)),
}
const tree: Stream = {
  query: document('runEvents', () => `${ofRun()}includeDescendants: true, `),
  cursor: async (seq) => toFeedCursor({ kind: 'tree', id: run.runId }, await place(seq)),
}
const session: Stream = {
  query: document('sessionEvents', () => `sessionKey: "${sessionKey}", `),
  cursor: async (seq) => toFeedCursor({ kind: 'session', id: sessionId }, await place(seq)),
}
const project: Stream = {
  query: document('projectEvents', () => ''),
  cursor: async (seq) => toFeedCursor({ kind: 'project', id: open.graph.project.id }, await place(seq)),
}

const refusal = {
  extensions: { code: 'CURSOR_INVALID' },
  message: expect.stringMatching(
    /^after: the database does not have the event of this cursor.* lost transactions .* read again without `after`/,
  ),
}

/** Response to an event stream that comes back. */
async function comeBack(query: string, lastEventId: string, method: 'GET' | 'POST') {
  const url = new URL(open.endpoint)
  if (method === 'GET') url.search = `${new URLSearchParams({ query })}`
  const headers = {
    'content-type': 'application/json',
    accept: 'text/event-stream',
    'last-event-id': lastEventId,
  }
  const body = method === 'POST' && { body: JSON.stringify({ query }) }
  const response = await fetch(url, { method, headers, ...body })
  return { status: response.status, messages: messagesOf(await response.text()) }
}

describe.each([
  ['of one run', ownLog],
  ['of a run and those below it', tree],
  ['of a session', session],
  ['of a project', project],
])('EVT-10 a stream of events %s', (_name, { query, cursor }) => {
  test('goes on after a cursor whose event is there, and refuses one in whose place is another, or none', async () => {
    await write('three', 'four')
    const [second, third, fourth] = [await cursor(2), await cursor(3), await cursor(4)]
    await loseAfter(2)
    for (const lost of [third, fourth])
      expect((await subscriber.collect(query(), { after: lost }))[0]?.errors).toMatchObject([refusal])
    await write('third', 'fourth', 'fifth')
    await untilReadable(open.graph.pool, run.runId)
    for (const lost of [third, fourth])
      expect((await subscriber.collect(query(), { after: lost }))[0]?.errors).toMatchObject([refusal])
    const events = subscriber.iterate(query(), { after: second })
    for (const word of ['third', 'fourth', 'fifth'])
      expect(at((await events.next()).value, 'data.events.message')).toBe(word)
    await events.return?.()
  })

  test('refuses it as an event stream too, also from an EventSource that comes back after the last event', async () => {
    await write('three')
    await end()
    const [third, last] = [await cursor(3), await cursor(4)]
    await loseAfter(2)
    await write('third')
    await end()
    for (const method of ['GET', 'POST'] as const) {
      for (const lost of [third, last]) {
        const { status, messages } = await comeBack(query(), lost, method)
        expect([status, messages[0]?.data]).toMatchObject([200, { errors: [refusal] }])
      }
    }
  })
})

/** A cursor with other parts than it was given with; those that are undefined are left out. */
function altered(cursor: string, parts: object): string {
  const content: object = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  return Buffer.from(JSON.stringify({ ...content, ...parts })).toString('base64url')
}

const last = 2 ** 31 - 1

/** Parts that the cursors of several runs have. */
const ofSeveral: readonly object[] = [
  { order: '1'.repeat(19) },
  { seq: last, truncationSeenAt: 1 },
  { at: undefined, commit: [] },
  { at: undefined, commit: ['1', 2 ** 20], server: 1 },
  { at: undefined, commit: null, server: 'none' },
]

describe.each([
  ['of one run', ownLog, []],
  ['of a run and those below it', tree, ofSeveral],
  ['of a session', session, ofSeveral],
  ['of a project', project, ofSeveral],
] as const)('EVT-10 API-46 an altered cursor of a stream %s', (_name, { query, cursor }, own) => {
  test('is refused with what to do', async () => {
    const given = await cursor(2)
    const wrong = [
      ...[{ at: -1 }, { at: 0.5 }, { at: 2 ** 20 }, { at: 'now' }, { seq: -1 }, { seq: last + 1 }],
      ...[{ seq: null }, { runId: 'nobody' }, { runId: 7 }, ...own],
    ]
    for (const parts of wrong) {
      const [answer] = await subscriber.collect(query(), { after: altered(given, parts) })
      expect([parts, answer?.errors]).toMatchObject([
        parts,
        [
          {
            extensions: { code: 'CURSOR_INVALID' },
            message: expect.stringMatching(
              /^after: not a valid cursor .* no cursor to start from the beginning/,
            ),
          },
        ],
      ])
    }
  })

  test('is refused by its age if it is of an earlier version', async () => {
    const former = altered(await cursor(2), { at: undefined })
    const [answer] = await subscriber.collect(query(), { after: former })
    expect(answer?.errors).toMatchObject([
      {
        extensions: { code: 'CURSOR_INVALID' },
        message: expect.stringMatching(/an earlier version of Rungraph gave it.* no cursor to start/),
      },
    ])
  })
})

describe('EVT-10 a cursor of a log that was lost', () => {
  const page = `query($id: ID!, $after: String, $before: String, $tree: Boolean) { run(id: $id) {
    events(after: $after, before: $before, includeDescendants: $tree) { nodes { seq } } } }`

  test('is refused where a log is read page by page', async () => {
    await write('three')
    const [own, ofTree] = [await ownLog.cursor(3), await tree.cursor(3)]
    await loseAfter(2)
    await write('third', 'fourth')
    const id = toGlobalId('Run', run.runId)
    const errorsOf = async (variables: object) => (await open.graph.ask(page, { id, ...variables })).errors
    expect(await errorsOf({ after: own })).toMatchObject([refusal])
    expect(await errorsOf({ before: own })).toMatchObject([
      { message: expect.stringMatching(/read again without `before`/) },
    ])
    expect(await errorsOf({ after: ofTree, tree: true })).toMatchObject([refusal])
    const kept = await open.graph.read(page, { id, after: await ownLog.cursor(2) })
    expect(at(kept, 'run.events.nodes.*.seq')).toEqual([3, 4])
  })

  test('is refused where its run is not there any more', async () => {
    const cursors = [await ownLog.cursor(2), await tree.cursor(2)]
    await open.graph.pool.query('delete from "EventSegment" where "runId" = $1', [run.runId])
    await open.graph.pool.query('delete from "Run" where id = $1', [run.runId])
    for (const [index, { query }] of [ownLog, tree].entries())
      expect((await subscriber.collect(query(), { after: cursors[index] }))[0]?.errors).toMatchObject([
        refusal,
      ])
  })

  test('is refused where a run is followed without GraphQL', async () => {
    await write('three')
    await end()
    const last = await ownLog.cursor(4)
    await loseAfter(2)
    await write('third')
    await end()
    const headers = { accept: 'text/event-stream', 'last-event-id': last }
    const address = `${open.url}/api/projects/default/runs/${run.runId}`
    const response = await fetch(address, { headers })
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { error: { code: 'CURSOR_INVALID', message: refusal.message } },
    ])
  })
})

describe('EVT-10 a cursor of changes', () => {
  const cursors = `{ updateCursors { runUpdated gateUpdated runDeleted } }`
  const fieldsOf = ['runUpdated', 'gateUpdated', 'runDeleted'] as const

  test('is refused where the events of before are lost, and not where they are there', async () => {
    // Other tests of the server may have transactions under way, above which no cursor stands.
    await untilReadable(open.graph.pool, run.runId)
    const after = at(await open.graph.read(cursors), 'updateCursors')
    for (const field of fieldsOf) {
      const changes = subscriber.iterate(
        `subscription($after: String) { ${field}(after: $after) { cursor } }`,
        {
          after: at(after, field),
        },
      )
      await changes.return?.()
    }
    await loseAfter(1)
    await write('second', 'third')
    for (const field of fieldsOf) {
      const query = `subscription($after: String) { ${field}(after: $after) { cursor } }`
      const [answer] = await subscriber.collect(query, { after: at(after, field) })
      expect([field, answer?.errors]).toMatchObject([field, [refusal]])
    }
  })

  test('of a run that changed is refused too', async () => {
    const query = 'subscription($after: String) { runUpdated(after: $after) { cursor run { id } } }'
    const start = at(await open.graph.read(cursors), 'updateCursors.runUpdated')
    const updates = subscriber.iterate(query, { after: start })
    await open.graph.stored.commit(commitOf(run, [note('three')], { run: { status: 'WAITING' } }))
    const changed = at((await updates.next()).value, 'data.runUpdated.cursor')
    await updates.return?.()
    await loseAfter(2)
    await write('third')
    const [answer] = await subscriber.collect(query, { after: changed })
    expect(answer?.errors).toMatchObject([refusal])
  })
})
