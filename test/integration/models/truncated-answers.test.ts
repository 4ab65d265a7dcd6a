import { describe, expect, test } from 'vitest'
import type { Script } from '../../../src/models/scripted.ts'
import { doneTool } from '../../../src/tools/control-tools.ts'
import { type FinishedRun, testTool } from '../../support/engine.ts'
import { finishedBy, lastUserOf } from '../../support/finished-by.ts'
import { engineForFile } from '../../support/for-file.ts'
import { answer, createLiveModel, type Play, untilAborted } from '../../support/live-model.ts'

const live = createLiveModel()

const unused: Script = () => ({})

const echoed: unknown[] = []

const echo = testTool('echo', async (args) => {
  echoed.push(args)
  return args
})

const { database, engine } = await engineForFile({
  tools: [echo, doneTool],
  providers: [live],
  // A hundred thousandth of a dollar for each token.
  priceOf: ({ usage }) => ({
    costUsd: ((usage.inputTokens + usage.outputTokens) / 100_000).toFixed(6),
    priceVersion: 'test',
    pricedAs: 'test',
  }),
})

/** Ends each part but the last at the output limit, and begins anew where it is asked something else. */
const inParts = (...parts: readonly string[]): Play =>
  async function* (request) {
    const place = request.messages.filter(({ role }) => role === 'assistant').length
    yield* finishedBy(request, place < parts.length - 1 ? 'LENGTH' : 'STOP', parts[place] ?? '')
  }

const endless: Play = (request) => finishedBy(request, 'LENGTH', 'on and ')

async function play(model: string, script: Play, agent = {}): Promise<FinishedRun> {
  live.plays[model] = script
  return engine.run(unused, { agent: { model: `live/${model}`, ...agent } })
}

const warningsOf = ({ of }: FinishedRun, code: string) =>
  of('Warning').filter((warning) => warning.code === code)

describe('an answer that ends at the output limit', () => {
  test('LOOP-10 is gone on with, and the parts are one answer', async () => {
    const before = live.requests.length
    const run = await play('parts', inParts('The first ha', 'lf, the sec', 'ond half.'))
    expect(run.row).toMatchObject({
      status: 'COMPLETED',
      terminationReason: 'FINAL_ANSWER',
      summary: 'The first half, the second half.',
      stepCount: 1,
    })
    expect(run.of('FinalAnswer')).toEqual([{ text: 'The first half, the second half.' }])
    expect(warningsOf(run, 'ANSWER_TRUNCATED')).toHaveLength(2)
    const asked = live.requests.slice(before)
    expect(asked).toHaveLength(3)
    expect(asked[1]?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
    expect(asked[2] && lastUserOf(asked[2])).toMatch(/exactly where/)
  })

  test('LOOP-10 EVT-4 each part is a message of its own, whose deltas begin at 0', async () => {
    const run = await play('deltas', inParts('One, ', 'two.'))
    const deltas = run.of('TextDelta')
    expect(deltas.map(({ offset, text }) => [offset, text])).toEqual([
      [0, 'One, '],
      [0, 'two.'],
    ])
    expect(new Set(deltas.map(({ messageId }) => messageId)).size).toBe(2)
    expect(run.types).not.toContain('AttemptDiscarded')
  })

  test('LOOP-10 RUN-5 is no FINAL_ANSWER after the last continuation: PAUSED, TOKEN_LIMIT, with the parts', async () => {
    const run = await play('endless', endless, { maxContinuations: 2 })
    expect(run.row).toMatchObject({
      status: 'PAUSED',
      terminationReason: 'TOKEN_LIMIT',
      summary: 'on and on and on and',
    })
    expect(run.types).not.toContain('FinalAnswer')
    expect(warningsOf(run, 'ANSWER_TRUNCATED').at(-1)?.message).toContain('TOKEN_LIMIT')
    expect(await database.prisma.modelCall.count({ where: { runId: run.runId } })).toBe(3)
  })

  test('LOOP-10 RUN-9 LIM-9 that the money cut off and nobody goes on with is PAUSED, COST_LIMIT, in a replay too', async () => {
    const cut: Play = async function* (request) {
      const chunk = answer(request, 'As much as I may')
      const outputTokens = request.maxOutputTokens ?? 0
      yield chunk.type === 'done'
        ? { ...chunk, finishReason: 'LENGTH', usage: { ...chunk.usage, outputTokens } }
        : chunk
    }
    const limits = { maxOutputTokens: 100_000, maxCostUsd: '0.5', maxContinuations: 0 }
    const run = await play('cut-by-money', cut, limits)
    const { operations, project } = engine
    const call = { projectId: project.id, runId: run.runId, tools: 'RECORDED' } as const
    const replayed = await engine.finished((await operations.history.replayRun(call)).runId)
    for (const { row } of [run, replayed])
      expect(row).toMatchObject({ status: 'PAUSED', terminationReason: 'COST_LIMIT' })
    expect(warningsOf(replayed, 'ANSWER_TRUNCATED')).toEqual(warningsOf(run, 'ANSWER_TRUNCATED'))
  })

  test('LOOP-10 with maxContinuations 0 is PAUSED at once', async () => {
    const run = await play('endless', endless, { maxContinuations: 0 })
    expect(run.row).toMatchObject({ status: 'PAUSED', terminationReason: 'TOKEN_LIMIT', summary: 'on and' })
  })

  test('LIM-11 how often an answer is gone on with stands among the limits, with its source', async () => {
    const { runId } = await play('parts', inParts('Whole.'), { maxContinuations: 7 })
    const { effectiveLimits } = await database.prisma.run.findUniqueOrThrow({ where: { id: runId } })
    expect(effectiveLimits).toMatchObject({ maxContinuations: { value: 7, source: 'agent' } })
  })

  test('LOOP-10 RUN-5 a resumed run goes on with the answer where it stopped', async () => {
    let isShort = true
    const run = await play(
      'resumed',
      (request) => finishedBy(request, isShort ? 'LENGTH' : 'STOP', isShort ? 'One, ' : 'two.'),
      { maxContinuations: 0 },
    )
    expect(run.row).toMatchObject({ status: 'PAUSED', summary: 'One,' })
    isShort = false
    await engine.operations.resumeRun({ projectId: engine.project.id, runId: run.runId })
    const resumed = await engine.finished(run.runId, run.events.length)
    expect(resumed.row).toMatchObject({ status: 'COMPLETED', summary: 'One, two.' })
  })

  test('LOOP-10 RUN-5 a message with the resume begins another answer', async () => {
    let isShort = true
    const run = await play(
      'asked-else',
      (request) => finishedBy(request, isShort ? 'LENGTH' : 'STOP', isShort ? 'One, ' : 'Something else.'),
      { maxContinuations: 0 },
    )
    isShort = false
    await engine.operations.resumeRun({
      projectId: engine.project.id,
      runId: run.runId,
      message: 'Say something else.',
    })
    const { row } = await engine.finished(run.runId, run.events.length)
    expect(row).toMatchObject({ status: 'COMPLETED', summary: 'Something else.' })
  })

  test('LOOP-10 may call tools in its rest, and its words are not the answer then', async () => {
    const run = await play('calls', async function* (request) {
      const last = request.messages.at(-1)
      if (last?.role === 'tool') yield* finishedBy(request, 'STOP', 'Done.')
      else if (request.messages.length === 1) yield* finishedBy(request, 'LENGTH', 'I will l')
      else yield* finishedBy(request, 'TOOL_CALLS', 'ook.', [{ name: 'echo', arguments: { a: 1 } }])
    })
    expect(run.row).toMatchObject({ status: 'COMPLETED', summary: 'Done.', stepCount: 2 })
  })

  test('LOOP-10 that says nothing more when it is gone on with was whole', async () => {
    const run = await play('whole', inParts('All of it.', ''))
    expect(run.row).toMatchObject({ status: 'COMPLETED', summary: 'All of it.' })
    expect(warningsOf(run, 'EMPTY_ANSWER')).toEqual([])
  })

  test('LOOP-10 whose thoughts took all of the room is asked for again, and is PAUSED if it never comes', async () => {
    const before = live.requests.length
    const run = await play('thinker', (request) => finishedBy(request, 'LENGTH', ''), { maxContinuations: 1 })
    expect(run.row).toMatchObject({ status: 'PAUSED', terminationReason: 'TOKEN_LIMIT' })
    expect(run.row.summary).not.toBe('')
    expect(live.requests.length - before).toBe(2)
  })

  test('LOOP-10 TAS-4 a call that was cut off is not made: its result says so, and whole calls before it are made', async () => {
    echoed.length = 0
    const run = await play('half-call', async function* (request) {
      const isFirst = request.messages.length === 1
      if (!isFirst) return yield* finishedBy(request, 'STOP', 'Done.')
      yield* finishedBy(request, 'LENGTH', 'I call.', [
        { name: 'echo', arguments: { n: 1 } },
        { name: 'echo', arguments: '{"text": "half of i' },
      ])
    })
    expect(run.row).toMatchObject({ status: 'COMPLETED', summary: 'Done.' })
    expect(echoed).toEqual([{ n: 1 }])
    expect(run.of('ActionFailed')).toMatchObject([{ errorCode: 'CALL_TRUNCATED' }])
    const history = live.requests.at(-1)?.messages.filter(({ role }) => role === 'tool')
    expect(history?.at(-1)).toMatchObject({
      isError: true,
      text: expect.stringContaining('truncated call was not executed'),
    })
  })

  test('LOOP-10 LOOP-3 a `done` call whose arguments were cut off before they began does not end the run', async () => {
    const run = await play(
      'half-done',
      async function* (request) {
        const calls = [
          { name: 'done', arguments: request.messages.length === 1 ? '{}' : { message: 'Ended.' } },
        ]
        yield* finishedBy(request, request.messages.length === 1 ? 'LENGTH' : 'TOOL_CALLS', '', calls)
      },
      { tools: ['done'], requireDoneTool: true },
    )
    expect(run.row).toMatchObject({ terminationReason: 'DONE_TOOL', summary: 'Ended.', stepCount: 2 })
  })

  test('LOOP-10 JDG-1 meets no criteria: nobody is asked to judge half of it', async () => {
    const before = live.requests.length
    const run = await play('judged', endless, {
      maxContinuations: 0,
      acceptanceCriteria: ['It is said.'],
    })
    expect(run.row).toMatchObject({ status: 'PAUSED', terminationReason: 'TOKEN_LIMIT' })
    expect(live.requests.length - before).toBe(1)
  })

  test('LOOP-10 LOOP-6 is not the input of the next stage', async () => {
    const run = await play('stages', endless, {
      maxContinuations: 0,
      flowType: 'SEQUENTIAL',
      stages: [
        { name: 'one', instruction: 'Write.' },
        { name: 'two', instruction: 'Shorten.' },
      ],
    })
    expect(run.row).toMatchObject({ status: 'PAUSED', terminationReason: 'TOKEN_LIMIT' })
    expect(run.of('StageStarted')).toHaveLength(1)
  })

  test('LOOP-10 that must fit a schema is joined before it is checked', async () => {
    const before = live.requests.length
    const run = await play('shaped', inParts('{"word": "half', ' and half"}'), {
      outputSchema: { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] },
    })
    expect(run.row).toMatchObject({ status: 'COMPLETED', summary: '{"word": "half and half"}' })
    // A continuation is no whole object: the schema cannot be enforced on it.
    expect(live.requests.slice(before).map(({ responseFormat }) => responseFormat === null)).toEqual([
      false,
      true,
    ])
  })

  test('LOOP-10 LIM-9 where the budget cut it, the run is PAUSED by the budget, with the text so far', async () => {
    const run = await engine.run(unused, {
      agent: { model: 'live/endless', maxOutputTokens: 100_000 },
      trigger: { maxTokens: 3_000 },
    })
    expect(run.row).toMatchObject({
      status: 'PAUSED',
      terminationReason: 'TOKEN_LIMIT',
    })
    expect(run.row.summary).toMatch(/^on and/)
    expect(run.types).not.toContain('FinalAnswer')
  })

  test('LOOP-10 LIM-9 where a budget of money bound the answer, that is the limit that is named', async () => {
    live.plays.endless = endless
    const run = await engine.run(unused, {
      agent: { model: 'live/endless', maxOutputTokens: 100_000, maxContinuations: 1 },
      trigger: { maxCostUsd: '0.05' },
    })
    expect(run.row).toMatchObject({
      status: 'PAUSED',
      terminationReason: 'COST_LIMIT',
      summary: 'on and on and',
    })
    expect(warningsOf(run, 'ANSWER_TRUNCATED').at(-1)?.message).toContain('COST_LIMIT')
  })

  test('LOOP-10 LIM-9 where the remaining budget does not hold the rest, the words so far are the summary', async () => {
    live.plays.spender = async function* (request) {
      for await (const chunk of finishedBy(request, 'LENGTH', 'As much as I may'))
        yield chunk.type === 'done'
          ? { ...chunk, usage: { ...chunk.usage, outputTokens: request.maxOutputTokens ?? 0 } }
          : chunk
    }
    const run = await engine.run(unused, {
      agent: { model: 'live/spender', maxOutputTokens: 100_000 },
      trigger: { maxCostUsd: '0.05' },
    })
    expect(run.row).toMatchObject({
      status: 'PAUSED',
      terminationReason: 'COST_LIMIT',
      summary: 'As much as I may',
    })
    expect(run.of('Warning').map(({ code }) => code)).toEqual(['ANSWER_TRUNCATED', 'BUDGET_SPENT'])
    const more = { projectId: engine.project.id, runId: run.runId, maxCostUsd: '10' }
    live.plays.spender = (request) => finishedBy(request, 'STOP', ', and the rest.')
    await engine.operations.resumeRun(more)
    const { row } = await engine.finished(run.runId, run.events.length)
    expect(row).toMatchObject({ status: 'COMPLETED', summary: 'As much as I may, and the rest.' })
  })

  test('LOOP-10 RUN-4 an abort between its parts leaves all of its words', async () => {
    const held = Promise.withResolvers<void>()
    live.plays.aborted = async function* (request) {
      if (request.messages.length === 1) return yield* finishedBy(request, 'LENGTH', 'One, ')
      yield { type: 'text', text: 'two' }
      held.resolve()
      yield await untilAborted(request.signal)
    }
    const runId = await engine.trigger(unused, { agent: { model: 'live/aborted' } })
    await held.promise
    await engine.operations.abortRun({ projectId: engine.project.id, runId, reason: 'Enough.' })
    expect((await engine.finished(runId)).row).toMatchObject({ status: 'CANCELLED', summary: 'One, two' })
  })

  test('LOOP-10 CTX-5 a message that is sent while it is gone on with is read after it', async () => {
    const sent = Promise.withResolvers<void>()
    const began = Promise.withResolvers<void>()
    live.plays.steered = async function* (request) {
      const isAsked = lastUserOf(request) === 'And now?'
      if (isAsked) return yield* finishedBy(request, 'STOP', 'Now this.')
      if (request.messages.length === 1) return yield* finishedBy(request, 'LENGTH', 'One, ')
      began.resolve()
      await sent.promise
      yield* finishedBy(request, 'STOP', 'two.')
    }
    const runId = await engine.trigger(unused, { agent: { model: 'live/steered' } })
    await began.promise
    await engine.operations.steerRun({ projectId: engine.project.id, runId, message: 'And now?' })
    sent.resolve()
    const { row } = await engine.finished(runId)
    expect(row).toMatchObject({ status: 'COMPLETED', summary: 'Now this.', stepCount: 2 })
    const told = live.requests.at(-1)?.messages.map((message) => message.role)
    expect(told).toEqual(['user', 'assistant', 'user', 'assistant', 'user'])
  })

  test('LOOP-10 RUN-9 a fork after the step of a stopped answer goes on with it', async () => {
    let isShort = true
    const run = await play(
      'forked',
      (request) => finishedBy(request, isShort ? 'LENGTH' : 'STOP', isShort ? 'One, ' : 'two.'),
      { maxContinuations: 0 },
    )
    isShort = false
    const call = { projectId: engine.project.id, runId: run.runId, afterStep: 1 }
    const { runId } = await engine.operations.history.forkRun(call)
    expect((await engine.finished(runId)).row).toMatchObject({ status: 'COMPLETED', summary: 'One, two.' })
  })

  test('LOOP-10 RUN-9 a replay goes on with it as the run did', async () => {
    const run = await play('replayed', inParts('One, ', 'two, ', 'three.'))
    const { projectId, id } = await database.prisma.run.findUniqueOrThrow({ where: { id: run.runId } })
    const { runId } = await engine.operations.history.replayRun({ projectId, runId: id, tools: 'RECORDED' })
    const replayed = await engine.finished(runId)
    expect(replayed.row).toMatchObject({ status: 'COMPLETED', summary: 'One, two, three.' })
    expect(warningsOf(replayed, 'ANSWER_TRUNCATED')).toHaveLength(2)
  })
})

describe('half an answer elsewhere', () => {
  const plan = (prompt: string) => ({
    reasoning: 'One call.',
    actions: [{ name: 'write', type: 'LLM', target: '', parameters: { prompt }, outputKey: 'text' }],
  })

  test('LOOP-10 DAG-8 an LLM action is gone on with', async () => {
    const run = await play('llm', inParts('The first ha', 'lf, and the second.'), {
      planner: 'PLAN',
      protocolMode: 'STRICT',
    })
    // The agent's own model wrote no plan; the caller's has one action.
    expect(run.row.status).toBe('FAILED')
    const given = await engine.run(unused, {
      agent: { model: 'live/llm', planner: 'PLAN', protocolMode: 'STRICT' },
      trigger: { plan: plan('Write.') },
    })
    expect(given.row).toMatchObject({ status: 'COMPLETED', summary: 'The first half, and the second.' })
  })

  test('LOOP-10 DAG-8 an LLM action that is never whole fails with a code of its own', async () => {
    live.plays.endless = endless
    const run = await engine.run(unused, {
      agent: { model: 'live/endless', planner: 'PLAN', protocolMode: 'STRICT', maxContinuations: 1 },
      trigger: {
        plan: {
          ...plan('Write.'),
          actions: plan('Write.').actions.map((a) => ({ ...a, retry: { maxAttempts: 1 } })),
        },
      },
    })
    expect(run.row).toMatchObject({ status: 'FAILED', errorCode: 'PLAN_FAILED' })
    expect(run.of('ActionFailed')).toMatchObject([{ errorCode: 'ANSWER_TRUNCATED' }])
  })

  test('LOOP-10 DAG-1 a plan that was cut off goes back as invalid; one that never is whole leaves the run PAUSED', async () => {
    const half = '{"reasoning": "Let us", "plan": {"actions": [{"name": "a", "type": "TOOL"'
    let count = 0
    const run = await play(
      'half-plan',
      async function* (request) {
        count += 1
        const whole = JSON.stringify({ reasoning: 'r', goalAchieved: false, answer: 'Fine.', plan: null })
        yield* finishedBy(request, count < 3 ? 'LENGTH' : 'STOP', count < 3 ? half : whole)
      },
      { planner: 'PLAN' },
    )
    expect(run.row).toMatchObject({ status: 'COMPLETED', summary: 'Fine.' })
    expect(warningsOf(run, 'PLAN_REJECTED').map(({ message }) => message)).toEqual([
      expect.stringContaining('cut off'),
      expect.stringContaining('cut off'),
    ])
    const never = await play('no-plan', (request) => finishedBy(request, 'LENGTH', half), { planner: 'PLAN' })
    expect(never.row).toMatchObject({ status: 'PAUSED', terminationReason: 'TOKEN_LIMIT' })
  })

  test('LOOP-10 SUB-1 a parent takes it for no answer of its child', async () => {
    live.plays.endless = endless
    const child = await engine.define(unused, { model: 'live/endless', maxContinuations: 0 })
    const run = await engine.run(
      ({ messages }) =>
        messages.at(-1)?.role === 'tool'
          ? { text: 'It failed.' }
          : { toolCalls: [{ name: 'spawn_agent', arguments: { agent: child.slug, input: 'Write.' } }] },
      { agent: { subagents: [child.slug] } },
    )
    expect(run.row.summary).toBe('It failed.')
    expect(run.of('ActionFailed')).toMatchObject([{ errorCode: 'CHILD_STOPPED' }])
  })

  test('LOOP-10 JDG-2 criteria that were judged in half an answer were not judged', async () => {
    const run = await play(
      'half-judge',
      async function* (request) {
        if (request.systemPrompt?.startsWith('You judge')) {
          return yield* finishedBy(request, 'LENGTH', '{"criteria": [{"met": true')
        }
        yield* finishedBy(request, 'STOP', 'Said.')
      },
      { acceptanceCriteria: ['It is said.'], maxContinuations: 1 },
    )
    expect(run.row).toMatchObject({ status: 'COMPLETED', terminationReason: 'FINAL_ANSWER' })
    expect(warningsOf(run, 'VALIDATION_FAILED')).toHaveLength(1)
  })

  test('LOOP-10 LIM-3 a last word that was cut off is kept, and said to be cut off', async () => {
    const run = await play(
      'half-word',
      async function* (request) {
        if (request.toolChoice === 'none') return yield* finishedBy(request, 'LENGTH', 'So far I')
        yield answer(request, 'Looking.', [{ name: 'echo', arguments: {} }])
      },
      { maxSteps: 1 },
    )
    expect(run.row).toMatchObject({ status: 'PAUSED', terminationReason: 'MAX_STEPS', summary: 'So far I' })
    expect(warningsOf(run, 'ANSWER_TRUNCATED')).toHaveLength(1)
  })
})

describe('an empty answer', () => {
  test('LOOP-10 is asked for once more', async () => {
    const run = await play('empty-once', inParts('', 'Here it is.').bind(null))
    expect(run.row.summary).toBe('Here it is.')
    const silent = await play('silent-once', async function* (request) {
      yield* finishedBy(request, 'STOP', request.messages.length === 1 ? '' : 'Here it is.')
    })
    expect(silent.row).toMatchObject({ status: 'COMPLETED', summary: 'Here it is.', stepCount: 1 })
    expect(warningsOf(silent, 'EMPTY_ANSWER')).toEqual([])
  })

  test('LOOP-10 that stays empty ends the run with an empty summary, and a Warning', async () => {
    const before = live.requests.length
    const run = await play('silent', (request) => finishedBy(request, 'STOP', ''))
    expect(run.row).toMatchObject({ status: 'COMPLETED', terminationReason: 'FINAL_ANSWER', summary: '' })
    expect(warningsOf(run, 'EMPTY_ANSWER')).toHaveLength(1)
    expect(live.requests.length - before).toBe(2)
  })
})
