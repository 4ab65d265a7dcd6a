import { describe, expect, test } from 'vitest'
import type { AgentDefinitionInput } from '../../../src/domain/agent.ts'
import type { Json } from '../../../src/domain/json.ts'
import { createFakeClock } from '../../../src/testing/fake-clock.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { createTestEngine, testTool } from '../../support/engine.ts'
import { engineForFile, engineForTest } from '../../support/for-file.ts'
import { answer, createLiveModel, untilAborted } from '../../support/live-model.ts'

const live = createLiveModel()

const hang = testTool('hang', (_args, { signal }) => untilAborted(signal))

const quick = testTool('quick', async () => 'quickly')

const crack = testTool('crack', async () => {
  throw new Error('cracked')
})

const tools = [hang, quick, crack]

const { database, engine } = await engineForFile({ providers: [live], tools })

const tool = (name: string, target: string, more: Record<string, Json> = {}) => ({
  name,
  type: 'TOOL',
  target,
  ...more,
})

/** An agent that makes these plans, one a turn, and then answers. */
function planner(name: string, plans: readonly Json[], more: Partial<AgentDefinitionInput> = {}) {
  live.plays[name] = async function* (request) {
    const turn = request.messages.filter(({ role }) => role === 'assistant').length
    const plan = plans[turn] ?? null
    const said = { reasoning: '', goalAchieved: false, answer: plan ? null : 'Answered.', plan }
    yield answer(request, request.responseFormat ? JSON.stringify(said) : 'In short: it stopped.')
  }
  return { model: `live/${name}`, planner: 'PLAN', ...more } as const
}

const statusesOf = async (place: TestDatabase, runId: string) => {
  const actions = await place.prisma.action.findMany({ where: { runId }, orderBy: { position: 'asc' } })
  return Object.fromEntries(actions.map(({ name, status }) => [name, status]))
}

const stuck = {
  actions: [tool('done', 'quick'), tool('held', 'hang'), tool('later', 'quick', { dependsOn: ['held'] })],
}

describe('a plan that is stopped', () => {
  test('RUN-4 DAG-2 by an abort: running and waiting actions are cancelled, ended ones stay', async () => {
    const runId = await engine.trigger(() => ({ text: '' }), { agent: planner('aborted', [stuck]) })
    await engine.seen(runId, 'ActionCompleted')
    await engine.operations.abortRun({ projectId: engine.project.id, runId })
    const { row } = await engine.finished(runId)
    expect(row.status).toBe('CANCELLED')
    expect(await statusesOf(database, runId)).toMatchObject({ done: 'SUCCEEDED', held: 'CANCELLED' })
    expect((await statusesOf(database, runId)).later).toMatch(/CANCELLED|SKIPPED/)
  })

  test('LIM-4 by its time: PAUSED with a last word, and on it goes when it is resumed', async () => {
    const clock = createFakeClock()
    const { engine: timed, database: place } = await engineForTest({
      clock,
      providers: [live],
      tools,
      leaseMs: 600_000,
    })
    const agent = planner('timed', [stuck, { actions: [tool('retry', 'quick')] }])
    const runId = await timed.trigger(() => ({ text: '' }), { agent, trigger: { timeoutMs: 10_000 } })
    await timed.seen(runId, 'ActionCompleted')
    await clock.advance(12_000)
    const paused = await timed.finished(runId)
    expect(paused.row).toMatchObject({
      status: 'PAUSED',
      terminationReason: 'TIMEOUT',
      summary: 'In short: it stopped.',
    })
    expect(await statusesOf(place, runId)).toMatchObject({ done: 'SUCCEEDED', held: 'CANCELLED' })
    await timed.operations.resumeRun({ projectId: timed.project.id, runId, timeoutMs: 60_000 })
    const again = await timed.finished(runId, paused.events.length)
    expect(again.row).toMatchObject({ status: 'COMPLETED', summary: 'Answered.' })
  })

  test('LIM-4 LOOP-7 a STRICT plan that time cuts off has not completed', async () => {
    const clock = createFakeClock()
    const { engine: timed } = await engineForTest({ clock, providers: [live], tools, leaseMs: 600_000 })
    const agent = planner('strictly timed', [stuck], { protocolMode: 'STRICT' })
    const runId = await timed.trigger(() => ({ text: '' }), { agent, trigger: { timeoutMs: 10_000 } })
    await timed.seen(runId, 'ActionCompleted')
    await clock.advance(12_000)
    expect((await timed.finished(runId)).row).toMatchObject({
      status: 'PAUSED',
      terminationReason: 'TIMEOUT',
    })
  })

  const look = { actions: [tool('look', 'quick')] }

  test.for([
    ['its answer', { reasoning: 'Enough.', answer: 'I looked.', plan: null }, 'I looked.'],
    [
      'its reasons, where it has no answer',
      { reasoning: 'I looked.', answer: null, plan: null },
      'I looked.',
    ],
  ] as const)('LIM-3 at its step limit: a last word that is a turn is %s', async ([, turn, summary]) => {
    live.plays.stopped = async function* (request) {
      yield answer(request, JSON.stringify(request.responseFormat ? { reasoning: '', plan: look } : turn))
    }
    const run = await engine.run(() => ({}), {
      agent: { model: 'live/stopped', planner: 'PLAN', maxSteps: 1 },
    })
    expect(run.row).toMatchObject({ status: 'PAUSED', terminationReason: 'MAX_STEPS', summary })
    const shown = ['TextDelta', 'ReasoningDelta'].flatMap((type) =>
      run.events.filter((event) => event.type === type).map(({ data }) => JSON.stringify(data)),
    )
    expect(shown.join()).not.toContain('answer')
  })

  test('LIM-3 at its step limit: a plan in place of a last word is refused, and says so', async () => {
    live.plays.planning = async function* (request) {
      yield answer(request, JSON.stringify({ reasoning: '', plan: look }))
    }
    const run = await engine.run(() => ({}), {
      agent: { model: 'live/planning', planner: 'PLAN', maxSteps: 1 },
    })
    expect(run.row).toMatchObject({ status: 'PAUSED', summary: expect.stringMatching(/step limit/) })
    expect(run.of('Warning').map(({ code }) => code)).toEqual(['TOOL_REFUSED'])
    expect(run.of('ActionStarted')).toHaveLength(1)
  })

  test('DAG-6 by failFast: the first failure cancels the rest', async () => {
    const plan = {
      failFast: true,
      actions: [
        tool('held', 'hang'),
        tool('cracks', 'crack', { retry: { maxAttempts: 1 } }),
        tool('later', 'quick', { dependsOn: ['held'] }),
      ],
    }
    const run = await engine.run(() => ({ text: '' }), { agent: planner('fast', [plan]) })
    expect(run.row).toMatchObject({ status: 'COMPLETED', summary: 'Answered.' })
    expect(await statusesOf(database, run.runId)).toMatchObject({ held: 'CANCELLED', cracks: 'FAILED' })
  })

  test('LIM-12 DAG-10 by the time of one action: it fails, and the others go on', async () => {
    const clock = createFakeClock()
    const { engine: timed, database: place } = await engineForTest({
      clock,
      providers: [live],
      tools,
      leaseMs: 600_000,
    })
    const plan = {
      actions: [tool('slow', 'hang', { timeoutMs: 5_000, retry: { maxAttempts: 1 } }), tool('next', 'quick')],
    }
    const runId = await timed.trigger(() => ({ text: '' }), { agent: planner('bounded', [plan]) })
    await timed.seen(runId, 'ActionCompleted')
    await clock.advance(5_000)
    const run = await timed.finished(runId)
    expect(run.row.status).toBe('COMPLETED')
    expect(run.of('ActionFailed')).toMatchObject([{ name: 'slow', errorCode: 'TOOL_TIMEOUT' }])
    expect(await statusesOf(place, runId)).toEqual({ slow: 'FAILED', next: 'SUCCEEDED' })
  })

  test('DUR-4 DAG-2 by a shutdown: another process continues the unfinished actions', async () => {
    const place = await createTestDatabase()
    let held = 0
    const wait = testTool('wait', async (_args, { signal }) => {
      held += 1
      if (held === 1) return untilAborted(signal)
      return 'waited'
    })
    const options = { providers: [live], tools: [...tools, wait] }
    const first = await createTestEngine(place, options)
    const agent = planner('handed', [
      { actions: [tool('a', 'quick'), tool('b', 'wait'), tool('c', 'quick', { dependsOn: ['b'] })] },
    ])
    const runId = await first.trigger(() => ({ text: '' }), { agent })
    await first.seen(runId, 'ActionCompleted')
    await first.close()
    const next = await createTestEngine(place, options)
    const run = await next.finished(runId)
    expect(run.row).toMatchObject({ status: 'COMPLETED', summary: 'Answered.' })
    expect(await statusesOf(place, runId)).toEqual({ a: 'SUCCEEDED', b: 'SUCCEEDED', c: 'SUCCEEDED' })
    expect(run.of('ActionCompleted').filter(({ name }) => name === 'a')).toHaveLength(1)
    await next.close()
    await place.drop()
  })

  test('LIM-9 by its budget in an LLM action: PAUSED, COST_LIMIT, nothing overspent', async () => {
    const ask = (name: string) => ({
      name,
      type: 'LLM',
      parameters: { prompt: 'Think.' },
      retry: { maxAttempts: 1 },
    })
    const agent = planner('dear', [{ actions: [ask('one'), ask('two'), ask('three'), ask('four')] }], {
      maxParallel: 1,
    })
    const run = await engine.run(() => ({ text: '' }), { agent, trigger: { maxCostUsd: '0.03' } })
    expect(run.row).toMatchObject({ status: 'PAUSED', terminationReason: 'COST_LIMIT' })
    expect(run.of('RunCompleted')).toMatchObject([{ usage: { costUsd: '0.03' } }])
  })

  test('DAG-4 by an error of the engine: what was fired is skipped or performed, never both', async () => {
    const place = await createTestDatabase()
    const cleared = Promise.withResolvers<void>()
    let isBroken = false
    const faulty = await createTestEngine(place, {
      ...{ providers: [live], tools },
      canExecuteTool: async ({ target }) => {
        if (target === 'quick') await cleared.promise
        else isBroken = true
        return null
      },
      replace: (services) => ({
        policies: {
          // It throws at once: a rejection would be the database's, and this owner would give the run up.
          of: (projectId) => {
            if (!isBroken) return services.policies.of(projectId)
            isBroken = false
            cleared.resolve()
            throw new TypeError('The engine has a fault.')
          },
        },
      }),
    })
    const agent = planner('faulty', [
      { actions: [tool('fired', 'quick', { mode: 'FIRE_AND_FORGET' }), tool('next', 'crack')] },
    ])
    const run = await faulty.run(() => ({ text: '' }), { agent })
    expect(run.row).toMatchObject({ status: 'FAILED', errorCode: 'RUN_FAILED' })
    await expect.poll(() => statusesOf(place, run.runId)).toEqual({ fired: 'SUCCEEDED', next: 'SKIPPED' })
    const { of } = await faulty.finished(run.runId)
    expect(of('ActionSkipped').map(({ name }) => name)).toEqual(['next'])
    await faulty.close()
    await place.drop()
  })
})
