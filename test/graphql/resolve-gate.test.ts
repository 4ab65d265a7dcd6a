import { describe, expect, test } from 'vitest'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { createTestEngine, testTool } from '../support/engine.ts'
import { forFile } from '../support/for-file.ts'
import { openGates, untilStatus } from '../support/gates.ts'
import { at, openGraph } from './open-graph.ts'

const paid: unknown[] = []

const graph = forFile(await openGraph())
const pay = testTool('pay', async (args) => {
  paid.push(args)
  return 'paid'
})
const engine = forFile(await createTestEngine(graph.database, { tools: [pay], project: graph.project }))
const { id: projectId } = graph.project
await engine.operations.policies.savePolicy({ projectId, target: 'pay', permission: 'REQUIRE_APPROVAL' })

const mutation = `mutation($input: ResolveGateInput!) { resolveGate(input: $input) { __typename
  ... on Gate { status note resolvedBy resolution { arguments } action { name } run { id } }
  ... on Error { code message } ... on InvalidInputError { path } } }`

/** Asks with the engine's operations on the same database. */
async function resolve(input: object) {
  const { data, errors } = await graph.ask(mutation, { input }, { operations: engine.operations })
  if (errors !== undefined) throw new Error(JSON.stringify(errors))
  return at(data, 'resolveGate')
}

/** A run that waits for the approval of its one call. */
async function waiting() {
  const runId = await engine.trigger(({ messages }) =>
    messages.length === 1 ? { toolCalls: [{ name: 'pay', arguments: { amount: 5 } }] } : { text: 'Done.' },
  )
  await untilStatus(engine, graph.database, runId, 'WAITING')
  const [gate] = await openGates(graph.database, runId)
  if (!gate) throw new Error('No gate is open.')
  return { runId, id: toGlobalId('Gate', gate.id) }
}

describe('JDG-4 resolveGate', () => {
  test('decides once, as the caller whom the server knows, and the run goes on', async () => {
    const { runId, id } = await waiting()
    expect(await resolve({ id, decision: 'APPROVE', note: 'Fine.' })).toEqual({
      __typename: 'Gate',
      status: 'APPROVED',
      note: 'Fine.',
      resolvedBy: 'loopback',
      resolution: null,
      action: { name: 'pay' },
      run: { id: toGlobalId('Run', runId) },
    })
    expect((await engine.finished(runId)).row.status).toBe('COMPLETED')
    expect(await resolve({ id, decision: 'REJECT' })).toEqual({
      __typename: 'ConflictError',
      code: 'GATE_RESOLVED',
      message: 'The gate is already APPROVED, by loopback. A decision cannot be changed.',
    })
  })

  test('has no field for the decider', async () => {
    const { id } = await waiting()
    const input = { id, decision: 'APPROVE', resolvedBy: 'the agent itself' }
    const { errors } = await graph.ask(mutation, { input }, { operations: engine.operations })
    expect(errors?.[0]?.message).toContain('"resolvedBy"')
    await resolve({ id, decision: 'REJECT' })
  })

  test('revises the arguments of the call', async () => {
    const { runId, id } = await waiting()
    const revised = await resolve({ id, decision: 'REVISE', arguments: { amount: 2 } })
    expect(revised).toMatchObject({ status: 'REVISED', resolution: { arguments: { amount: 2 } } })
    await engine.finished(runId)
    expect(paid.at(-1)).toEqual({ amount: 2 })
  })

  test('refuses invalid input, naming the field', async () => {
    const { runId, id } = await waiting()
    expect(await resolve({ id, decision: 'REVISE' })).toMatchObject({
      __typename: 'InvalidInputError',
      path: ['input', 'note'],
    })
    expect(await resolve({ id, decision: 'REVISE', arguments: [1] })).toMatchObject({
      __typename: 'InvalidInputError',
      path: ['input', 'arguments'],
    })
    const foreign = toGlobalId('Gate', '00000000-0000-7000-8000-000000000000')
    expect(await resolve({ id: foreign, decision: 'APPROVE' })).toMatchObject({ __typename: 'NotFoundError' })
    await resolve({ id, decision: 'REJECT' })
    await engine.finished(runId)
  })
})
