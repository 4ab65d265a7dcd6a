import { describe, expect, test } from 'vitest'
import type { AgentDefinitionInput } from '../../../src/domain/agent.ts'
import type { Json } from '../../../src/domain/json.ts'
import type { ModelRequest } from '../../../src/domain/model.ts'
import { createTestDatabase } from '../../support/database.ts'
import { createTestEngine, testTool } from '../../support/engine.ts'
import { engineForFile } from '../../support/for-file.ts'
import { answer, createLiveModel } from '../../support/live-model.ts'

const live = createLiveModel()

const calls: string[] = []

let flakiness = 0

const tools = [
  testTool('fetch', async (args) => {
    calls.push(`fetch ${JSON.stringify(args)}`)
    return { pages: [{ title: 'Title of', from: args }] }
  }),
  testTool('join', async (args) => args),
  testTool('break', async () => {
    throw new Error('It is broken.')
  }),
  testTool('flaky', async (args) => {
    calls.push(`flaky ${JSON.stringify(args)}`)
    flakiness -= 1
    if (flakiness >= 0) throw new Error('Not yet.')
    return 'at last'
  }),
]

const { database, engine } = await engineForFile({ providers: [live], tools })

interface Turn {
  readonly plan?: Json
  readonly answer?: string
  readonly goalAchieved?: boolean
}

/** A planner that says these turns in order, and what it was asked. Questions beside are answered by `aside`. */
async function planning(
  name: string,
  turns: readonly (Turn | string)[],
  agent: Partial<AgentDefinitionInput> = {},
  aside: (request: ModelRequest) => string = () => 'Aside.',
) {
  const asked: ModelRequest[] = []
  live.plays[name] = async function* (request) {
    if (request.responseFormat?.name !== 'turn') return yield answer(request, aside(request))
    asked.push({ ...request, messages: [...request.messages] })
    const turn = turns[asked.length - 1] ?? { answer: 'Too often.' }
    const whole = { reasoning: 'Because.', goalAchieved: false, answer: null, plan: null }
    yield answer(request, typeof turn === 'string' ? turn : JSON.stringify({ ...whole, ...turn }))
  }
  const run = await engine.run(() => ({ text: '' }), {
    agent: { model: `live/${name}`, planner: 'PLAN', ...agent },
  })
  const actions = await database.prisma.action.findMany({
    where: { runId: run.runId },
    orderBy: [{ stepId: 'asc' }, { position: 'asc' }],
  })
  return {
    run,
    asked,
    actions,
    statuses: Object.fromEntries(actions.map(({ name, status }) => [name, status])),
  }
}

const tool = (name: string, target: string, more: Record<string, Json> = {}) => ({
  name,
  type: 'TOOL',
  target,
  ...more,
})

describe('the PLAN planner', () => {
  test('DAG-5 DAG-8 executes a plan, hands outputs on by their keys, and answers from the results', async () => {
    const plan = {
      actions: [
        tool('wiki', 'fetch', { parameters: { q: 'AI' }, outputKey: 'wiki' }),
        tool('papers', 'fetch', { parameters: { q: 'ML' }, outputKey: 'papers' }),
        tool('both', 'join', {
          parameters: {
            first: '$wiki.pages[0].title',
            all: '$papers',
            text: 'Of ${wiki.pages[0].from.q}, $$5',
          },
          outputKey: 'both',
        }),
      ],
    }
    const { run, asked, actions } = await planning('plain', [{ plan }, { answer: 'It is done.' }])
    expect(run.row).toMatchObject({
      status: 'COMPLETED',
      summary: 'It is done.',
      stepCount: 2,
      actionCount: 3,
    })
    expect(actions[2]).toMatchObject({
      status: 'SUCCEEDED',
      wave: 1,
      parameters: { first: 'Title of', text: 'Of AI, $5', all: { pages: [{ from: { q: 'ML' } }] } },
    })
    const { context } = await database.prisma.run.findUniqueOrThrow({ where: { id: run.runId } })
    expect(context).toMatchObject({ both: { first: 'Title of' } })
    expect(run.types.filter((type) => type === 'PlanGenerated')).toHaveLength(1)
    const told = asked[1]?.messages.at(-1)
    expect(told).toMatchObject({ role: 'user', byEngine: true })
    expect(JSON.stringify(told)).toContain('both SUCCEEDED')
    const modelCalls = await database.prisma.modelCall.findMany({ where: { runId: run.runId } })
    expect(new Set(modelCalls.map(({ purpose }) => purpose))).toEqual(new Set(['PLAN']))
  })

  test('DAG-1 an invalid plan goes back with every problem, and nothing of it runs', async () => {
    calls.length = 0
    const bad = {
      actions: [tool('a', 'fetch', { dependsOn: ['b'] }), tool('b', 'teleport', { dependsOn: ['a'] })],
    }
    const good = { actions: [tool('a', 'join')] }
    const { run, asked } = await planning('mended', [
      { plan: bad },
      'no JSON',
      { plan: good },
      { answer: 'Mended.' },
    ])
    expect(run.row).toMatchObject({ status: 'COMPLETED', summary: 'Mended.', stepCount: 2 })
    expect(JSON.stringify(asked[1]?.messages.at(-1))).toMatch(/teleport.*a → b → a|a → b → a.*teleport/)
    expect(calls).toEqual([])
    expect(run.of('Warning').map(({ code }) => code)).toEqual(['PLAN_REJECTED', 'PLAN_REJECTED'])
  })

  test('DAG-1 after three repairs the run fails with the fault', async () => {
    const bad = { plan: { actions: [tool('a', 'teleport')] } }
    const { run, asked } = await planning('hopeless', [bad, bad, bad, bad, bad])
    expect(asked).toHaveLength(4)
    expect(run.of('Warning').map(({ code }) => code)).toEqual(Array(3).fill('PLAN_REJECTED'))
    expect(run.row).toMatchObject({ status: 'FAILED', errorCode: 'PLAN_INVALID' })
    expect(run.row.errorMessage).toMatch(/teleport/)
  })

  test('LOOP-7 STRICT executes one plan as it stands, and its last output is the answer', async () => {
    const plan = {
      actions: [
        tool('a', 'join', { parameters: { x: 1 }, outputKey: 'a' }),
        tool('b', 'join', { parameters: { y: '$a' } }),
      ],
    }
    const { run, asked } = await planning('strict', [{ plan }], { protocolMode: 'STRICT' })
    expect(asked).toHaveLength(1)
    expect(run.row).toMatchObject({ status: 'COMPLETED', summary: '{"y":{"x":1}}', stepCount: 1 })
  })

  test('LOOP-7 DAG-4 a fired action is not the answer of STRICT', async () => {
    const plan = {
      actions: [
        tool('a', 'join', { parameters: { x: 1 } }),
        tool('b', 'join', { parameters: { y: 2 }, mode: 'FIRE_AND_FORGET' }),
      ],
    }
    const { run } = await planning('strict fire', [{ plan }], { protocolMode: 'STRICT' })
    expect(run.row.summary).toBe('{"x":1}')
  })

  test('DAG-4 a fired action that cannot start is a warning, and what depends on it continues', async () => {
    const plan = {
      actions: [
        tool('a', 'join', { parameters: { x: 1 }, outputKey: 'a' }),
        tool('b', 'join', { parameters: { y: '$a.none.there' }, mode: 'FIRE_AND_FORGET' }),
        tool('c', 'join', { dependsOn: ['b'] }),
      ],
    }
    const { run, statuses } = await planning('fire nothing', [{ plan }], { protocolMode: 'STRICT' })
    expect(statuses).toEqual({ a: 'SUCCEEDED', b: 'FAILED', c: 'SUCCEEDED' })
    expect(run.of('Warning')).toMatchObject([
      { code: 'BACKGROUND_ACTION_FAILED', message: expect.stringMatching(/^b: /) },
    ])
  })

  test('LOOP-7 STRICT fails where the plan does, naming the failed action', async () => {
    const plan = {
      actions: [tool('a', 'break', { retry: { maxAttempts: 1 } }), tool('b', 'join', { dependsOn: ['a'] })],
    }
    const { run, statuses } = await planning('strict failure', [{ plan }], { protocolMode: 'STRICT' })
    expect(statuses).toEqual({ a: 'FAILED', b: 'SKIPPED' })
    expect(run.row).toMatchObject({ status: 'FAILED', errorCode: 'PLAN_FAILED' })
    expect(run.row.errorMessage).toMatch(/a: .*broken/)
  })

  test.for([
    [
      'its actions are passed by',
      [tool('a', 'join', { when: 'false' }), tool('b', 'join', { dependsOn: ['a'] })],
    ],
    ['its actions fail, and may', [tool('a', 'break', { retry: { maxAttempts: 1 }, skipOnError: true })]],
  ] as const)('LOOP-7 STRICT warns of an empty answer where %s', async ([why, actions]) => {
    const { run } = await planning(why, [{ plan: { actions } }], { protocolMode: 'STRICT' })
    expect(run.row).toMatchObject({ status: 'COMPLETED', summary: '' })
    expect(run.of('Warning')).toMatchObject([
      { code: 'EMPTY_ANSWER', message: expect.stringMatching(/No action of the plan succeeded.* a: .*\.$/) },
    ])
  })

  test('LOOP-7 AUTONOMOUS may say itself that the goal is met', async () => {
    const { run } = await planning('sure', [{ answer: 'Met.', goalAchieved: true }], {
      protocolMode: 'AUTONOMOUS',
    })
    expect(run.row).toMatchObject({
      status: 'COMPLETED',
      terminationReason: 'GOAL_ACHIEVED',
      summary: 'Met.',
    })
    const { run: other } = await planning('modest', [{ answer: 'Met.', goalAchieved: true }])
    expect(other.row.terminationReason).toBe('FINAL_ANSWER')
  })
})

describe('the turn of a planner', () => {
  test('LOOP-2 ends the run with its answer, which the planner names itself, also with requireDoneTool', async () => {
    const { run } = await planning('wanting', [{ answer: 'Here.' }], { requireDoneTool: true })
    expect(run.row).toMatchObject({ status: 'COMPLETED', summary: 'Here.', stepCount: 1 })
  })

  test('DAG-1 a turn is extracted from the thoughts and text around it', async () => {
    const turn = JSON.stringify({ reasoning: '', goalAchieved: false, answer: 'Found.', plan: null })
    const { run } = await planning('chatty', [
      `<think>{maybe}</think>Here it is:\n\`\`\`json\n${turn}\n\`\`\` Fine?`,
    ])
    expect(run.row.summary).toBe('Found.')
  })
})

describe('a planner that repeats itself', () => {
  test('LIM-6 the third identical plan in a row is not executed, the fifth ends the run', async () => {
    calls.length = 0
    const plan = {
      actions: [
        tool('a', 'fetch', { parameters: { again: true } }),
        tool('b', 'fetch', { parameters: { again: true } }),
      ],
    }
    const { run } = await planning('dull', Array(6).fill({ plan }))
    expect(calls).toHaveLength(4)
    expect(run.row).toMatchObject({ status: 'FAILED', terminationReason: 'DOOM_LOOP' })
    expect(run.of('ActionFailed').map(({ errorCode }) => errorCode)).toContain('TOOL_REPEATED')
  })
})

describe('the actions of a plan', () => {
  test('DAG-6 a failure skips its dependents; skipOnError lets them read null', async () => {
    const broken = { retry: { maxAttempts: 1 } }
    const plan = {
      actions: [
        tool('hard', 'break', { ...broken, outputKey: 'hard' }),
        tool('after', 'join', { parameters: { v: '$hard' } }),
        tool('soft', 'break', { ...broken, skipOnError: true, outputKey: 'soft' }),
        tool('reads', 'join', { parameters: { v: '$soft' } }),
      ],
    }
    const { statuses, actions } = await planning('failing', [{ plan }, { answer: 'So be it.' }])
    expect(statuses).toEqual({ hard: 'FAILED', after: 'SKIPPED', soft: 'FAILED', reads: 'SUCCEEDED' })
    expect(actions.find(({ name }) => name === 'reads')?.output).toEqual({ v: null })
  })

  test('DAG-7 a DECISION takes a branch by expression, or by the model; the other branches are skipped', async () => {
    const branches = [{ name: 'many', when: 'found.count > 2' }, { name: 'few' }]
    const plan = {
      actions: [
        { name: 'size', type: 'DECISION', branches },
        tool('big', 'join', { branch: 'size/many' }),
        tool('little', 'join', { branch: 'size/few' }),
        {
          name: 'taste',
          type: 'DECISION',
          branches: [{ name: 'sweet' }, { name: 'sour' }],
          parameters: { question: 'Which?' },
        },
        tool('cake', 'join', { branch: 'taste/sweet' }),
        tool('lemon', 'join', { branch: 'taste/sour' }),
      ],
    }
    const first = { actions: [tool('list', 'join', { parameters: { count: 3 }, outputKey: 'found' })] }
    const turns = [{ plan: first }, { plan }, { answer: 'Decided.' }]
    const { statuses } = await planning('deciding', turns, {}, () => '{"branch":"sour"}')
    expect(statuses).toMatchObject({
      size: 'SUCCEEDED',
      big: 'SUCCEEDED',
      little: 'SKIPPED',
      cake: 'SKIPPED',
      lemon: 'SUCCEEDED',
    })
  })

  test('DAG-8 an LLM action answers in words or in a schema', async () => {
    const outputSchema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] }
    const plan = {
      actions: [
        { name: 'words', type: 'LLM', parameters: { prompt: 'Say.' }, outputKey: 'words' },
        { name: 'data', type: 'LLM', parameters: { prompt: 'Count $words.' }, outputSchema },
      ],
    }
    const { actions } = await planning(
      'thinking',
      [{ plan }, { answer: 'Thought.' }],
      {},
      ({ responseFormat }) => (responseFormat ? '{"n":4}' : 'Four.'),
    )
    expect(actions.map(({ output }) => output)).toEqual(['Four.', { n: 4 }])
  })

  test('DAG-9 a cached result is not worked out again, in any run of the project', async () => {
    calls.length = 0
    const plan = { actions: [tool('a', 'fetch', { parameters: { only: 'once' }, cache: { ttlMs: 60_000 } })] }
    await planning('caching', [{ plan }, { answer: 'First.' }])
    const { actions } = await planning('caching', [{ plan }, { answer: 'Second.' }])
    expect(calls).toEqual(['fetch {"only":"once"}'])
    expect(actions[0]).toMatchObject({ status: 'SUCCEEDED', output: { pages: [{ from: { only: 'once' } }] } })
  })

  test('DAG-9 another shape, other branches or another model are another result', async () => {
    const ask = { name: 'a', type: 'LLM', parameters: { prompt: 'Say it.' }, cache: { ttlMs: 60_000 } }
    const outputSchema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] }
    const said = ({ responseFormat }: ModelRequest) => (responseFormat ? '{"n":4}' : 'Four.')
    const words = await planning('words', [{ plan: { actions: [ask] } }, { answer: 'So.' }], {}, said)
    const shaped = await planning(
      'shaped',
      [{ plan: { actions: [{ ...ask, outputSchema }] } }, { answer: 'So.' }],
      {},
      said,
    )
    expect([words, shaped].map(({ actions }) => actions[0]?.output)).toEqual(['Four.', { n: 4 }])
  })

  test('DAG-10 each retry is another action: one that was tried already is asked for again', async () => {
    calls.length = 0
    flakiness = 1
    const replies = ['{"target":"flaky","parameters":{"n":1}}', '{"target":"flaky","parameters":{"n":2}}']
    const plan = {
      actions: [tool('a', 'flaky', { parameters: { n: 1 }, retry: { maxAttempts: 3, backoffMs: 0 } })],
    }
    const { run, actions } = await planning(
      'retrying',
      [{ plan }, { answer: 'There.' }],
      {},
      () => replies.shift() ?? '{}',
    )
    expect(calls).toEqual(['flaky {"n":1}', 'flaky {"n":2}'])
    expect(actions[0]).toMatchObject({
      status: 'SUCCEEDED',
      attempt: 2,
      parameters: { n: 2 },
      output: 'at last',
    })
    const replans = await database.prisma.modelCall.count({ where: { runId: run.runId, purpose: 'REPLAN' } })
    expect(replans).toBe(2)
    expect(run.of('Warning')).toEqual([])
    expect(run.of('ActionAttemptFailed')).toMatchObject([
      { attempt: 1, target: 'flaky', error: 'Not yet.', delayMs: 0 },
    ])
  })

  test('DAG-10 a replan that gives nothing leaves the action its own error, and the rest of the plan its way', async () => {
    const broken = tool('a', 'break', { retry: { maxAttempts: 3, backoffMs: 0 } })
    const plan = { actions: [broken, tool('b', 'join', { parameters: { x: 1 } })] }
    const { run, actions, statuses } = await planning(
      'no way',
      [{ plan }, { answer: 'So be it.' }],
      {},
      () => 'no idea',
    )
    expect(run.row).toMatchObject({ status: 'COMPLETED', summary: 'So be it.' })
    expect(statuses).toEqual({ a: 'FAILED', b: 'SUCCEEDED' })
    expect(actions[0]?.error).toMatch(/broken/)
    expect(run.of('Warning').map(({ code }) => code)).toContain('REPLAN_FAILED')
  })

  test('DAG-4 a fired action is not waited for; the run has the time when it settled', async () => {
    const let_go = Promise.withResolvers<void>()
    const slow = testTool('slow', async () => {
      await let_go.promise
      return 'late'
    })
    const place = await createTestDatabase()
    const firing = await createTestEngine(place, { providers: [live], tools: [...tools, slow] })
    live.plays.firing = async function* (request) {
      const plan = { actions: [tool('late', 'slow', { mode: 'FIRE_AND_FORGET' }), tool('now', 'join')] }
      const isFirst = request.messages.length === 1
      yield answer(
        request,
        JSON.stringify({
          reasoning: '',
          goalAchieved: false,
          answer: isFirst ? null : 'Done.',
          plan: isFirst ? plan : null,
        }),
      )
    }
    const run = await firing.run(() => ({ text: '' }), { agent: { model: 'live/firing', planner: 'PLAN' } })
    expect(run.row).toMatchObject({ status: 'COMPLETED', summary: 'Done.', settledAt: null })
    const late = () => place.prisma.action.findFirstOrThrow({ where: { runId: run.runId, name: 'late' } })
    expect((await late()).status).toBe('RUNNING')
    let_go.resolve()
    const settled = async () =>
      (await place.prisma.run.findUniqueOrThrow({ where: { id: run.runId } })).settledAt
    await expect.poll(settled).not.toBeNull()
    expect(await late()).toMatchObject({ status: 'SUCCEEDED', output: 'late' })
    // The log has its outcome, after the end of its run; a reader that continues from there receives it without a wait.
    const behind = await firing.finished(run.runId, run.events.length)
    expect(behind.types).toEqual(['ActionCompleted'])
    expect((await firing.finished(run.runId)).types.slice(-2)).toEqual(['RunCompleted', 'ActionCompleted'])
    await firing.close()
    await place.drop()
  })
})
