import { describe, expect, test } from 'vitest'
import { diffSteps } from '../../../src/domain/run-diff.ts'
import { createReads } from '../../../src/store/read/create-reads.ts'
import { createTestDatabase } from '../../support/database.ts'
import { createTestEngine, type EngineOptions, type TestEngine, testTool } from '../../support/engine.ts'
import { forFile } from '../../support/for-file.ts'
import { answer, createLiveModel, untilAborted } from '../../support/live-model.ts'
import { saidIn } from '../../support/run-rows.ts'
import { shiftedClock } from '../../support/shifted-clock.ts'

const hour = 3_600_000

const live = createLiveModel()

let opened = Promise.withResolvers<void>()

const hold = testTool('hold', async () => opened.promise.then(() => 'held'))

const database = forFile(await createTestDatabase())
const engine = await createTestEngine(database)
const project = engine.project
await engine.close()

const engineAt = (aheadMs: number, options: EngineOptions = {}) =>
  createTestEngine(database, {
    ...{ project, providers: [live], tools: [hold], clock: shiftedClock(aheadMs) },
    ...options,
  })

async function replayed(engine: TestEngine, runId: string) {
  const place = { projectId: project.id, runId, tools: 'RECORDED' } as const
  const replay = await engine.operations.history.replayRun(place)
  return engine.finished(replay.runId)
}

/** The numbers of the steps in which two runs differ. */
async function differing(a: string, b: string): Promise<readonly number[]> {
  const reads = createReads({ prisma: database.prisma, pool: database.pool })
  const [ofA = [], ofB = []] = await reads.stepDigests(project.id, [a, b])
  return diffSteps(ofA, ofB).flatMap(({ number, same }) => (same ? [] : [number]))
}

describe.each([300, -300, hour, -hour])('a replay of a run of a process that is %d ms ahead', (aheadMs) => {
  test('RUN-9 JDG-3 takes a check of the confidence up before the same step', async () => {
    const name = `checked-${aheadMs}`
    live.plays[name] = async function* (request) {
      if (request.responseFormat?.name === 'confidence')
        return yield answer(request, '{"confidence":0.9,"reason":"So it seems."}')
      const turn = request.messages.filter(({ role }) => role === 'assistant').length
      yield turn < 4
        ? answer(request, '', [{ name: turn === 1 ? 'hold' : 'pass', arguments: { turn } }])
        : answer(request, 'Done.')
    }
    opened = Promise.withResolvers()
    const engine = await engineAt(aheadMs, { tools: [hold, testTool('pass', async () => 'passed')] })
    const runId = await engine.trigger(() => ({ text: '' }), { agent: { model: `live/${name}` } })
    await expect
      .poll(() => database.prisma.action.count({ where: { runId, target: 'hold', status: 'RUNNING' } }))
      .toBe(1)
    await engine.operations.checkConfidence({ projectId: project.id, runId })
    opened.resolve()
    const original = await engine.finished(runId)
    expect(original.row).toMatchObject({ status: 'COMPLETED', stepCount: 5 })
    const causesOf = async (of: string) => {
      const steps = await database.prisma.step.findMany({ where: { runId: of }, orderBy: { number: 'asc' } })
      return steps.map(({ validation }) => (JSON.stringify(validation)?.includes('REQUESTED') ? 'asked' : ''))
    }
    expect(await causesOf(runId)).toEqual(['', '', 'asked', '', ''])
    const replay = await replayed(engine, runId)
    expect(replay.row).toMatchObject({ status: 'COMPLETED', errorMessage: null })
    expect(await causesOf(replay.runId)).toEqual(await causesOf(runId))
    const replayOfReplay = await replayed(engine, replay.runId)
    expect(replayOfReplay.row).toMatchObject({ status: 'COMPLETED', errorMessage: null })
    expect(await causesOf(replayOfReplay.runId)).toEqual(await causesOf(runId))
    await engine.close()
  })

  test('RUN-9 LOOP-7 asks the questions of two owners in the order in which they were asked', async () => {
    const name = `planned-${aheadMs}`
    const reached = Promise.withResolvers<void>()
    let asked = 0
    live.plays[name] = async function* (request) {
      asked += 1
      const frame = { reasoning: `Thought ${asked}.`, goalAchieved: false, answer: null, plan: null }
      // A plan that calls nobody is sent back.
      if (asked === 1)
        return yield answer(
          request,
          JSON.stringify({ ...frame, plan: { actions: [{ name: 'a', type: 'TOOL', target: 'nobody' }] } }),
        )
      if (asked === 2) {
        reached.resolve()
        return await untilAborted(request.signal)
      }
      const actions = [{ name: 'a', type: 'TOOL', target: 'pass', parameters: {} }]
      const turn = asked === 3 ? { plan: { actions } } : { answer: 'Done.', goalAchieved: true }
      yield answer(request, JSON.stringify({ ...frame, ...turn }))
    }
    const pass = testTool('pass', async () => 'passed')
    const first = await engineAt(aheadMs, { tools: [pass] })
    const agent = { model: `live/${name}`, planner: 'PLAN' } as const
    const runId = await first.trigger(() => ({ text: '' }), { agent })
    await reached.promise
    await first.die()
    const next = await engineAt(0, { tools: [pass] })
    const original = await next.finished(runId)
    expect(original.row).toMatchObject({ status: 'COMPLETED', recoveries: 1 })
    const steps = await database.prisma.step.findMany({ where: { runId } })
    expect(Math.min(...steps.map(({ durationMs }) => durationMs ?? -1))).toBeGreaterThanOrEqual(0)
    const replay = await replayed(next, runId)
    expect(replay.row).toMatchObject({ status: 'COMPLETED', errorMessage: null })
    expect(await saidIn(database, replay.runId)).toEqual(await saidIn(database, runId))
    expect(await differing(runId, replay.runId)).toEqual([])
    await next.close()
    await first.close()
  })

  test('RUN-9 CTX-6 of a session begins with what that run was shown', async () => {
    const name = `session-${aheadMs}`
    live.plays[name] = async function* (request) {
      const isAsked = request.messages.at(-1)?.role === 'user'
      const said = request.messages.map((message) => (message.role === 'user' ? message.text : message.role))
      yield isAsked
        ? answer(request, said.join(), [{ name: 'pass', arguments: {} }])
        : answer(request, 'Done.')
    }
    const tools = [testTool('pass', async () => 'passed')]
    const first = await engineAt(aheadMs, { tools })
    const { slug } = await first.define(() => ({ text: '' }), { model: `live/${name}` })
    const call = { projectId: project.id, agent: { slug }, sessionKey: name }
    const earlier = await first.operations.triggerRun({ ...call, input: 'My name is Ada.' })
    await first.finished(earlier.runId)
    await first.close()
    const next = await engineAt(0, { tools })
    const { runId } = await next.operations.triggerRun({ ...call, input: 'What is my name?' })
    await next.finished(runId)
    const replay = await replayed(next, runId)
    expect(replay.row).toMatchObject({ status: 'COMPLETED', errorMessage: null })
    const textsOf = async (of: string) => (await saidIn(database, of)).map(({ text }) => text)
    expect(await textsOf(replay.runId)).toEqual([
      ...(await textsOf(earlier.runId)),
      ...(await textsOf(runId)),
    ])
    expect(await differing(runId, replay.runId)).toEqual([])
    const { runId: forked } = await next.operations.history.forkRun({
      projectId: project.id,
      runId,
      afterStep: 1,
    })
    await next.finished(forked)
    expect(await differing(runId, forked)).toEqual([])
    await next.close()
  })
})
