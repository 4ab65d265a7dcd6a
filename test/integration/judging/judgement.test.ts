import { describe, expect, test } from 'vitest'
import type { AgentDefinitionInput } from '../../../src/domain/agent.ts'
import type { Json } from '../../../src/domain/json.ts'
import type { ModelChunk, ModelRequest } from '../../../src/domain/model.ts'
import type { TestMetrics } from '../../../src/domain/tool.ts'
import { testTool } from '../../support/engine.ts'
import { engineForFile } from '../../support/for-file.ts'
import { answer, createLiveModel, untilAborted } from '../../support/live-model.ts'
import { loseOwner } from '../../support/lose-owner.ts'

const live = createLiveModel()

const suite = testTool('suite', async (args, { reportTests }) => {
  reportTests(args as TestMetrics) // the test gives them
  return 'ran'
})

const make = testTool('make', async (args, { addArtifact }) => {
  for (const [name, value] of Object.entries(args as Record<string, Json>)) addArtifact(name, value)
  return 'made'
})

const work = testTool('work', async () => 'worked')

const fail = testTool('fail', async () => {
  throw new Error('The service is down.')
})

const slow = testTool('slow', async (_args, { signal }) => untilAborted(signal))

const { database, engine } = await engineForFile({
  tools: [suite, make, work, fail, slow],
  providers: [live],
})

type Turn = { readonly text?: string; readonly calls?: readonly { name: string; arguments: Json }[] }

type Asked = { readonly request: ModelRequest; readonly nth: number }

/** Answers of an agent turn by turn, the last one for ever; its judge answers `judged`. */
interface Roles {
  readonly turns: readonly Turn[]
  readonly judged?: (asked: Asked) => Json | string
}

let agents = 0

function play({ turns, judged }: Roles): { readonly model: string; readonly asked: ModelRequest[] } {
  const name = `agent-${agents++}`
  const asked: ModelRequest[] = []
  let turn = 0
  live.plays[name] = async function* (request): AsyncGenerator<ModelChunk> {
    if (request.responseFormat) {
      asked.push(request)
      const said = judged?.({ request, nth: asked.length }) ?? ''
      yield answer(request, typeof said === 'string' ? said : JSON.stringify(said))
      return
    }
    if (request.toolChoice === 'none') return yield answer(request, 'The last word.')
    const { text = '', calls = [] } = turns[Math.min(turn++, turns.length - 1)] ?? {}
    yield answer(request, text, calls)
  }
  return { model: `live/${name}`, asked }
}

function run(model: string, agent: Partial<AgentDefinitionInput> = {}) {
  return engine.run(() => ({}), { agent: { model, ...agent } })
}

const calls = (name: string, ...all: readonly Json[]): Turn[] =>
  all.map((args) => ({ text: `Calling ${name}.`, calls: [{ name, arguments: args }] }))

const words = (text: string): Turn => ({ text })

const criteria = ['The report is written.', 'It names its sources.']

const verdicts = (met: readonly boolean[], progress: number) => ({
  criteria: met.map((isMet) => ({ met: isMet, evidence: isMet ? 'It is there.' : 'It is missing.' })),
  progress,
})

describe('progress', () => {
  test('JDG-2 tests come before artifacts, artifacts before the model; each judged step has its source', async () => {
    const { model, asked } = play({
      turns: [
        ...calls('suite', { passed: 1, failed: 3 }),
        ...calls('make', { report: 'Draft.' }),
        ...calls('work', { n: 1 }),
        {
          calls: [
            { name: 'make', arguments: { report: 'Final.' } },
            { name: 'suite', arguments: { passed: 4, failed: 0, coverage: 0.5 } },
          ],
        },
        words('Done.'),
      ],
      judged: ({ nth }) => verdicts([nth > 1, nth > 1], 0.6),
    })
    const { of, row, runId } = await run(model, { acceptanceCriteria: criteria })
    expect(row).toMatchObject({ status: 'COMPLETED', terminationReason: 'GOAL_ACHIEVED', summary: 'Done.' })
    expect(of('Validated')).toEqual([
      { judgedProgress: 0.25, source: 'TESTS' },
      { judgedProgress: 0.5, source: 'ARTIFACTS' },
      { judgedProgress: 0.6, source: 'MODEL' },
      { judgedProgress: 0.75, source: 'TESTS' },
      { judgedProgress: 1, source: 'MODEL' },
    ])
    expect(of('StepCompleted').map(({ progress }) => progress)).toEqual([0.25, 0.5, 0.6, 0.75, 1])
    expect(asked).toHaveLength(2)
    const stored = await database.prisma.run.findUniqueOrThrow({
      where: { id: runId },
      include: { steps: { orderBy: { number: 'asc' } } },
    })
    expect(stored).toMatchObject({ progress: 1, artifacts: { report: 'Final.' } })
    expect(stored.steps.map(({ progress }) => progress)).toEqual([0.25, 0.5, 0.6, 0.75, 1])
    expect(stored.steps[3]?.validation).toMatchObject({
      source: 'TESTS',
      tests: { passed: 4, failed: 0, coverage: 0.5 },
      artifacts: ['report'],
    })
  })

  test('JDG-2 EVT-3 an agent with no criteria, tests or artifacts is not judged, and no model is asked', async () => {
    const { model, asked } = play({ turns: [...calls('work', {}), words('Done.')] })
    const { types, of, row } = await run(model)
    expect(row).toMatchObject({ status: 'COMPLETED', terminationReason: 'FINAL_ANSWER' })
    expect(types).not.toContain('Validated')
    expect(of('StepCompleted').map(({ progress }) => progress)).toEqual([null, null])
    expect(asked).toHaveLength(0)
  })

  test('JDG-2 a model that judges in the wrong shape is asked to repair it, and its calls are recorded as VALIDATION', async () => {
    const { model, asked } = play({
      turns: [words('Done.')],
      judged: ({ nth }) => (nth === 1 ? 'Looks good to me.' : verdicts([true, true], 0.9)),
    })
    const { row, of, runId } = await run(model, { acceptanceCriteria: criteria })
    expect(row).toMatchObject({ status: 'COMPLETED', terminationReason: 'GOAL_ACHIEVED' })
    expect(of('Validated')).toEqual([{ judgedProgress: 1, source: 'MODEL' }])
    expect(asked.at(-1)?.messages.at(-1)).toMatchObject({ text: expect.stringContaining('does not match') })
    const booked = await database.prisma.modelCall.findMany({ where: { runId }, orderBy: { id: 'asc' } })
    expect(booked.map(({ purpose }) => purpose)).toEqual(['LOOP', 'VALIDATION', 'VALIDATION'])
    expect(of('TextDelta')).toEqual([])
  })

  test('JDG-2 a model that cannot judge is a warning, and the answer stands', async () => {
    const { model, asked } = play({ turns: [words('Done.')], judged: () => 'No.' })
    const { row, of } = await run(model, { acceptanceCriteria: criteria })
    expect(asked).toHaveLength(3)
    expect(row).toMatchObject({ status: 'COMPLETED', terminationReason: 'FINAL_ANSWER', summary: 'Done.' })
    expect(of('Warning')).toMatchObject([{ code: 'VALIDATION_FAILED' }])
    expect(of('Validated')).toEqual([])
  })

  test('JDG-2 a tool whose report is refused fails, and nothing of it counts', async () => {
    const { model } = play({ turns: [...calls('suite', { passed: -1, failed: 0 }), words('Done.')] })
    const { of } = await run(model)
    expect(of('ActionFailed')).toMatchObject(
      [{ errorCode: 'TOOL_FAILED', error: /report was refused/ }].map(({ errorCode, error }) => ({
        errorCode,
        error: expect.stringMatching(error),
      })),
    )
    expect(of('Validated')).toEqual([])
  })
})

describe('the exits of the loop', () => {
  test('JDG-1 goal met: the run ends when its criteria are, without waiting for an answer', async () => {
    const { model } = play({
      turns: [...calls('work', { n: 1 }, { n: 2 }), words('Never said.')],
      judged: ({ nth }) => verdicts([true, nth > 1], 0.5),
    })
    const { row } = await run(model, { acceptanceCriteria: criteria })
    expect(row).toMatchObject({
      status: 'COMPLETED',
      terminationReason: 'GOAL_ACHIEVED',
      summary: 'Calling work.',
      stepCount: 2,
    })
  })

  test('JDG-1 criteria that are met do not end a run that wants to answer itself', async () => {
    const { model } = play({
      turns: [...calls('work', {}), words('My answer.')],
      judged: () => verdicts([true, true], 1),
    })
    const { row } = await run(model, { acceptanceCriteria: criteria, terminateOnGoalAchieved: false })
    expect(row).toMatchObject({ terminationReason: 'FINAL_ANSWER', summary: 'My answer.', stepCount: 2 })
  })

  test('JDG-1 LOOP-4 an answer with criteria unmet is sent back with the unmet criteria', async () => {
    const { model } = play({
      turns: [words('Done.'), words('Really done.')],
      judged: ({ nth }) => verdicts([true, nth > 1], 0.5),
    })
    const { row, runId } = await run(model, { acceptanceCriteria: criteria })
    expect(row).toMatchObject({ terminationReason: 'GOAL_ACHIEVED', summary: 'Really done.', stepCount: 2 })
    const said = await database.prisma.message.findMany({
      where: { runId, role: 'USER' },
      orderBy: { position: 'asc' },
    })
    expect(said.at(-1)?.content).toMatchObject({
      text: expect.stringMatching(/not all acceptance criteria[\s\S]*names its sources[\s\S]*missing/i),
    })
  })

  test('JDG-1 timeout: PAUSED with a last word', async () => {
    const { model } = play({ turns: calls('slow', {}) })
    const { row } = await run(model, { defaultTimeoutMs: 300 })
    expect(row).toMatchObject({ status: 'PAUSED', terminationReason: 'TIMEOUT', summary: 'The last word.' })
  })

  test('JDG-1 cost: PAUSED when the money is spent, with the cost of judging', async () => {
    const { model } = play({
      turns: calls('work', { n: 1 }, { n: 2 }, { n: 3 }),
      judged: () => verdicts([false, false], 0.1),
    })
    const { row, runId } = await run(model, { acceptanceCriteria: criteria, maxCostUsd: '0.03' })
    expect(row).toMatchObject({ status: 'PAUSED', terminationReason: 'COST_LIMIT' })
    const booked = await database.prisma.modelCall.groupBy({
      by: ['purpose'],
      where: { runId },
      _count: true,
    })
    expect(booked.find(({ purpose }) => purpose === 'VALIDATION')?._count).toBeGreaterThan(0)
  })

  test('JDG-1 a failed action ends a run that wants it so', async () => {
    const { model } = play({ turns: [...calls('fail', {}), words('Done.')] })
    const { row, types } = await run(model, { terminateOnError: true })
    expect(row).toMatchObject({
      status: 'FAILED',
      terminationReason: 'ERROR',
      errorCode: 'ACTION_FAILED',
      errorMessage: expect.stringMatching(/"fail" failed.*The service is down/),
      stepCount: 1,
    })
    expect(types.at(-1)).toBe('RunFailed')
  })

  test('LIM-10 no progress over K judged steps: PAUSED with a last word, and resumed it has K steps again', async () => {
    // Each call is another, or the doom loop would end it.
    const turns = Array.from({ length: 9 }, (_, n) =>
      calls('suite', { passed: 1, failed: 1, coverage: 0, n }),
    ).flat()
    const player = play({ turns })
    const { row, runId, of, events } = await run(player.model, { noProgressSteps: 3 })
    expect(row).toMatchObject({
      status: 'PAUSED',
      terminationReason: 'NO_PROGRESS',
      summary: 'The last word.',
      stepCount: 4,
    })
    expect(of('Terminating')).toEqual([{ terminationReason: 'NO_PROGRESS' }])
    await engine.operations.resumeRun({ projectId: engine.project.id, runId, message: 'Try another way.' })
    const again = await engine.finished(runId, events.length)
    expect(again.row).toMatchObject({ terminationReason: 'NO_PROGRESS', stepCount: 7 })
  })

  test('LIM-10 an agent may go on without progress', async () => {
    const turns = Array.from({ length: 6 }, (_, n) => calls('suite', { passed: 0, failed: 1, n })).flat()
    const { row } = await run(play({ turns: [...turns, words('Done.')] }).model, {
      noProgressSteps: 2,
      terminateOnNoProgress: false,
    })
    expect(row).toMatchObject({ status: 'COMPLETED', stepCount: 7 })
  })
})

/** Holds the first question of this name until its call is cut off; resolves when it is asked. */
function holdFirst(model: string, question: string): Promise<void> {
  const name = model.slice('live/'.length)
  const whole = live.plays[name]
  if (!whole) throw new Error('Nobody plays it.')
  const held = Promise.withResolvers<void>()
  let isHeld = false
  live.plays[name] = async function* (request) {
    if (request.responseFormat?.name === question && !isHeld) {
      isHeld = true
      held.resolve()
      await untilAborted(request.signal)
    }
    yield* whole(request)
  }
  return held.promise
}

/** The run of an agent whose owner dies when the judgement of its first step is durable, which `judged` waits for. */
async function loseOwnerOnceJudged(first: readonly Turn[], judged: (runId: string) => Promise<unknown>) {
  const { model, asked } = play({
    turns: [...first, words('Done.')],
    judged: ({ request, nth }) => {
      if (request.responseFormat?.name === 'confidence') return { confidence: 0.9, reason: 'Fine.' }
      return verdicts([nth > 1, nth > 1], 0.5)
    },
  })
  const held = holdFirst(model, 'confidence')
  const agent = { model, acceptanceCriteria: criteria, confidence: { everySteps: 1 } }
  const runId = await engine.trigger(() => ({}), { agent })
  await held
  await judged(runId)
  await loseOwner(database, runId)
  const finished = await engine.finished(runId)
  const goal = { status: 'COMPLETED', terminationReason: 'GOAL_ACHIEVED', recoveries: 1 }
  expect(finished.row).toMatchObject(goal)
  const questions = asked.map(({ responseFormat }) => responseFormat?.name)
  expect(questions).toEqual(['validation', 'confidence', 'validation'])
  return finished
}

describe('a step that is judged when its owner dies', () => {
  test('DUR-1 JDG-2 TAS-5 is not judged again: the judgement is durable before the step is', async () => {
    const isSeen = (runId: string) => engine.seen(runId, 'Validated')
    const { of, types } = await loseOwnerOnceJudged(calls('work', { n: 1 }), isSeen)
    expect(of('Validated')).toEqual([
      { judgedProgress: 0.5, source: 'MODEL' },
      { judgedProgress: 1, source: 'MODEL' },
    ])
    expect(types.filter((type) => type === 'StepCompleted')).toHaveLength(2)
  })

  test('DUR-1 JDG-2 criteria that were judged beside tests that all pass are not judged again', async () => {
    const passing = { passed: 2, failed: 0 }
    const validation = { path: ['met'], equals: false }
    const isStored = (runId: string) =>
      expect.poll(() => database.prisma.step.count({ where: { runId, validation } })).toBe(1)
    const { of, runId } = await loseOwnerOnceJudged(calls('suite', passing), isStored)
    expect(of('Validated')).toEqual([
      { judgedProgress: 1, source: 'TESTS' },
      { judgedProgress: 1, source: 'MODEL' },
    ])
    const [step] = await database.prisma.step.findMany({ where: { runId }, orderBy: { number: 'asc' } })
    expect(step?.validation).toMatchObject({
      ...{ source: 'TESTS', tests: passing, met: false },
      criteria: [{ met: false }, {}],
    })
  })
})

describe('a run that stops while it is judged', () => {
  /** An agent whose judge never answers. */
  function withSilentJudge(): string {
    const { model } = play({ turns: [...calls('work', { n: 1 }), words('Done.')] })
    const name = model.slice('live/'.length)
    const whole = live.plays[name]
    if (!whole) throw new Error('Nobody plays it.')
    live.plays[name] = async function* (request) {
      if (request.responseFormat) await untilAborted(request.signal)
      yield* whole(request)
    }
    return model
  }

  test('LIM-4 JDG-2 when its time is up, closes the step with its results so far', async () => {
    const model = withSilentJudge()
    const { row, of, runId } = await run(model, { acceptanceCriteria: criteria, defaultTimeoutMs: 300 })
    expect(row).toMatchObject({ status: 'PAUSED', terminationReason: 'TIMEOUT', summary: 'The last word.' })
    expect(of('Warning')).toMatchObject([{ code: 'VALIDATION_FAILED' }])
    expect(await database.prisma.step.findMany({ where: { runId } })).toMatchObject([
      { success: true, progress: null, error: null },
    ])
  })

  test('RUN-4 JDG-2 when it is aborted, ends at once', async () => {
    const runId = await engine.trigger(() => ({}), {
      agent: { model: withSilentJudge(), acceptanceCriteria: criteria },
    })
    await engine.seen(runId, 'ActionCompleted')
    await engine.operations.abortRun({ projectId: engine.project.id, runId })
    const { row, types } = await engine.finished(runId)
    expect(row).toMatchObject({ status: 'CANCELLED', terminationReason: 'ABORTED' })
    expect(types).not.toContain('Validated')
  })
})
