import { getNamedType, isEnumType, isInterfaceType, isLeafType, isObjectType } from 'graphql'
import { beforeAll, describe, expect, test } from 'vitest'
import { eventCatalogue } from '../../src/domain/event-catalogue.ts'
import { type EventType, eventTypes } from '../../src/domain/run-event.ts'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { schema } from '../../src/graphql/schema.ts'
import { cursorOf, storedCursor } from '../support/cursors.ts'
import { forFile } from '../support/for-file.ts'
import { at, openGraph, textAt } from './open-graph.ts'

const graph = forFile(await openGraph())
const { make } = graph
const run = await make.run(await make.agent(), { status: 'RUNNING' })
const step = await make.step(run, 1)
const action = await make.action({ id: step.id, runId: run.id })
const gate = await make.gate(run)
await make.event(run, 'RunStarted', { agentName: 'Counter', maxSteps: null })
await make.event(run, 'StepStarted', { maxSteps: 3 }, 1)
await make.event(run, 'TextDelta', { messageId: 'm1', offset: 0, text: 'Hel' }, 1)
await make.event(run, 'TextDelta', { messageId: 'm1', offset: 3, text: 'lo' }, 1)
const planned = {
  name: 'add',
  type: 'TOOL',
  mode: 'ASYNC',
  target: 'calculator',
  dependsOn: [],
  wave: 0,
} as const
await make.event(run, 'PlanGenerated', { actions: [planned] }, 1)
await make.event(
  run,
  'ActionCompleted',
  { actionId: action.id, name: 'add', output: { sum: 3 }, attempt: 1, durationMs: 4 },
  1,
)
await make.event(run, 'GateOpened', { gateId: gate.id }, 1)

const events =
  'query($id: ID!, $first: Int, $after: String, $last: Int, $before: String, $types: [RunEventType!]) { run(id: $id) { events(first: $first, after: $after, last: $last, before: $before, types: $types) {'

async function read(args: object, fields: string): Promise<unknown> {
  const data = await graph.read(`${events} ${fields} } } }`, { id: toGlobalId('Run', run.id), ...args })
  return at(data, 'run.events')
}

/** The fields of a type of event by their names, as they are selected: of an object its type alone. */
function fieldsOf(type: EventType): Readonly<Record<string, string>> {
  const event = schema.getType(type)
  const fields = isObjectType(event) ? Object.values(event.getFields()) : []
  return Object.fromEntries(
    fields.map((field) => [
      field.name,
      isLeafType(getNamedType(field.type)) ? field.name : `${field.name} { __typename }`,
    ]),
  )
}

describe('EVT-6 the events of a run', () => {
  test('carry their fields, as the catalogue declares them', async () => {
    const whole = await read(
      {},
      `totalCount edges { cursor node { __typename seq type stepNumber
      ... on RunStarted { agentName maxSteps } ... on TextDelta { messageId offset text }
      ... on PlanGenerated { actions { name type mode target dependsOn wave } }
      ... on ActionCompleted { actionId name output attempt durationMs } ... on GateOpened { gateId } } }`,
    )
    expect(at(whole, 'totalCount')).toBe(7)
    expect(at(whole, 'edges.*.node')).toMatchObject([
      {
        __typename: 'RunStarted',
        seq: 1,
        type: 'RunStarted',
        stepNumber: null,
        agentName: 'Counter',
        maxSteps: null,
      },
      { __typename: 'StepStarted', seq: 2, stepNumber: 1 },
      { __typename: 'TextDelta', seq: 3, messageId: 'm1', offset: 0, text: 'Hel' },
      { __typename: 'TextDelta', seq: 4, messageId: 'm1', offset: 3, text: 'lo' },
      {
        actions: [{ name: 'add', type: 'TOOL', mode: 'ASYNC', target: 'calculator', dependsOn: [], wave: 0 }],
      },
      {
        actionId: toGlobalId('Action', action.id),
        name: 'add',
        output: { sum: 3 },
        attempt: 1,
        durationMs: 4,
      },
      { gateId: toGlobalId('Gate', gate.id) },
    ])
    expect(at(whole, 'edges.2.cursor')).toBe(await storedCursor(graph.pool, run.id, 3))
  })

  test('carry the objects that they changed, with the id that these have everywhere', async () => {
    const linked = await read(
      {},
      `edges { node { run { id status } ... on StepStarted { step { id number } }
      ... on ActionCompleted { action { id status } } ... on GateOpened { gate { id status } } } }`,
    )
    expect(at(linked, 'edges.1.node')).toEqual({
      run: { id: toGlobalId('Run', run.id), status: 'RUNNING' },
      step: { id: toGlobalId('Step', step.id), number: 1 },
    })
    expect(at(linked, 'edges.5.node.action')).toEqual({
      id: toGlobalId('Action', action.id),
      status: 'SUCCEEDED',
    })
    expect(at(linked, 'edges.6.node.gate')).toEqual({ id: toGlobalId('Gate', gate.id), status: 'OPEN' })
  })

  test('can be read again by their id', async () => {
    const all = await read({}, 'edges { node { id } }')
    const id = textAt(all, 'edges.3.node.id')
    const data = await graph.read(
      'query($id: ID!) { node(id: $id) { __typename id ... on TextDelta { text run { id } } } }',
      { id },
    )
    expect(data).toEqual({
      node: { __typename: 'TextDelta', id, text: 'lo', run: { id: toGlobalId('Run', run.id) } },
    })
  })

  test('follow page by page, also when only some types are asked for', async () => {
    const fields =
      'edges { cursor node { seq } } pageInfo { hasNextPage hasPreviousPage endCursor } totalCount'
    const first = await read({ first: 3 }, fields)
    expect(at(first, 'edges.*.node.seq')).toEqual([1, 2, 3])
    expect(at(first, 'pageInfo')).toMatchObject({ hasNextPage: true, hasPreviousPage: false })
    const rest = await read({ after: textAt(first, 'pageInfo.endCursor') }, fields)
    expect(at(rest, 'edges.*.node.seq')).toEqual([4, 5, 6, 7])
    expect(at(rest, 'pageInfo')).toMatchObject({ hasNextPage: false, hasPreviousPage: true })
    const deltas = await read({ first: 1, types: ['TextDelta', 'FinalAnswer'] }, fields)
    expect(at(deltas, 'edges.*.node.seq')).toEqual([3])
    expect(at(deltas, 'totalCount')).toBe(2)
    const next = await read({ after: textAt(deltas, 'pageInfo.endCursor'), types: ['TextDelta'] }, fields)
    expect(at(next, 'edges.*.node.seq')).toEqual([4])
  })

  test('follow page by page from the end', async () => {
    const fields =
      'edges { cursor node { seq } } pageInfo { hasNextPage hasPreviousPage startCursor } totalCount'
    const end = await read({ last: 3 }, fields)
    expect(at(end, 'edges.*.node.seq')).toEqual([5, 6, 7])
    expect(at(end, 'pageInfo')).toMatchObject({ hasNextPage: false, hasPreviousPage: true })
    const before = await read({ last: 10, before: textAt(end, 'pageInfo.startCursor') }, fields)
    expect(at(before, 'edges.*.node.seq')).toEqual([1, 2, 3, 4])
    expect(at(before, 'pageInfo')).toMatchObject({ hasNextPage: true, hasPreviousPage: false })
  })

  test('have a GraphQL type with all of its fields for each entry of the catalogue', () => {
    const type = schema.getType('RunEvent')
    const types = isInterfaceType(type) ? schema.getPossibleTypes(type).map(({ name }) => name) : []
    expect(types.toSorted()).toEqual(eventTypes.toSorted())
    for (const type of eventTypes) {
      const { fields, links } = eventCatalogue[type]
      expect(Object.keys(fieldsOf(type))).toEqual(expect.arrayContaining([...Object.keys(fields), ...links]))
    }
  })

  test('can be asked for every field of every type in one operation without an alias', async () => {
    const fragments = eventTypes.map(
      (type) => `... on ${type} { ${Object.values(fieldsOf(type)).join(' ')} }`,
    )
    const nodes = at(await read({}, `edges { node { __typename ${fragments.join(' ')} } }`), 'edges.*.node')
    expect(nodes).toHaveLength(7)
  })
})

test('EVT-11 the end of a run says who asked for it, and nothing where an earlier version wrote it', async () => {
  const ended = await make.run(await make.agent(), { status: 'CANCELLED' })
  await make.event(ended, 'Terminating', { terminationReason: 'ABORTED' })
  const request = { abortedBy: 'Kim', abortReason: 'Enough.', abortRequestedAt: '2026-11-21T08:30:00.000Z' }
  await make.event(ended, 'Terminating', { terminationReason: 'ABORTED', ...request })
  const fields = 'nodes { ... on Terminating { abortedBy abortReason abortRequestedAt } }'
  expect(at(await read({ id: toGlobalId('Run', ended.id) }, fields), 'nodes')).toEqual([
    { abortedBy: null, abortReason: null, abortRequestedAt: null },
    request,
  ])
})

describe('CTX-3 EVT-2 the output of an action', () => {
  const large = { rows: Array.from({ length: 3_000 }, (_, row) => ({ row })) }
  const shown = '__typename ... on ActionCompleted { output }'
  let long: { id: string; rootId: string }

  /** Appends the event of an action whose output stands in its row alone. */
  async function complete(position: number, output: object | null): Promise<void> {
    const of = await graph.make.step(long, position + 1)
    const { id } = await graph.make.action({ id: of.id, runId: long.id }, output === null ? {} : { output })
    await graph.make.event(
      long,
      'ActionCompleted',
      { actionId: id, name: 'add', output: null, attempt: 1, durationMs: 4 },
      1,
    )
  }

  beforeAll(async () => {
    long = await graph.make.run(await graph.make.agent(), { status: 'RUNNING' })
    await complete(0, large)
    await complete(1, null)
    for (let position = 2; position < 12; position++) await complete(position, { ...large, position })
  })

  test('is in the event also where the log refers to its row', async () => {
    const data = await graph.read(`${events} edges { node { id ${shown} } } } } }`, {
      id: toGlobalId('Run', long.id),
    })
    const nodes = at(data, 'run.events.edges.*.node.output')
    expect(nodes).toEqual([
      large,
      null,
      ...Array.from({ length: 10 }, (_, index) => ({ ...large, position: index + 2 })),
    ])
    const id = textAt(data, 'run.events.edges.0.node.id')
    expect(await graph.read(`query($id: ID!) { node(id: $id) { ${shown} } }`, { id })).toEqual({
      node: { __typename: 'ActionCompleted', output: large },
    })
  })

  test('is read with one statement, however many events of a page have it', async () => {
    const count = (fields: string, first: number) =>
      graph.count(`${events} edges { node { ${fields} } } } } }`, { id: toGlobalId('Run', long.id), first })
    // And with one that asks whether rows lag behind a log.
    expect((await count(shown, 1)) - (await count('__typename', 1))).toBe(2)
    expect(await count(shown, 12)).toBe(await count(shown, 1))
  })
})

describe('EVT-2 a cursor of a log', () => {
  const wrong: readonly [string, () => string, string][] = [
    ['of another run', () => cursorOf(gate.id, 1), 'it is of another run'],
    ['beyond the log', () => cursorOf(run.id, 8), 'the log ends at event 7'],
    ['that is none', () => 'nonsense', 'it cannot be read'],
    ['with a place that is none', () => cursorOf(run.id, 0.5), 'it cannot be read'],
  ]
  test.for(wrong)('%s is refused', async ([, cursor, reason]) => {
    const variables = { id: toGlobalId('Run', run.id), after: cursor() }
    const { errors } = await graph.ask(`${events} totalCount } } }`, variables)
    expect(errors?.[0]).toMatchObject({ extensions: { code: 'CURSOR_INVALID' } })
    expect(errors?.[0]?.message).toContain(reason)
  })

  test('at the end of the log is taken, and gives nothing more', async () => {
    const page = await read(
      { after: await storedCursor(graph.pool, run.id, 7) },
      'edges { node { seq } } pageInfo { hasNextPage }',
    )
    expect(page).toEqual({ edges: [], pageInfo: { hasNextPage: false } })
  })
})

describe('API the types of events that are asked for', () => {
  test('are an enum of the names of the event types', () => {
    const type = schema.getType('RunEventType')
    const values = isEnumType(type) ? type.getValues().map(({ name }) => name) : []
    expect(values.toSorted()).toEqual(eventTypes.toSorted())
  })

  test('are refused where one does not exist, in a variable and in the document', async () => {
    const id = toGlobalId('Run', run.id)
    const given = await graph.ask(`${events} totalCount } } }`, { id, types: ['TextDelta', 'Nope'] })
    expect(given.errors?.[0]?.message).toContain('Value "Nope" does not exist in "RunEventType" enum.')
    const written = await graph.ask(
      'query($id: ID!) { run(id: $id) { events(types: [Nope]) { totalCount } } }',
      {
        id,
      },
    )
    expect(written.errors?.[0]?.message).toContain('Value "Nope" does not exist in "RunEventType" enum.')
  })
})

test('MOD-8 the usage of a run that failed is in its last event, also where an earlier version wrote that without', async () => {
  const failed = await graph.make.run(await graph.make.agent(), { status: 'FAILED' })
  const data = { error: 'It broke.', errorCode: 'RUN_FAILED' }
  const usage = {
    ...{ requests: 2, estimatedRequests: 0, inputTokens: 3, outputTokens: 4, totalTokens: 7 },
    ...{ cachedInputTokens: 0, reasoningTokens: 0, costUsd: '0.5' },
  }
  await graph.make.event(failed, 'RunFailed', data)
  await graph.make.event(failed, 'RunFailed', { ...data, usage })
  const shown = await graph.read(
    `${events} edges { node { ... on RunFailed { usage { requests totalTokens } } } } } } }`,
    { id: toGlobalId('Run', failed.id) },
  )
  expect(at(shown, 'run.events.edges.*.node.usage')).toEqual([
    { requests: 0, totalTokens: 0 },
    { requests: 2, totalTokens: 7 },
  ])
})
