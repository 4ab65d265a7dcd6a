import { beforeEach, describe, expect, it } from 'vitest'
import type { AgentDefinitionInput } from '../../../src/domain/agent.ts'
import type { Json } from '../../../src/domain/json.ts'
import type { ModelRequest } from '../../../src/domain/model.ts'
import type { Tool } from '../../../src/domain/tool.ts'
import { applyRetention } from '../../../src/store/retention/retention.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { createTestEngine, type EngineOptions, type TestEngine, testTool } from '../../support/engine.ts'
import { eventually } from '../../support/eventually.ts'
import { decide, openGates } from '../../support/gates.ts'
import { answer, createLiveModel } from '../../support/live-model.ts'
import { nothingRetired } from '../../support/old-runs.ts'

/** A first process that fires and dies, and a second that takes up what it left. */
interface Stage {
  readonly database: TestDatabase
  readonly first: TestEngine
  /** The calls that reached the tool, in order: which process, and the key that the tool was given. */
  readonly calls: { readonly process: number; readonly key: string }[]
  /** Opens another process. Its tool answers at once. */
  restart(more?: Partial<EngineOptions>): Promise<TestEngine>
  /** Starts a run whose plan fires `late` in its first step; the answer of its second waits for `answered`. */
  start(more?: Readonly<Record<string, Json>>, agent?: Partial<AgentDefinitionInput>): Promise<string>
  readonly answered: PromiseWithResolvers<void>
  /** The actions that the first process fired answer when this resolves. */
  readonly held: PromiseWithResolvers<string>
  action(runId: string): ReturnType<TestDatabase['prisma']['action']['findFirstOrThrow']>
  run(runId: string): ReturnType<TestDatabase['prisma']['run']['findUniqueOrThrow']>
}

let opened: (() => Promise<void>)[] = []

beforeEach(() => {
  opened = []
  return async () => {
    for (const close of opened.toReversed()) await close()
  }
})

async function openStage(effect: Tool['effect'], options: Partial<EngineOptions> = {}): Promise<Stage> {
  const database = await createTestDatabase()
  opened.push(() => database.drop())
  const calls: Stage['calls'] = []
  const answered = Promise.withResolvers<void>()
  const held = Promise.withResolvers<string>()
  const live = createLiveModel()
  live.plays.firing = async function* (request: ModelRequest) {
    const isFirst = request.messages.length === 1
    if (!isFirst) await Promise.race([answered.promise, aborted(request.signal)])
    const late = { name: 'late', type: 'TOOL', target: 'late', mode: 'FIRE_AND_FORGET', ...more }
    const plan = { actions: [late, { name: 'now', type: 'TOOL', target: 'now' }] }
    const turn = { reasoning: '', goalAchieved: false, answer: isFirst ? null : 'Done.' }
    yield answer(request, JSON.stringify({ ...turn, plan: isFirst ? plan : null }))
  }
  let more: Readonly<Record<string, Json>> = {}
  let processes = 0
  const open = async (extra: Partial<EngineOptions> = {}) => {
    const process = ++processes
    const late = testTool(
      'late',
      async (_args, { idempotencyKey, signal }) => {
        calls.push({ process, key: idempotencyKey })
        return process === 1 ? Promise.race([held.promise, aborted(signal)]) : 'late'
      },
      { effect },
    )
    const tools = [late, testTool('now', async () => 'now')]
    const engine = await createTestEngine(database, { providers: [live], tools, ...options, ...extra })
    opened.push(() => engine.close())
    return engine
  }
  const first = await open()
  return {
    database,
    first,
    ...{ calls, answered, held },
    restart: (extra = {}) => open({ project: first.project, scripts: first.scripts, ...extra }),
    start: async (fired = {}, agent = {}) => {
      more = fired
      const runId = await first.trigger(() => ({ text: '' }), {
        agent: { model: 'live/firing', planner: 'PLAN', ...agent },
      })
      await eventually(async () => calls.length).toBe(1)
      return runId
    },
    action: (runId) => database.prisma.action.findFirstOrThrow({ where: { runId, name: 'late' } }),
    run: (id) => database.prisma.run.findUniqueOrThrow({ where: { id } }),
  }
}

async function aborted(signal: AbortSignal): Promise<never> {
  if (!signal.aborted)
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  throw signal.reason
}

describe('work that was fired, after the death of its process', () => {
  it('DAG-4 TAS-5 is repeated with its key by the process that takes the run up, though its step is over', async () => {
    const stage = await openStage('idempotent')
    const runId = await stage.start()
    await stage.first.seen(runId, 'StepCompleted')
    await stage.first.die()
    const next = await stage.restart()
    await eventually(async () => (await stage.action(runId)).status).toBe('SUCCEEDED')
    stage.answered.resolve()
    const { row, of } = await next.finished(runId)
    expect(row).toMatchObject({ status: 'COMPLETED', summary: 'Done.' })
    const key = `${runId}/1/late`
    expect(stage.calls).toEqual([
      { process: 1, key },
      { process: 2, key },
    ])
    expect(of('ActionCompleted').map(({ name }) => name)).toEqual(['now', 'late'])
    expect((await stage.run(runId)).settledAt).not.toBeNull()
  })

  it('DAG-4 TAS-5 is not repeated where it must not happen twice: its outcome is unknown, and the log warns of it', async () => {
    const stage = await openStage('once')
    const runId = await stage.start()
    await stage.first.seen(runId, 'StepCompleted')
    await stage.first.die()
    const next = await stage.restart()
    await eventually(async () => (await stage.action(runId)).status).toBe('FAILED')
    stage.answered.resolve()
    const { of } = await next.finished(runId)
    expect(stage.calls).toHaveLength(1)
    expect(of('ActionFailed')).toMatchObject([{ name: 'late', errorCode: 'OUTCOME_UNKNOWN' }])
    expect(of('Warning').map(({ code }) => code)).toEqual(['BACKGROUND_ACTION_FAILED'])
    expect((await stage.run(runId)).settledAt).not.toBeNull()
  })

  it('DAG-4 TAS-5 DUR-1 is repeated by another process where its run has ended, and the run settles with it', async () => {
    const stage = await openStage('idempotent')
    stage.answered.resolve()
    const runId = await stage.start()
    const { row } = await stage.first.finished(runId)
    expect(row.status).toBe('COMPLETED')
    expect((await stage.run(runId)).settledAt).toBeNull()
    await stage.first.die()
    await stage.restart()
    await eventually(async () => (await stage.run(runId)).settledAt).not.toBeNull()
    expect(await stage.action(runId)).toMatchObject({ status: 'SUCCEEDED', output: 'late' })
    expect(stage.calls.map(({ process }) => process)).toEqual([1, 2])
  })

  it('DAG-4 TAS-5 is recorded after the end of its run, for readers that continue from there', async () => {
    const stage = await openStage('once')
    stage.answered.resolve()
    const runId = await stage.start()
    const { events } = await stage.first.finished(runId)
    await stage.first.die()
    const next = await stage.restart()
    await eventually(async () => (await stage.run(runId)).settledAt).not.toBeNull()
    const behind = await next.finished(runId, events.length)
    expect(behind.types).toEqual(['ActionFailed', 'Warning'])
    expect(behind.of('ActionFailed')).toMatchObject([{ name: 'late', errorCode: 'OUTCOME_UNKNOWN' }])
    expect(stage.calls).toHaveLength(1)
  })

  it.each(['APPROVE', 'REJECT'] as const)(
    'DAG-4 TAS-5 JDG-4 is asked about where its outcome is unknown, though its run has ended: %s',
    async (decision) => {
      const stage = await openStage('once')
      stage.answered.resolve()
      const runId = await stage.start({}, { onUnknownOutcome: 'GATE' })
      const { events } = await stage.first.finished(runId)
      await stage.first.die()
      const next = await stage.restart()
      await eventually(async () => (await openGates(stage.database, runId)).length).toBe(1)
      // It is dead to others alone, and would take up what is decided.
      await stage.first.worker.close(0)
      const [gate] = await openGates(stage.database, runId)
      expect(gate).toMatchObject({ kind: 'OUTCOME_UNKNOWN' })
      // Nothing holds the run for it: nobody owns it, and it has ended as it had.
      await eventually(async () => (await stage.run(runId)).leaseOwner).toBeNull()
      expect(await stage.run(runId)).toMatchObject({ status: 'COMPLETED', settledAt: null })
      await decide(next, gate?.id, decision)
      await eventually(async () => (await stage.run(runId)).settledAt).not.toBeNull()
      const { types } = await next.finished(runId, events.length)
      const begun = decision === 'APPROVE'
      expect(types).toEqual([
        ...['GateOpened', 'GateResolved'],
        ...(begun ? ['ActionStarted', 'ActionCompleted'] : ['ActionFailed', 'Warning']),
      ])
      expect(await stage.action(runId)).toMatchObject(
        begun ? { status: 'SUCCEEDED', attempt: 2 } : { status: 'FAILED', errorCode: 'OUTCOME_UNKNOWN' },
      )
      expect(stage.calls.map(({ process }) => process)).toEqual(begun ? [1, 2] : [1])
    },
  )

  it('DAG-4 RUN-3 is given up where its processes die of it again and again', async () => {
    const stage = await openStage('idempotent')
    stage.answered.resolve()
    const runId = await stage.start()
    await stage.first.finished(runId)
    await stage.database.pool.query(`update "Run" set "crashesSinceProgress" = 6 where id = $1`, [runId])
    await stage.first.die()
    await stage.restart()
    await eventually(async () => (await stage.run(runId)).settledAt).not.toBeNull()
    expect(await stage.action(runId)).toMatchObject({ status: 'FAILED', errorCode: 'CRASH_LOOP' })
    expect(stage.calls).toHaveLength(1)
  })

  it('DAG-4 RUN-4 is not repeated for a run that was aborted', async () => {
    const stage = await openStage('idempotent')
    const runId = await stage.start({}, { maxSteps: 1 })
    stage.answered.resolve()
    await stage.first.finished(runId)
    expect(await stage.run(runId)).toMatchObject({ status: 'PAUSED', settledAt: null })
    await stage.first.die()
    await stage.first.operations.abortRun({ projectId: stage.first.project.id, runId })
    expect(await stage.run(runId)).toMatchObject({ status: 'CANCELLED', settledAt: null })
    await stage.restart()
    await eventually(async () => (await stage.run(runId)).settledAt).not.toBeNull()
    expect(await stage.action(runId)).toMatchObject({ status: 'CANCELLED', errorCode: 'TOOL_INTERRUPTED' })
    expect(stage.calls).toHaveLength(1)
  })

  it('DAG-4 RUN-9 is nothing that a replay of its run diverges by, whenever that is made', async () => {
    const stage = await openStage('once')
    stage.answered.resolve()
    const runId = await stage.start()
    const { operations, finished, project } = stage.first
    const call = { projectId: project.id, runId, tools: 'RECORDED' } as const
    await finished(runId)
    const replay = async () => {
      const { runId: id } = await operations.history.replayRun(call)
      return finished(id)
    }
    const before = await replay()
    expect(before.row).toMatchObject({ status: 'COMPLETED', summary: 'Done.', errorCode: null })
    await eventually(async () => (await stage.run(before.runId)).settledAt).not.toBeNull()
    await stage.first.die()
    const next = await stage.restart()
    await eventually(async () => (await stage.run(runId)).settledAt).not.toBeNull()
    const { runId: later } = await next.operations.history.replayRun(call)
    expect((await next.finished(later)).row).toMatchObject({ status: 'COMPLETED', errorCode: null })
    expect(await stage.action(later)).toMatchObject({ status: 'FAILED', errorCode: 'OUTCOME_UNKNOWN' })
    expect(stage.calls).toHaveLength(1)
  })

  it('DAG-4 EVT-7 keeps its run, and the increments of its run, until it has ended', async () => {
    const stage = await openStage('idempotent')
    stage.answered.resolve()
    const runId = await stage.start()
    await stage.first.finished(runId)
    const { pool, prisma } = stage.database
    const later = { pool, now: Date.now() + 10 * 24 * 3_600_000, keep: { deltasDays: 1, runsDays: 1 } }
    expect(await applyRetention(later)).toEqual(nothingRetired)
    stage.held.resolve('late')
    await eventually(async () => (await stage.run(runId)).settledAt).not.toBeNull()
    expect((await applyRetention(later)).runs).toBe(1)
    expect(await prisma.run.count({ where: { id: runId } })).toBe(0)
  })
})

describe('work that was fired, in a process that lives', () => {
  it('DAG-4 DUR-2 is performed once, however long it goes on after the end of its run and of its first lease', async () => {
    const stage = await openStage('idempotent', { leaseMs: 1_500 })
    stage.answered.resolve()
    const runId = await stage.start()
    await stage.first.finished(runId)
    await stage.restart()
    const renewals = new Set<number>()
    await eventually(async () => {
      const { leaseExpiresAt } = await stage.run(runId)
      return renewals.add(leaseExpiresAt?.getTime() ?? 0).size
    }).toBeGreaterThan(4)
    stage.held.resolve('late')
    await eventually(async () => (await stage.run(runId)).settledAt).not.toBeNull()
    expect(stage.calls).toHaveLength(1)
    expect(await stage.action(runId)).toMatchObject({ status: 'SUCCEEDED', attempt: 1 })
    await eventually(async () => (await stage.run(runId)).leaseOwner).toBeNull()
  })

  it('DAG-4 DUR-2 TAS-5 is not recorded by a process that lost its run, nor performed twice by two that would take it', async () => {
    const stage = await openStage('idempotent')
    stage.answered.resolve()
    const runId = await stage.start()
    await stage.first.finished(runId)
    // Fenced off without knowing it: the run is another's as soon as one takes it.
    const free = `update "Run" set epoch = epoch + 1, "leaseExpiresAt" = clock_timestamp() - interval '1 hour' where id = $1`
    await stage.database.pool.query(free, [runId])
    stage.held.resolve('too late')
    await Promise.all([stage.restart(), stage.restart()])
    await eventually(async () => (await stage.run(runId)).settledAt).not.toBeNull()
    expect(await stage.action(runId)).toMatchObject({ status: 'SUCCEEDED', attempt: 2 })
    expect(stage.calls).toHaveLength(2)
  })

  it('DAG-4 RUN-4 RUN-5 is stopped with its run when that is aborted while it is PAUSED', async () => {
    const stage = await openStage('idempotent')
    const runId = await stage.start({}, { maxSteps: 1 })
    stage.answered.resolve()
    await stage.first.finished(runId)
    expect(await stage.run(runId)).toMatchObject({ status: 'PAUSED', settledAt: null })
    await stage.first.operations.abortRun({ projectId: stage.first.project.id, runId })
    await eventually(async () => (await stage.run(runId)).settledAt).not.toBeNull()
    expect(await stage.action(runId)).toMatchObject({ status: 'CANCELLED', errorCode: 'TOOL_INTERRUPTED' })
  })

  it('DAG-4 RUN-5 TAS-5 ends before its PAUSED run goes on, so that nobody repeats it', async () => {
    const stage = await openStage('once')
    const runId = await stage.start({}, { maxSteps: 1 })
    stage.answered.resolve()
    const { events } = await stage.first.finished(runId)
    await stage.first.operations.resumeRun({ projectId: stage.first.project.id, runId })
    stage.held.resolve('late')
    const { row } = await stage.first.finished(runId, events.length)
    expect(row).toMatchObject({ status: 'COMPLETED', recoveries: 0 })
    expect(await stage.action(runId)).toMatchObject({ status: 'SUCCEEDED', output: 'late', attempt: 1 })
    expect((await stage.run(runId)).settledAt).not.toBeNull()
    expect(stage.calls).toHaveLength(1)
  })

  it.each(['idempotent', 'once'] as const)(
    'DAG-4 DUR-4 TAS-5 is left to another process by one that ends, where it takes too long: %s',
    async (effect) => {
      const stage = await openStage(effect)
      stage.answered.resolve()
      const runId = await stage.start()
      await stage.first.finished(runId)
      await stage.first.worker.close(0)
      expect((await stage.action(runId)).status).toBe('RUNNING')
      await stage.restart()
      await eventually(async () => (await stage.run(runId)).settledAt).not.toBeNull()
      expect(await stage.action(runId)).toMatchObject(
        effect === 'once'
          ? { status: 'FAILED', errorCode: 'OUTCOME_UNKNOWN' }
          : { status: 'SUCCEEDED', attempt: 2 },
      )
      expect(stage.calls).toHaveLength(effect === 'once' ? 1 : 2)
    },
  )

  it('DAG-4 DUR-4 is finished by a process that ends and has the time, before it gives the run back', async () => {
    const stage = await openStage('once')
    const runId = await stage.start()
    await stage.first.seen(runId, 'StepCompleted')
    const closed = stage.first.worker.close(10_000)
    stage.answered.resolve()
    stage.held.resolve('late')
    await closed
    expect(await stage.action(runId)).toMatchObject({ status: 'SUCCEEDED', output: 'late' })
    const next = await stage.restart()
    expect((await next.finished(runId)).row.status).toBe('COMPLETED')
    expect(stage.calls).toHaveLength(1)
  })
})
