import { beforeEach, describe, expect, it } from 'vitest'
import type { Json } from '../../src/domain/json.ts'
import type { ModelRequest } from '../../src/domain/model.ts'
import type { Tool } from '../../src/domain/tool.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { createTestEngine, type EngineOptions, type TestEngine, testTool } from '../support/engine.ts'
import { eventually } from '../support/eventually.ts'
import { answer, createLiveModel } from '../support/live-model.ts'

/** A first process that fires and dies, and a second that takes up what it left. */
interface Stage {
  readonly database: TestDatabase
  readonly first: TestEngine
  /** The calls that reached the tool, in order: which process, and the key that the tool was given. */
  readonly calls: { readonly process: number; readonly key: string }[]
  /** Opens another process. Its tool answers at once. */
  restart(more?: Partial<EngineOptions>): Promise<TestEngine>
  /** Starts a run whose plan fires `late` in its first step; the answer of its second waits for `answered`. */
  start(more?: Readonly<Record<string, Json>>): Promise<string>
  readonly answered: PromiseWithResolvers<void>
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
    calls,
    answered,
    restart: (extra = {}) => open({ project: first.project, scripts: first.scripts, ...extra }),
    start: async (fired = {}) => {
      more = fired
      const runId = await first.trigger(() => ({ text: '' }), {
        agent: { model: 'live/firing', planner: 'PLAN' },
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
})
