import { afterAll, describe, expect, test } from 'vitest'
import type { AgentDefinitionInput } from '../../../src/domain/agent.ts'
import { createSlotBroker } from '../../../src/engine/worker/local-slots.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { createDoomed } from '../../support/doomed.ts'
import { createTestEngine, type EngineOptions, type TestEngine, testTool } from '../../support/engine.ts'
import { followInTime } from '../../support/follow-in-time.ts'
import { requireApproval } from '../../support/gates.ts'
import { answer, createLiveModel } from '../../support/live-model.ts'
import { definePlayer, faultsOfTree, type Part, play, playParts, runsOf, spawn } from '../../support/trees.ts'
import { eachPoint } from '../../support/trials.ts'

/** For lives that are lived side by side, as most of their time they wait: an engine takes whatever its database has. */
const databases = await Promise.all(Array.from({ length: 4 }, () => createTestDatabase()))

afterAll(() => Promise.all(databases.map((database) => database.drop())))

/** State that the next process finds, and the calls made so far. */
interface Found {
  readonly database: TestDatabase
  readonly engine: TestEngine
  readonly rootId: string
  readonly calls: readonly string[]
  /** Those of the next process. */
  readonly later: readonly string[]
}

interface Life {
  readonly part: Part
  /** So many writes there are to die at, or more. */
  readonly least: number
  readonly agent?: Partial<AgentDefinitionInput>
  /** Before anything runs. */
  readonly prepare?: (engine: TestEngine) => Promise<void>
  /** Before the next process takes anything up. */
  readonly meanwhile?: (found: Found) => Promise<void>
  /** Expectations once all has ended. */
  readonly expected: (found: Found, nth: number) => Promise<void>
}

/**
 * Has a process die at each of its writes, a life for each; another goes on, one run at a time.
 */
async function dieAtEachWrite(life: Life): Promise<void> {
  const deaths = await eachPoint(
    async (nth, lane) => {
      const database = databases[lane]
      if (!database) throw new Error(`Lane ${lane} has no database.`)
      return liveTwice(database, life, nth)
    },
    { lanes: databases.length, least: life.least },
  )
  expect(deaths).toBeGreaterThanOrEqual(life.least)
}

/** False where the run ended before the `nth` write. */
async function liveTwice(
  database: TestDatabase,
  { part, agent = {}, prepare, meanwhile, expected }: Life,
  nth: number,
): Promise<boolean> {
  const calls: string[] = []
  const later: string[] = []
  const live = createLiveModel()
  playParts(live)
  live.plays.expert = async function* (request) {
    const isAsked = request.messages.at(-1)?.role === 'user'
    yield answer(request, isAsked ? '' : 'Looked.', isAsked ? [{ name: 'look', arguments: {} }] : [])
  }
  const tool = (name: string, effect: 'read' | 'once', own: string[]) =>
    testTool(
      name,
      async (_args, { idempotencyKey }) => {
        calls.push(idempotencyKey)
        own.push(idempotencyKey)
        return `${name} gave this`
      },
      { effect },
    )
  const optionsWith = (own: string[]): EngineOptions => ({
    providers: [live],
    concurrency: 1,
    leaseMs: 3_600_000,
    tools: [tool('look', 'read', own), tool('pay', 'once', own)],
  })
  let isCounting = false
  let count = 0
  const doomed = createDoomed(() => isCounting && count++ === nth)
  const first = await createTestEngine(database, { ...optionsWith([]), replace: doomed.replace })
  await definePlayer(first, 'player', agent)
  await prepare?.(first)
  isCounting = true
  const rootId = await play(first, part)
  const rest = restOf(first, rootId).then(() => true)
  const isOver = await Promise.race([rest, doomed.dead.then(() => false)])
  if (isOver) await first.close()
  else await first.die()
  let isBusy = meanwhile !== undefined
  const engine = await createTestEngine(database, {
    ...optionsWith(later),
    project: first.project,
    replace: (services) => ({
      slots: createSlotBroker(), // the store's own has no worker: all goes through the queue
      runs: { ...services.runs, claim: async (request) => (isBusy ? [] : services.runs.claim(request)) },
    }),
  })
  try {
    const found = { database, engine, rootId, calls, later }
    await meanwhile?.(found)
    isBusy = false
    if (!isOver || meanwhile) await expected(found, nth)
  } finally {
    doomed.bury()
    await engine.close()
    if (!isOver) await first.close()
  }
  return !isOver
}

/** Resolves when the run rests, or waits. */
async function restOf(engine: TestEngine, runId: string): Promise<void> {
  for await (const { type } of followInTime((signal) =>
    engine.services.log.follow(runId, { after: 0, signal }),
  ))
    if (type === 'RunWaiting') return
}

describe('a tree whose process dies at any write', () => {
  test('DUR-1 SUB-1 TAS-5 goes on to the same end: one child for each action, nothing is done twice', async () => {
    const part: Part = {
      turns: [
        [
          spawn({
            turns: [[{ tool: 'pay' }], [spawn({ turns: [[{ tool: 'look' }]], say: 'C.' })]],
            say: 'A.',
          }),
          spawn({ say: 'B.' }),
        ],
        [{ tool: 'look' }],
      ],
      say: 'All.',
    }
    await dieAtEachWrite({
      least: 21,
      part,
      expected: async ({ database, engine, rootId, calls }, nth) => {
        const run = await engine.finished(rootId)
        expect(run.row, `${nth}`).toMatchObject({ status: 'COMPLETED', summary: 'All.' })
        const runs = await runsOf(database, rootId)
        expect(runs.map(({ depth, status }) => [depth, status])).toEqual(
          [0, 1, 1, 2].map((depth) => [depth, 'COMPLETED']),
        )
        const spawned = await database.prisma.action.findMany({
          where: { run: { rootId }, type: 'AGENT' },
          orderBy: [{ runId: 'asc' }, { position: 'asc' }],
        })
        expect(new Set(spawned.map(({ childRunId }) => childRunId)).size).toBe(3)
        expect(spawned.map(({ output }) => output).toSorted()).toEqual(['A.', 'B.', 'C.'])
        const ids = runs.filter(({ parentId }) => parentId === rootId).map(({ id }) => id)
        for (const type of ['ChildRunStarted', 'ChildRunEnded'] as const)
          expect(
            run
              .of(type)
              .map(({ childRunId }) => childRunId)
              .toSorted(),
            `${type} ${nth}`,
          ).toEqual(ids.toSorted())
        expect(calls.filter((key) => key.endsWith('/pay')).length).toBeLessThanOrEqual(1)
        expect(await faultsOfTree(engine, database, rootId), `${nth}`).toEqual([])
      },
    })
  }, 120_000)

  test('SUB-3 RUN-4 ends completely if it is aborted before another process claims it: no child, gate or tool call remains', async () => {
    const part: Part = {
      turns: [
        [
          spawn({ turns: [[{ tool: 'pay' }, { tool: 'look' }], [{ tool: 'look' }]] }),
          spawn({}),
          { tool: 'pay' },
        ],
      ],
    }
    await dieAtEachWrite({
      least: 11,
      part,
      prepare: async (engine) => {
        await requireApproval(engine, 'pay')
      },
      meanwhile: ({ engine, rootId }) => abortAtOnce(engine, rootId),
      expected: async ({ database, engine, rootId, later }, nth) => {
        const { row } = await engine.finished(rootId)
        expect(row, `${nth}`).toMatchObject({ status: 'CANCELLED' })
        expect(await faultsOfTree(engine, database, rootId), `${nth}`).toEqual([])
        expect(later).toEqual([])
      },
    })
  }, 120_000)

  test('TAS-1 TAS-3 a call that its specialist alone may make is never made by the agent itself', async () => {
    const look = (n: number) => [{ tool: 'look', args: { n } }]
    await dieAtEachWrite({
      least: 6,
      // A refusal that was not recorded is counted anew.
      part: { turns: [look(1), look(2), look(3)] },
      agent: { specialists: ['expert'] },
      prepare: async (engine) => {
        await definePlayer(engine, 'expert', { model: 'live/expert', tools: ['look'], subagents: [] })
        const { project, operations } = engine
        const rule = { projectId: project.id, type: 'TOOL', target: 'look', permission: 'DENY' } as const
        await operations.policies.savePolicy({ ...rule, agent: { slug: 'player' } })
      },
      expected: async ({ database, engine, rootId, calls }, nth) => {
        const run = await engine.finished(rootId)
        expect(run.row, `${nth}`).toMatchObject({ status: 'COMPLETED' })
        expect(calls.filter((key) => key.startsWith(rootId))).toEqual([])
        const [, , third] = await database.prisma.action.findMany({
          where: { runId: rootId },
          orderBy: { step: { number: 'asc' } },
        })
        expect(third, `${nth}`).toMatchObject({ status: 'SUCCEEDED', output: 'Looked.' })
        expect(await faultsOfTree(engine, database, rootId), `${nth}`).toEqual([])
      },
    })
  }, 120_000)
})

/** As a caller does, without waiting for the owner. */
async function abortAtOnce({ services, operations, project }: TestEngine, runId: string): Promise<void> {
  if (await services.runs.requestAbort(runId, null)) return
  const call = { projectId: project.id, runId }
  await operations.abortRun(call).catch(() => undefined)
}
