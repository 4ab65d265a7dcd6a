import { describe, expect, test } from 'vitest'
import type { Json } from '../../../src/domain/json.ts'
import type { RunCommit } from '../../../src/domain/run-log.ts'
import type { NewRun } from '../../../src/domain/run-store.ts'
import type { EngineServices } from '../../../src/engine/run/run-context.ts'
import { createTestEngine, type EngineOptions, type TestEngine, testTool } from '../../support/engine.ts'
import { eventually } from '../../support/eventually.ts'
import { engineForTest } from '../../support/for-file.ts'
import { requireApproval } from '../../support/gates.ts'
import { answer, createLiveModel, untilAborted } from '../../support/live-model.ts'
import { loseOwner } from '../../support/lose-owner.ts'
import { definePlayer, faultsOfTree, type Part, play, playParts, runsOf, spawn } from '../../support/trees.ts'

const live = createLiveModel()

playParts(live)

live.plays.planner = async function* (request) {
  yield answer(request, JSON.stringify({ reasoning: '', answer: 'Planned.', goalAchieved: true, plan: null }))
}

const signals: AbortSignal[] = []

const options: EngineOptions = {
  providers: [live],
  tools: [
    testTool('look', async () => 'seen'),
    testTool('pay', async () => 'paid'),
    testTool('wait', async (_args, { signal }) => {
      signals.push(signal)
      return untilAborted(signal)
    }),
  ],
}

const waiting: Part = { turns: [[{ tool: 'wait' }]] }

/** Puts something before the insertion of children, or before commits. */
function meddle(more: {
  readonly insert?: (run: NewRun, services: EngineServices) => Promise<void>
  readonly commit?: (commit: RunCommit, services: EngineServices) => Promise<void>
}): Pick<EngineOptions, 'replace'> {
  return {
    replace: (services) => ({
      runs: {
        insert: async (run) => {
          if (run.parent) await more.insert?.(run, services)
          return services.runs.insert(run)
        },
      },
      log: {
        commit: async (commit) => {
          await more.commit?.(commit, services)
          return services.log.commit(commit)
        },
      },
    }),
  }
}

async function expectCancelled(engine: TestEngine, database: Parameters<typeof runsOf>[0], rootId: string) {
  const run = await engine.finished(rootId)
  expect(run.row).toMatchObject({
    status: 'CANCELLED',
    terminationReason: 'ABORTED',
    recoveries: 0,
    epoch: 1,
  })
  expect(run.types).not.toContain('ErrorOccurred')
  expect(await faultsOfTree(engine, database, rootId)).toEqual([])
  const left = await database.prisma.action.findMany({
    where: { runId: rootId, status: { in: ['PENDING', 'RUNNING'] } },
  })
  expect(left).toEqual([])
  return run
}

describe('an abort that comes at the worst moment', () => {
  test('RUN-4 SUB-3 right before a child is stored: it is not, and the run ends as aborted, without a fault', async () => {
    const { engine, database } = await engineForTest({
      ...options,
      ...meddle({
        insert: async ({ parent }, { runs }) => {
          await runs.requestAbort(parent?.runId ?? '', null)
        },
      }),
    })
    await definePlayer(engine)
    const rootId = await play(engine, { turns: [[spawn({})]] })
    const run = await expectCancelled(engine, database, rootId)
    expect(run.types).not.toContain('ChildRunStarted')
    expect(await runsOf(database, rootId)).toHaveLength(1)
  })

  test('RUN-4 SUB-3 JDG-4 right before a parent waits for its child at a gate: both end', async () => {
    const { engine, database } = await engineForTest({
      ...options,
      ...meddle({
        commit: async ({ runId, run }, { runs, log }) => {
          if (run?.status !== 'WAITING') return
          const [first] = await log.read(runId, { after: 0, limit: 1 })
          if (first && isRoot(runId)) await runs.requestAbort(runId, null)
        },
      }),
    })
    await definePlayer(engine)
    await requireApproval(engine, 'pay')
    rootOfTest = await play(engine, { turns: [[spawn({ turns: [[{ tool: 'pay' }]] }), { tool: 'pay' }]] })
    await expectCancelled(engine, database, rootOfTest)
    expect((await runsOf(database, rootOfTest)).map(({ status }) => status)).toEqual([
      'CANCELLED',
      'CANCELLED',
    ])
  })
})

let rootOfTest = ''

const isRoot = (runId: string) => runId === rootOfTest

describe('a FIRE_AND_FORGET action', () => {
  const fired = (part: Part, mode = 'FIRE_AND_FORGET'): Json => ({
    actions: [
      {
        name: 'fired',
        type: 'AGENT',
        target: 'player',
        mode,
        parameters: { input: JSON.stringify(part) },
        retry: { maxAttempts: 1 },
      },
    ],
  })
  const prepare = async (engine: TestEngine) => {
    await definePlayer(engine)
    await definePlayer(engine, 'planner', { planner: 'PLAN', model: 'live/planner', subagents: ['player'] })
  }
  const settled = async (database: Parameters<typeof runsOf>[0], runId: string) =>
    eventually(
      async () => (await database.prisma.run.findUniqueOrThrow({ where: { id: runId } })).settledAt,
    ).not.toBeNull()

  test('DAG-4 SUB-3 ends with its tree: a child that still works is aborted before the last event of its root', async () => {
    const { engine, database } = await engineForTest(options)
    await prepare(engine)
    signals.length = 0
    const plan = fired(waiting)
    const rootId = await play(engine, {}, { agent: { slug: 'planner' }, plan })
    const run = await engine.finished(rootId)
    expect(run.row).toMatchObject({ status: 'COMPLETED', summary: 'Planned.' })
    await settled(database, rootId)
    expect(await faultsOfTree(engine, database, rootId)).toEqual([])
    expect(await database.prisma.action.findFirstOrThrow({ where: { runId: rootId } })).toMatchObject({
      status: expect.stringMatching(/FAILED|CANCELLED/),
    })
  })

  test('DAG-4 SUB-3 a child that would begin after the end of its root is never created', async () => {
    const go = Promise.withResolvers<void>()
    let finds = 0
    const slow: EngineOptions = {
      ...options,
      replace: (services) => ({
        agents: {
          // They are read when the plan is accepted, and when the run begins; then the action looks its agent up, and the run ends meanwhile.
          find: async (projectId, key) => {
            if ('slug' in key && key.slug === 'player' && ++finds === 3) await go.promise
            return services.agents.find(projectId, key)
          },
        },
      }),
    }
    const { engine, database } = await engineForTest(slow)
    await prepare(engine)
    const rootId = await play(engine, {}, { agent: { slug: 'planner' }, plan: fired({ say: 'Late.' }) })
    const run = await engine.finished(rootId)
    expect(run.row.status).toBe('COMPLETED')
    go.resolve()
    await settled(database, rootId)
    expect(await runsOf(database, rootId)).toHaveLength(1)
    expect(await faultsOfTree(engine, database, rootId)).toEqual([])
  })

  test('DAG-4 SUB-1 tells of its child’s start and end, and of its failure as a warning', async () => {
    const { engine, database } = await engineForTest(options)
    await prepare(engine)
    const over = Promise.withResolvers<void>()
    live.plays.patient = async function* (request) {
      await over.promise
      yield answer(
        request,
        JSON.stringify({ reasoning: '', answer: 'Planned.', goalAchieved: true, plan: null }),
      )
    }
    await definePlayer(engine, 'patient', { planner: 'PLAN', model: 'live/patient', subagents: ['player'] })
    const part: Part = { turns: Array.from({ length: 5 }, () => [{ tool: 'look' }]) }
    const rootId = await play(engine, {}, { agent: { slug: 'patient' }, plan: fired(part) })
    await engine.seen(rootId, 'ChildRunEnded')
    await engine.seen(rootId, 'Warning').finally(over.resolve)
    const run = await engine.finished(rootId)
    expect(run.row.status).toBe('COMPLETED')
    expect(run.of('ChildRunEnded')).toMatchObject([{ status: 'FAILED', terminationReason: 'DOOM_LOOP' }])
    await settled(database, rootId)
    expect(await faultsOfTree(engine, database, rootId)).toEqual([])
  })
})

describe('owners that come and go', () => {
  const three: Part = {
    turns: [
      [
        spawn({
          turns: [[{ tool: 'look' }], [spawn({ turns: [[{ tool: 'hold' }]], say: 'C.' })]],
          say: 'B.',
        }),
      ],
    ],
    say: 'A.',
  }

  test.for([
    ['the parent’s', [0]],
    ['the child’s', [1]],
    ['the grandchild’s', [2]],
    ['the parent’s and the child’s', [0, 1]],
    ['all', [0, 1, 2]],
  ] as const)('DUR-2 SUB-1 %s: the tree goes on to the same end, with the same runs', async ([_, lost]) => {
    const door = Promise.withResolvers<void>()
    let here = 0
    const hold = testTool('hold', async () => {
      here += 1
      await door.promise
      return 'held'
    })
    const both: EngineOptions = { ...options, tools: [...(options.tools ?? []), hold], leaseMs: 3_600_000 }
    const { engine, database } = await engineForTest(both)
    await definePlayer(engine)
    const other = await createTestEngine(database, { ...both, project: engine.project })
    const rootId = await play(engine, three)
    await eventually(() => here).toBe(1)
    const before = await runsOf(database, rootId)
    for (const place of lost) await loseOwner(database, before[place]?.id ?? '')
    await eventually(async () =>
      (await runsOf(database, rootId))
        .filter((_run, place) => lost.some((one) => one === place))
        .every(({ leaseExpiresAt }) => Number(leaseExpiresAt) > Date.now()),
    ).toBe(true)
    door.resolve()
    const run = await engine.finished(rootId)
    expect(run.row).toMatchObject({ status: 'COMPLETED', summary: 'A.' })
    const after = await runsOf(database, rootId)
    expect(after.map(({ id, status }) => [id, status])).toEqual(before.map(({ id }) => [id, 'COMPLETED']))
    for (const type of ['ChildRunStarted', 'ChildRunEnded'] as const) expect(run.of(type)).toHaveLength(1)
    await other.close()
    expect(await faultsOfTree(engine, database, rootId)).toEqual([])
  })

  test('SUB-3 RUN-4 a dead one of a child does not hold up the end of its parent, with one place for both', async () => {
    const { engine, database } = await engineForTest({ ...options, concurrency: 1, leaseMs: 3_600_000 })
    await definePlayer(engine)
    signals.length = 0
    const rootId = await play(engine, { turns: [[spawn({ turns: [[spawn(waiting)]] })]] })
    await eventually(() => signals.length).toBe(1)
    await engine.die()
    const dying = engine.close()
    const next = await createTestEngine(database, { ...options, project: engine.project, concurrency: 1 })
    await next.services.runs.requestAbort(rootId, null)
    expect((await next.finished(rootId)).row.status).toBe('CANCELLED')
    expect(await faultsOfTree(next, database, rootId)).toEqual([])
    await dying
    await next.close()
  })

  test('DUR-4 SUB-1 a process that ends does not wait for a child that no process has', async () => {
    const { engine, database } = await engineForTest({ ...options, leaseMs: 3_600_000 })
    await definePlayer(engine)
    signals.length = 0
    const idle = await createTestEngine(database, { ...options, concurrency: 0, project: engine.project })
    const rootId = await play(engine, { turns: [[spawn(waiting)]] })
    await eventually(() => signals.length).toBe(1)
    await engine.worker.close(0)
    await idle.services.runs.requestAbort(rootId, null)
    const runs = await runsOf(database, rootId)
    expect(runs.map(({ status, leaseOwner }) => [status, leaseOwner])).toEqual([
      ['RUNNING', null],
      ['RUNNING', null],
    ])
    const last = await createTestEngine(database, { ...options, project: engine.project })
    expect((await last.finished(rootId)).row.status).toBe('CANCELLED')
    expect(await faultsOfTree(last, database, rootId)).toEqual([])
    await last.close()
    await idle.close()
  })

  test('DUR-1 SUB-1 a database that is away while a parent looks after its child ends neither', async () => {
    let away = 3
    const flaky: EngineOptions = {
      ...options,
      replace: (services) => ({
        runs: {
          childOutcome: async (runId) => {
            if (away-- > 0) throw new Error('The connection was reset.')
            return services.runs.childOutcome(runId)
          },
        },
      }),
    }
    const { engine } = await engineForTest(flaky)
    await definePlayer(engine)
    const { row } = await engine.finished(await play(engine, { turns: [[spawn({ say: 'Here.' })]] }))
    expect(row).toMatchObject({ status: 'COMPLETED', epoch: 1 })
  })

  test('SUB-1 a child’s answer is data or text by its agent as it was then, whatever the agent is by now', async () => {
    const door = Promise.withResolvers<void>()
    const hold = testTool('hold', async () => {
      await door.promise
      return 'held'
    })
    const { engine, database } = await engineForTest({ ...options, tools: [hold], leaseMs: 3_600_000 })
    await definePlayer(engine)
    const rootId = await play(engine, { turns: [[spawn({ turns: [[{ tool: 'hold' }]], say: 'Words.' })]] })
    await engine.seen(rootId, 'ChildRunStarted')
    const agent = await engine.services.agents.find(engine.project.id, { slug: 'player' })
    if (!agent) throw new Error('There is no agent.')
    const definition = { ...agent.definition, outputSchema: { type: 'object' } }
    const next = { id: agent.agentId, version: agent.version, definition }
    await engine.services.agents.addVersion(engine.project.id, next)
    await loseOwner(database, rootId)
    door.resolve()
    const run = await engine.finished(rootId)
    expect(run.of('ActionCompleted')).toMatchObject([{ output: 'Words.' }])
  })
})

describe('places', () => {
  const nested = (depth: number): Part =>
    depth === 0
      ? { turns: [[{ tool: 'look' }]] }
      : { turns: [[spawn(nested(depth - 1)), spawn(nested(depth - 1))]] }

  test('SUB-1 LIM-12 one place is enough for a tree: a run that waits for a child needs none', async () => {
    const { engine, database } = await engineForTest({ ...options, concurrency: 1 })
    await definePlayer(engine)
    const rootId = await play(engine, nested(3))
    expect((await engine.finished(rootId)).row.status).toBe('COMPLETED')
    expect(await runsOf(database, rootId)).toHaveLength(15)
  })

  test('SUB-1 LIM-12 a project with one concurrent run has whole trees, one after another', async () => {
    const { engine, database } = await engineForTest({ ...options, concurrency: 10 })
    await definePlayer(engine)
    await database.prisma.project.update({
      where: { id: engine.project.id },
      data: { maxConcurrentRuns: 1 },
    })
    const rootIds = await Promise.all([1, 2, 3].map(() => play(engine, nested(2))))
    const runs = await Promise.all(rootIds.map((rootId) => engine.finished(rootId)))
    expect(runs.map(({ row }) => row.status)).toEqual(Array(3).fill('COMPLETED'))
    const spans = runs
      .map(({ row }) => [Number(row.startedAt), Number(row.completedAt)] as const)
      .toSorted(([a], [b]) => a - b)
    for (const [place, [startedAt]] of spans.entries())
      expect(startedAt).toBeGreaterThanOrEqual(spans[place - 1]?.[1] ?? 0)
  })

  test('SUB-1 LIM-12 ten parents with five children each share five places', async () => {
    const { engine, database } = await engineForTest({ ...options, concurrency: 5 })
    await definePlayer(engine)
    const part: Part = {
      turns: [Array.from({ length: 5 }, (_, n) => spawn({ turns: [[{ tool: 'look' }]], say: `${n}` }))],
    }
    const rootIds = await Promise.all(Array.from({ length: 10 }, () => play(engine, part)))
    for (const rootId of rootIds) {
      const run = await engine.finished(rootId)
      expect(run.row.status).toBe('COMPLETED')
      expect(
        run
          .of('ActionCompleted')
          .map(({ output }) => output)
          .toSorted(),
      ).toEqual(['0', '1', '2', '3', '4'])
      expect(await faultsOfTree(engine, database, rootId)).toEqual([])
    }
  })
})
