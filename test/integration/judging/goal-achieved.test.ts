import { describe, expect, test } from 'vitest'
import type { AgentDefinitionInput } from '../../../src/domain/agent.ts'
import type { Json } from '../../../src/domain/json.ts'
import type { CompletionGuard } from '../../../src/engine/judge/completion-guards.ts'
import type { Script } from '../../../src/models/scripted.ts'
import { doneTool, exitLoopTool, todoTool } from '../../../src/tools/control-tools.ts'
import { type FinishedRun, testTool } from '../../support/engine.ts'
import { engineForFile } from '../../support/for-file.ts'
import { answer, createLiveModel } from '../../support/live-model.ts'

const live = createLiveModel()

const unused: Script = () => ({})

const make = testTool('make', async (_args, { addArtifact }) => {
  addArtifact('report', 'Draft.')
  return 'made'
})

let guard: CompletionGuard = () => null

const { database, engine } = await engineForFile({
  tools: [todoTool, doneTool, exitLoopTool, make],
  providers: [live],
  replace: (services) => ({ ...services, guards: [(...given) => guard(...given)] }),
})

const criteria = ['The report is written.', 'It names its sources.']

const judged = (met: boolean, progress: number): Json => ({
  criteria: criteria.map(() => ({ met, evidence: met ? 'It is there.' : 'It is missing.' })),
  progress,
})

let agents = 0

/** A planner that says at once that its goal is achieved; `verdict` is what the one who judges says. */
async function claiming(
  verdict: Json | null,
  agent: Partial<AgentDefinitionInput> = {},
): Promise<FinishedRun> {
  const name = `claims-${agents++}`
  live.plays[name] = async function* (request) {
    const isJudge = request.systemPrompt?.startsWith('You judge') ?? false
    const claim = { reasoning: 'All done.', goalAchieved: true, answer: 'I am done.', plan: null }
    yield answer(request, JSON.stringify(isJudge ? verdict : claim))
  }
  return engine.run(unused, {
    agent: { model: `live/${name}`, planner: 'PLAN', protocolMode: 'AUTONOMOUS', ...agent },
  })
}

const warningsOf = ({ of }: FinishedRun, code: string) =>
  of('Warning').filter((warning) => warning.code === code)

describe('GOAL_ACHIEVED', () => {
  test('JDG-1 LOOP-7 is not said of a run whose criteria are judged unmet, however often it claims it', async () => {
    const run = await claiming(judged(false, 0), { acceptanceCriteria: criteria })
    expect(run.row).toMatchObject({
      status: 'COMPLETED',
      terminationReason: 'FINAL_ANSWER',
      summary: 'I am done.',
      stepCount: 4,
      progress: 0,
    })
    const [warning, ...more] = warningsOf(run, 'COMPLETION_GUARD_UNMET')
    expect(warning?.message).toContain('The report is written.')
    expect(more).toEqual([])
    const last = await database.prisma.step.findFirstOrThrow({
      where: { runId: run.runId },
      orderBy: { number: 'desc' },
    })
    expect(last.validation).toMatchObject({ met: false })
  })

  test('JDG-1 LOOP-7 is not said where nobody could judge the criteria', async () => {
    const run = await claiming('no verdict', { acceptanceCriteria: criteria })
    expect(run.row).toMatchObject({ status: 'COMPLETED', terminationReason: 'FINAL_ANSWER' })
    expect(warningsOf(run, 'VALIDATION_FAILED')).toHaveLength(1)
  })

  test('JDG-1 LOOP-7 is said where they are met, and where there are none to meet', async () => {
    const met = await claiming(judged(true, 1), { acceptanceCriteria: criteria })
    expect(met.row).toMatchObject({ terminationReason: 'GOAL_ACHIEVED', stepCount: 1, progress: 1 })
    const none = await claiming(null)
    expect(none.row).toMatchObject({ terminationReason: 'GOAL_ACHIEVED', stepCount: 1 })
    expect(warningsOf(none, 'COMPLETION_GUARD_UNMET')).toEqual([])
  })

  test('JDG-1 LOOP-4 is not said where a guard given in code objects to the end', async () => {
    guard = () => 'Not yet.'
    const run = await claiming(null, { maxGuardRounds: 1 })
    guard = () => null
    expect(run.row).toMatchObject({ status: 'COMPLETED', terminationReason: 'FINAL_ANSWER', stepCount: 2 })
    expect(warningsOf(run, 'COMPLETION_GUARD_UNMET')).toMatchObject([
      { message: expect.stringContaining('Not yet.') },
    ])
  })

  test('JDG-1 LOOP-4 waits for the guards also where the criteria are met, and is not said where one objects to the end', async () => {
    let asked = 0
    guard = () => (++asked === 1 ? 'Not yet.' : null)
    const met = { acceptanceCriteria: criteria }
    const later = await claiming(judged(true, 1), met)
    // Its first step gave no answer that stands: a fork after it may ask otherwise.
    const source = { projectId: engine.project.id, runId: later.runId, afterStep: 1 }
    const fork = await engine.operations.history.forkRun({ ...source, systemPrompt: 'Be brief.' })
    expect((await engine.finished(fork.runId)).row).toMatchObject({
      terminationReason: 'GOAL_ACHIEVED',
      stepCount: 2,
    })
    guard = () => 'Never.'
    const never = await claiming(judged(true, 1), { ...met, maxGuardRounds: 1 })
    guard = () => null
    expect(later.row).toMatchObject({ terminationReason: 'GOAL_ACHIEVED', stepCount: 2 })
    expect(warningsOf(later, 'COMPLETION_GUARD_UNMET')).toEqual([])
    expect(never.row).toMatchObject({ terminationReason: 'FINAL_ANSWER', stepCount: 2, progress: 1 })
    expect(warningsOf(never, 'COMPLETION_GUARD_UNMET')).toMatchObject([
      { message: expect.stringContaining('Never.') },
    ])
  })

  test('JDG-1 LOOP-4 is not said while todos hold back an answer, though the criteria come to be met', async () => {
    const todo = (status: string) => [{ name: 'todo', arguments: { todos: [{ text: 'sign', status }] } }]
    const turns = [
      { toolCalls: todo('PENDING') },
      { text: 'An early answer.' },
      { toolCalls: todo('IN_PROGRESS') },
      { toolCalls: todo('DONE') },
      { text: 'The answer.' },
    ]
    let turn = 0
    live.plays.signs = async function* (request) {
      const isJudge = request.systemPrompt?.startsWith('You judge') ?? false
      const { text = '', toolCalls = [] } = isJudge ? {} : (turns[turn++] ?? {})
      yield isJudge
        ? answer(request, JSON.stringify(judged(turn > 2, turn / 5)))
        : answer(request, text, toolCalls)
    }
    const run = await engine.run(unused, {
      agent: { model: 'live/signs', tools: ['todo'], acceptanceCriteria: criteria },
    })
    expect(run.row).toMatchObject({
      terminationReason: 'GOAL_ACHIEVED',
      summary: 'The answer.',
      stepCount: 5,
    })
  })

  test('LOOP-6 LOOP-4 an objection at the end of a loop does not hold back its next iteration', async () => {
    let turn = 0
    live.plays.loops = async function* (request) {
      if (request.systemPrompt?.startsWith('You judge'))
        yield answer(request, JSON.stringify(judged(true, 1)))
      else
        yield answer(
          request,
          'Better.',
          ++turn === 1 ? [{ name: 'exit_loop', arguments: { result: 'Better.' } }] : [],
        )
    }
    guard = () => 'Not yet.'
    const loop = { flowType: 'LOOP', loop: { maxIterations: 5 } } as const
    const run = await engine.run(unused, {
      agent: { model: 'live/loops', acceptanceCriteria: criteria, ...loop },
    })
    guard = () => null
    expect(run.row).toMatchObject({ terminationReason: 'GOAL_ACHIEVED', stepCount: 2 })
  })

  test('LOOP-7 LOOP-4 is not said of a repaired answer either, where a guard objects to the end', async () => {
    guard = () => 'Never.'
    let turn = 0
    live.plays.repairs = async function* (request) {
      const text = ++turn === 1 ? 'no data' : '{"n":1}'
      yield answer(request, JSON.stringify({ reasoning: '', goalAchieved: true, answer: text, plan: null }))
    }
    const outputSchema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] }
    const run = await engine.run(unused, {
      agent: {
        ...{ model: 'live/repairs', planner: 'PLAN', protocolMode: 'AUTONOMOUS' },
        ...{ outputSchema, maxGuardRounds: 0 },
      },
    })
    guard = () => null
    expect(run.row).toMatchObject({
      status: 'COMPLETED',
      terminationReason: 'FINAL_ANSWER',
      summary: '{"n":1}',
    })
  })

  test('JDG-2 progress is not 1 where a criterion is unmet, whatever the judge says', async () => {
    const half = { criteria: criteria.map((_, place) => ({ met: place === 0, evidence: '' })), progress: 1 }
    const run = await claiming(half, { acceptanceCriteria: criteria, maxGuardRounds: 0 })
    expect(run.row).toMatchObject({ terminationReason: 'FINAL_ANSWER', progress: 0.5 })
  })
})

describe('an end that something objects to', () => {
  test('LOOP-4 LOOP-3 DONE_TOOL with unfinished todos says so in a Warning', async () => {
    const run = await engine.run(
      ({ messages }) => ({
        toolCalls: [
          messages.length === 1
            ? { name: 'todo', arguments: { todos: [{ text: 'write', status: 'PENDING' }] } }
            : { name: 'done', arguments: { message: 'Enough.' } },
        ],
      }),
      { agent: { tools: ['todo', 'done'], maxGuardRounds: 1 } },
    )
    expect(run.row).toMatchObject({ terminationReason: 'DONE_TOOL', summary: 'Enough.' })
    expect(warningsOf(run, 'COMPLETION_GUARD_UNMET')).toMatchObject([
      { message: expect.stringContaining('write (PENDING)') },
    ])
  })

  test('LOOP-6 a LOOP flow that ends at maxIterations without its exit condition says so in a Warning', async () => {
    const flow = { flowType: 'LOOP', loop: { maxIterations: 2, exitCondition: 'answer == "good"' } } as const
    const bad = await engine.run(() => ({ text: 'bad' }), { agent: flow })
    expect(bad.row).toMatchObject({ status: 'COMPLETED', terminationReason: 'FINAL_ANSWER', summary: 'bad' })
    expect(warningsOf(bad, 'EXIT_CONDITION_UNMET')).toHaveLength(1)
    const good = await engine.run(() => ({ text: 'good' }), { agent: flow })
    expect(warningsOf(good, 'EXIT_CONDITION_UNMET')).toEqual([])
  })

  test('LOOP-6 an exit condition that cannot be evaluated in the last iteration is said too', async () => {
    const flow = {
      flowType: 'LOOP',
      loop: { maxIterations: 1, exitCondition: 'missing.field == 1' },
    } as const
    const run = await engine.run(() => ({ text: 'bad' }), { agent: flow })
    expect(warningsOf(run, 'EXIT_CONDITION_FAILED')).toHaveLength(1)
  })

  test('LOOP-7 JDG-1 a STRICT plan whose criteria are judged unmet says so in a Warning', async () => {
    live.plays.strict = async function* (request) {
      const isJudge = request.systemPrompt?.startsWith('You judge') ?? false
      yield answer(request, isJudge ? JSON.stringify(judged(false, 0.2)) : 'Written.')
    }
    const run = await engine.run(unused, {
      agent: {
        model: 'live/strict',
        planner: 'PLAN',
        protocolMode: 'STRICT',
        acceptanceCriteria: criteria,
      },
      trigger: { plan: { actions: [{ name: 'write', type: 'LLM', parameters: { prompt: 'Write.' } }] } },
    })
    expect(run.row).toMatchObject({ status: 'COMPLETED', terminationReason: 'FINAL_ANSWER' })
    expect(warningsOf(run, 'COMPLETION_GUARD_UNMET')).toHaveLength(1)
  })

  test('LOOP-7 JDG-2 the criteria of a STRICT plan are judged where its artifacts measured the progress too', async () => {
    live.plays.measured = async function* (request) {
      yield answer(request, JSON.stringify(judged(false, 0.2)))
    }
    const run = await engine.run(unused, {
      agent: {
        ...{ model: 'live/measured', planner: 'PLAN', protocolMode: 'STRICT', tools: ['make'] },
        acceptanceCriteria: criteria,
      },
      trigger: { plan: { actions: [{ name: 'write', type: 'TOOL', target: 'make' }] } },
    })
    expect(run.row).toMatchObject({ status: 'COMPLETED', terminationReason: 'FINAL_ANSWER', summary: 'made' })
    expect(run.of('Validated')).toEqual([{ judgedProgress: 0.5, source: 'ARTIFACTS' }])
    expect(warningsOf(run, 'COMPLETION_GUARD_UNMET')).toHaveLength(1)
  })
})
