import { describe, expect, test } from 'vitest'
import type { Json } from '../../src/domain/json.ts'
import { createTestDatabase } from '../support/database.ts'
import { createTestEngine, testTool } from '../support/engine.ts'
import { forFile } from '../support/for-file.ts'
import { refusing } from '../support/refusing.ts'
import { at, openGraph } from './open-graph.ts'

const graph = forFile(await openGraph())
const database = forFile(await createTestDatabase())
const engine = forFile(await createTestEngine(database, { tools: [testTool('search', async () => 'found')] }))

const answer = JSON.stringify({ reasoning: 'Done.', goalAchieved: true, answer: 'It is found.', plan: null })

/** Triggers a run of an agent that plans, and whose model only ever answers. */
async function trigger(plan: Json, planner: 'PLAN' | 'TOOL_CALLS' = 'PLAN') {
  const { slug } = await engine.define(() => ({ text: answer }), { planner })
  const here = await graph.make.run(await graph.make.agent())
  const runIds: string[] = []
  const operations = refusing({
    triggerRun: async (call) => {
      runIds.push((await engine.operations.triggerRun({ ...call, projectId: engine.project.id })).runId)
      // The graph reads another database than the engine writes: any run stands for the new one.
      return { runId: here.id }
    },
  })
  const { data, errors } = await graph.ask(
    `mutation($input: TriggerRunInput!) { triggerRun(input: $input) {
      __typename ... on Error { code message } ... on InvalidInputError { path } } }`,
    { input: { agent: slug, input: 'Find it.', context: { topic: 'AI' }, plan } },
    { operations },
  )
  expect(errors).toBeUndefined()
  return { result: at(data, 'triggerRun'), runId: runIds[0] ?? '' }
}

const invalid = { __typename: 'InvalidInputError', code: 'INVALID_INPUT', path: ['input', 'plan'] }

describe('DAG-1 a plan that a caller gives', () => {
  test('DAG-1 is executed in place of one that the model writes', async () => {
    const action = {
      name: 'look',
      type: 'TOOL',
      target: 'search',
      parameters: { for: '$topic' },
      outputKey: 'it',
    }
    const { result, runId } = await trigger({ actions: [action] })
    expect(result).toEqual({ __typename: 'Run' })
    const run = await engine.finished(runId)
    expect(run.of('ActionStarted')).toMatchObject([{ name: 'look', parameters: { for: 'AI' } }])
    expect(run.row).toMatchObject({ status: 'COMPLETED', summary: 'It is found.', stepCount: 2 })
    const { rows } = await database.pool.query('select plan from "Run" where id = $1', [runId])
    expect(rows[0].plan.actions).toMatchObject([
      { ...action, mode: 'ASYNC', dependsOn: [], waitForAll: true },
    ])
  })

  test('DAG-1 is refused with all that makes it no plan, each with its place', async () => {
    const { result } = await trigger({
      actions: [
        { name: '1st', type: 'TOOL' },
        { name: 'b', type: 'MAGIC', timeoutMs: 0 },
      ],
      speed: 'high',
    })
    expect(result).toMatchObject(invalid)
    for (const place of ['actions[0].name must begin', 'actions[1].type', 'actions[1].timeoutMs', '"speed"'])
      expect(at(result, 'message')).toContain(place)
  })

  test('DAG-1 DAG-5 is refused with all that cannot be executed, each with its place', async () => {
    const tool = { type: 'TOOL', target: 'search' }
    const { result } = await trigger({
      actions: [
        { ...tool, name: 'a', dependsOn: ['b', 'nobody'] },
        { ...tool, name: 'b', dependsOn: ['a'], parameters: { of: '$nothing' } },
        { name: 'c', type: 'TOOL', target: 'teleport' },
      ],
    })
    expect(result).toMatchObject(invalid)
    for (const problem of [
      'actions[0].dependsOn[1] there is no action "nobody"',
      'actions[1].parameters "$nothing" can never exist',
      'actions[2].target there is no TOOL "teleport"',
      'a → b → a',
    ])
      expect(at(result, 'message')).toContain(problem)
  })

  test('DAG-1 is refused by an agent that does not plan', async () => {
    const { result } = await trigger(
      { actions: [{ name: 'a', type: 'TOOL', target: 'search' }] },
      'TOOL_CALLS',
    )
    expect(result).toMatchObject(invalid)
    expect(at(result, 'message')).toContain('planner is PLAN')
  })

  test('DAG-1 may be left out', async () => {
    const { result, runId } = await trigger(null)
    expect(result).toEqual({ __typename: 'Run' })
    expect((await engine.finished(runId)).row).toMatchObject({ status: 'COMPLETED', stepCount: 1 })
  })

  test('RUN-8 is part of the input of an idempotency key', async () => {
    const agent = await engine.define(() => ({ text: answer }), { planner: 'PLAN' })
    const plan = { actions: [{ name: 'a', type: 'TOOL', target: 'search' }] }
    const call = { projectId: engine.project.id, agent, input: 'Find it.', idempotencyKey: 'planned', plan }
    const { runId } = await engine.operations.triggerRun(call)
    expect(await engine.operations.triggerRun(call)).toEqual({ runId })
    await expect(engine.operations.triggerRun({ ...call, plan: null })).rejects.toMatchObject({
      code: 'IDEMPOTENCY_CONFLICT',
    })
    await engine.finished(runId)
  })
})
