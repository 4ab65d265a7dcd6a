import { describe, expect, test } from 'vitest'
import { effectiveLimits } from '../../../src/domain/limits.ts'
import { runTransitions } from '../../../src/domain/run.ts'
import { type Script, sequence } from '../../../src/models/scripted.ts'
import { createFakeClock } from '../../../src/testing/fake-clock.ts'
import { createTestDatabase } from '../../support/database.ts'
import { createTestEngine, testTool } from '../../support/engine.ts'
import { forFile } from '../../support/for-file.ts'
import { answer, createLiveModel, untilAborted } from '../../support/live-model.ts'

/** Each WHEN and THEN of the source document S0, in its order and under its headings. */
const live = createLiveModel()

const clock = createFakeClock()

let executed = 0

const search = testTool('search', async (args) => {
  executed += 1
  return args
})

const database = forFile(await createTestDatabase())
// The database's own time goes on while this clock stands still: the lease must outlast the test.
const engine = forFile(
  await createTestEngine(database, { clock, tools: [search], providers: [live], leaseMs: 600_000 }),
)

const call = (args: Record<string, string | number> = {}) => ({
  toolCalls: [{ name: 'search', arguments: args }],
})

const same = call({ q: 'same' })

const graceMs = 30_000

const timeoutMs = 10_000

/** Says some words and goes on for ever; when asked to stop it says `last`, or nothing where that is `null`. */
async function timedOut(last: string | null, agent = {}, trigger = {}): Promise<string> {
  live.plays.endless = async function* (request) {
    if (request.toolChoice === 'none' && last !== null) return yield answer(request, last)
    if (request.toolChoice !== 'none') yield { type: 'text', text: 'Words so far' }
    yield await untilAborted(request.signal)
  }
  const runId = await engine.trigger(() => ({}), { agent: { model: 'live/endless', ...agent }, trigger })
  await engine.seen(runId, 'TextDelta')
  await clock.advance(timeoutMs)
  return runId
}

describe('S0 agent pipeline construction', () => {
  test('LOOP-6 LOOP-1 single: the model of the definition is asked with its settings, tools and prompt; its text is the summary', async () => {
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
        model: 'single',
        temperature: 0.2,
        systemPrompt: 'Be brief.',
        tools: [{ name: 'search' }],
        messages: [{ role: 'user', text: 'What?' }],
      },
    ])
  })

  test('LOOP-6 sequential: several stages are processed in order', async () => {
    const stages = ['first', 'second'].map((name) => ({ name, instruction: `Do the ${name}.` }))
    const { row, of } = await engine.run(({ input }) => ({ text: /Do the (\w+)/.exec(input)?.[1] ?? '' }), {
      agent: { flowType: 'SEQUENTIAL', stages },
    })
    expect(row).toMatchObject({ status: 'COMPLETED', summary: 'second' })
    expect(of('StageStarted').map(({ name }) => name)).toEqual(['first', 'second'])
  })

  test('LOOP-6 loop: the body repeats up to a count that can be configured', async () => {
    const { row } = await engine.run(() => ({ text: 'Again.' }), {
      agent: { flowType: 'LOOP', loop: { maxIterations: 4 } },
    })
    expect(row).toMatchObject({ status: 'COMPLETED', stepCount: 4 })
  })
})

describe('S0 agent run lifecycle tracking', () => {
  test('RUN-1 RUN-2 success: RUNNING before execution, then COMPLETED with summary, duration and end', async () => {
    const during = Promise.withResolvers<string | undefined>()
    live.plays.watched = async function* (request) {
      during.resolve((await database.prisma.run.findFirst({ where: { input: 'Watch.' } }))?.status)
      await clock.sleep(700, request.signal)
      yield answer(request, 'Done.')
    }
    const runId = await engine.trigger(() => ({}), {
      agent: { model: 'live/watched' },
      trigger: { input: 'Watch.' },
    })
    await clock.sleeperOf(700)
    await clock.advance(700)
    const { row } = await engine.finished(runId)
    expect(await during.promise).toBe('RUNNING')
    expect(row).toMatchObject({ status: 'COMPLETED', summary: 'Done.', completedAt: expect.any(Date) })
    expect(row.durationMs).toBeGreaterThanOrEqual(700)
  })

  test('RUN-3 failure: FAILED with the error, duration and end still set', async () => {
    const { row } = await engine.run(() => ({ error: { kind: 'AUTH' } }))
    expect(row).toMatchObject({
      status: 'FAILED',
      errorMessage: expect.stringContaining('AUTH'),
      durationMs: expect.any(Number),
      completedAt: expect.any(Date),
    })
  })

  test('RUN-4 cancellation: CANCELLED with the text so far', async () => {
    live.plays.aborted = async function* ({ signal }) {
      yield { type: 'text', text: 'Half an answer' }
      yield await untilAborted(signal)
    }
    const runId = await engine.trigger(() => ({}), { agent: { model: 'live/aborted' } })
    await engine.seen(runId, 'TextDelta')
    await engine.operations.abortRun({ projectId: engine.project.id, runId })
    expect((await engine.finished(runId)).row).toMatchObject({
      status: 'CANCELLED',
      summary: 'Half an answer',
    })
  })
})

describe('S0 step limit enforcement', () => {
  test('LIM-1 a sub-agent that names no limit has 50 steps', () => {
    expect(effectiveLimits({}, {}, 1).maxSteps).toEqual({ value: 50, source: 'default' })
  })

  test('LIM-2 a top-level agent without a limit may go on beyond that', async () => {
    const turns = Array.from({ length: 55 }, (_, n) => call({ n }))
    const { row } = await engine.run(sequence(...turns, { text: 'Done.' }), { agent: { maxSteps: null } })
    expect(row).toMatchObject({ status: 'COMPLETED', stepCount: 56 })
  })

  test('LIM-3 soft stop: a system message, one final turn with tools disabled', async () => {
    live.plays.soft = async function* (request) {
      yield request.toolChoice === 'none'
        ? answer(request, 'Summary.')
        : answer(request, '', [{ name: 'search', arguments: {} }])
    }
    const before = live.requests.length
    const { row } = await engine.run(() => ({}), { agent: { model: 'live/soft', maxSteps: 1 } })
    const asked = live.requests.slice(before)
    expect(asked.map(({ toolChoice }) => toolChoice)).toEqual(['auto', 'none'])
    expect(asked[1]?.messages.at(-1)).toMatchObject({
      role: 'system',
      text: expect.stringMatching(/summarise/),
    })
    expect(row).toMatchObject({ status: 'PAUSED', summary: 'Summary.' })
  })

  test('LIM-3 hard stop: a tool call after the soft stop is refused; PAUSED with the partial summary', async () => {
    const before = executed
    const { row, of } = await engine.run(({ turn }) => ({ text: 'Partial.', ...call({ turn }) }), {
      agent: { maxSteps: 2 },
    })
    expect(executed - before).toBe(2)
    expect(of('Warning')).toMatchObject([{ code: 'TOOL_REFUSED' }])
    expect(row).toMatchObject({ status: 'PAUSED', terminationReason: 'MAX_STEPS', summary: 'Partial.' })
  })
})

describe('S0 timeout enforcement', () => {
  test('LIM-4 grace: notified that time is up, the model answers; PAUSED with its summary', async () => {
    const runId = await timedOut('What I have.', { defaultTimeoutMs: timeoutMs })
    const { row } = await engine.finished(runId)
    expect(row).toMatchObject({ status: 'PAUSED', terminationReason: 'TIMEOUT', summary: 'What I have.' })
    expect(live.requests.at(-1)?.messages.at(-1)).toMatchObject({
      text: expect.stringMatching(/^Your time is up.*summarise/),
    })
  })

  test('LIM-4 hard timeout: after 30 seconds the call is cut off; PAUSED with the results so far', async () => {
    const runId = await timedOut(null, { defaultTimeoutMs: timeoutMs })
    await clock.sleeperOf(graceMs)
    await clock.advance(graceMs)
    const { row } = await engine.finished(runId)
    expect(row).toMatchObject({ status: 'PAUSED', summary: 'Words so far' })
    expect(live.requests.at(-1)?.signal.aborted).toBe(true)
  })

  test('LIM-5 a timeout given with the run beats that of the definition', async () => {
    const runId = await timedOut('In time.', { defaultTimeoutMs: 3_600_000 }, { timeoutMs })
    expect((await engine.finished(runId)).row).toMatchObject({
      status: 'PAUSED',
      terminationReason: 'TIMEOUT',
    })
  })
})

describe('S0 doom loop detection', () => {
  test('LIM-6 the third identical call is not executed; its error says to try another way', async () => {
    const before = executed
    const { row, of } = await engine.run(sequence(same, same, same, { text: 'I stop.' }))
    expect(executed - before).toBe(2)
    expect(of('ActionFailed')).toMatchObject([{ error: expect.stringContaining('Try a different approach') }])
    expect(row.status).toBe('COMPLETED')
  })

  test('LIM-6 the fifth identical call ends the run: FAILED, and the error says why', async () => {
    const { row } = await engine.run(() => same)
    expect(row).toMatchObject({ status: 'FAILED', errorCode: 'DOOM_LOOP', stepCount: 5 })
    expect(row.errorMessage).toContain('5 times in a row')
  })

  test('LIM-6 another call after the warning starts the count anew', async () => {
    const { row } = await engine.run(
      sequence(same, same, same, call({ q: 'other' }), same, same, { text: 'Fine.' }),
    )
    expect(row).toMatchObject({ status: 'COMPLETED', summary: 'Fine.' })
  })
})

describe('S0 trigger', () => {
  test('RUN-1 a triggered agent is executed with the input, and never skipped', async () => {
    const script: Script = ({ input }) => ({ text: `Heard: ${input}` })
    const { row } = await engine.run(script, { trigger: { input: 'hello' } })
    expect(row).toMatchObject({ status: 'COMPLETED', summary: 'Heard: hello' })
    expect(Object.keys(runTransitions)).not.toContain('SKIPPED')
  })
})

describe('S4', () => {
  test('EVT-3 the order of a turn: reasoning, text, per call its start and end; the answer once, at the end', async () => {
    const { types, of } = await engine.run(
      sequence(
        {
          reasoning: 'Hm.',
          text: 'Looking.',
          toolCalls: [1, 2].map((n) => ({ name: 'search', arguments: { n } })),
        },
        { text: 'Found.' },
      ),
      { agent: { maxParallel: 1 } },
    )
    const told = types.filter((type) => type !== 'ArgumentsDelta' && type !== 'UsageReported')
    expect(told).toEqual([
      ...['RunStarted', 'StepStarted', 'ReasoningDelta', 'TextDelta', 'PlanGenerated'],
      ...['ActionStarted', 'ActionCompleted', 'ActionStarted', 'ActionCompleted', 'StepCompleted'],
      ...['StepStarted', 'TextDelta', 'StepCompleted', 'Terminating', 'FinalAnswer', 'RunCompleted'],
    ])
    expect(of('FinalAnswer')).toEqual([{ text: 'Found.' }])
  })

  test('TAS-1 TAS-3 a tool that the agent was not given is refused, with those that it may call', async () => {
    const before = executed
    const { of } = await engine.run(({ turn }) => (turn === 0 ? call() : { text: 'Well.' }), {
      agent: { tools: [] },
    })
    expect(executed).toBe(before)
    expect(of('ActionFailed')).toMatchObject([
      { errorCode: 'TOOL_UNKNOWN', error: 'Unknown tool "search". Known tools: none.' },
    ])
  })

  test('TAS-2 each action keeps the decision on it, the count of identical calls and the size of its result', async () => {
    const { runId } = await engine.run(sequence(same, same, same, { text: 'Done.' }))
    const actions = await database.prisma.action.findMany({ where: { runId }, orderBy: { id: 'asc' } })
    expect(actions.map(({ audit }) => audit)).toEqual([
      expect.objectContaining({ decision: 'ALLOW', identicalCalls: 1, resultBytes: 12 }),
      expect.objectContaining({ decision: 'ALLOW', identicalCalls: 2, resultBytes: 12 }),
      expect.objectContaining({ decision: 'REFUSED', identicalCalls: 3 }),
    ])
  })
})
