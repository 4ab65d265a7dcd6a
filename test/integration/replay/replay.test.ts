import { fc } from '@fast-check/vitest'
import { beforeEach, describe, expect, test } from 'vitest'
import type { AgentDefinitionInput } from '../../../src/domain/agent.ts'
import type { Json } from '../../../src/domain/json.ts'
import { ModelError, type ModelProvider, type ModelRequest } from '../../../src/domain/model.ts'
import type { ReplayTools } from '../../../src/domain/run-history.ts'
import { createScripted, sequence } from '../../../src/models/scripted.ts'
import { createTestDatabase } from '../../support/database.ts'
import { changesRowsByHand } from '../../support/empty-database.ts'
import { createTestEngine, testTool } from '../../support/engine.ts'
import { forFile } from '../../support/for-file.ts'
import { answer, counting, createLiveModel, type Play } from '../../support/live-model.ts'
import { randomRuns, scriptOf, toTheEnd } from '../../support/random-scripts.ts'
import { deedsOf, endOf, saidIn } from '../../support/run-rows.ts'
import { propertyTrials } from '../../support/trials.ts'

changesRowsByHand()

const live = createLiveModel()

/** The scripted provider, with a count of what it was asked. */
let asked = 0

let performed: string[] = []

const did = (name: string, args: unknown) => void performed.push(`${name} ${JSON.stringify(args)}`)

let drawn = 0

const tools = [
  testTool('add', async (args) => {
    did('add', args)
    return args
  }),
  testTool('fail', async (args) => {
    did('fail', args)
    throw new Error('It is broken.')
  }),
  testTool('note', async (args, { addArtifact }) => {
    did('note', args)
    addArtifact('note', JSON.stringify(args))
    return 'noted'
  }),
  testTool('big', async () => 'a large result, '.repeat(2_000)),
  testTool('draw', async () => {
    drawn += 1
    return `card ${drawn}`
  }),
]

const database = forFile(await createTestDatabase())
const scripts = {}
const scripted = createScripted({ scripts, chunkDelayMs: 0 })
const counted: ModelProvider = {
  name: 'scripted',
  stream: (request) => {
    asked += 1
    return scripted.stream(request)
  },
}
const engine = forFile(
  await createTestEngine(database, {
    scripts,
    tools,
    providers: [live],
    replace: (services) => ({
      models: {
        profiles: (name) => (name === 'scripted' ? [counted] : services.models.profiles(name)),
      },
    }),
  }),
)

beforeEach(() => {
  performed = []
})

/** Replays a run, and says how many requests any provider got meanwhile. */
async function replay(runId: string, mode: ReplayTools = 'RECORDED') {
  const before = asked + live.requests.length
  performed = []
  const call = { projectId: engine.project.id, runId, tools: mode }
  const replayed = await engine.operations.history.replayRun(call)
  const run = await engine.finished(replayed.runId)
  return { ...run, requests: asked + live.requests.length - before }
}

async function expectAlike(runId: string) {
  const replayed = await replay(runId)
  expect(replayed.row.errorMessage ?? '').not.toContain('left its record')
  expect(await endOf(database, replayed.runId)).toEqual(await endOf(database, runId))
  expect(await deedsOf(database, replayed.runId)).toEqual(await deedsOf(database, runId))
  expect(replayed.requests).toBe(0)
  expect(performed).toEqual([])
  return replayed
}

async function liveRun(name: string, play: Play, agent: Partial<AgentDefinitionInput> = {}) {
  live.plays[name] = play
  return engine.run(() => ({ text: '' }), { agent: { model: `live/${name}`, ...agent } })
}

const asksAside = ({ responseFormat, tools: offered }: ModelRequest) =>
  offered.length === 0 && responseFormat?.name !== 'turn'

describe('a replay', () => {
  test('RUN-9 of a run with tools takes the same steps, asks nobody and does nothing', async () => {
    const run = await engine.run(
      sequence(
        { reasoning: 'Hm.', text: 'One.', toolCalls: [{ name: 'draw', arguments: {} }] },
        {
          text: 'Two.',
          toolCalls: [
            { name: 'note', arguments: { n: 2 } },
            { name: 'fail', arguments: {} },
          ],
        },
        { text: 'Three.' },
      ),
    )
    const replayed = await expectAlike(run.runId)
    const said = (rows: Awaited<ReturnType<typeof saidIn>>) =>
      rows.map(({ role, stepNumber }) => [role, stepNumber])
    expect(said(await saidIn(database, replayed.runId))).toEqual(said(await saidIn(database, run.runId)))
    const row = await database.prisma.run.findUniqueOrThrow({ where: { id: replayed.runId } })
    expect(row).toMatchObject({ replayOfId: run.runId, rootId: row.id, sessionId: null })
  })

  test('RUN-9 MOD-8 costs nothing, and its calls say so under the names of the first models', async () => {
    const run = await engine.run(sequence({ toolCalls: [{ name: 'add', arguments: {} }] }, { text: 'Done.' }))
    const { runId } = await expectAlike(run.runId)
    const calls = await database.prisma.modelCall.findMany({ where: { runId } })
    const original = await database.prisma.modelCall.findMany({ where: { runId: run.runId } })
    expect(calls.map(({ costUsd, priceVersion }) => [String(costUsd), priceVersion])).toEqual([
      ['0', 'replay'],
      ['0', 'replay'],
    ])
    expect(calls.map(({ provider, model }) => [provider, model])).toEqual(
      original.map(({ provider, model }) => [provider, model]),
    )
  })

  test('RUN-9 with live tools calls them again, and still asks no model', async () => {
    const run = await engine.run(
      sequence({ toolCalls: [{ name: 'add', arguments: { n: 1 } }] }, { text: 'Done.' }),
    )
    const replayed = await replay(run.runId, 'LIVE')
    expect(replayed.row).toMatchObject({ status: 'COMPLETED', summary: 'Done.' })
    expect(performed).toEqual(['add {"n":1}'])
    expect(replayed.requests).toBe(0)
  })

  test('RUN-9 DAG-8 DAG-10 of a plan answers its models, its choices and its second thoughts from the record', async () => {
    const turns: readonly Json[] = [
      {
        plan: {
          actions: [
            { name: 'left', type: 'LLM', parameters: { prompt: 'Say left.' }, outputKey: 'left' },
            { name: 'right', type: 'LLM', parameters: { prompt: 'Say right.' }, outputKey: 'right' },
            {
              name: 'way',
              type: 'DECISION',
              parameters: { question: 'Which way?', facts: '$left' },
              branches: [{ name: 'on' }, { name: 'back' }],
            },
            {
              name: 'go',
              type: 'TOOL',
              target: 'add',
              parameters: { n: '$right' },
              branch: 'way/on',
              outputKey: 'sum',
            },
            { name: 'stay', type: 'TOOL', target: 'add', parameters: {}, branch: 'way/back' },
            { name: 'broken', type: 'TOOL', target: 'fail', retry: { backoffMs: 0 }, skipOnError: true },
          ],
        },
      },
      { answer: 'Went on.' },
    ]
    let turn = 0
    const run = await liveRun(
      'planner',
      async function* (request) {
        const last = request.messages.at(-1)
        const text = last?.role === 'user' ? last.text : ''
        if (request.responseFormat?.name === 'choice') return yield answer(request, '{"branch":"on"}')
        if (request.responseFormat?.name === 'action')
          return yield answer(request, '{"target":"draw","parameters":{}}')
        if (asksAside(request)) return yield answer(request, `Answer to ${text} ${turn}`)
        const whole = { reasoning: 'Because.', goalAchieved: false, answer: null, plan: null }
        const said = turns[turn] ?? { answer: 'Too often.' }
        turn += 1
        yield answer(request, JSON.stringify({ ...whole, ...Object(said) }))
      },
      { planner: 'PLAN' },
    )
    expect(run.row).toMatchObject({ status: 'COMPLETED', summary: 'Went on.' })
    await expectAlike(run.runId)
  })

  test('RUN-9 JDG-2 JDG-3 of a run that is judged has the same judgements', async () => {
    let judged = 0
    const run = await liveRun(
      'judged',
      async function* (request) {
        if (request.responseFormat) {
          judged += 1
          const criteria = [{ met: judged > 2, evidence: `Look ${judged}.` }]
          return yield answer(
            request,
            JSON.stringify({ criteria, progress: judged / 4, confidence: 0.9, reason: 'So.' }),
          )
        }
        const turns = request.messages.filter(({ role }) => role === 'assistant').length
        yield turns < 3
          ? answer(request, 'Go.', [{ name: 'add', arguments: { turns } }])
          : answer(request, 'Done.')
      },
      { acceptanceCriteria: ['It is done.'], confidence: { everySteps: 1 } },
    )
    expect(judged).toBeGreaterThan(1)
    const { runId } = await expectAlike(run.runId)
    const purposes = async (of: string) =>
      (await database.prisma.modelCall.groupBy({ by: ['purpose'], where: { runId: of }, _count: true }))
        .map(({ purpose, _count }) => `${purpose} ${_count}`)
        .sort()
    expect(await purposes(runId)).toEqual(await purposes(run.runId))
  })

  test('RUN-9 CTX-2 of a run that was compacted is compacted from the recorded notes', async () => {
    let turns = 0
    const run = await liveRun(
      'compacted',
      async function* (request) {
        if (asksAside(request)) return yield answer(request, 'Notes.')
        turns += 1
        const dig = { name: 'big', arguments: { turns } }
        yield counting(
          request,
          turns < 14
            ? answer(request, `Dig ${turns}. ${'On and on. '.repeat(400)}`, [dig])
            : answer(request, 'Enough.'),
        )
      },
      { contextWindow: 12_000, maxOutputTokens: 1_000, maxToolResultChars: 8_000 },
    )
    expect(run.row.summary).toBe('Enough.')
    expect(run.of('ContextCompacted').length).toBeGreaterThan(0)
    const replayed = await expectAlike(run.runId)
    const strategies = ({ of }: typeof run) => of('ContextCompacted').map((compacted) => compacted.strategies)
    expect(strategies(run).join()).toContain('SUMMARISE')
    expect(strategies(replayed)).toEqual(strategies(run))
    const calls = await database.prisma.modelCall.groupBy({
      by: ['runId'],
      where: { purpose: 'COMPACTION', runId: { in: [run.runId, replayed.runId] } },
      _count: true,
    })
    expect(new Set(calls.map(({ _count }) => _count)).size).toBe(1)
    expect(calls).toHaveLength(2)
  })

  test('RUN-9 MOD-5 of a run that failed over has the answers alone, under the names of their models', async () => {
    live.plays.down = async function* () {
      yield* []
      throw new ModelError('BAD_REQUEST', 'Not me.', { retryable: false })
    }
    const run = await liveRun(
      'stand-in',
      async function* (request) {
        yield answer(request, 'I stand in.')
      },
      { model: 'live/down', fallbackModels: ['live/stand-in'] },
    )
    const { runId, types } = await expectAlike(run.runId)
    expect(types).not.toContain('ModelSwitched')
    const calls = await database.prisma.modelCall.findMany({ where: { runId } })
    expect(calls.map(({ model, errorCode }) => [model, errorCode])).toEqual([['stand-in', null]])
  })

  test('RUN-9 MOD-5 of a run that no model answered fails as it did', async () => {
    live.plays.down = async function* () {
      yield* []
      throw new ModelError('BAD_REQUEST', 'Not me.', { retryable: false })
    }
    const run = await engine.run(() => ({ text: '' }), { agent: { model: 'live/down' } })
    const replayed = await replay(run.runId)
    expect(replayed.row).toMatchObject({ status: 'FAILED', errorCode: 'MODELS_EXHAUSTED' })
    expect(replayed.requests).toBe(0)
  })

  test('RUN-9 LIM-3 of a paused run pauses at the same step, with the recorded last word', async () => {
    const run = await engine.run(
      ({ turn, toolsDisabled }) =>
        toolsDisabled ? { text: 'So far.' } : { toolCalls: [{ name: 'add', arguments: { turn } }] },
      { trigger: { maxSteps: 3 } },
    )
    expect(run.row).toMatchObject({ status: 'PAUSED', summary: 'So far.' })
    await expectAlike(run.runId)
  })

  test('RUN-9 LIM-9 of a run that its budget stopped stops there too, and goes on where that was resumed', async () => {
    const run = await liveRun(
      'spender',
      async function* (request) {
        const turn = request.messages.length
        const isLast = request.toolChoice === 'none' || turn > 11
        const chunk = isLast
          ? answer(request, 'Enough.')
          : answer(request, `Turn ${turn}.`, [{ name: 'add', arguments: { turn } }])
        yield chunk.type === 'done' ? { ...chunk, usage: { ...chunk.usage, outputTokens: 1_000 } } : chunk
      },
      { maxOutputTokens: 1_000, maxTokens: 6_000 },
    )
    expect(run.row).toMatchObject({ status: 'PAUSED', terminationReason: 'TOKEN_LIMIT' })
    expect(run.of('Warning').map(({ code }) => code)).toContain('BUDGET_SPENT')
    await expectAlike(run.runId)
    const place = { projectId: engine.project.id, runId: run.runId }
    await engine.operations.resumeRun({ ...place, maxTokens: 1_000_000 })
    const resumed = await engine.finished(run.runId, run.events.length)
    expect(resumed.row).toMatchObject({ status: 'COMPLETED', summary: 'Enough.' })
    await expectAlike(run.runId)
  })

  test('RUN-9 LIM-9 LOOP-10 of an answer that its budget cut off ends with as much of it', async () => {
    const run = await liveRun(
      'cut-by-budget',
      async function* (request) {
        const chunk = answer(request, 'As much as I may')
        yield chunk.type === 'done'
          ? {
              ...chunk,
              finishReason: 'LENGTH',
              usage: { ...chunk.usage, outputTokens: request.maxOutputTokens ?? 0 },
            }
          : chunk
      },
      { maxOutputTokens: 100_000, maxTokens: 8_000 },
    )
    expect(run.row).toMatchObject({ status: 'PAUSED', summary: 'As much as I may' })
    expect(run.of('Warning').map(({ code }) => code)).toContain('BUDGET_SPENT')
    await expectAlike(run.runId)
  })

  test('RUN-9 RUN-5 CTX-5 of a run that was resumed with a message reads it ahead of the same step', async () => {
    const run = await engine.run(
      ({ turn, input, toolsDisabled }) =>
        toolsDisabled
          ? { text: 'So far.' }
          : input === 'Now answer.'
            ? { text: 'As you wish.' }
            : { toolCalls: [{ name: 'add', arguments: { turn } }] },
      { trigger: { maxSteps: 2 } },
    )
    const place = { projectId: engine.project.id, runId: run.runId }
    await engine.operations.resumeRun({ ...place, message: 'Now answer.' })
    const resumed = await engine.finished(run.runId, run.events.length)
    expect(resumed.row).toMatchObject({ status: 'COMPLETED', summary: 'As you wish.', stepCount: 3 })
    const replayed = await expectAlike(run.runId)
    expect(replayed.of('InputInjected')).toMatchObject([{ text: 'Now answer.', sentBy: null }])
  })

  test('RUN-9 CTX-5 of a run that was steered reads the message ahead of the same step', async () => {
    const opened = Promise.withResolvers<void>()
    live.plays.steered = async function* (request) {
      const users = request.messages.filter(({ role }) => role === 'user').length
      if (users > 1) return yield answer(request, 'Turned.')
      await opened.promise
      yield answer(request, 'Straight on.')
    }
    const runId = await engine.trigger(() => ({ text: '' }), { agent: { model: 'live/steered' } })
    await engine.seen(runId, 'StepStarted')
    await engine.operations.steerRun({ projectId: engine.project.id, runId, message: 'Turn.' })
    opened.resolve()
    expect((await engine.finished(runId)).row).toMatchObject({ summary: 'Turned.', stepCount: 2 })
    await expectAlike(runId)
  })

  test('RUN-9 of a fork, and of a replay, begins where that began', async () => {
    const run = await engine.run(
      sequence({ toolCalls: [{ name: 'draw', arguments: {} }] }, { text: 'First.' }),
    )
    const place = { projectId: engine.project.id, runId: run.runId }
    const forked = await engine.operations.history.forkRun({ ...place, afterStep: 1, input: 'Go on.' })
    await engine.finished(forked.runId)
    const replayed = await expectAlike(forked.runId)
    await expectAlike(replayed.runId)
  })
})

describe('a replay that leaves its record', () => {
  async function changed(sql: string, runId: string) {
    await database.pool.query(sql, [runId])
    const replayed = await replay(runId)
    expect(replayed.row).toMatchObject({ status: 'FAILED', errorCode: 'REPLAY_DIVERGED' })
    expect(replayed.requests).toBe(0)
    return replayed.row.errorMessage
  }
  const oneCall = () =>
    engine.run(sequence({ toolCalls: [{ name: 'add', arguments: {} }] }, { text: 'Done.' }))

  test('RUN-9 fails and names the step and the purpose of the question', async () => {
    const run = await oneCall()
    const sql = `delete from "Message" where "runId" = $1 and "stepNumber" = 2`
    expect(await changed(sql, run.runId)).toContain(
      'in step 2: no recorded result matches a question of the purpose LOOP',
    )
  })

  test('RUN-9 fails and names the action', async () => {
    const run = await oneCall()
    const sql = `update "Action" set target = 'other' where "runId" = $1`
    expect(await changed(sql, run.runId)).toContain('in step 1: no recorded result matches the action "add"')
  })

  test('RUN-9 fails also where a question goes unanswered that a run could do without', async () => {
    const run = await liveRun(
      'unjudged',
      async function* (request) {
        if (request.responseFormat)
          yield answer(request, '{"criteria":[{"met":true,"evidence":"It is."}],"progress":1}')
        else yield answer(request, 'Done.')
      },
      { acceptanceCriteria: ['It is done.'] },
    )
    expect(run.row.status).toBe('COMPLETED')
    const sql = `delete from "ModelCall" where "runId" = $1 and purpose = 'VALIDATION'`
    expect(await changed(sql, run.runId)).toContain('purpose VALIDATION')
  })

  test('RUN-9 is not begun while its run goes on', async () => {
    const opened = Promise.withResolvers<void>()
    live.plays.open = async function* (request) {
      await opened.promise
      yield answer(request, 'Done.')
    }
    const runId = await engine.trigger(() => ({ text: '' }), { agent: { model: 'live/open' } })
    await expect(replay(runId)).rejects.toMatchObject({ code: 'RUN_NOT_FINISHED' })
    opened.resolve()
    await engine.finished(runId)
  })
})

test('RUN-9 the replay of any run equals it step by step, and asks nobody', async () => {
  await fc.assert(
    fc.asyncProperty(randomRuns, async (random) => {
      const original = await engine.run(scriptOf(random), toTheEnd)
      await expectAlike(original.runId)
    }),
    propertyTrials(25),
  )
}, 120_000)
