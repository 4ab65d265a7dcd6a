import { describe, expect, onTestFinished, test } from 'vitest'
import type { AgentDefinitionInput } from '../../../src/domain/agent.ts'
import type { Message } from '../../../src/domain/message.ts'
import { TaskComplete } from '../../../src/domain/tool.ts'
import type { Script } from '../../../src/models/scripted.ts'
import { doneTool, exitLoopTool } from '../../../src/tools/control-tools.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { createDoomed } from '../../support/doomed.ts'
import { createTestEngine, type FinishedRun, testTool } from '../../support/engine.ts'
import { engineForFile } from '../../support/for-file.ts'
import { answer, createLiveModel } from '../../support/live-model.ts'
import { eachPoint } from '../../support/trials.ts'

const live = createLiveModel()

const echo = testTool('echo', async (args) => args)

const complete = testTool('complete', async () => {
  throw new TaskComplete('completed')
})

const tools = [echo, complete, doneTool, exitLoopTool]

const { database, engine } = await engineForFile({ tools, providers: [live] })

const call = (name: string, args = {}) => ({ toolCalls: [{ name, arguments: args }] })

const sequential = {
  flowType: 'SEQUENTIAL',
  stages: [
    { name: 'gather', instruction: 'Collect facts.' },
    { name: 'write', instruction: 'Write them down.' },
    { name: 'check', instruction: 'Check the text.' },
  ],
} as const satisfies Partial<AgentDefinitionInput>

/** Says which stage it is in, and of which input; calls a tool first in the second stage. */
const stagewise: Script = ({ input, turn }) => {
  const [, stage, of] = /^Stage \d of \d: (\w+)\n[\s\S]*Input:\n([\s\S]*)$/.exec(input) ?? []
  if (stage === 'write' && turn === 0) return { text: 'Looking.', ...call('echo', { of }) }
  return { text: `${stage}(${of})` }
}

/** Its n-th result is `draft n`. */
const iterating: Script = ({ input }) => ({
  text: `draft ${Number(/^Iteration (\d+)/.exec(input)?.[1] ?? 1)}`,
})

async function historyOf(runId: string): Promise<readonly Message[]> {
  const rows = await database.prisma.message.findMany({ where: { runId }, orderBy: { position: 'asc' } })
  return rows.map((row) => JSON.parse(JSON.stringify(row.content)))
}

describe('a SEQUENTIAL flow', () => {
  test('LOOP-6 runs its stages in order, the output of one being the input of the next', async () => {
    const run = await engine.run(stagewise, { agent: sequential, trigger: { input: 'tea' } })
    expect(run.row).toMatchObject({
      status: 'COMPLETED',
      terminationReason: 'FINAL_ANSWER',
      summary: 'check(write(gather(tea)))',
      stepCount: 4,
    })
    expect(run.of('FinalAnswer')).toEqual([{ text: 'check(write(gather(tea)))' }])
    const asked = (await historyOf(run.runId)).filter((message) => message.role === 'user')
    expect(asked.map((message) => message.text)).toEqual([
      'Stage 1 of 3: gather\nCollect facts.\n\nInput:\ntea',
      'Stage 2 of 3: write\nWrite them down.\n\nInput:\ngather(tea)',
      'Stage 3 of 3: check\nCheck the text.\n\nInput:\nwrite(gather(tea))',
    ])
  })

  test('LOOP-6 each stage is announced where it begins', async () => {
    const { events, of } = await engine.run(stagewise, { agent: sequential })
    expect(of('StageStarted')).toEqual([
      { name: 'gather', index: 1, total: 3 },
      { name: 'write', index: 2, total: 3 },
      { name: 'check', index: 3, total: 3 },
    ])
    const frame = events
      .map(({ type }) => type)
      .filter((type) => /^(Run|Stage|Step)Started|StepCompleted/.test(type))
    expect(frame).toEqual([
      ...['RunStarted', 'StageStarted', 'StepStarted', 'StepCompleted'],
      ...['StageStarted', 'StepStarted', 'StepCompleted', 'StepStarted', 'StepCompleted'],
      ...['StageStarted', 'StepStarted', 'StepCompleted'],
    ])
  })

  test('LOOP-6 LOOP-3 a tool that is done ends its stage, not the run', async () => {
    const { row } = await engine.run(
      ({ input }) =>
        input.startsWith('Stage 1')
          ? call('complete')
          : stagewise({ input, turn: 1, messages: [], tools: [], toolsDisabled: false }),
      { agent: sequential },
    )
    expect(row).toMatchObject({ terminationReason: 'FINAL_ANSWER', summary: 'check(write(completed))' })
  })

  test('LOOP-6 the output schema is that of the last answer alone', async () => {
    live.plays.shaped = async function* (request) {
      const last = request.messages.at(-1)
      const isLast = last?.role === 'user' && last.text.startsWith('Stage 3')
      yield answer(request, isLast ? '{"ok":true}' : 'words')
    }
    const before = live.requests.length
    const outputSchema = { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] }
    const { row } = await engine.run(() => ({}), {
      agent: { ...sequential, model: 'live/shaped', outputSchema },
    })
    expect(row).toMatchObject({ status: 'COMPLETED', summary: '{"ok":true}', stepCount: 3 })
    const formats = live.requests.slice(before).map(({ responseFormat }) => responseFormat?.name ?? null)
    expect(formats).toEqual([null, null, 'answer'])
  })

  test('LOOP-6 a run that stopped softly goes on in the stage where it stood', async () => {
    const { runId, row } = await engine.run(stagewise, {
      agent: { ...sequential, maxSteps: 2 },
      trigger: { input: 'tea' },
    })
    expect(row).toMatchObject({ status: 'PAUSED' })
    const last = await database.prisma.event.count({ where: { runId } })
    await engine.operations.resumeRun({ projectId: engine.project.id, runId, maxSteps: 5 })
    const resumed = await engine.finished(runId, last)
    expect(resumed.row).toMatchObject({ status: 'COMPLETED', summary: 'check(write(gather(tea)))' })
    expect(resumed.of('StageStarted')).toEqual([{ name: 'check', index: 3, total: 3 }])
  })
})

describe('a LOOP flow', () => {
  test('LOOP-6 repeats its body ten times where nobody says otherwise, each time from the last result', async () => {
    const { row, runId, of } = await engine.run(iterating, { agent: { flowType: 'LOOP' } })
    expect(row).toMatchObject({ status: 'COMPLETED', summary: 'draft 10', stepCount: 10 })
    expect(of('StageStarted').map(({ index, total }) => [index, total])).toEqual(
      Array.from({ length: 10 }, (_, place) => [place + 1, null]),
    )
    const asked = (await historyOf(runId)).filter((message) => message.role === 'user')
    expect(asked[1]).toMatchObject({ byEngine: true, text: expect.stringContaining('Last result:\ndraft 1') })
  })

  test('LOOP-6 LIM-6 iterations may do the same: identical calls are counted within one', async () => {
    const same: Script = ({ turn }) => (turn % 2 === 0 ? call('echo', { same: true }) : { text: 'Again.' })
    const { row } = await engine.run(same, { agent: { flowType: 'LOOP', loop: { maxIterations: 7 } } })
    expect(row).toMatchObject({ status: 'COMPLETED', summary: 'Again.', stepCount: 14 })
  })

  test('LOOP-6 ends when its exit tool is called, with the result that it was given', async () => {
    const { row } = await engine.run(
      ({ input }) =>
        input.startsWith('Iteration 3')
          ? call('exit_loop', { result: 'Good enough.' })
          : { text: 'A draft.' },
      { agent: { flowType: 'LOOP' } },
    )
    expect(row).toMatchObject({ terminationReason: 'DONE_TOOL', summary: 'Good enough.', stepCount: 3 })
  })

  test('LOOP-6 the exit tool is offered in loops alone, named or not', async () => {
    live.plays.offer = async function* (request) {
      yield answer(request, request.tools.map((tool) => tool.name).join(' '))
    }
    const offered = async (agent: Partial<AgentDefinitionInput>) =>
      (
        await engine.run(() => ({}), {
          agent: { model: 'live/offer', tools: ['echo', 'exit_loop'], ...agent },
        })
      ).row.summary
    expect(await offered({})).toBe('echo')
    expect(await offered({ flowType: 'LOOP', tools: ['echo'], loop: { maxIterations: 1 } })).toBe(
      'echo exit_loop',
    )
  })

  test('LOOP-6 elsewhere the exit tool is not known', async () => {
    const { of } = await engine.run(({ turn }) =>
      turn === 0 ? call('exit_loop', { result: 'x' }) : { text: 'Well.' },
    )
    expect(of('ActionFailed')).toMatchObject([{ errorCode: 'TOOL_UNKNOWN' }])
  })

  test('LOOP-6 a `done` call ends one iteration, not the loop', async () => {
    const { row } = await engine.run(({ input }) => call('done', { message: input.slice(0, 11) }), {
      agent: { flowType: 'LOOP', loop: { maxIterations: 3 }, requireDoneTool: true },
    })
    expect(row).toMatchObject({ summary: 'Iteration 3', stepCount: 3 })
  })

  test.for([
    ['answer == "draft 3"', {}, 'draft 3'],
    ['answer.contains(word)', { word: '4' }, 'draft 4'],
    ['size(answer) > limit', { limit: 3 }, 'draft 1'],
  ] as const)('LOOP-6 ends when %s holds', async ([exitCondition, context, summary]) => {
    const { row } = await engine.run(iterating, {
      agent: { flowType: 'LOOP', loop: { exitCondition } },
      trigger: { context },
    })
    expect(row).toMatchObject({ status: 'COMPLETED', summary })
  })

  test('LOOP-6 the condition reads into an answer that is an object in JSON', async () => {
    const { row } = await engine.run(
      ({ input }) => ({
        text: JSON.stringify({ score: Number(/^Iteration (\d+)/.exec(input)?.[1] ?? 1) / 10 }),
      }),
      { agent: { flowType: 'LOOP', loop: { exitCondition: 'answer.score >= 0.5' } } },
    )
    expect(row).toMatchObject({ summary: '{"score":0.5}', stepCount: 5 })
  })

  test('LOOP-6 a condition that cannot be evaluated is warned of, and the loop goes on', async () => {
    const { row, of } = await engine.run(iterating, {
      agent: { flowType: 'LOOP', loop: { maxIterations: 2, exitCondition: 'missing > 1' } },
    })
    expect(row).toMatchObject({ status: 'COMPLETED', summary: 'draft 2' })
    const warning = { code: 'EXIT_CONDITION_FAILED', message: expect.stringContaining('missing') }
    expect(of('Warning')).toMatchObject([warning, warning])
  })

  test('LOOP-6 the last result is mended to its schema, without another iteration', async () => {
    const outputSchema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] }
    const { row } = await engine.run(
      ({ input, toolsDisabled }) => ({ text: toolsDisabled ? '{"n":2}' : `words of ${input.slice(0, 11)}` }),
      { agent: { flowType: 'LOOP', loop: { maxIterations: 2 }, outputSchema } },
    )
    expect(row).toMatchObject({ status: 'COMPLETED', summary: '{"n":2}', stepCount: 3 })
  })
})

describe('a flow whose process dies', () => {
  const loop = { flowType: 'LOOP', loop: { maxIterations: 3 } } as const
  const loopScript: Script = (situation) =>
    situation.turn === 0
      ? { text: 'Looking.', ...call('echo', { at: situation.input.slice(0, 11) }) }
      : iterating(situation)

  test.for([
    ['SEQUENTIAL', sequential, stagewise, 'check(write(gather(Do it.)))', ['gather', 'write', 'check']],
    ['LOOP', loop, loopScript, 'draft 3', ['iteration 1', 'iteration 2', 'iteration 3']],
  ] as const)(
    'LOOP-6 DUR-1 at any commit of a %s flow goes on from there and repeats nothing',
    { timeout: 120_000 },
    async ([, agent, script, summary, stages]) => {
      const own = await createTestDatabase()
      onTestFinished(() => own.drop())
      await eachPoint(async (last) => {
        const lived = await liveThroughDeath(own, last, script, agent)
        expect(lived.run.row).toMatchObject({ status: 'COMPLETED', summary })
        expect(lived.run.of('StageStarted').map(({ name }) => name)).toEqual(stages)
        const asked = lived.history.filter((message) => message.role === 'user')
        expect(asked).toHaveLength(stages.length)
        const answers = lived.history.filter((message) => message.role === 'assistant').length
        expect(lived.run.row.stepCount).toBe(answers)
        // A turn is asked for anew only where its answer died with the process.
        expect(lived.turns - answers).toBeLessThanOrEqual(1)
        return lived.died
      })
    },
  )

  interface Lived {
    readonly run: FinishedRun
    readonly history: readonly Message[]
    readonly turns: number
    readonly died: boolean
  }

  /** Runs in a process that dies at its commit number `last`, and then in another to its end. */
  async function liveThroughDeath(
    own: TestDatabase,
    last: number,
    script: Script,
    agent: Partial<AgentDefinitionInput>,
  ): Promise<Lived> {
    const doomed = createDoomed((_, count) => count === last)
    const options = { tools, concurrency: 1, leaseMs: 3_600_000 }
    const first = await createTestEngine(own, { ...options, replace: doomed.replace })
    let turns = 0
    const watched: Script = (situation) => {
      turns += 1
      return script(situation)
    }
    const historyIn = async (runId: string): Promise<readonly Message[]> => {
      const rows = await own.prisma.message.findMany({ where: { runId }, orderBy: { position: 'asc' } })
      return rows.map((row) => JSON.parse(JSON.stringify(row.content)))
    }
    try {
      const runId = await first.trigger(watched, { agent })
      const finished = first.finished(runId)
      const died = await Promise.race([finished.then(() => false), doomed.dead.then(() => true)])
      if (!died) return { run: await finished, history: await historyIn(runId), turns, died }
      finished.catch(() => undefined) // its follower ends with the engine
      await first.die()
      const second = await createTestEngine(own, { ...options, scripts: first.scripts })
      try {
        return { run: await second.finished(runId), history: await historyIn(runId), turns, died }
      } finally {
        await second.close()
      }
    } finally {
      doomed.bury()
      await first.close()
    }
  }
})
