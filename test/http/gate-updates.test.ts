import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import type { GateStatus } from '../../src/domain/gate.ts'
import type { NewEvent } from '../../src/domain/run-event.ts'
import { topics } from '../../src/domain/wakeups.ts'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { at } from '../graphql/open-graph.ts'
import { forTest } from '../support/for-file.ts'
import { untilListening } from '../support/listening.ts'
import { postJson } from '../support/post-json.ts'
import { commitOf } from '../support/stores.ts'
import { messagesOf } from './event-messages.ts'
import { type OpenServer, openServer } from './open-server.ts'
import { createSubscriber } from './subscriber.ts'

let open: OpenServer
let runs: readonly { readonly id: string; readonly agentId: string }[]
let subscriber: ReturnType<typeof createSubscriber>

beforeEach(async () => {
  open = forTest(await openServer())
  const { make } = open.graph
  const agent = await make.agent()
  const [one, other] = [
    await make.run(agent, { status: 'RUNNING' }),
    await make.run(agent, { status: 'RUNNING' }),
  ]
  const tree = { parentId: other.id, rootId: other.id, ancestorIds: [other.id], depth: 1 }
  runs = [one, other, await make.run(agent, { status: 'RUNNING', ...tree })]
  subscriber = forTest(createSubscriber(open.endpoint))
})

const subscription = `subscription($filter: GateFilter, $after: String, $includeUnmatched: Boolean) {
  gateUpdated(filter: $filter, after: $after, includeUnmatched: $includeUnmatched) {
    cursor isMatch gate { id status kind note run { id } } } }`

/** Commits a gate in a state, with the event that says so. */
async function commitGate(run: number, id: string, status: GateStatus) {
  const { id: runId, agentId } = runs[run] ?? { id: '', agentId: '' }
  const type = status === 'OPEN' ? 'GateOpened' : 'GateResolved'
  const event: NewEvent = { type, stepNumber: null, data: { gateId: id } }
  const resolvedAt = status === 'OPEN' ? null : new Date()
  const gate = {
    id,
    projectId: open.graph.project.id,
    ...{ runId, agentId },
    stepId: null,
    actionId: null,
    kind: 'MONITOR',
    reason: 'It looks odd.',
    context: {},
    status,
    note: status === 'OPEN' ? null : 'Fine.',
    resolution: null,
    resolvedBy: null,
    resolvedAt,
    expiresAt: null,
    onExpiry: null,
    decider: 'OPERATOR',
    respondent: null,
    createdAt: new Date(),
  } as const
  await open.graph.stored.commit(commitOf({ runId, epoch: 0 }, [event], { gates: [gate] }))
}

/** Subscribes, and resolves when the subscription has begun. */
async function subscribe(variables: Record<string, unknown> = {}) {
  const begun = untilListening(open.graph.wakeups, topics.gates(open.graph.project.id))
  const updates = subscriber.iterate(subscription, variables)
  const first = updates.next()
  await begun
  return {
    first,
    async next() {
      return (await updates.next()).value?.data?.gateUpdated.gate
    },
    leave: () => updates.return?.(),
  }
}

describe('JDG-4 a subscription to the gates of a project, over WebSocket', () => {
  test('gives each gate when it opens and when it is resolved, as it is then, and none of before', async () => {
    await commitGate(0, uuidv7(), 'OPEN')
    const updates = await subscribe()
    const id = uuidv7()
    await commitGate(0, id, 'OPEN')
    expect(at((await updates.first).value, 'data.gateUpdated.gate')).toEqual({
      id: toGlobalId('Gate', id),
      status: 'OPEN',
      kind: 'MONITOR',
      note: null,
      run: { id: toGlobalId('Run', runs[0]?.id ?? '') },
    })
    await commitGate(0, id, 'APPROVED')
    expect(await updates.next()).toMatchObject({
      id: toGlobalId('Gate', id),
      status: 'APPROVED',
      note: 'Fine.',
    })
    await updates.leave()
  })

  test('gives those of one run, or that came into some states, each once', async () => {
    const filter = { runId: toGlobalId('Run', runs[1]?.id ?? ''), status: ['OPEN', 'REJECTED'] }
    const updates = await subscribe({ filter })
    const [other, approved, rejected] = [uuidv7(), uuidv7(), uuidv7()]
    await commitGate(0, other, 'OPEN')
    await commitGate(1, approved, 'OPEN')
    expect(at((await updates.first).value, 'data.gateUpdated.gate.id')).toBe(toGlobalId('Gate', approved))
    await commitGate(1, approved, 'APPROVED')
    await commitGate(0, other, 'REJECTED')
    await commitGate(1, rejected, 'OPEN')
    expect(await updates.next()).toMatchObject({ id: toGlobalId('Gate', rejected), status: 'OPEN' })
    await commitGate(1, rejected, 'REJECTED')
    expect(await updates.next()).toMatchObject({ id: toGlobalId('Gate', rejected), status: 'REJECTED' })
    await updates.leave()
  })

  test('EVT-5 gives those of the runs below one too, where that is asked for', async () => {
    const runId = toGlobalId('Run', runs[1]?.id ?? '')
    const [alone, whole] = [
      await subscribe({ filter: { runId } }),
      await subscribe({ filter: { runId, includeDescendants: true } }),
    ]
    const [strange, below, own] = [uuidv7(), uuidv7(), uuidv7()]
    await commitGate(0, strange, 'OPEN')
    await commitGate(2, below, 'OPEN')
    await commitGate(1, own, 'OPEN')
    expect(at((await alone.first).value, 'data.gateUpdated.gate.id')).toBe(toGlobalId('Gate', own))
    expect(at((await whole.first).value, 'data.gateUpdated.gate.id')).toBe(toGlobalId('Gate', below))
    expect(await whole.next()).toMatchObject({ id: toGlobalId('Gate', own) })
    for (const { leave } of [alone, whole]) await leave()
  })

  test('EVT-9 begins after the cursor of `updateCursors`', async () => {
    const id = uuidv7()
    const answer = await open.graph.read('{ updateCursors { gateUpdated query { gates { totalCount } } } }')
    expect(at(answer, 'updateCursors.query.gates.totalCount')).toBe(0)
    await commitGate(0, id, 'OPEN')
    const updates = await subscribe({ after: at(answer, 'updateCursors.gateUpdated') })
    expect(at((await updates.first).value, 'data.gateUpdated.gate.id')).toBe(toGlobalId('Gate', id))
    await updates.leave()
  })

  test('EVT-9 continues after a cursor, with each gate once, and tells of one that left the list', async () => {
    const updates = await subscribe()
    const [seen, quick, late] = [uuidv7(), uuidv7(), uuidv7()]
    await commitGate(0, seen, 'OPEN')
    const after = at((await updates.first).value, 'data.gateUpdated.cursor')
    await updates.leave()
    await commitGate(0, quick, 'OPEN')
    await commitGate(0, quick, 'APPROVED')
    await commitGate(0, seen, 'REJECTED')
    await commitGate(0, late, 'OPEN')
    const resumed = await subscribe({ after, filter: { status: ['OPEN'] }, includeUnmatched: true })
    const first = at((await resumed.first).value, 'data.gateUpdated.gate')
    expect([first, await resumed.next(), await resumed.next()]).toMatchObject([
      { id: toGlobalId('Gate', quick), status: 'APPROVED' },
      { id: toGlobalId('Gate', seen), status: 'REJECTED' },
      { id: toGlobalId('Gate', late), status: 'OPEN' },
    ])
    await resumed.leave()
  })

  test('refuses a run that the project does not have', async () => {
    const [answer] = await subscriber.collect(subscription, {
      filter: { runId: toGlobalId('Run', uuidv7()) },
    })
    expect(answer?.errors?.[0]).toMatchObject({ extensions: { code: 'NOT_FOUND' } })
  })
})

test('JDG-4 a subscription to the gates of a project, as an event stream, begins with its answer', async () => {
  const leave = new AbortController()
  const response = await postJson(
    open.endpoint,
    { query: subscription },
    { headers: { accept: 'text/event-stream' }, signal: leave.signal },
  )
  const id = uuidv7()
  await commitGate(0, id, 'OPEN')
  const reader = response.body?.getReader()
  let text = ''
  while (!/event: next.*\n\n/s.test(text)) text += new TextDecoder().decode((await reader?.read())?.value)
  expect(messagesOf(text)).toMatchObject([
    {
      event: 'next',
      id: expect.any(String),
      data: { data: { gateUpdated: { gate: { id: toGlobalId('Gate', id), status: 'OPEN' } } } },
    },
  ])
  leave.abort()
})
