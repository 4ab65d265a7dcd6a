import { describe, expect, test } from 'vitest'
import type { ResumeRun } from '../../../src/domain/operations.ts'
import { type Script, sequence } from '../../../src/models/scripted.ts'
import { createFakeClock } from '../../../src/testing/fake-clock.ts'
import { type FinishedRun, testTool } from '../../support/engine.ts'
import { engineForFile, engineForTest } from '../../support/for-file.ts'
import { untilAborted } from '../../support/live-model.ts'

const count = testTool('count', async (args) => args)

const wait = testTool('wait', (_args, { signal }) => untilAborted(signal))

const { database, engine } = await engineForFile({ tools: [count, wait] })

/** Counts for ever; its last word tells how far it came. */
const counting: Script = ({ messages, toolsDisabled }) => {
  const n = messages.filter((message) => message.role === 'tool').length
  return toolsDisabled
    ? { text: `Counted to ${n}.` }
    : { text: `${n + 1}.`, toolCalls: [{ name: 'count', arguments: { n } }] }
}

async function resume(paused: FinishedRun, more: Partial<ResumeRun> = {}, on = engine): Promise<FinishedRun> {
  const call = { projectId: on.project.id, runId: paused.runId, ...more }
  await on.operations.resumeRun(call)
  return on.finished(paused.runId, paused.events.length)
}

async function historyOf(runId: string): Promise<readonly string[]> {
  const rows = await database.prisma.message.findMany({ where: { runId }, orderBy: { position: 'asc' } })
  return rows.map((row) => row.role)
}

describe('a paused run', () => {
  test('RUN-5 keeps its partial summary, is at rest and has not ended', async () => {
    const { row, of } = await engine.run(counting, { agent: { maxSteps: 3 } })
    expect(row).toMatchObject({ status: 'PAUSED', summary: 'Counted to 3.', stepCount: 3, completedAt: null })
    expect(of('RunCompleted')).toMatchObject([
      { status: 'PAUSED', terminationReason: 'MAX_STEPS', totalSteps: 3 },
    ])
  })

  test('EVT-11 RUN-5 goes on with more steps where it stopped, and counts them on top', async () => {
    const paused = await engine.run(counting, { agent: { maxSteps: 3 } })
    const resumed = await resume(paused, { maxSteps: 2, by: 'Kim' })
    expect(resumed.row).toMatchObject({ status: 'PAUSED', summary: 'Counted to 5.', stepCount: 5 })
    expect(resumed.events.map((event) => event.seq)[0]).toBe(paused.events.length + 1)
    // The project's limit of time counts anew from here (LIM-14).
    expect(resumed.of('RunResumed')).toEqual([
      {
        ...{ maxSteps: 5, timeoutMs: expect.any(Number), maxCostUsd: null, maxTokens: expect.any(Number) },
        resumedBy: 'Kim',
      },
    ])
    expect(
      resumed.events.flatMap((event) => (event.type === 'StepStarted' ? [event.stepNumber] : [])),
    ).toEqual([4, 5])
    expect(resumed.types).not.toContain('RunStarted')
    expect(resumed.types).not.toContain('RunRecovered')
  })

  test('EVT-11 RUN-5 the model reads the message that came with the resume, at its place', async () => {
    const script: Script = (situation) =>
      situation.input === 'Now stop.' ? { text: 'I stopped.' } : counting(situation)
    const paused = await engine.run(script, { agent: { maxSteps: 1 } })
    const { row, runId, of } = await resume(paused, { message: 'Now stop.', by: 'Kim' })
    expect(of('InputInjected')).toEqual([
      { text: 'Now stop.', sentBy: 'Kim', receivedAt: expect.any(String) },
    ])
    expect(row).toMatchObject({ status: 'COMPLETED', summary: 'I stopped.', stepCount: 2 })
    expect(await historyOf(runId)).toEqual(['USER', 'ASSISTANT', 'TOOL', 'USER', 'ASSISTANT'])
  })

  test('RUN-5 absent limits are granted anew as they were at first, each time', async () => {
    let run = await engine.run(counting, { agent: { maxSteps: 2, maxCostUsd: '10' } })
    for (const steps of [4, 6, 8]) {
      run = await resume(run)
      expect(run.row).toMatchObject({ status: 'PAUSED', stepCount: steps })
    }
    run = await resume(run, { maxSteps: 1 })
    expect(run.row.stepCount).toBe(9)
    expect((await resume(run)).row.stepCount).toBe(11)
  })

  test('RUN-5 a limit that was never set stays away', async () => {
    const script = sequence({ toolCalls: [{ name: 'count', arguments: {} }] }, { text: 'Done.' })
    const paused = await engine.run(script, { agent: { maxCostUsd: '0.01' } })
    expect(paused.row.terminationReason).toBe('COST_LIMIT')
    expect((await resume(paused, { maxCostUsd: '1' })).row).toMatchObject({ status: 'COMPLETED' })
  })

  test('RUN-5 goes on with more money', async () => {
    const paused = await engine.run(counting, { agent: { maxCostUsd: '0.02' } })
    expect(paused.row).toMatchObject({ terminationReason: 'COST_LIMIT', stepCount: 2 })
    // Three cents are spent with the last word; two more buy two more steps.
    expect((await resume(paused, { maxCostUsd: '0.02' })).row).toMatchObject({
      terminationReason: 'COST_LIMIT',
      stepCount: 4,
    })
  })

  test('RUN-5 goes on with more time, and time at rest is not counted', async () => {
    const clock = createFakeClock()
    const { engine: timed } = await engineForTest({ clock, tools: [wait], leaseMs: 60_000 })
    const hanging = sequence({ toolCalls: [{ name: 'wait', arguments: {} }] })
    const runId = await timed.trigger(hanging, { trigger: { timeoutMs: 30_000 } })
    await timed.seen(runId, 'ActionStarted')
    await clock.advance(35_000)
    const paused = await timed.finished(runId)
    expect(paused.row).toMatchObject({ status: 'PAUSED', terminationReason: 'TIMEOUT' })
    await clock.advance(3_600_000)
    const call = { projectId: timed.project.id, runId, timeoutMs: 40_000 }
    await timed.operations.resumeRun(call)
    // The database counts the time that the claim itself takes.
    await clock.sleeperOf(40_000, 5_000)
    await clock.advance(40_000)
    const again = await timed.finished(runId, paused.events.length)
    expect(again.row).toMatchObject({ status: 'PAUSED', terminationReason: 'TIMEOUT' })
    // The database starts the first stretch by its own clock, which went on while ours stood still.
    expect(again.row.durationMs).toBeLessThan(100_000)
    expect(again.row.durationMs).toBeGreaterThan(65_000)
  })
})

describe('an illegal transition', () => {
  test('RUN-7 a run that has ended is neither aborted nor resumed, and says why', async () => {
    const { operations, project } = engine
    const completed = await engine.run(() => ({ text: 'x' }))
    const failed = await engine.run(() => ({ error: { kind: 'AUTH' } }))
    const cancelled = await engine.run(counting, { agent: { maxSteps: 1 } })
    await operations.abortRun({ projectId: project.id, runId: cancelled.runId })
    for (const { runId } of [completed, failed, cancelled]) {
      const { status } = await database.prisma.run.findUniqueOrThrow({ where: { id: runId } })
      const call = { projectId: project.id, runId }
      const abort = operations.abortRun(call)
      await expect(abort).rejects.toMatchObject({ code: 'ILLEGAL_TRANSITION', data: { from: status } })
      const again = operations.resumeRun(call)
      await expect(again).rejects.toMatchObject({
        code: 'ILLEGAL_TRANSITION',
        data: { from: status, to: 'RUNNING' },
      })
    }
  })

  test('RUN-7 a running run cannot be resumed, and two resumes have one winner', async () => {
    const { operations, project } = engine
    const runId = await engine.trigger(sequence({ toolCalls: [{ name: 'wait', arguments: {} }] }))
    await engine.seen(runId, 'ActionStarted')
    const call = { projectId: project.id, runId }
    await expect(operations.resumeRun(call)).rejects.toMatchObject({ data: { from: 'RUNNING' } })
    await operations.abortRun(call)

    // Once resumed it waits: a run that paused again at once could rightly be resumed a second time.
    const waiting: Script = (situation) =>
      situation.input === 'Go on.' ? { toolCalls: [{ name: 'wait', arguments: {} }] } : counting(situation)
    const paused = await engine.run(waiting, { agent: { maxSteps: 1 } })
    const both = { projectId: project.id, runId: paused.runId, message: 'Go on.', maxSteps: 2 }
    const told = await Promise.allSettled([operations.resumeRun(both), operations.resumeRun(both)])
    expect(told.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected'])
    await operations.abortRun({ projectId: project.id, runId: paused.runId })
    const { of } = await engine.finished(paused.runId, paused.events.length)
    expect(of('RunResumed')).toHaveLength(1)
  })

  test('RUN-7 a queued run cannot be resumed', async () => {
    const { engine: idle } = await engineForTest({ concurrency: 0 })
    const runId = await idle.trigger(() => ({ text: 'x' }))
    const call = { projectId: idle.project.id, runId }
    await expect(idle.operations.resumeRun(call)).rejects.toMatchObject({ data: { from: 'QUEUED' } })
  })

  test('RUN-7 a run of another project is not found', async () => {
    const { runId } = await engine.run(counting, { agent: { maxSteps: 1 } })
    const call = { projectId: '00000000-0000-7000-8000-000000000000', runId }
    await expect(engine.operations.abortRun(call)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(engine.operations.resumeRun(call)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test.for([
    { maxSteps: 0 },
    { timeoutMs: -1 },
    { maxCostUsd: '-1' },
    { message: 'a\u0000' },
    { message: ' ' },
  ])('RUN-5 a resume with %o is refused and changes nothing', async (more) => {
    const paused = await engine.run(counting, { agent: { maxSteps: 1 } })
    await expect(resume(paused, more)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    expect((await engine.finished(paused.runId)).events).toHaveLength(paused.events.length)
  })
})
