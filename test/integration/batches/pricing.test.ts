import { beforeEach, describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../../src/domain/json.ts'
import { createEventOperations } from '../../../src/events/event-operations.ts'
import { createEventTriggerStore } from '../../../src/store/event-trigger-store.ts'
import { agent, hasResult, openBatchStage, response, say } from '../../support/batch-stage.ts'
import { openEvaluationStage } from '../../support/evaluation-stage.ts'
import { forFile } from '../../support/for-file.ts'
import { worldOf } from '../../support/world.ts'

const stage = forFile(await openBatchStage())
const { server, database, callsOf } = stage
const engine = await stage.open()
const { operations, services, project } = engine
const projectId = project.id

beforeEach(() => {
  server.answer = () => say('A tree.')
  server.direct.splice(0)
})

/** What the model of a run is to be told, and the pricing of its agent. */
const define = (more: object = {}) => engine.define(() => ({}), { ...agent, ...more })

/** The runs of a tree, the root first, with the pricing of each call that was made. */
async function treeOf(rootId: string) {
  const runs = await database.prisma.run.findMany({
    where: { rootId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  return Promise.all(
    runs.map(async ({ id, input, status, batchDeadlineMs, startAt }) => ({
      ...{ id, input, status, batchDeadlineMs },
      until: batchDeadlineMs === null ? null : startAt.getTime() + batchDeadlineMs,
      calls: (await callsOf(id)).map(({ pricing }) => pricing),
    })),
  )
}

async function expectInherited(rootId: string) {
  const [root, ...below] = await treeOf(rootId)
  expect(below.length).toBeGreaterThan(0)
  for (const run of below) {
    expect(run).toMatchObject({ status: 'COMPLETED' })
    // It has the time that was left, to the moment within which it was started.
    expect(run.batchDeadlineMs).toBeLessThan(root?.batchDeadlineMs ?? 0)
    expect(Math.abs((run.until ?? 0) - (root?.until ?? 0))).toBeLessThan(5_000)
  }
  return { root, below }
}

const called = (name: string, args: Json) =>
  response({
    type: 'function_call',
    ...{ id: 'fc_1', call_id: 'call_1', name, arguments: JSON.stringify(args) },
  })

const asksFor = (body: JsonObject, text: string) => JSON.stringify(body.input).includes(text)

async function workflow(slug: string, actions: readonly object[]) {
  const definition = { name: slug, plan: { actions } }
  await operations.workflows.createWorkflow({ projectId, slug, definition })
  return { slug }
}

const delegate = (target: string) => ({
  ...{ name: 'a', type: 'AGENT', target, parameters: { input: 'From a workflow.' } },
  ...{ outputKey: 'a', retry: { maxAttempts: 1 } },
})

describe('BATCH-1 pricing', () => {
  test('of a workflow is that of the runs that it starts, for the rest of its time', async () => {
    const worker = await define()
    const owner = await define({ subagents: [worker.slug] })
    const of = await workflow('priced', [delegate(worker.slug)])
    const given = { projectId, workflow: of, agent: owner, by: 'tester' }
    const call = { ...given, pricing: 'BATCH', batchDeadlineMs: 600_000, idempotencyKey: 'priced' } as const
    const { runId } = await operations.workflows.runWorkflow(call)
    await engine.finished(runId)
    const { root, below } = await expectInherited(runId)
    expect(root).toMatchObject({ batchDeadlineMs: 600_000, status: 'COMPLETED' })
    expect(below.map(({ calls }) => calls)).toEqual([['BATCH']])
    expect(server.direct).toEqual([])
    expect(await operations.workflows.runWorkflow(call)).toEqual({ runId })
    const other = operations.workflows.runWorkflow({
      ...call,
      pricing: 'STANDARD',
      batchDeadlineMs: undefined,
    })
    await expect(other).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' })
    const wrong = operations.workflows.runWorkflow({ ...given, batchDeadlineMs: 600_000 })
    await expect(wrong).rejects.toThrow(/batchDeadlineMs/)
  })

  test('of an agent is that of the workflows that it executes, unless their trigger names another', async () => {
    const worker = await define()
    const owner = await define({ subagents: [worker.slug], pricing: 'BATCH' })
    const of = await workflow('of-agent', [delegate(worker.slug)])
    for (const [pricing, batchDeadlineMs] of [
      [undefined, 86_400_000],
      ['STANDARD', null],
    ] as const) {
      const call = { projectId, workflow: of, agent: owner, by: 'tester', pricing }
      const { runId } = await operations.workflows.runWorkflow(call)
      await engine.finished(runId)
      expect((await treeOf(runId))[0]).toMatchObject({ batchDeadlineMs, status: 'COMPLETED' })
    }
  })

  test('of a run is that of the agents and workflows that its model starts', async () => {
    const worker = await define()
    const of = await workflow('called', [delegate(worker.slug)])
    const owner = await define({ subagents: [worker.slug], workflows: [of.slug] })
    server.answer = (body) => {
      if (asksFor(body, 'From a') || hasResult(body)) return say('A tree.')
      return asksFor(body, 'By hand')
        ? called('spawn_agent', { agent: worker.slug, input: 'From a model.' })
        : called('workflow_called', {})
    }
    for (const input of ['By hand.', 'By plan.']) {
      const call = { projectId, agent: owner, input, pricing: 'BATCH', batchDeadlineMs: 900_000 } as const
      const { runId } = await operations.triggerRun(call)
      await engine.finished(runId)
      const { below } = await expectInherited(runId)
      expect(below.at(-1)?.calls).toEqual(['BATCH'])
    }
    expect(server.direct).toEqual([])
  })

  test('of an event trigger is that of the runs that its events start', async () => {
    const triggers = createEventTriggerStore(database.pool)
    const events = createEventOperations(worldOf(services, triggers))
    const start = async (name: string) => {
      await events.sendEvent({ projectId, name: 'order.paid', key: name, by: 'tester' })
      const where = { projectId, idempotencyKey: { startsWith: 'event:' } }
      const [run] = await database.prisma.run.findMany({
        where,
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        take: 1,
      })
      await engine.finished(run?.id ?? '')
      const [tree] = await treeOf(run?.id ?? '')
      return tree
    }
    const named = { projectId, name: 'paid' }
    const created = { ...named, event: 'order.paid', agent: await define(), input: 'Look at it.' }
    await events.saveEventTrigger({ ...created, pricing: 'BATCH', batchDeadlineMs: 700_000 })
    await events.saveEventTrigger({ ...named, enabled: true })
    expect(await start('one')).toMatchObject({ batchDeadlineMs: 700_000, calls: ['BATCH'] })
    // The deadline was for batches.
    await events.saveEventTrigger({ ...named, pricing: 'STANDARD' })
    expect(await triggers.find(projectId, 'paid')).toMatchObject({
      ...{ pricing: 'STANDARD', batchDeadlineMs: null },
    })
    expect(await start('two')).toMatchObject({ batchDeadlineMs: null, calls: [null] })
    for (const change of [{ batchDeadlineMs: 700_000 }, { pricing: 'BATCH', batchDeadlineMs: 1 }] as const)
      await expect(events.saveEventTrigger({ ...named, ...change })).rejects.toThrow(/^batchDeadlineMs/)
    await events.saveEventTrigger({ ...named, pricing: null })
    expect(await triggers.find(projectId, 'paid')).toMatchObject({ pricing: null, batchDeadlineMs: null })
  })

  test('of an evaluation is that of its runs, their descendants and its judge', async () => {
    const evaluations = forFile(await openEvaluationStage(database, { ...stage.options }))
    const worker = await evaluations.agent(() => ({}), agent)
    const judged = await evaluations.agent(() => ({}), { ...agent, subagents: [worker.slug] })
    server.answer = (body) => {
      if (asksFor(body, '<goal>'))
        return say('{"criteria": [{"met": true, "evidence": "It is."}], "progress": 1}')
      if (asksFor(body, 'From a model') || hasResult(body)) return say('A tree.')
      return called('spawn_agent', { agent: worker.slug, input: 'From a model.' })
    }
    const dataSet = await evaluations.dataSet([
      { input: 'What is it?', expectations: { criteria: ['A tree.'] } },
    ])
    const started = await evaluations.start({ dataSet, agent: judged, pricing: 'BATCH' })
    const { evaluation, results } = await evaluations.ended(started)
    expect(evaluation).toMatchObject({ status: 'COMPLETED', pricing: 'BATCH', passedCount: 1 })
    const [result] = results
    const { below } = await expectInherited(result?.runId ?? '')
    const [judge] = await treeOf(result?.judgeRunIds[0] ?? '')
    expect([...below, judge].flatMap((run) => run?.calls)).toEqual(['BATCH', 'BATCH'])
    expect(server.direct).toEqual([])
  })
})
