import { describe, expect, test } from 'vitest'
import type { Database } from '../../../src/database/connect.ts'
import type { Json } from '../../../src/domain/json.ts'
import { createTestEngine, type EngineOptions, type TestEngine, testTool } from '../../support/engine.ts'
import { eventually } from '../../support/eventually.ts'
import { engineForTest } from '../../support/for-file.ts'
import { createLiveModel, untilAborted } from '../../support/live-model.ts'
import { loseOwner } from '../../support/lose-owner.ts'
import { definePlayer, faultsOfTree, play, playParts, runsOf } from '../../support/trees.ts'

const live = createLiveModel()

playParts(live)

const signals: AbortSignal[] = []

let door = Promise.withResolvers<void>()

const options: EngineOptions = {
  providers: [live],
  leaseMs: 3_600_000,
  tools: [
    testTool('look', async (args) => ({ seen: args }) as Json),
    testTool('wait', async (_args, { signal }) => {
      signals.push(signal)
      return untilAborted(signal)
    }),
    testTool('stand', async () => {
      await door.promise
      return 'stood'
    }),
  ],
}

const parameters = { properties: { city: { type: 'string' } }, required: ['city'] }

const action = (name: string, type: string, target: string, more: object = {}) => ({
  ...{ name, type, target, retry: { maxAttempts: 1 } },
  ...more,
})

async function workflow(
  { operations, project }: TestEngine,
  slug: string,
  actions: readonly object[],
  more: object = {},
) {
  const definition = { name: slug, parameters, plan: { actions }, ...more }
  await operations.workflows.createWorkflow({ projectId: project.id, slug, definition })
}

/** Plays calls of workflows, each with its arguments, and gives the run with its actions. */
async function call(
  engine: TestEngine,
  { prisma }: Pick<Database, 'prisma'>,
  ...calls: readonly (readonly [slug: string, args: { readonly [key: string]: Json }])[]
) {
  const runId = await play(engine, {
    turns: [calls.map(([slug, args]) => ({ tool: `workflow_${slug}`, args }))],
  })
  const run = await engine.finished(runId)
  const actions = await prisma.action.findMany({ where: { runId }, orderBy: { position: 'asc' } })
  return { ...run, actions, runs: await runsOf({ prisma }, runId) }
}

const oslo = { city: 'Oslo' }

describe('a workflow that an agent calls', () => {
  test('DAG-8 SUB-1 is a child run of the same agent that gives its output as data and asks no model', async () => {
    const { engine, database } = await engineForTest(options)
    await workflow(
      engine,
      'tour',
      [action('a', 'TOOL', 'look', { parameters: { at: '$city' }, outputKey: 'a' })],
      { output: { at: '$a.seen.at' } },
    )
    await definePlayer(engine, 'player', { workflows: ['tour'] })
    const run = await call(engine, database, ['tour', oslo], ['tour', { city: 'Rome' }])
    expect(run.row.status).toBe('COMPLETED')
    expect(run.actions).toMatchObject([
      { type: 'WORKFLOW', target: 'tour', output: { at: 'Oslo' } },
      { type: 'WORKFLOW', target: 'tour', output: { at: 'Rome' } },
    ])
    const [root, ...children] = run.runs
    for (const child of children) {
      expect(child).toMatchObject({
        parentId: root?.id,
        depth: 1,
        agentId: root?.agentId,
        workflowVersion: 1,
        status: 'COMPLETED',
      })
      expect(await database.prisma.modelCall.count({ where: { runId: child.id } })).toBe(0)
    }
    expect(run.of('ChildRunStarted')).toHaveLength(2)
    expect(await faultsOfTree(engine, database, run.runId)).toEqual([])
  })

  test('DAG-8 TAS-4 with parameters that do not fit it is a tool error; one that is not the agent’s is an unknown tool', async () => {
    const { engine, database } = await engineForTest(options)
    await workflow(engine, 'tour', [action('a', 'TOOL', 'look')])
    await workflow(engine, 'secret', [action('a', 'TOOL', 'look')])
    await definePlayer(engine, 'player', { workflows: ['tour', 'gone'] })
    const run = await call(
      engine,
      database,
      ['tour', { city: ['Oslo'] }],
      ['tour', {}],
      ['tour', { ...oslo, more: 1 }],
      ['secret', oslo],
      ['gone', oslo],
    )
    expect(run.row.status).toBe('COMPLETED')
    expect(run.actions.map(({ errorCode }) => errorCode)).toEqual([
      ...Array(3).fill('TOOL_ARGUMENTS_INVALID'),
      'TOOL_UNKNOWN',
      'TOOL_UNKNOWN',
    ])
    expect(run.actions[0]?.error).toContain('/city')
    expect(run.runs).toHaveLength(1)
  })

  test('DAG-8 SUB-1 that fails is an error with its reason, and the run goes on', async () => {
    const { engine, database } = await engineForTest(options)
    await workflow(engine, 'broken', [action('a', 'LLM', 'live/nobody', { parameters: { prompt: 'x' } })])
    await definePlayer(engine, 'player', { workflows: ['broken'], modelRetry: { maxAttempts: 1 } })
    const run = await call(engine, database, ['broken', oslo])
    expect(run.row.status).toBe('COMPLETED')
    expect(run.actions).toMatchObject([
      { errorCode: 'CHILD_FAILED', error: expect.stringContaining('PLAN_FAILED') },
    ])
  })

  test('DAG-8 SUB-2 that runs itself, or another that runs it, ends at the depth limit with a typed result', async () => {
    const { engine, database } = await engineForTest(options)
    const next = (target: string) => [
      action('next', 'WORKFLOW', target, { parameters: oslo, skipOnError: true, outputKey: 'next' }),
    ]
    await workflow(engine, 'self', next('self'))
    await workflow(engine, 'tick', next('tock'))
    await workflow(engine, 'tock', next('tick'))
    await definePlayer(engine, 'player', { workflows: ['self', 'tick', 'tock'], maxDepth: 4 })
    for (const slug of ['self', 'tick']) {
      const run = await call(engine, database, [slug, oslo])
      expect(run.row.status).toBe('COMPLETED')
      expect(run.runs.map(({ depth, status }) => [depth, status])).toEqual(
        [0, 1, 2, 3, 4].map((depth) => [depth, 'COMPLETED']),
      )
      expect(run.actions).toMatchObject([{ output: { next: { next: { next: { next: null } } } } }])
      const last = await database.prisma.action.findFirstOrThrow({
        where: { runId: run.runs[4]?.id ?? '' },
      })
      expect(last.errorCode).toBe('SPAWN_REFUSED')
    }
  })

  test('RUN-4 SUB-3 DAG-8 is aborted with its parent, with the agents that it runs', async () => {
    const { engine, database } = await engineForTest(options)
    signals.length = 0
    const input = JSON.stringify({ turns: [[{ tool: 'wait' }]] })
    await workflow(engine, 'delegate', [
      action('a', 'AGENT', 'player', { parameters: { input } }),
      action('b', 'TOOL', 'wait'),
    ])
    await definePlayer(engine, 'player', { workflows: ['delegate'] })
    const runId = await play(engine, { turns: [[{ tool: 'workflow_delegate', args: oslo }]] })
    await eventually(() => signals.length).toBe(2)
    await engine.operations.abortRun({ projectId: engine.project.id, runId })
    expect((await engine.finished(runId)).row.status).toBe('CANCELLED')
    expect((await runsOf(database, runId)).map(({ status }) => status)).toEqual(Array(3).fill('CANCELLED'))
    expect(await faultsOfTree(engine, database, runId)).toEqual([])
  })

  test.for([
    ['the owner of its parent', [0]],
    ['its owner', [1]],
    ['either', [0, 1]],
  ] as const)(
    'DUR-2 DAG-8 keeps the version that it began with, also where it was archived since, and is one run, where %s dies',
    async ([_, lost]) => {
      door = Promise.withResolvers()
      const { engine, database } = await engineForTest(options)
      await workflow(engine, 'slow', [action('a', 'TOOL', 'stand', { outputKey: 'a' })])
      await definePlayer(engine, 'player', { workflows: ['slow'] })
      const runId = await play(engine, { turns: [[{ tool: 'workflow_slow', args: oslo }]] })
      await eventually(async () => (await runsOf(database, runId)).map(({ status }) => status)).toEqual([
        'RUNNING',
        'RUNNING',
      ])
      const found = await engine.services.workflows.find(engine.project.id, { slug: 'slow' })
      const change = {
        projectId: engine.project.id,
        workflowId: found?.workflowId ?? '',
        definition: { output: 'changed' },
      }
      await engine.operations.workflows.updateWorkflow(change)
      await engine.operations.workflows.archiveWorkflow(change)
      const before = await runsOf(database, runId)
      const next = await createTestEngine(database, { ...options, project: engine.project })
      for (const place of lost) await loseOwner(database, before[place]?.id ?? '')
      door.resolve()
      const run = await engine.finished(runId)
      expect(run.row.status).toBe('COMPLETED')
      expect(run.of('ActionCompleted')).toMatchObject([{ output: { a: 'stood' } }])
      expect((await runsOf(database, runId)).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
      await next.close()
    },
  )
})
