import { beforeAll, describe, expect, test } from 'vitest'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { statementsOf } from '../support/explain.ts'
import { forFile } from '../support/for-file.ts'
import { at, openGraph } from './open-graph.ts'

const ids: string[] = []

const graph = forFile(await openGraph())
const { make } = graph
const run = await make.run(await make.agent(), { status: 'WAITING', terminationReason: 'LOW_CONFIDENCE' })
const fields = {
  kind: 'LOW_CONFIDENCE',
  reason: 'Low confidence (0.20): It guesses.',
  context: { kind: 'LOW_CONFIDENCE', stepNumber: 3, progress: null, confidence: 0.2, reason: 'Unsure.' },
}
for (const status of ['OPEN', 'CANCELLED', 'OPEN'] as const) {
  const gate = await make.gate(run, { ...fields, status })
  ids.push(toGlobalId('Gate', gate.id))
}

const statuses =
  'query($status: [GateStatus!]) { gates(filter: { status: $status }) { totalCount edges { node { id status } } } }'

describe('the gates of a project', () => {
  test('JDG-4 are listed newest first, with their reason, their subject and the run that waits', async () => {
    const answer = await graph.read(
      '{ gates(first: 1) { totalCount edges { node { id reason context { __typename stepNumber ... on LowConfidenceContext { progress confidence } } status note resolvedAt expiresAt run { status terminationReason gates { id } } } } } }',
    )
    expect(at(answer, 'gates.totalCount')).toBe(3)
    expect(at(answer, 'gates.edges.0.node')).toEqual({
      id: ids[2],
      reason: 'Low confidence (0.20): It guesses.',
      context: { __typename: 'LowConfidenceContext', stepNumber: 3, progress: null, confidence: 0.2 },
      status: 'OPEN',
      note: null,
      resolvedAt: null,
      expiresAt: null,
      run: { status: 'WAITING', terminationReason: 'LOW_CONFIDENCE', gates: ids.map((id) => ({ id })) },
    })
  })

  test('JDG-4 are filtered by their outcome', async () => {
    const of = async (...status: string[]) =>
      at(await graph.read(statuses, { status }), 'gates.edges.*.node.id')
    expect(await of('OPEN')).toEqual([ids[2], ids[0]])
    expect(await of('CANCELLED')).toEqual([ids[1]])
    expect(await of('CANCELLED', 'OPEN')).toEqual([ids[2], ids[1], ids[0]])
    expect(await of('APPROVED')).toEqual([])
  })
})

describe('the inbox of a project', () => {
  const inbox = `query($status: [GateStatus!], $kind: [GateKind!], $runId: ID, $includeDescendants: Boolean, $agent: ID,
    $createdAfter: DateTime, $createdBefore: DateTime) {
    gates(filter: { status: $status, kind: $kind, runId: $runId, includeDescendants: $includeDescendants, agent: $agent,
      createdAfter: $createdAfter, createdBefore: $createdBefore }) { totalCount edges { node { reason } } } }`
  let root: { id: string }
  let child: { id: string }
  let helper: { id: string; slug: string; version: number }
  let about: { id: string; action: { id: string }; step: { id: string } }

  beforeAll(async () => {
    const { make } = graph
    const boss = await make.agent()
    helper = await make.agent()
    root = await make.run(boss)
    const below = { parentId: root.id, rootId: root.id, ancestorIds: [root.id], depth: 1 }
    child = await make.run(helper, below)
    const deep = { rootId: root.id, ancestorIds: [root.id, child.id], depth: 2 }
    const grandchild = await make.run(helper, { ...deep, parentId: child.id })
    const sister = await make.run(boss, below)
    const step = await make.step(grandchild, 1)
    const action = await make.action({ id: step.id, runId: grandchild.id })
    const at = (day: number) => new Date(Date.UTC(2027, 0, day))
    await make.gate(root, { kind: 'PLAN_APPROVAL', reason: 'root', createdAt: at(1), stepId: null })
    await make.gate(child, { kind: 'PERMISSION', reason: 'child', createdAt: at(2), status: 'REJECTED' })
    const gate = await make.gate(grandchild, {
      kind: 'ACTION_APPROVAL',
      reason: 'grandchild',
      createdAt: at(3),
      status: 'REVISED',
      stepId: step.id,
      actionId: action.id,
      decider: 'ADMIN',
      onExpiry: 'PROCEED',
      resolvedBy: 'key:ops',
      resolution: { arguments: { amount: 5 } },
    })
    await make.gate(sister, { kind: 'MONITOR', reason: 'sister', createdAt: at(4) })
    about = { id: toGlobalId('Gate', gate.id), action, step }
  })

  const filters: readonly (readonly [string, () => object, readonly string[]])[] = [
    ['kind', () => ({ kind: ['PLAN_APPROVAL', 'MONITOR'] }), ['sister', 'root']],
    ['run', () => ({ runId: toGlobalId('Run', child.id) }), ['child']],
    [
      'run with those below it',
      () => ({ runId: toGlobalId('Run', child.id), includeDescendants: true }),
      ['grandchild', 'child'],
    ],
    [
      'root with those below it',
      () => ({ runId: toGlobalId('Run', root.id), includeDescendants: true }),
      ['sister', 'grandchild', 'child', 'root'],
    ],
    ['agent by its id', () => ({ agent: toGlobalId('Agent', helper.id) }), ['grandchild', 'child']],
    ['agent by its slug', () => ({ agent: helper.slug }), ['grandchild', 'child']],
    ['agent that does not exist', () => ({ agent: 'nobody' }), []],
    [
      'time',
      () => ({ createdAfter: '2027-01-01T00:00:00Z', createdBefore: '2027-01-04T00:00:00Z' }),
      ['grandchild', 'child'],
    ],
    [
      'all of these together',
      () => ({ agent: helper.slug, status: ['REJECTED'], createdAfter: '2027-01-01T00:00:00Z' }),
      ['child'],
    ],
  ]
  test.for(filters)('JDG-4 SUB-1 is chosen from by %s', async ([, variables, reasons]) => {
    const answer = await graph.read(inbox, variables())
    expect(at(answer, 'gates.edges.*.node.reason')).toEqual(reasons)
    expect(at(answer, 'gates.totalCount')).toBe(reasons.length)
  })

  test('TAS-14 leaves waits out without a range for each other kind, unless they are asked for', async () => {
    const wait = await graph.make.gate(child, { kind: 'TIME', reason: 'wait', status: 'OPEN' })
    const reasons = `query($filter: GateFilter) { gates(first: 9, filter: $filter) { edges { node { reason } } } }`
    const reasonsOf = async (filter: object) =>
      at(await graph.read(reasons, { filter }), 'gates.edges.*.node.reason')
    const below = { runId: toGlobalId('Run', child.id) }
    const statements = await statementsOf(async () => expect(await reasonsOf(below)).toEqual(['child']))
    expect(statements.map(({ text }) => text).join('\n')).not.toContain('union all')
    expect(await reasonsOf({ ...below, kind: ['TIME'] })).toEqual(['wait'])
    expect(await reasonsOf({ ids: [toGlobalId('Gate', wait.id)] })).toEqual(['wait'])
  })

  test('JDG-4 has of each gate its subject, who may decide, until when, who did and their changes', async () => {
    const { id, action, step } = about
    const fields =
      'kind decider onExpiry resolvedBy resolution { arguments } step { id number } action { id target parameters }'
    expect(
      await graph.read(`query($id: ID!) { node(id: $id) { ... on Gate { ${fields} } } }`, { id }),
    ).toEqual({
      node: {
        kind: 'ACTION_APPROVAL',
        decider: 'ADMIN',
        onExpiry: 'PROCEED',
        resolvedBy: 'key:ops',
        resolution: { arguments: { amount: 5 } },
        step: { id: toGlobalId('Step', step.id), number: 1 },
        action: { id: toGlobalId('Action', action.id), target: 'calculator', parameters: {} },
      },
    })
    const [first] = ids
    expect(
      await graph.read(`query($id: ID!) { node(id: $id) { ... on Gate { ${fields} } } }`, { id: first }),
    ).toEqual({
      node: {
        kind: 'LOW_CONFIDENCE',
        decider: 'OPERATOR',
        onExpiry: null,
        resolvedBy: null,
        resolution: null,
        step: null,
        action: null,
      },
    })
  })

  test('JDG-4 refuses an invalid id of a run, and a kind that does not exist', async () => {
    const wrong = await graph.ask(inbox, { runId: 'nonsense' })
    expect(wrong.errors?.[0]).toMatchObject({ extensions: { code: 'INVALID_ID' } })
    expect((await graph.ask(inbox, { kind: ['WHIM'] })).errors?.[0]?.message).toContain('GateKind')
  })
})
