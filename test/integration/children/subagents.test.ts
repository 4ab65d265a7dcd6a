import { describe, expect, test } from 'vitest'
import type { Json } from '../../../src/domain/json.ts'
import { testTool } from '../../support/engine.ts'
import { eventually } from '../../support/eventually.ts'
import { engineForFile } from '../../support/for-file.ts'
import { answer, createLiveModel } from '../../support/live-model.ts'
import {
  definePlayer,
  faultsOfTree,
  type Part,
  type PartCall,
  play,
  playParts,
  runsOf,
} from '../../support/trees.ts'

const live = createLiveModel()

const looks: { readonly runId: string; readonly threadId: string; readonly context: Json }[] = []

let together = { wanted: 0, here: 0, met: Promise.withResolvers<void>() }

const tools = [
  testTool('look', async (_args, { runId, threadId, context }) => {
    looks.push({ runId, threadId, context })
    return 'seen'
  }),
  testTool('meet', async () => {
    together.here += 1
    if (together.here === together.wanted) together.met.resolve()
    await together.met.promise
    return 'met'
  }),
]

const { database, engine } = await engineForFile({ tools, providers: [live], concurrency: 100 })
playParts(live)
await definePlayer(engine)

const look: PartCall = { tool: 'look' }

const spawn = (
  part: Part,
  more: { agent?: string; overrides?: { readonly [name: string]: Json } } = {},
): PartCall => ({
  spawn: part,
  ...more,
})

async function finished(part: Part, more: Parameters<typeof play>[2] = {}) {
  const runId = await play(engine, part, more)
  const run = await engine.finished(runId)
  const runs = await runsOf(database, runId)
  const actions = await database.prisma.action.findMany({
    where: { runId },
    orderBy: [{ step: { number: 'asc' } }, { position: 'asc' }],
  })
  return { ...run, runs, children: runs.filter(({ parentId }) => parentId === runId), actions }
}

describe('a child run', () => {
  test('SUB-1 DAG-8 is linked by parent, root, ancestors and depth; its parent tells of its start and end, and reads its answer', async () => {
    const grandchild = { say: 'Deep.' }
    const run = await finished({ turns: [[spawn({ turns: [[spawn(grandchild)]], say: 'Mine.' })]] })
    const [root, child, below] = run.runs
    expect(run.row).toMatchObject({ status: 'COMPLETED', summary: 'Done.' })
    expect(root).toMatchObject({ parentId: null, depth: 0, ancestorIds: [] })
    expect(child).toMatchObject({
      parentId: run.runId,
      rootId: run.runId,
      depth: 1,
      ancestorIds: [run.runId],
      sessionId: null,
    })
    expect(below).toMatchObject({
      parentId: child?.id,
      rootId: run.runId,
      depth: 2,
      ancestorIds: [run.runId, child?.id],
    })
    expect(run.of('ChildRunStarted')).toMatchObject([
      { childRunId: child?.id, agentName: 'player', name: 'spawn_agent' },
    ])
    expect(run.of('ChildRunEnded')).toMatchObject([
      { childRunId: child?.id, status: 'COMPLETED', terminationReason: 'FINAL_ANSWER' },
    ])
    expect(run.types.filter((type) => /^(Action|Child)/.test(type))).toEqual([
      ...['ActionStarted', 'ChildRunStarted', 'ChildRunEnded', 'ActionCompleted'],
    ])
    expect(run.actions).toMatchObject([
      { type: 'AGENT', target: 'player', status: 'SUCCEEDED', output: 'Mine.', childRunId: child?.id },
    ])
    expect(await faultsOfTree(engine, database, run.runId)).toEqual([])
  })

  test('SUB-1 gives data where its agent has an output schema', async () => {
    const outputSchema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] }
    await definePlayer(engine, 'counter', { outputSchema })
    await definePlayer(engine, 'counts', { subagents: ['counter'] })
    const part = { turns: [[spawn({ say: '```json\n{"n": 7}\n```' }, { agent: 'counter' })]] }
    const run = await finished(part, { agent: { slug: 'counts' } })
    expect(run.actions).toMatchObject([{ output: { n: 7 } }])
  })

  test('SUB-1 has a history of its own: it sees nothing of the conversation, and its session is not its parent’s', async () => {
    const call = { sessionKey: 'talk' }
    await finished({ say: 'The secret word is plum.' }, call)
    const run = await finished({ turns: [[spawn({ say: 'Mine.' })]] }, call)
    const [child] = run.children
    const messages = await database.prisma.message.findMany({
      where: { runId: child?.id ?? '' },
      orderBy: { position: 'asc' },
    })
    expect(messages.map(({ role }) => role)).toEqual(['USER', 'ASSISTANT'])
    const asked = live.requests.find(
      ({ messages: [first] }) => first?.role === 'user' && first.text === child?.input,
    )
    expect(asked?.messages).toHaveLength(1)
    const before = live.requests.find(({ messages: m }) =>
      m.some((one) => one.role === 'user' && one.text === run.runs[0]?.input),
    )
    expect(JSON.stringify(before?.messages)).toContain('plum')
  })

  test('SUB-1 several of one turn run side by side', async () => {
    together = { wanted: 5, here: 0, met: Promise.withResolvers() }
    const meeting = (n: number) => spawn({ turns: [[{ tool: 'meet' }]], say: `Met ${n}.` })
    const run = await finished({ turns: [[1, 2, 3, 4, 5].map(meeting)] })
    expect(run.actions.map(({ output }) => output)).toEqual([1, 2, 3, 4, 5].map((n) => `Met ${n}.`))
  })

  test('SUB-3 has the thread of its parent and the context that it is given, and tools see both', async () => {
    looks.length = 0
    const part: Part = {
      turns: [
        [look],
        [
          spawn(
            { turns: [[look], [spawn({ turns: [[look]] })]] },
            { overrides: { context: { city: 'Oslo' } } },
          ),
        ],
      ],
    }
    const run = await finished(part, { threadId: 'thread 7', context: { own: 1 } })
    expect(looks).toEqual([
      { runId: run.runId, threadId: 'thread 7', context: { own: 1 } },
      { runId: run.runs[1]?.id, threadId: 'thread 7', context: { city: 'Oslo' } },
      { runId: run.runs[2]?.id, threadId: 'thread 7', context: {} },
    ])
    looks.length = 0
    const unnamed = await finished({ turns: [[spawn({ turns: [[look]] })]] })
    expect(looks).toMatchObject([{ threadId: unnamed.runId }])
  })

  test.for([
    [
      'fails',
      {
        turns: [
          [{ tool: 'look' }],
          [{ tool: 'look' }],
          [{ tool: 'look' }],
          [{ tool: 'look' }],
          [{ tool: 'look' }],
        ],
      },
      {},
      'CHILD_FAILED',
      'FAILED',
    ],
    [
      'stops at a limit',
      { turns: [[{ tool: 'look', args: { n: 1 } }], [{ tool: 'look' }]] },
      { maxSteps: 1 },
      'CHILD_STOPPED',
      'PAUSED',
    ],
  ] as const)(
    'SUB-1 that %s is an error that its parent reads, and goes on with',
    async ([_, part, overrides, code, status]) => {
      const run = await finished({ turns: [[spawn(part, { overrides })]] })
      expect(run.row.status).toBe('COMPLETED')
      expect(run.of('ChildRunEnded')).toMatchObject([{ status }])
      expect(run.actions).toMatchObject([{ status: 'FAILED', errorCode: code }])
    },
  )

  test('SUB-1 that is aborted alone is an error that its parent reads, and goes on with', async () => {
    together = { wanted: 2, here: 0, met: Promise.withResolvers() }
    const runId = await play(engine, { turns: [[spawn({ turns: [[{ tool: 'meet' }]] })]] })
    await eventually(() => together.here).toBe(1)
    const [, child] = await runsOf(database, runId)
    await engine.operations.abortRun({
      projectId: engine.project.id,
      runId: child?.id ?? '',
      reason: 'Enough.',
    })
    const run = await engine.finished(runId)
    expect(run.row.status).toBe('COMPLETED')
    expect(run.of('ActionFailed')).toMatchObject([{ errorCode: 'CHILD_CANCELLED' }])
    expect(await faultsOfTree(engine, database, runId)).toEqual([])
  })

  test('RUN-5 SUB-3 is never resumed, also where it is PAUSED, and no more is it aborted: its parent went on without it', async () => {
    const run = await finished({ turns: [[spawn({ turns: [[look]] }, { overrides: { maxSteps: 1 } })]] })
    const call = { projectId: engine.project.id, runId: run.children[0]?.id ?? '' }
    await expect(engine.operations.resumeRun(call)).rejects.toMatchObject({ code: 'ILLEGAL_TRANSITION' })
    await expect(engine.operations.abortRun(call)).rejects.toMatchObject({ code: 'ILLEGAL_TRANSITION' })
    expect(await faultsOfTree(engine, database, run.runId)).toEqual([])
  })

  test('RUN-5 SUB-1 a PAUSED parent whose children are PAUSED is resumed, and starts new ones', async () => {
    const once = spawn({ turns: [[look]] }, { overrides: { maxSteps: 1 } })
    const run = await finished({ turns: [[once], [once, spawn({ say: 'New.' })]] }, { maxSteps: 1 })
    expect(run.row).toMatchObject({ status: 'PAUSED', terminationReason: 'MAX_STEPS' })
    await engine.operations.resumeRun({ projectId: engine.project.id, runId: run.runId, maxSteps: 5 })
    const resumed = await engine.finished(run.runId, run.events.length)
    expect(resumed.row.status).toBe('COMPLETED')
    const statuses = (await runsOf(database, run.runId)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual(['COMPLETED', 'COMPLETED', 'PAUSED', 'PAUSED'])
  })
})

describe('children that are not allowed', () => {
  /** Plays one turn of calls, and gives their codes and what the model read of them. */
  async function refusalsOf(calls: readonly PartCall[], slug: string) {
    const run = await finished({ turns: [calls] }, { agent: { slug } })
    expect(run.row).toMatchObject({ status: 'COMPLETED', summary: 'Done.' })
    const told = await database.prisma.message.findMany({
      where: { runId: run.runId, role: 'TOOL' },
      orderBy: { position: 'asc' },
    })
    return {
      codes: run.actions.map(({ errorCode }) => errorCode),
      told: told.map(({ content }) => JSON.stringify(content)),
      run,
    }
  }

  test.for([
    [
      'of an agent that is not on the list',
      { agent: 'stranger' },
      'SPAWN_REFUSED',
      /not one of the agents that may be started: .*player/,
    ],
    ['of an agent that is archived', { agent: 'retired' }, 'SPAWN_REFUSED', /it is archived/],
    ['of an agent that does not exist', { agent: 'ghost' }, 'SPAWN_REFUSED', /there is no such agent/],
    [
      'with a model that is not on the list',
      { overrides: { model: 'live/other' } },
      'SPAWN_REFUSED',
      /live.other may not be asked for\. Allowed: live.player/,
    ],
    ['with steps that cannot be', { overrides: { maxSteps: 0 } }, 'TOOL_ARGUMENTS_INVALID', /maxSteps/],
    [
      'with money that cannot be',
      { overrides: { maxCostUsd: '-1' } },
      'TOOL_ARGUMENTS_INVALID',
      /maxCostUsd/,
    ],
    ['with a context that is none', { overrides: { context: [1] } }, 'TOOL_ARGUMENTS_INVALID', /context/],
    ['without an input', { overrides: { input: '' } }, 'TOOL_ARGUMENTS_INVALID', /input/],
    ['with an input that is no text', { overrides: { input: { a: 1 } } }, 'TOOL_ARGUMENTS_INVALID', /input/],
  ] as const)(
    'SUB-2 SUB-3 %s it is a tool error that the model reads, and the run goes on',
    async ([name, more, code, text]) => {
      await definePlayer(engine, 'stranger').catch(() => undefined)
      await definePlayer(engine, 'retired').catch(() => undefined)
      const retired = await database.prisma.agent.findFirstOrThrow({ where: { slug: 'retired' } })
      await engine.operations.archiveAgent({ projectId: engine.project.id, agentId: retired.id })
      const slug = `parent-${name.replaceAll(/\W+/g, '-')}`
      await definePlayer(engine, slug, {
        subagents: ['player', 'ghost', 'retired'],
        subagentModels: ['live/player'],
      })
      const { codes, told, run } = await refusalsOf([spawn({}, { ...more })], slug)
      expect(codes).toEqual([code])
      expect(told[0]).toMatch(text)
      expect(run.children).toEqual([])
    },
  )

  test('SUB-3 it may have a model that is on the list in place of its own', async () => {
    live.plays.other = async function* (request) {
      yield answer(request, 'I am another.')
    }
    await definePlayer(engine, 'chooser', { subagents: ['player'], subagentModels: ['live/other'] })
    const { run } = await refusalsOf([spawn({}, { overrides: { model: 'live/other' } })], 'chooser')
    expect(run.actions).toMatchObject([{ output: 'I am another.' }])
  })

  test('SUB-2 more than its parent may start are refused, those before are not', async () => {
    await definePlayer(engine, 'few', { maxChildren: 2, maxParallel: 1 })
    const { codes, told, run } = await refusalsOf(
      ['a', 'b', 'c', 'd'].map((say) => spawn({ say }, { agent: 'few' })),
      'few',
    )
    expect(codes).toEqual([null, null, 'SPAWN_REFUSED', 'SPAWN_REFUSED'])
    expect(told[3]).toMatch(/maxChildren is 2/)
    expect(run.children).toHaveLength(2)
  })

  test('SUB-2 of side by side ones exactly as many as may be are made', async () => {
    await definePlayer(engine, 'crowd', { maxChildren: 7, maxParallel: 20 })
    const calls = Array.from({ length: 20 }, (_, n) => spawn({ say: `${n}` }, { agent: 'crowd' }))
    const { codes, run } = await refusalsOf(calls, 'crowd')
    expect(codes.filter((code) => code === 'SPAWN_REFUSED')).toHaveLength(13)
    expect(run.children).toHaveLength(7)
  })

  test('SUB-2 below the depth limit of any run above it is refused, whatever its own agent allows', async () => {
    await definePlayer(engine, 'deep', { maxDepth: 9, subagents: ['deep'] })
    await definePlayer(engine, 'shallow', { maxDepth: 2, subagents: ['deep'] })
    const below = (n: number): Part => (n === 0 ? {} : { turns: [[spawn(below(n - 1), { agent: 'deep' })]] })
    const run = await finished(below(6), { agent: { slug: 'shallow' } })
    expect(run.row.status).toBe('COMPLETED')
    expect(run.runs.map(({ depth, status }) => [depth, status])).toEqual(
      [0, 1, 2].map((depth) => [depth, 'COMPLETED']),
    )
    const refused = await database.prisma.action.findFirstOrThrow({ where: { runId: run.runs[2]?.id ?? '' } })
    expect(refused).toMatchObject({
      errorCode: 'SPAWN_REFUSED',
      error: expect.stringContaining('may be 2 deep, and this run is at 2'),
    })
  })
})
