import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Limit } from '../../../src/domain/limits.ts'
import { createFakeClock } from '../../../src/testing/fake-clock.ts'
import type { TestDatabase } from '../../support/database.ts'
import { type EngineOptions, type TestEngine, testTool } from '../../support/engine.ts'
import { eventually } from '../../support/eventually.ts'
import { engineForTest } from '../../support/for-file.ts'
import { requireApproval } from '../../support/gates.ts'
import { answer, createLiveModel, type LiveModel, untilAborted } from '../../support/live-model.ts'
import { definePlayer, faultsOfTree, type Part, play, playParts, runsOf } from '../../support/trees.ts'
import { trialsOf } from '../../support/trials.ts'

/** A model that starts as many others as it can, again and again, and never does anything else. */
function neverEnding(live: LiveModel, name: string, agents: readonly string[], perTurn: number): void {
  live.plays[name] = async function* (request) {
    const turn = request.messages.filter(({ role }) => role === 'assistant').length
    const results = request.messages.flatMap((message) => (message.role === 'tool' ? [message] : []))
    const isRefused = results.slice(-perTurn).every(({ isError }) => isError)
    const calls = Array.from({ length: perTurn }, (_, n) => ({
      name: 'spawn_agent',
      arguments: { agent: agents[n % agents.length] ?? '', input: `Go on: ${turn} ${n}.` },
    }))
    // It stops only when none of its starts succeeds any more.
    if (request.toolChoice === 'none' || (turn > 0 && isRefused)) yield answer(request, 'No more.')
    else yield answer(request, '', calls)
  }
}

async function endOf(engine: TestEngine, database: TestDatabase, rootId: string) {
  const run = await engine.finished(rootId)
  const runs = await runsOf(database, rootId)
  const actions = await database.prisma.action.findMany({ where: { run: { rootId } } })
  const { _sum } = await database.prisma.modelCall.aggregate({ where: { rootId }, _sum: { costUsd: true } })
  expect(await faultsOfTree(engine, database, rootId)).toEqual([])
  const childrenOf = Map.groupBy(runs, ({ parentId }) => parentId)
  return {
    run,
    runs,
    actions,
    codes: new Set(actions.map(({ errorCode }) => errorCode)),
    depth: Math.max(...runs.map(({ depth }) => depth)),
    mostChildren: Math.max(...runs.map(({ id }) => childrenOf.get(id)?.length ?? 0)),
    cost: Number(_sum.costUsd),
  }
}

describe('a recursion of subagents that has no end of its own', () => {
  const live = createLiveModel()
  const options: EngineOptions = { providers: [live], concurrency: 40 }

  test('SUB-2 of one agent ends at the depth limit with a typed result, and the tree completes', async () => {
    const { engine, database } = await engineForTest(options)
    neverEnding(live, 'one', ['self'], 1)
    await definePlayer(engine, 'self', { model: 'live/one', maxSteps: 3, maxDepth: 5, maxChildren: 1 })
    const end = await endOf(engine, database, await play(engine, {}, { agent: { slug: 'self' } }))
    expect(end.run.row).toMatchObject({ status: 'COMPLETED', summary: 'No more.' })
    expect(end.runs.map(({ depth, status }) => [depth, status])).toEqual(
      [0, 1, 2, 3, 4, 5].map((depth) => [depth, 'COMPLETED']),
    )
    expect(end.codes).toEqual(new Set([null, 'SPAWN_REFUSED']))
  })

  test('SUB-2 of two agents that start each other ends there too, at the narrower of their limits', async () => {
    const { engine, database } = await engineForTest(options)
    neverEnding(live, 'ping', ['pong'], 1)
    neverEnding(live, 'pong', ['ping'], 1)
    await definePlayer(engine, 'ping', {
      model: 'live/ping',
      maxDepth: 4,
      maxChildren: 1,
      subagents: ['pong'],
    })
    await definePlayer(engine, 'pong', {
      model: 'live/pong',
      maxDepth: 20,
      maxChildren: 1,
      subagents: ['ping'],
    })
    const end = await endOf(engine, database, await play(engine, {}, { agent: { slug: 'ping' } }))
    expect(end.run.row.status).toBe('COMPLETED')
    const slugs = await database.prisma.agent.findMany({ where: { projectId: engine.project.id } })
    const slugOf = new Map(slugs.map(({ id, slug }) => [id, slug]))
    expect(end.runs.map(({ agentId }) => slugOf.get(agentId))).toEqual([
      'ping',
      'pong',
      'ping',
      'pong',
      'ping',
    ])
    expect(end.codes).toEqual(new Set([null, 'SPAWN_REFUSED']))
  })

  test('SUB-2 with a fan-out to the power of the depth makes exactly as many runs as the limits allow', async () => {
    const { engine, database } = await engineForTest(options)
    neverEnding(live, 'wide', ['wide'], 3)
    await definePlayer(engine, 'wide', { model: 'live/wide', maxDepth: 3, maxChildren: 2, maxParallel: 4 })
    const end = await endOf(engine, database, await play(engine, {}, { agent: { slug: 'wide' } }))
    expect(end.run.row.status).toBe('COMPLETED')
    expect(end.runs).toHaveLength(1 + 2 + 4 + 8)
    expect([end.depth, end.mostChildren]).toEqual([3, 2])
    expect(end.codes).toEqual(new Set([null, 'SPAWN_REFUSED']))
  })

  test('SUB-2 is held to the number of runs that a whole tree may have, exactly, with all of it at once', async () => {
    const { engine, database } = await engineForTest({
      ...options,
      // The limit has no setting: a tree of 500 is long in coming.
      replace: (services) => ({
        runs: {
          insert: (run) =>
            services.runs.insert(
              run.parent ? { ...run, parent: { ...run.parent, maxDescendants: 15 } } : run,
            ),
        },
      }),
    })
    neverEnding(live, 'many', ['many'], 6)
    await definePlayer(engine, 'many', {
      model: 'live/many',
      maxDepth: 6,
      maxChildren: 50,
      maxParallel: 10,
      maxSteps: 4,
    })
    const end = await endOf(engine, database, await play(engine, {}, { agent: { slug: 'many' } }))
    expect(end.runs).toHaveLength(16)
    expect(end.codes).toContain('SPAWN_REFUSED')
    expect(end.actions.find(({ errorCode }) => errorCode === 'SPAWN_REFUSED')?.error).toMatch(
      /maxDescendants is 15/,
    )
  })

  test.for(trialsOf(['0.05', '0.09', '0.15'], 3))(
    'LIM-9 SUB-2 SUB-3 never spends more than the %s dollars of its root, and ends with typed results',
    async (maxCostUsd) => {
      const { engine, database } = await engineForTest(options)
      neverEnding(live, 'dear', ['dear'], 3)
      await definePlayer(engine, 'dear', {
        model: 'live/dear',
        maxDepth: 3,
        maxChildren: 6,
        maxParallel: 3,
      })
      const end = await endOf(
        engine,
        database,
        await play(engine, {}, { agent: { slug: 'dear' }, maxCostUsd }),
      )
      expect(end.cost).toBeLessThanOrEqual(Number(maxCostUsd))
      expect(end.run.row).toMatchObject({ status: 'PAUSED', terminationReason: 'COST_LIMIT' })
      for (const code of end.codes)
        expect([null, 'SPAWN_REFUSED', 'CHILD_STOPPED', 'CHILD_CANCELLED', 'TOOL_INTERRUPTED']).toContain(
          code,
        )
    },
  )
})

describe('the time of a child', () => {
  const live = createLiveModel()
  playParts(live)
  const signals: AbortSignal[] = []
  const tools = [
    testTool('wait', async (_args, { signal }) => {
      signals.push(signal)
      return untilAborted(signal)
    }),
    testTool('pay', async () => 'paid'),
  ]
  const timeoutOf = ({ effectiveLimits }: { readonly effectiveLimits: unknown }) =>
    (effectiveLimits as { readonly timeoutMs: Limit<number | null> }).timeoutMs

  test('SUB-3 LIM-11 is at most the rest of its parent, with the source `parent`; its own where that is shorter', async () => {
    const { engine, database } = await engineForTest({ providers: [live], tools, clock: createFakeClock() })
    await definePlayer(engine)
    const inner: Part = {
      turns: [
        [
          { spawn: {}, overrides: { timeoutMs: 1_000 } },
          { spawn: { say: 'b' }, overrides: { timeoutMs: 100_000_000 } },
          { spawn: { say: 'c' } },
        ],
      ],
    }
    const run = await engine.finished(await play(engine, inner, { timeoutMs: 50_000 }))
    const [, ...children] = await runsOf(database, run.runId)
    const [own, ...inherited] = children.map(timeoutOf).toSorted((a, b) => Number(a.value) - Number(b.value))
    expect(own).toEqual({ value: 1_000, source: 'trigger' })
    expect(inherited.map(({ source }) => source)).toEqual(['parent', 'parent'])
    for (const { value } of inherited) expect(value).toBeLessThanOrEqual(50_000)
  })

  test('SUB-3 LIM-4 ends with its parent’s: it is stopped, also a grandchild, before its parent’s last event', async () => {
    const clock = createFakeClock()
    signals.length = 0
    const { engine, database } = await engineForTest({ providers: [live], tools, clock, leaseMs: 3_600_000 })
    await definePlayer(engine)
    const waiting: Part = { turns: [[{ tool: 'wait' }]] }
    const rootId = await play(
      engine,
      { turns: [[{ spawn: { turns: [[{ spawn: waiting }]] } }]] },
      { timeoutMs: 40_000 },
    )
    await eventually(() => signals.length).toBe(1)
    await clock.advance(40_000)
    // Time goes on only as it is waited for.
    const end = engine.finished(rootId)
    await eventually(async () => {
      await clock.advance(1_000)
      await nextTurn()
      return (await runsOf(database, rootId))[0]?.status
    }).toBe('PAUSED')
    expect((await end).row).toMatchObject({ terminationReason: 'TIMEOUT' })
    expect(signals[0]?.aborted).toBe(true)
    expect(await faultsOfTree(engine, database, rootId)).toEqual([])
  })

  test('LIM-4 JDG-4 that is up while an action waits for a human ends the action too', async () => {
    const clock = createFakeClock()
    signals.length = 0
    const { engine, database } = await engineForTest({ providers: [live], tools, clock, leaseMs: 3_600_000 })
    await requireApproval(engine, 'pay')
    await definePlayer(engine)
    const paying: Part = { turns: [[{ tool: 'pay' }]] }
    const rootId = await play(
      engine,
      { turns: [[{ tool: 'pay' }, { spawn: paying }, { tool: 'wait' }]] },
      { timeoutMs: 40_000 },
    )
    await eventually(() => signals.length).toBe(1)
    await eventually(() => database.prisma.gate.count({ where: { run: { rootId } } })).toBe(2)
    await eventually(async () => {
      await clock.advance(10_000)
      return (await runsOf(database, rootId))[0]?.status
    }).toBe('PAUSED')
    expect(await faultsOfTree(engine, database, rootId)).toEqual([])
    const actions = await database.prisma.action.findMany({
      where: { runId: rootId },
      orderBy: { position: 'asc' },
    })
    expect(actions.map(({ status }) => status)).toEqual(['SKIPPED', 'CANCELLED', 'CANCELLED'])
  })
})
