import { beforeEach, describe, expect, test } from 'vitest'
import type { NewEvent } from '../../src/domain/run-event.ts'
import type { Held } from '../../src/domain/run-store.ts'
import { topics } from '../../src/domain/wakeups.ts'
import { type FeedKey, toFeedCursor } from '../../src/graphql/event-cursor.ts'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { at, createProject, textAt } from '../graphql/open-graph.ts'
import { cursorOf, placeOf } from '../support/cursors.ts'
import { createFactories } from '../support/factories.ts'
import { forTest } from '../support/for-file.ts'
import { untilListening } from '../support/listening.ts'
import { textDelta } from '../support/memory-run-log.ts'
import { postJson } from '../support/post-json.ts'
import { commitOf, rest } from '../support/stores.ts'
import { messagesOf } from './event-messages.ts'
import { type OpenServer, openServer } from './open-server.ts'
import { createSubscriber } from './subscriber.ts'

let open: OpenServer
let subscriber: ReturnType<typeof createSubscriber>
let sessionId: string
let root: Held
let child: Held
let lone: Held
let foreign: Held

const sessionKey = 'talk'

beforeEach(async () => {
  open = forTest(await openServer())
  subscriber = forTest(createSubscriber(open.endpoint))
  const { make, prisma } = open.graph
  const agent = await make.agent()
  const session = await make.session({ key: sessionKey })
  sessionId = session.id
  const top = await make.run(agent, { status: 'RUNNING', sessionId })
  const tree = { parentId: top.id, rootId: top.id, ancestorIds: [top.id], depth: 1 }
  const below = await make.run(agent, { status: 'RUNNING', ...tree })
  const other = await make.run(agent, { status: 'RUNNING' })
  const elsewhere = createFactories(prisma, (await createProject(prisma, 'other')).id)
  const stranger = await elsewhere.run(await elsewhere.agent(), {
    status: 'RUNNING',
    sessionId: (await elsewhere.session({ key: sessionKey })).id,
  })
  root = held(top)
  child = held(below)
  lone = held(other)
  foreign = held(stranger)
})

function held({ id }: { readonly id: string }): Held {
  return { runId: id, epoch: 0 }
}

function write(run: Held, ...events: readonly NewEvent[]) {
  return open.graph.stored.commit(commitOf(run, events))
}

const fields = 'cursor seq type run { id } ... on TextDelta { text }'
const ofSession = `subscription($sessionKey: String!, $after: String, $types: [RunEventType!]) {
  events: sessionEvents(sessionKey: $sessionKey, after: $after, types: $types) { ${fields} } }`
const ofProject = `subscription($after: String, $types: [RunEventType!]) {
  events: projectEvents(after: $after, types: $types) { ${fields} } }`
const ofRun =
  'subscription($runId: ID!, $after: String) { events: runEvents(runId: $runId, after: $after) { seq } }'

interface Kind {
  readonly query: string
  readonly variables: Record<string, unknown>
  readonly topic: () => string
  readonly key: () => FeedKey
  /** Whether it has the events of the run in no session. */
  readonly hasAll: boolean
}

const session: Kind = {
  query: ofSession,
  variables: { sessionKey },
  topic: () => topics.session(sessionId),
  key: () => ({ kind: 'session', id: sessionId }),
  hasAll: false,
}
const project: Kind = {
  query: ofProject,
  variables: {},
  topic: () => topics.project(open.graph.project.id),
  key: () => ({ kind: 'project', id: open.graph.project.id }),
  hasAll: true,
}

/** Subscribes, and resolves when the subscription has begun. */
async function subscribe({ query, variables, topic }: Kind, more: object = {}) {
  const begun = untilListening(open.graph.wakeups, topic())
  const events = subscriber.iterate(query, { ...variables, ...more })
  const first = events.next()
  await begun
  const pulls = [first]
  return {
    async take(count: number): Promise<readonly unknown[]> {
      const taken: unknown[] = []
      while (taken.length < count)
        taken.push(at((await (pulls.shift() ?? events.next())).value, 'data.events'))
      return taken
    },
    leave: () => events.return?.(),
  }
}

async function refusalOf({ query, variables }: Pick<Kind, 'query' | 'variables'>, after: string) {
  const [answer] = await subscriber.collect(query, { ...variables, after })
  return answer?.errors?.[0]
}

describe.each([
  ['a session', session],
  ['a project', project],
])('EVT-5 a subscription to the runs of %s, over WebSocket', (_name, kind) => {
  test('EVT-6 gives the events of all of them in one order as they come, each with its own run, and none of before', async () => {
    await write(root, textDelta('before'))
    const events = await subscribe(kind)
    await write(foreign, textDelta('foreign'))
    await write(root, textDelta('a'))
    await write(child, textDelta('b'), textDelta('c'))
    await write(lone, textDelta('d'))
    await write(root, textDelta('e'))
    const texts = kind.hasAll ? ['a', 'b', 'c', 'd', 'e'] : ['a', 'b', 'c', 'e']
    const seen = await events.take(texts.length)
    expect(seen.map((event) => at(event, 'text'))).toEqual(texts)
    expect(seen.slice(0, 2).map((event) => at(event, 'run.id'))).toEqual(
      [root, child].map(({ runId }) => toGlobalId('Run', runId)),
    )
    await events.leave()
  })

  test('EVT-2 goes on exactly after each cursor that it gave, also where types are left out', async () => {
    const events = await subscribe(kind)
    for (const run of [root, child, root]) await write(run, textDelta('a'), rest('PAUSED'), textDelta('b'))
    const whole = await events.take(9)
    await events.leave()
    for (const [index, event] of whole.slice(0, -1).entries()) {
      const resumed = await subscribe(kind, { after: textAt(event, 'cursor') })
      expect(await resumed.take(8 - index)).toEqual(whole.slice(index + 1))
      await resumed.leave()
    }
    const words = await subscribe(kind, { after: textAt(whole[0], 'cursor'), types: ['RunCompleted'] })
    expect((await words.take(3)).map((event) => at(event, 'type'))).toEqual(Array(3).fill('RunCompleted'))
    await words.leave()
  })

  test('EVT-2 refuses cursors of every other kind, and of a position that the events have not reached', async () => {
    await write(root, textDelta('a'))
    const place = placeOf(root.runId, {})
    const others: readonly FeedKey[] = [
      { kind: 'tree', id: root.runId },
      { kind: 'session', id: root.runId },
      { kind: 'project', id: root.runId },
    ]
    const ahead = toFeedCursor(kind.key(), placeOf(root.runId, { order: 10n ** 17n }))
    const cursors = [
      cursorOf(root.runId, 1),
      ...others.map((key) => toFeedCursor(key, place)),
      ahead,
      'nonsense',
    ]
    for (const cursor of cursors)
      expect(await refusalOf(kind, cursor)).toMatchObject({ extensions: { code: 'CURSOR_INVALID' } })
    const own = toFeedCursor(kind.key(), place)
    expect(
      await refusalOf({ query: ofRun, variables: { runId: toGlobalId('Run', root.runId) } }, own),
    ).toMatchObject({
      extensions: { code: 'CURSOR_INVALID' },
      message: expect.stringContaining(`give it back to \`${kind.key().kind}Events\``),
    })
  })
})

describe.each([
  ['a session', session],
  ['a project', project],
])('EVT-5 a subscription to the runs of %s, as an event stream', (_name, kind) => {
  /** Reads so many messages of the stream that begins when this is called. */
  async function stream(count: number, headers: Record<string, string> = {}) {
    const leave = new AbortController()
    const response = await postJson(
      open.endpoint,
      { query: kind.query, variables: kind.variables },
      { headers: { accept: 'text/event-stream', ...headers }, signal: leave.signal },
    )
    const reader = response.body?.getReader()
    return async () => {
      let text = ''
      const complete = () => text.slice(0, text.lastIndexOf('\n\n') + 1)
      while (messagesOf(complete()).length < count)
        text += new TextDecoder().decode((await reader?.read())?.value)
      leave.abort()
      return messagesOf(complete()).slice(0, count)
    }
  }

  test('EVT-2 gives each event its cursor as id, and goes on after Last-Event-ID', async () => {
    const read = await stream(3)
    for (const run of [root, child, root]) await write(run, textDelta('a'))
    const whole = await read()
    for (const { id, data } of whole) expect(id).toBe(at(data, 'data.events.cursor'))
    const resumed = await stream(2, { 'last-event-id': whole[0]?.id ?? '' })
    expect(await resumed()).toEqual(whole.slice(1))
  })
})

describe('EVT-5 a subscription to a session that does not exist yet', () => {
  const early: Kind = { ...session, variables: { sessionKey: 'early' }, topic: () => topics.queue }

  test('begins with its first event, whose cursor is one of the session', async () => {
    const events = await subscribe(early)
    const { make } = open.graph
    const born = await make.session({ key: 'early' })
    const run = await make.run(await make.agent(), { status: 'RUNNING', sessionId: born.id })
    await write({ runId: run.id, epoch: 0 }, textDelta('a'), textDelta('b'))
    const whole = await events.take(2)
    expect(whole.map((event) => at(event, 'text'))).toEqual(['a', 'b'])
    await events.leave()
    const resumed = await subscribe(
      { ...early, topic: () => topics.session(born.id) },
      { after: textAt(whole[0], 'cursor') },
    )
    expect(await resumed.take(1)).toEqual(whole.slice(1))
    await resumed.leave()
  })

  test('EVT-2 takes no cursor', async () => {
    const after = toFeedCursor({ kind: 'session', id: sessionId }, placeOf(root.runId, {}))
    expect(await refusalOf(early, after)).toMatchObject({ extensions: { code: 'CURSOR_INVALID' } })
  })
})

describe('EVT-5 a subscription to the changes of runs', () => {
  const changes = (filter: string): Kind => ({
    ...project,
    query: `subscription { events: runUpdated(filter: ${filter}) { run { id status } } }`,
    topic: () => topics.runs(open.graph.project.id),
  })
  const become = (run: Held, status: 'WAITING' | 'RUNNING' | 'COMPLETED') =>
    open.graph.stored.commit(commitOf(run, [], { from: ['RUNNING', 'WAITING'], run: { status } }))

  test('gives each run when it is made and when its status changes, as it is then', async () => {
    const runs = await subscribe(changes('{}'))
    await become(foreign, 'WAITING')
    await become(root, 'WAITING')
    expect(await runs.take(1)).toEqual([{ run: { id: toGlobalId('Run', root.runId), status: 'WAITING' } }])
    const { make } = open.graph
    const made = await make.run(await make.agent())
    await become(root, 'COMPLETED')
    expect(await runs.take(2)).toEqual([
      { run: { id: toGlobalId('Run', made.id), status: 'QUEUED' } },
      { run: { id: toGlobalId('Run', root.runId), status: 'COMPLETED' } },
    ])
    await runs.leave()
  })

  test('gives those that a filter keeps', async () => {
    const runs = await subscribe(changes(`{ sessionKey: "${sessionKey}", status: [COMPLETED] }`))
    await become(lone, 'COMPLETED')
    await become(root, 'WAITING')
    await become(root, 'COMPLETED')
    expect(await runs.take(1)).toEqual([{ run: { id: toGlobalId('Run', root.runId), status: 'COMPLETED' } }])
    await runs.leave()
  })

  test('RUN-11 gives those with a tag, as they are labelled at the time', async () => {
    const { prisma, project } = open.graph
    const label = (runId: string) =>
      prisma.runTag.create({ data: { runId, tag: 'watched', projectId: project.id } })
    const runs = await subscribe(changes('{ tags: ["watched"], status: [WAITING] }'))
    await become(lone, 'WAITING')
    await label(root.runId)
    await become(root, 'WAITING')
    expect(await runs.take(1)).toEqual([{ run: { id: toGlobalId('Run', root.runId), status: 'WAITING' } }])
    await runs.leave()
  })

  test('gives those of an agent, by its slug or id, also of one that comes only later', async () => {
    const { make } = open.graph
    const early = await subscribe(changes('{ agent: "comes-later" }'))
    const agent = await make.agent({ slug: 'comes-later' })
    const late = await subscribe(changes(`{ agent: "${toGlobalId('Agent', agent.id)}" }`))
    await make.run(await make.agent())
    const made = await make.run(agent)
    for (const runs of [early, late]) {
      expect(await runs.take(1)).toEqual([{ run: { id: toGlobalId('Run', made.id), status: 'QUEUED' } }])
      await runs.leave()
    }
  })
})

test('EVT-5 a subscription to a session whose key none can have is refused', async () => {
  for (const key of ['', ' ', 'k'.repeat(201)]) {
    const [answer] = await subscriber.collect(ofSession, { sessionKey: key })
    expect(answer?.errors?.[0]).toMatchObject({
      message: 'sessionKey must have 1 to 200 characters.',
      extensions: { code: 'INVALID_INPUT' },
    })
  }
})
