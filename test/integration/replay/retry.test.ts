import { expect, test } from 'vitest'
import { sequence } from '../../../src/models/scripted.ts'
import { createTestDatabase } from '../../support/database.ts'
import { createTestEngine, testTool } from '../../support/engine.ts'
import { forFile } from '../../support/for-file.ts'
import { answer, createLiveModel } from '../../support/live-model.ts'

const live = createLiveModel()

const database = forFile(await createTestDatabase())
const add = testTool('add', async (args) => args)
const engine = forFile(await createTestEngine(database, { tools: [add], providers: [live] }))

async function retry(runId: string) {
  const retried = await engine.operations.history.retryRun({ projectId: engine.project.id, runId })
  return engine.finished(retried.runId)
}

const rowOf = (runId: string) => database.prisma.run.findUniqueOrThrow({ where: { id: runId } })

const forever = ({ turn, toolsDisabled }: { readonly turn: number; readonly toolsDisabled: boolean }) =>
  toolsDisabled ? { text: 'So far.' } : { toolCalls: [{ name: 'add', arguments: { turn } }] }

test('RUN-9 a retry has the version, input, context and limits that its original was triggered with', async () => {
  const original = await engine.run(forever, {
    trigger: { input: 'Try.', context: { city: 'Bonn' }, maxSteps: 2, maxCostUsd: '5' },
  })
  const { agentId } = await rowOf(original.runId)
  const version = { projectId: engine.project.id, agentId, definition: { systemPrompt: 'Newer.' } }
  await engine.operations.updateAgent(version)
  await engine.operations.resumeRun({ projectId: engine.project.id, runId: original.runId, maxSteps: 5 })
  await engine.finished(original.runId, original.events.length)
  const retried = await retry(original.runId)
  expect(retried.row).toMatchObject({ status: 'PAUSED', terminationReason: 'MAX_STEPS', stepCount: 2 })
  const row = await rowOf(retried.runId)
  expect(row).toMatchObject({ input: 'Try.', context: { city: 'Bonn' }, agentVersion: 1 })
  expect(row).toMatchObject({ forkedFromId: original.runId, forkedAfterStep: 0, rootId: row.id })
  expect(row.effectiveLimits).toMatchObject({
    maxSteps: { value: 2, source: 'trigger' },
    maxCostUsd: { value: '5', source: 'trigger' },
  })
  expect((await rowOf(original.runId)).status).toBe('PAUSED')
})

test('RUN-9 DAG-1 a retry executes the plan that its caller gave', async () => {
  live.plays.planner = async function* (request) {
    yield answer(request, JSON.stringify({ reasoning: '', goalAchieved: false, answer: 'Done.', plan: null }))
  }
  const original = await engine.run(() => ({ text: '' }), {
    agent: { model: 'live/planner', planner: 'PLAN' },
    trigger: {
      context: { n: 1 },
      plan: {
        actions: [{ name: 'sum', type: 'TOOL', target: 'add', parameters: { n: '$n' }, outputKey: 'n' }],
      },
    },
  })
  expect((await rowOf(original.runId)).context).toEqual({ n: { n: 1 } })
  const retried = await retry(original.runId)
  expect(await rowOf(retried.runId)).toMatchObject({ status: 'COMPLETED', context: { n: { n: 1 } } })
})

test('RUN-9 a retry of a run in a session is the next run of that session', async () => {
  const recite = sequence({ text: 'Well.' })
  const original = await engine.run(recite, { trigger: { sessionKey: 'retried' } })
  const retried = await retry(original.runId)
  const { sessionId } = await rowOf(original.runId)
  expect((await rowOf(retried.runId)).sessionId).toBe(sessionId)
})

test('RUN-9 CTX-5 a retry into a busy session is treated as a trigger is', async () => {
  const opened = Promise.withResolvers<void>()
  live.plays.slow = async function* (request) {
    yield answer(request, 'Done.')
  }
  const agent = { model: 'live/slow', busySession: 'REJECT' } as const
  const original = await engine.run(() => ({ text: '' }), { agent, trigger: { sessionKey: 'busy' } })
  live.plays.slow = async function* (request) {
    await opened.promise
    yield answer(request, 'Done.')
  }
  const call = { projectId: engine.project.id, runId: original.runId }
  const { runId } = await engine.operations.history.retryRun(call)
  await expect(engine.operations.history.retryRun(call)).rejects.toMatchObject({ code: 'SESSION_BUSY' })
  opened.resolve()
  await engine.finished(runId)
})

test('RUN-9 a retry of a fork begins where the fork began, with its changes', async () => {
  const original = await engine.run(
    sequence({ toolCalls: [{ name: 'add', arguments: {} }] }, { text: 'Done.' }),
  )
  engine.scripts.elsewhere = ({ input, turn }) => ({ text: `${input} ${turn}` })
  const forked = await engine.operations.history.forkRun({
    projectId: engine.project.id,
    runId: original.runId,
    afterStep: 1,
    input: 'Otherwise.',
    model: 'scripted/elsewhere',
  })
  const { row } = await engine.finished(forked.runId)
  expect(row).toMatchObject({ summary: 'Otherwise. 0', stepCount: 2 })
  const retried = await retry(forked.runId)
  expect(retried.row).toMatchObject({ summary: 'Otherwise. 0', stepCount: 2 })
  expect(await rowOf(retried.runId)).toMatchObject({ forkedFromId: forked.runId, forkedAfterStep: 1 })
})

test('RUN-9 a retry of a failed run may succeed, and of an active run is refused', async () => {
  let works = false
  const opened = Promise.withResolvers<void>()
  live.plays.mended = async function* (request) {
    if (!works) throw new Error('Not yet.')
    await opened.promise
    yield answer(request, 'Mended.')
  }
  const agent = { model: 'live/mended', modelRetry: { maxAttempts: 1 } } as const
  const failed = await engine.run(() => ({ text: '' }), { agent })
  expect(failed.row.status).toBe('FAILED')
  works = true
  const call = { projectId: engine.project.id, runId: failed.runId }
  const { runId } = await engine.operations.history.retryRun(call)
  await engine.seen(runId, 'StepStarted')
  await expect(retry(runId)).rejects.toThrow('A RUNNING run cannot be retried. Wait until the run finishes')
  opened.resolve()
  expect((await engine.finished(runId)).row.summary).toBe('Mended.')
  const gone = '00000000-0000-7000-8000-000000000000'
  await expect(retry(gone)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
