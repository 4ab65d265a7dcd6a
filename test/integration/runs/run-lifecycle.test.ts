import { describe, expect, test } from 'vitest'
import { type Script, sequence } from '../../../src/models/scripted.ts'
import type { TestDatabase } from '../../support/database.ts'
import { type RunOptions, testTool } from '../../support/engine.ts'
import { eventually } from '../../support/eventually.ts'
import { engineForFile, engineForTest } from '../../support/for-file.ts'
import { answer, createLiveModel } from '../../support/live-model.ts'
import { loseOwner } from '../../support/lose-owner.ts'

const live = createLiveModel()

const echo = testTool('echo', async (args) => args)

const { database, engine } = await engineForFile({ tools: [echo], providers: [live] })

const callEcho = { toolCalls: [{ name: 'echo', arguments: { n: 1 } }] }

describe('the life of a run', () => {
  test('RUN-1 the row is RUNNING, with its start, before the model is asked', async () => {
    const seen = Promise.withResolvers<unknown>()
    live.plays.look = async function* (request) {
      seen.resolve(await database.prisma.run.findFirst({ where: { input: 'Look at me.' } }))
      yield answer(request, 'I looked.')
    }
    await engine.run(() => ({}), { agent: { model: 'live/look' }, trigger: { input: 'Look at me.' } })
    expect(await seen.promise).toMatchObject({ status: 'RUNNING', startedAt: expect.any(Date), epoch: 1 })
  })

  test('RUN-2 a completed run has the final text, its duration and its end', async () => {
    const { row, of, types } = await engine.run(sequence(callEcho, { text: '  The answer. ' }))
    expect(row).toMatchObject({
      status: 'COMPLETED',
      terminationReason: 'FINAL_ANSWER',
      summary: 'The answer.',
      errorCode: null,
      stepCount: 2,
      durationMs: expect.any(Number),
      completedAt: expect.any(Date),
    })
    expect(row.durationMs).toBeLessThanOrEqual(Date.now() - (row.startedAt?.getTime() ?? 0))
    expect(of('FinalAnswer')).toEqual([{ text: 'The answer.' }])
    expect(of('RunCompleted')).toMatchObject([{ status: 'COMPLETED', totalSteps: 2, totalActions: 1 }])
    expect(types.slice(-3)).toEqual(['Terminating', 'FinalAnswer', 'RunCompleted'])
  })

  test('EVT-1 EVT-3 the log counts from 1 without gaps: reasoning, text, per call its start and end; the answer once, at the end', async () => {
    const toolCalls = [1, 2].map((n) => ({ name: 'echo', arguments: { n } }))
    const { events, types, of } = await engine.run(
      sequence({ reasoning: 'Hm.', text: 'Looking.', toolCalls }, { text: 'Found.' }),
      { agent: { maxParallel: 1 } },
    )
    expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1))
    expect(types.filter((type) => type !== 'ArgumentsDelta')).toEqual([
      ...['RunStarted', 'StepStarted', 'ReasoningDelta', 'TextDelta', 'UsageReported', 'PlanGenerated'],
      ...['ActionStarted', 'ActionCompleted', 'ActionStarted', 'ActionCompleted', 'StepCompleted'],
      ...['StepStarted', 'TextDelta', 'UsageReported', 'StepCompleted'],
      ...['Terminating', 'FinalAnswer', 'RunCompleted'],
    ])
    expect(of('FinalAnswer')).toEqual([{ text: 'Found.' }])
  })

  test('LOOP-1 LOOP-6 the model of the definition is asked with its settings, tools and prompt; its text is the summary', async () => {
    live.plays.single = async function* (request) {
      yield answer(request, 'The answer.')
    }
    const before = live.requests.length
    const { row } = await engine.run(() => ({}), {
      agent: { model: 'live/single', temperature: 0.2, systemPrompt: 'Be brief.', flowType: 'SINGLE' },
      trigger: { input: 'What?' },
    })
    expect(row).toMatchObject({ status: 'COMPLETED', summary: 'The answer.' })
    expect(live.requests.slice(before)).toMatchObject([
      {
        ...{ model: 'single', temperature: 0.2, systemPrompt: 'Be brief.' },
        tools: [{ name: 'echo' }],
        messages: [{ role: 'user', text: 'What?' }],
      },
    ])
  })

  test('RUN-2 a step keeps the reasoning of its turn', async () => {
    const { runId } = await engine.run(
      sequence({ ...callEcho, reasoning: 'Think first.' }, { text: 'Done.' }),
    )
    const steps = await database.prisma.step.findMany({ where: { runId }, orderBy: { number: 'asc' } })
    expect(steps.map((step) => step.reasoning)).toEqual(['Think first.', null])
  })

  test('RUN-3 a failed run has a code, a message with the remedy, its duration and its end', async () => {
    const { row, of } = await engine.run(() => ({ text: 'Almost', error: { kind: 'AUTH' } }))
    expect(row).toMatchObject({
      status: 'FAILED',
      terminationReason: 'MODELS_EXHAUSTED',
      errorCode: 'MODELS_EXHAUSTED',
      errorMessage: expect.stringMatching(/^No model answered\. scripted\/.*AUTH/),
      durationMs: expect.any(Number),
      completedAt: expect.any(Date),
    })
    expect(row.errorMessage).not.toContain('..')
    expect(of('RunFailed')).toMatchObject([{ error: row.errorMessage, errorCode: 'MODELS_EXHAUSTED' }])
  })

  test('RUN-3 an error of our own machinery reaches the caller as a sentence without its insides', async () => {
    const fail = (): never => {
      throw new Error('secret insides')
    }
    const { engine: broken } = await engineForTest({ priceOf: fail })
    const { row } = await broken.run(() => ({ text: 'x' }))
    expect(row).toMatchObject({ status: 'FAILED', terminationReason: 'ERROR', errorCode: 'RUN_FAILED' })
    expect(row.errorMessage).not.toContain('secret')
  })

  test('RUN-3 DUR-1 a run whose owners keep dying ends as a crash loop, with nothing left open', async () => {
    const stores: TestDatabase[] = []
    let lives = 0
    const die = testTool('die', async (_args, { runId }) => {
      lives += 1
      for (const store of stores) {
        // A process that wrote no event is not in the log.
        const began = { runId, type: { in: ['RunStarted', 'RunRecovered'] } }
        await eventually(() => store.prisma.event.count({ where: began })).toBe(lives)
        await loseOwner(store, runId)
      }
      return new Promise(() => undefined)
    })
    const { engine: mortal, database: ownDatabase } = await engineForTest({ tools: [die] })
    stores.push(ownDatabase)
    const { row, runId, of } = await mortal.run(sequence({ toolCalls: [{ name: 'die', arguments: {} }] }))
    expect(row).toMatchObject({ status: 'FAILED', errorCode: 'CRASH_LOOP', completedAt: expect.any(Date) })
    expect(of('RunRecovered').at(-1)).toEqual({ recoveries: 6 })
    const { prisma } = ownDatabase
    expect(await prisma.action.count({ where: { runId, completedAt: null } })).toBe(0)
    expect(await prisma.step.count({ where: { runId, completedAt: null } })).toBe(0)
  })

  test('RUN-6 each ending has its reason', async () => {
    const repeat: Script = () => callEcho
    const ways: readonly (readonly [string, Script, RunOptions?])[] = [
      ['COMPLETED FINAL_ANSWER', () => ({ text: 'Yes.' })],
      ['PAUSED MAX_STEPS', repeat, { agent: { maxSteps: 2 } }],
      ['PAUSED COST_LIMIT', repeat, { agent: { maxCostUsd: '0.02' } }],
      ['FAILED DOOM_LOOP', repeat],
      ['FAILED MODELS_EXHAUSTED', () => ({ error: { kind: 'BAD_REQUEST' } })],
    ]
    for (const [expected, script, options] of ways) {
      const { row, of } = await engine.run(script, options)
      expect(`${row.status} ${row.terminationReason}`).toBe(expected)
      expect(of('Terminating')).toEqual([{ terminationReason: row.terminationReason }])
    }
  })
})
