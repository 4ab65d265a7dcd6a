import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { at, type Graph, openGraph } from './open-graph.ts'

let graph: Graph
const ids: string[] = []

beforeAll(async () => {
  graph = await openGraph()
  const { make } = graph
  const run = await make.run(await make.agent(), { status: 'WAITING', terminationReason: 'LOW_CONFIDENCE' })
  const fields = {
    kind: 'LOW_CONFIDENCE',
    reason: 'Low confidence (0.20): It guesses.',
    context: { confidence: 0.2 },
  }
  for (const status of ['OPEN', 'CANCELLED', 'OPEN'] as const) {
    const gate = await make.gate(run, { ...fields, status })
    ids.push(toGlobalId('Gate', gate.id))
  }
})

afterAll(() => graph.close())

const statuses =
  'query($status: [GateStatus!]) { gates(status: $status) { totalCount edges { node { id status } } } }'

describe('the gates of a project', () => {
  test('JDG-4 are listed newest first, with why they opened, what is decided on and the run that waits', async () => {
    const answer = await graph.read(
      '{ gates(first: 1) { totalCount edges { node { id reason context status note resolvedAt expiresAt run { status terminationReason gates { id } } } } } }',
    )
    expect(at(answer, 'gates.totalCount')).toBe(3)
    expect(at(answer, 'gates.edges.0.node')).toEqual({
      id: ids[2],
      reason: 'Low confidence (0.20): It guesses.',
      context: { confidence: 0.2 },
      status: 'OPEN',
      note: null,
      resolvedAt: null,
      expiresAt: null,
      run: { status: 'WAITING', terminationReason: 'LOW_CONFIDENCE', gates: ids.map((id) => ({ id })) },
    })
  })

  test('JDG-4 are chosen by what became of them', async () => {
    const of = async (...status: string[]) =>
      at(await graph.read(statuses, { status }), 'gates.edges.*.node.id')
    expect(await of('OPEN')).toEqual([ids[2], ids[0]])
    expect(await of('CANCELLED')).toEqual([ids[1]])
    expect(await of('CANCELLED', 'OPEN')).toEqual([ids[2], ids[1], ids[0]])
    expect(await of('APPROVED')).toEqual([])
  })
})
