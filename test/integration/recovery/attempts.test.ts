import { beforeEach, describe, expect, it } from 'vitest'
import type { Json } from '../../../src/domain/json.ts'
import type { ModelRequest } from '../../../src/domain/model.ts'
import { applyRetention } from '../../../src/store/retention/retention.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { createDoomed } from '../../support/doomed.ts'
import { createTestEngine, type EngineOptions, type TestEngine, testTool } from '../../support/engine.ts'
import { eventually } from '../../support/eventually.ts'
import { answer, createLiveModel, untilAborted } from '../../support/live-model.ts'
import { shiftedClock } from '../../support/shifted-clock.ts'

/** Proposals of the model in place of an action that failed, in this order. */
interface Proposal {
  readonly target: string
  readonly parameters: Json
}

interface Stage {
  readonly database: TestDatabase
  readonly engine: TestEngine
  /** The calls that reached a tool: its name and the number it was given. */
  readonly calls: string[]
  /** Requests to the model for another proposal. */
  readonly asked: string[]
  restart(more?: Partial<EngineOptions>): Promise<TestEngine>
  start(retry: Json, proposals: readonly Proposal[]): Promise<string>
}

let opened: (() => Promise<void>)[] = []

beforeEach(() => {
  opened = []
  return async () => {
    for (const close of opened.toReversed()) await close()
  }
})

/** `broken` fails always, `pay` must not be made twice, `works` gives what it was given. */
async function openStage(options: Partial<EngineOptions> = {}): Promise<Stage> {
  const database = await createTestDatabase()
  opened.push(() => database.drop())
  const calls: string[] = []
  const asked: string[] = []
  const live = createLiveModel()
  let proposals: readonly Proposal[] = []
  let retry: Json = {}
  live.plays.trying = async function* (request: ModelRequest) {
    if (request.responseFormat?.name === 'action') {
      asked.push(JSON.stringify(request.messages))
      yield answer(request, JSON.stringify(proposals[asked.length - 1] ?? 'nothing'))
      return
    }
    const isFirst = request.messages.length === 1
    const action = { name: 'act', type: 'TOOL', target: 'broken', parameters: { n: 1 }, retry }
    const turn = { reasoning: '', goalAchieved: false, answer: isFirst ? null : 'Done.' }
    yield answer(request, JSON.stringify({ ...turn, plan: isFirst ? { actions: [action] } : null }))
  }
  const noted = (name: string, does: (args: Json) => Json) => async (args: unknown) => {
    const given = args as { readonly n: number }
    calls.push(`${name} ${given.n}`)
    return does({ n: given.n })
  }
  const fail = () => {
    throw new Error('It is broken.')
  }
  const tools = [
    testTool('broken', noted('broken', fail)),
    testTool(
      'works',
      noted('works', (args) => args),
      { effect: 'idempotent' },
    ),
    testTool(
      'pay',
      noted('pay', (args) => args),
      { effect: 'once' },
    ),
  ]
  const open = async (extra: Partial<EngineOptions> = {}) => {
    const engine = await createTestEngine(database, { providers: [live], tools, ...options, ...extra })
    opened.push(() => engine.close())
    return engine
  }
  const engine = await open()
  return {
    ...{ database, engine, calls, asked },
    restart: (extra = {}) => open({ project: engine.project, scripts: engine.scripts, ...extra }),
    start: (policy, proposed) => {
      retry = policy
      proposals = proposed
      return engine.trigger(() => ({ text: '' }), { agent: { model: 'live/trying', planner: 'PLAN' } })
    },
  }
}

describe('the attempts of an action', () => {
  it('DAG-10 DUR-4 of a process whose clock is an hour ahead go on after their delay in another one', async () => {
    const stage = await openStage({ clock: shiftedClock(3_600_000) })
    const runId = await stage.start({ maxAttempts: 2, backoffMs: 400 }, [
      { target: 'works', parameters: { n: 2 } },
    ])
    await stage.engine.seen(runId, 'ActionAttemptFailed')
    await stage.engine.worker.close(0)
    const next = await stage.restart({ clock: shiftedClock(0) })
    const run = await next.finished(runId)
    expect(run.row.status).toBe('COMPLETED')
    expect(stage.calls).toEqual(['broken 1', 'works 2'])
  })

  it('DAG-10 TAS-1 go on after a proposal that is denied: it counts as one of them, and the next is asked for', async () => {
    const stage = await openStage({
      canExecuteTool: async ({ target }) => (target === 'pay' ? 'DENY' : null),
    })
    const retry = { maxAttempts: 3, backoffMs: 0 }
    const runId = await stage.start(retry, [
      { target: 'pay', parameters: { n: 2 } },
      { target: 'works', parameters: { n: 3 } },
    ])
    const run = await stage.engine.finished(runId)
    const action = await stage.database.prisma.action.findFirstOrThrow({ where: { runId } })
    expect(action).toMatchObject({ status: 'SUCCEEDED', target: 'works', attempt: 3, output: { n: 3 } })
    expect(stage.calls).toEqual(['broken 1', 'works 3'])
    expect(stage.asked[1]).toContain('You may not call')
    expect(run.row.status).toBe('COMPLETED')
  })

  it('DAG-10 DUR-1 go on where they were after a death in the wait between two: with the count, the time and the attempts', async () => {
    // It dies instead of beginning the second attempt: of that nothing is known.
    const doomed = createDoomed(({ events }) =>
      events.some(({ type, data }) => type === 'ActionStarted' && data.attempt === 2),
    )
    const stage = await openStage({ replace: doomed.replace })
    opened.push(async () => doomed.bury())
    const retry = { maxAttempts: 2, backoffMs: 1_500 }
    const runId = await stage.start(retry, [
      // Tried before, so another is asked for.
      { target: 'broken', parameters: { n: 1 } },
      // In one commit with the beginning, and lost with it: it is asked for once more.
      { target: 'works', parameters: { n: 8 } },
      { target: 'works', parameters: { n: 8 } },
    ])
    await eventually(() => stage.calls.length).toBe(1)
    const failedAt = Date.now()
    await doomed.dead
    await stage.engine.die()
    const next = await stage.restart({ replace: (services) => services })
    const run = await next.finished(runId)
    const action = await stage.database.prisma.action.findFirstOrThrow({ where: { runId } })
    expect(stage.calls).toEqual(['broken 1', 'works 8'])
    expect(action).toMatchObject({ status: 'SUCCEEDED', attempt: 2 })
    expect(Date.now() - failedAt).toBeGreaterThanOrEqual(1_300)
    expect(run.row.status).toBe('COMPLETED')
  })

  it('DAG-10 EVT-3 are rows, each with its call and outcome, and the events name them', async () => {
    const stage = await openStage()
    const runId = await stage.start({ maxAttempts: 4, backoffMs: 0 }, [
      { target: 'broken', parameters: { n: 2, password: 'hunter2-hunter2' } },
      { target: 'works', parameters: { n: 3 } },
    ])
    const { of } = await stage.engine.finished(runId)
    const { prisma } = stage.database
    const action = await prisma.action.findFirstOrThrow({ where: { runId }, include: { attempts: true } })
    const tried = { target: 'broken', status: 'FAILED', error: 'It is broken.', errorCode: 'TOOL_FAILED' }
    expect(action.attempts).toMatchObject([
      { number: 1, parameters: { n: 1 }, ...tried },
      {
        number: 2,
        parameters: { n: 2, password: expect.stringMatching(/^\[redacted:[0-9a-f]{16}\]$/) },
        ...tried,
      },
    ])
    for (const { startedAt, completedAt } of action.attempts)
      expect(completedAt?.getTime()).toBeGreaterThanOrEqual(startedAt?.getTime() ?? Number.POSITIVE_INFINITY)
    expect(action).toMatchObject({ attempt: 3, target: 'works', status: 'SUCCEEDED', retryAt: null })
    expect(of('ActionStarted').map(({ attempt, target }) => [attempt, target])).toEqual([
      [1, 'broken'],
      [2, 'broken'],
      [3, 'works'],
    ])
    const failures = of('ActionAttemptFailed')
    expect(failures).toMatchObject([
      { attempt: 1, target: 'broken', error: 'It is broken.', errorCode: 'TOOL_FAILED', delayMs: 0 },
      { attempt: 2, target: 'broken', error: 'It is broken.', errorCode: 'TOOL_FAILED', delayMs: 0 },
    ])
    expect(of('ActionCompleted')).toMatchObject([{ name: 'act', attempt: 3 }])
    expect(of('ActionFailed')).toEqual([])
    // The cost of planning an attempt is the price of that attempt.
    const calls = await prisma.modelCall.findMany({ where: { runId, purpose: 'REPLAN' } })
    expect(calls.map(({ actionId, actionAttempt }) => [actionId, actionAttempt])).toEqual([
      [action.id, 2],
      [action.id, 3],
    ])
  })

  it('DAG-10 RUN-9 are shown by a replay as the record has them, and nothing is done for them', async () => {
    const stage = await openStage({
      canExecuteTool: async ({ target }) => (target === 'pay' ? 'DENY' : null),
    })
    const runId = await stage.start({ maxAttempts: 4, backoffMs: 0 }, [
      { target: 'pay', parameters: { n: 2, password: 'hunter2-hunter2' } },
      { target: 'broken', parameters: { n: 3 } },
      { target: 'works', parameters: { n: 4 } },
    ])
    const recorded = await stage.engine.finished(runId)
    const { operations, project } = stage.engine
    const calls = [...stage.calls]
    const replay = await operations.history.replayRun({ projectId: project.id, runId, tools: 'RECORDED' })
    const replayed = await stage.engine.finished(replay.runId)
    expect(replayed.row).toMatchObject({ status: 'COMPLETED', errorMessage: null })
    expect(stage.calls).toEqual(calls)
    const told = ({ types }: typeof recorded) => types.filter((type) => type.startsWith('Action'))
    expect(told(replayed)).toEqual(told(recorded))
    const ends = recorded.of('ActionAttemptFailed').map(({ actionId: _id, ...end }) => end)
    expect(ends).toHaveLength(3)
    expect(replayed.of('ActionAttemptFailed')).toMatchObject(ends)
    const shown = async (id: string) => {
      const { attempts } = await stage.database.prisma.action.findFirstOrThrow({
        where: { runId: id },
        include: { attempts: { orderBy: { number: 'asc' } } },
      })
      return attempts.map(({ number, target, parameters, status, error, hash }) => {
        return { number, target, parameters, status, error, hash }
      })
    }
    expect(await shown(replay.runId)).toEqual(await shown(runId))
    expect(await shown(replay.runId)).toMatchObject([
      { number: 1, status: 'FAILED' },
      { number: 2, status: 'DENIED', parameters: { password: expect.stringContaining('[redacted:') } },
      { number: 3, status: 'FAILED' },
    ])
  })

  it('DAG-10 TAS-5 are rows too where a process died in one: it is distinguished from those that failed', async () => {
    const stage = await openStage({ tools: [hanging] })
    const runId = await stage.start({ maxAttempts: 1 }, [])
    await stage.engine.seen(runId, 'ActionStarted')
    await stage.engine.die()
    const next = await stage.restart({ tools: [testTool('broken', async () => 'whole')] })
    const { of } = await next.finished(runId)
    const action = await stage.database.prisma.action.findFirstOrThrow({
      where: { runId },
      include: { attempts: true },
    })
    expect(action).toMatchObject({ status: 'SUCCEEDED', attempt: 2, output: 'whole' })
    expect(action.attempts).toMatchObject([
      { number: 1, status: 'CANCELLED', errorCode: 'TOOL_INTERRUPTED', completedAt: null },
    ])
    expect(of('ActionStarted').map(({ attempt }) => attempt)).toEqual([1, 2])
  })

  it('DAG-10 EVT-7 go with their run', async () => {
    const stage = await openStage()
    const runId = await stage.start({ maxAttempts: 2, backoffMs: 0 }, [
      { target: 'works', parameters: { n: 3 } },
    ])
    await stage.engine.finished(runId)
    const { pool, prisma } = stage.database
    expect(await prisma.actionAttempt.count({ where: { runId } })).toBe(1)
    const now = Date.now() + 10 * 24 * 3_600_000
    expect((await applyRetention({ pool, now, keep: { deltasDays: null, runsDays: 1 } })).runs).toBe(1)
    expect(await prisma.actionAttempt.count({ where: { runId } })).toBe(0)
  })
})

const hanging = testTool('broken', (_args, { signal }) => untilAborted(signal))
