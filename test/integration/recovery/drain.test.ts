import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Json } from '../../../src/domain/json.ts'
import { sequence } from '../../../src/models/scripted.ts'
import { createTestDatabase } from '../../support/database.ts'
import { createTestEngine, type TestEngine, testTool } from '../../support/engine.ts'
import { eventually } from '../../support/eventually.ts'
import { forFile } from '../../support/for-file.ts'
import { createLiveModel } from '../../support/live-model.ts'
import { definePlayer, faultsOfTree, play, playParts, runsOf } from '../../support/trees.ts'

/** So long that no test would see its end. */
const graceMs = 3_600_000

const live = createLiveModel()

playParts(live)

/** The process that is asked to stop, and the one that goes on. */
let leaving: TestEngine

let staying: TestEngine | null

let door: PromiseWithResolvers<void>

/** Who called which tool, in order. */
let calls: string[]

const database = forFile(await createTestDatabase())

beforeEach(async () => {
  door = Promise.withResolvers()
  calls = []
  staying = null
  leaving = await createTestEngine(database, optionsOf('leaving'))
})

afterEach(async () => {
  door.resolve()
  await leaving.close()
  await staying?.close()
})

function optionsOf(who: string) {
  const stand = testTool(
    'stand',
    async () => {
      calls.push(`${who} stands`)
      await door.promise
      return 'stood'
    },
    { effect: 'once' },
  )
  const look = testTool('look', async () => {
    calls.push(`${who} looks`)
    return 'seen'
  })
  const fail = testTool('fail', async () => {
    calls.push(`${who} fails`)
    throw new Error('Not today.')
  })
  return { providers: [live], tools: [stand, look, fail], leaseMs: 3_600_000 }
}

/** Asks the first process to stop; the other comes only then, so that nothing was its own before. */
async function leave() {
  const left = leaving.worker.close(graceMs)
  const { project, scripts } = leaving
  staying = await createTestEngine(database, { ...optionsOf('staying'), project, scripts })
  return { left, staying }
}

function rowOf(runId: string) {
  return database.prisma.run.findUniqueOrThrow({ where: { id: runId } })
}

describe('DUR-4 a worker that is asked to stop', () => {
  test('SUB-1 releases at once a parent that waits for its child; the child reaches its checkpoint', async () => {
    await definePlayer(leaving)
    const child = { turns: [[{ tool: 'stand' }], [{ tool: 'look' }]], say: 'Done.' }
    const rootId = await play(leaving, { turns: [[{ spawn: child }, { tool: 'look' }]], say: 'All.' })
    await eventually(() => calls.toSorted()).toEqual(['leaving looks', 'leaving stands'])
    const { left, staying } = await leave()
    // The parent is the other's already, and waits there, while the child stands here.
    await eventually(async () => (await runsOf(database, rootId)).map(({ epoch }) => epoch)).toEqual([2, 1])
    door.resolve()
    await left
    const run = await staying.finished(rootId)
    expect(run.row).toMatchObject({ status: 'COMPLETED', summary: 'All.', recoveries: 0 })
    expect(run.of('ChildRunStarted')).toHaveLength(1)
    expect(calls.toSorted()).toEqual(['leaving looks', 'leaving stands', 'staying looks'])
    expect(await faultsOfTree(staying, database, rootId)).toEqual([])
  })

  test('MOD-4 lets go at once of a run that waits before it asks its model again', async () => {
    const agent = { modelRetry: { capMs: 60_000 } }
    const script = sequence(
      { error: { kind: 'OVERLOADED', retryable: true, retryAfterMs: 50_000 } },
      { text: 'Here I am.' },
    )
    let asked = 0
    const runId = await leaving.trigger((situation) => script({ ...situation, turn: asked++ }), { agent })
    await leaving.seen(runId, 'Warning')
    const { left, staying } = await leave()
    await left
    // The next owner waits for the remaining time, as the provider asked.
    await eventually(() => rowOf(runId)).toMatchObject({ status: 'RUNNING', epoch: 2, recoveries: 0 })
    expect(asked).toBe(1)
    await staying.operations.abortRun({ projectId: staying.project.id, runId })
    const run = await staying.finished(runId)
    expect(run.row).toMatchObject({ status: 'CANCELLED', recoveries: 0, epoch: 2 })
    expect(run.types).not.toContain('AttemptDiscarded')
  })

  test('LOOP-5 begins none of the remaining calls of a step, and completes the one in progress', async () => {
    const script = sequence(
      { toolCalls: ['stand', 'look', 'look'].map((name) => ({ name, arguments: {} })) },
      { text: 'Done.' },
    )
    const runId = await leaving.trigger(script, { agent: { maxParallel: 1 } })
    await eventually(() => calls).toEqual(['leaving stands'])
    const { left, staying } = await leave()
    door.resolve()
    await left
    const run = await staying.finished(runId)
    expect(run.row).toMatchObject({ status: 'COMPLETED', stepCount: 2, recoveries: 0 })
    expect(calls).toEqual(['leaving stands', 'staying looks', 'staying looks'])
    expect(run.of('ActionCompleted')).toHaveLength(3)
  })

  test("DAG-9 completes a plan's actions in progress, and leaves those that wait or have not begun", async () => {
    const tool = (name: string, target: string, more: object = {}): Json => ({
      ...{ name, type: 'TOOL', target },
      ...more,
    })
    const retry = { maxAttempts: 3, backoffMs: 60_000 }
    const plan = {
      actions: [
        tool('standing', 'stand', { outputKey: 'stood' }),
        tool('failing', 'fail', { retry, skipOnError: true }),
        tool('after', 'look', { parameters: { what: '$stood' } }),
      ],
    }
    const agent = { planner: 'PLAN', protocolMode: 'STRICT' } as const
    const runId = await leaving.trigger(() => ({ text: '' }), { agent, trigger: { plan } })
    await eventually(() => calls.toSorted()).toEqual(['leaving fails', 'leaving stands'])
    await leaving.seen(runId, 'ActionAttemptFailed')
    const { left, staying } = await leave()
    expect((await rowOf(runId)).epoch).toBe(1)
    door.resolve()
    await left
    await eventually(() => calls).toContain('staying looks')
    await staying.seen(runId, 'ActionCompleted')
    expect(calls.filter((call) => call.endsWith('stands'))).toEqual(['leaving stands'])
    const actions = await database.prisma.action.findMany({ where: { runId, name: 'standing' } })
    expect(actions).toMatchObject([{ status: 'SUCCEEDED', output: 'stood', attempt: 1 }])
    expect(await rowOf(runId)).toMatchObject({ recoveries: 0, epoch: 2 })
  })
})
