import { setTimeout as sleep } from 'node:timers/promises'
import { fc } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import { isRungraphError } from '../../../src/domain/errors.ts'
import type { Json } from '../../../src/domain/json.ts'
import type { TriggerRun } from '../../../src/domain/operations.ts'
import type { Prisma } from '../../../src/generated/prisma/client.ts'
import { createTestEngine, type EngineOptions, type TestEngine, testTool } from '../../support/engine.ts'
import { eventually } from '../../support/eventually.ts'
import { followInTime } from '../../support/follow-in-time.ts'
import { engineForTest } from '../../support/for-file.ts'
import { requireApproval } from '../../support/gates.ts'
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
import { trialsOf } from '../../support/trials.ts'

const live = createLiveModel()

playParts(live)

live.plays.planner = async function* (request) {
  const said = request.toolChoice === 'none' ? 'Stopping.' : 'Planned.'
  yield answer(request, JSON.stringify({ reasoning: '', answer: said, goalAchieved: true, plan: null }))
}

const options: EngineOptions = {
  providers: [live],
  tools: [
    testTool('look', async () => 'seen'),
    testTool('fail', async () => {
      throw new Error('It does not work.')
    }),
    // The duration of work is no part of the test: only that some of it is active at any moment.
    testTool('work', async (_args, { signal, runId }) =>
      sleep(Number.parseInt(runId.slice(-2), 16) / 8, 'worked', { signal }),
    ),
    testTool('pay', async () => 'paid'),
  ],
}

/** Endings of a root. */
const endings = ['answer', 'abort', 'failure', 'doom loop', 'time', 'money', 'steps'] as const

interface Trial {
  readonly root: Part
  readonly ending: (typeof endings)[number]
  /** After how many events of the tree the abort is asked for; how much time, money, and how many steps there are. */
  readonly amount: number
  /** Whether the root is a plan, which also fires children and forgets them. */
  readonly isPlan: boolean
}

const { part } = fc.letrec<{ part: Part; call: PartCall }>((tie) => ({
  part: fc.record({
    turns: fc.array(fc.array(tie('call'), { minLength: 1, maxLength: 3 }), { maxLength: 2 }),
  }),
  call: fc.oneof(
    { maxDepth: 4, depthSize: 'medium' },
    fc.record({
      tool: fc.constantFrom('look', 'fail', 'work', 'work', 'pay'),
      args: fc.record({ n: fc.nat({ max: 9 }) }),
    }),
    { weight: 3, arbitrary: fc.record({ spawn: tie('part') }) },
  ),
}))

const trials: fc.Arbitrary<Trial> = fc.record({
  root: part,
  ending: fc.constantFrom(...endings),
  amount: fc.nat({ max: 60 }),
  isPlan: fc.boolean(),
})

/** Only where somebody aborts it may a tree wait for a human: else nothing would end it. */
function withoutGates({ turns = [], ...rest }: Part): Part {
  const calm = (call: PartCall): PartCall => {
    if ('spawn' in call) return { ...call, spawn: withoutGates(call.spawn) }
    return call.tool === 'pay' ? { ...call, tool: 'work' } : call
  }
  return { ...rest, turns: turns.map((calls) => calls.map(calm)) }
}

function rootOf({ root, ending }: Trial): Part {
  const turns = (ending === 'abort' ? root : withoutGates(root)).turns ?? []
  if (ending === 'failure') return { turns: [...turns, [{ tool: 'fail' }]] }
  const same: PartCall = { tool: 'look', args: { same: true } }
  return ending === 'doom loop' ? { turns: [...turns, [same, same, same, same, same]] } : { turns }
}

function limitsOf({ ending, amount }: Trial): Partial<TriggerRun> {
  switch (ending) {
    case 'time':
      return { timeoutMs: 1 + 4 * amount }
    case 'money':
      return { maxCostUsd: `0.0${1 + (amount % 9)}` }
    case 'steps':
      return { maxSteps: 1 + (amount % 2) }
    default:
      return {}
  }
}

/** The calls of the first turn as a plan; every second child is fired and forgotten. */
function planOf({ turns = [] }: Part): Json {
  const calls = turns[0] ?? [{ tool: 'look' }]
  const retry = { maxAttempts: 1 }
  return {
    actions: calls.map((call, n) =>
      'tool' in call
        ? { name: `a${n}`, type: 'TOOL', target: call.tool, parameters: call.args ?? {}, retry }
        : {
            ...{ name: `a${n}`, type: 'AGENT', target: 'player', retry },
            mode: n % 2 === 0 ? 'FIRE_AND_FORGET' : 'ASYNC',
            parameters: { input: JSON.stringify(call.spawn) },
          },
    ),
  }
}

async function start(engine: TestEngine, trial: Trial): Promise<string> {
  const root = rootOf(trial)
  const slug = trial.ending === 'failure' ? 'fragile' : trial.isPlan ? 'planner' : 'player'
  const plan = slug === 'planner' ? { plan: planOf(root) } : {}
  return play(engine, root, { agent: { slug }, ...plan, ...limitsOf(trial) })
}

/** Takes the tree to the end of its root. */
async function liveOut(engine: TestEngine, trial: Trial): Promise<string> {
  const rootId = await start(engine, trial)
  if (trial.ending === 'abort') {
    await untilMoment(engine, rootId, trial.amount)
    await engine.operations
      .abortRun({ projectId: engine.project.id, runId: rootId })
      .catch((error: unknown) => {
        // It had ended before.
        if (!isRungraphError(error) || error.code !== 'ILLEGAL_TRANSITION') throw error
      })
  }
  await engine.finished(rootId)
  return rootId
}

/** Resolves after so many events of the tree, or when its root waits or rests. */
async function untilMoment({ services }: TestEngine, rootId: string, count: number): Promise<void> {
  let seen = 0
  if (count === 0) return
  for await (const { type, runId } of followInTime((signal) =>
    services.log.followTree(rootId, { after: null, signal }),
  )) {
    seen += 1
    if (seen >= count || (type === 'RunWaiting' && runId === rootId)) return
  }
}

async function prepare(engine: TestEngine): Promise<void> {
  await requireApproval(engine, 'pay')
  const patient = { maxIdenticalErrors: 100 }
  await definePlayer(engine, 'player', patient)
  await definePlayer(engine, 'fragile', { ...patient, terminateOnError: true, subagents: ['player'] })
  await definePlayer(engine, 'planner', {
    planner: 'PLAN',
    model: 'live/planner',
    subagents: ['player'],
    maxDepth: 4,
  })
}

/** Nobody loses a run here, however busy the machine: what is fired by who loses its run may stay RUNNING. */
const leaseMs = 10_000

describe('a tree of runs', () => {
  test('SUB-3 EVT-5 RUN-4 after the last event of its root nothing below it says anything, and nothing is left: 120 random trees', async () => {
    const { engine, database } = await engineForTest({ ...options, concurrency: 4 })
    await prepare(engine)
    const all = trialsOf(fc.sample(trials, { numRuns: 120, seed: 20261121 }))
    const rootIds: string[] = []
    for (let from = 0; from < all.length; from += 12)
      rootIds.push(...(await Promise.all(all.slice(from, from + 12).map((trial) => liveOut(engine, trial)))))
    await engine.worker.close(10_000)
    let runs = 0
    for (const [n, rootId] of rootIds.entries()) {
      expect(await faultsOfTree(engine, database, rootId), `${n} ${JSON.stringify(all[n])}`).toEqual([])
      runs += (await runsOf(database, rootId)).length
    }
    // A few trees may be small; all of them together are not.
    expect(runs).toBeGreaterThan(all.length < 120 ? all.length : 2 * all.length)
  }, 120_000)

  test('SUB-3 EVT-5 RUN-4 nor where several processes share its runs: 24 random trees', async () => {
    const { engine, database } = await engineForTest({ ...options, concurrency: 3, leaseMs })
    await prepare(engine)
    const { project } = engine
    const others = await Promise.all(
      [1, 2].map(() => createTestEngine(database, { ...options, project, concurrency: 3, leaseMs })),
    )
    const all = trialsOf(fc.sample(trials, { numRuns: 24, seed: 11212026 }))
    const rootIds = await Promise.all(
      all.map((trial, n) => liveOut([engine, ...others][n % 3] ?? engine, trial)),
    )
    // A fired action settles after its run has ended, in the process that fired it; one that stops takes no child up any more.
    const isUnsettled: Prisma.ActionWhereInput = {
      run: { status: { not: 'CANCELLED' } },
      status: { in: ['PENDING', 'RUNNING'] },
    }
    await eventually(() => database.prisma.action.count({ where: isUnsettled })).toBe(0)
    await Promise.all([engine, ...others].map(({ worker }) => worker.close(10_000)))
    for (const other of others) await other.close()
    for (const [n, rootId] of rootIds.entries())
      expect(await faultsOfTree(engine, database, rootId), `${n} ${JSON.stringify(all[n])}`).toEqual([])
  }, 120_000)
})
