import { afterAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../src/domain/json.ts'
import type { ReplayTools } from '../../../src/domain/run-history.ts'
import type { RunCommit } from '../../../src/domain/run-log.ts'
import { testTool } from '../../support/engine.ts'
import { forFile } from '../../support/for-file.ts'
import { openGateStage } from '../../support/gate-stage.ts'
import { answer } from '../../support/live-model.ts'

/** The questions that reached the model: its answers differ by their number. */
let asked = 0

let held = Promise.withResolvers<void>()

const stage = forFile(await openGateStage({ tools: [testTool('look', async () => 'looked')] }))
stage.live.plays.says = async function* (request) {
  asked += 1
  yield answer(request, `Said as ${asked}.`)
}
stage.live.plays.slow = async function* (request) {
  await held.promise
  yield answer(request, 'Said late.')
}

afterAll(() => held.resolve())

async function run(actions: readonly JsonObject[], agent = {}) {
  const { slug } = await stage.engine.define(() => ({ text: '' }), {
    planner: 'PLAN',
    protocolMode: 'STRICT',
    ...agent,
  })
  return stage.engine.finished(await stage.trigger(slug, { plan: { actions } }))
}

async function replay(runId: string, tools: ReplayTools = 'RECORDED') {
  const { operations, project, finished } = stage.engine
  const replayed = await operations.history.replayRun({ projectId: project.id, runId, tools })
  return finished(replayed.runId)
}

async function settled(id: string) {
  await expect
    .poll(async () => (await stage.database.prisma.run.findUniqueOrThrow({ where: { id } })).settledAt, {
      timeout: 10_000,
    })
    .not.toBeNull()
}

const look = { name: 'looking', type: 'TOOL', target: 'look' }

describe('an action in a replay', () => {
  it('RUN-9 EVT-3 begins and ends as the attempt that the record has of it', async () => {
    const { runId } = await run([look])
    const { of } = await replay(runId)
    expect(of('ActionStarted')).toMatchObject([{ name: 'looking', attempt: 1 }])
    expect(of('ActionCompleted')).toMatchObject([{ name: 'looking', attempt: 1 }])
  })
})

describe('the death of a process in a replay', () => {
  const ends = (name: string) => (commit: RunCommit) =>
    commit.actions?.some((action) => action.name === name && action.status === 'SUCCEEDED') ?? false

  async function replayThroughDeath(runId: string, name: string) {
    const death = await stage.doom(ends(name))
    const { operations, project } = stage.engine
    const replayed = await operations.history.replayRun({ projectId: project.id, runId, tools: 'RECORDED' })
    await death.died()
    return stage.engine.finished(replayed.runId)
  }

  it('RUN-9 DUR-1 EVT-3 between the beginning and the end of an action begins it once', async () => {
    const { runId } = await run([look])
    const { row, of } = await replayThroughDeath(runId, 'looking')
    expect(row).toMatchObject({ status: 'COMPLETED', errorMessage: null })
    expect(of('ActionStarted').map(({ attempt }) => attempt)).toEqual([1])
    expect(of('ActionCompleted').map(({ attempt }) => attempt)).toEqual([1])
  })

  it('RUN-9 DUR-1 between an answer and its actions leaves the answer in the record', async () => {
    const asking = (name: string, prompt: string) => ({
      ...{ name, type: 'LLM', target: 'live/says', parameters: { prompt } },
    })
    const last = { ...asking('last', 'Last?'), dependsOn: ['first'] }
    const { runId, row } = await run([asking('first', 'First?'), last])
    for (const name of ['first', 'last']) {
      const replayed = await replayThroughDeath(runId, name)
      expect(replayed.row).toMatchObject({ status: 'COMPLETED', summary: row.summary, errorMessage: null })
      // The run that died has two answers to one question; what counts is the second.
      expect((await replay(replayed.runId)).row).toMatchObject({ summary: row.summary, errorMessage: null })
    }
  })
})

describe.for(['RECORDED', 'LIVE'] as const)('the cache and a replay with %s tools', (tools) => {
  const asking = (prompt: string) => ({
    ...{ name: 'asking', type: 'LLM', target: 'live/says', parameters: { prompt } },
    cache: { ttlMs: 600_000 },
  })
  const forget = () => stage.database.pool.query('delete from "ActionCache"')

  it('RUN-9 DAG-9 answers of the record are not cached for present runs', async () => {
    const { runId } = await run([asking('Old?')])
    await forget()
    await replay(runId, tools)
    expect(await stage.database.prisma.actionCache.count()).toBe(0)
  })

  it('RUN-9 DAG-9 later answers to another run are not taken for those of the record', async () => {
    const { runId, row } = await run([asking('Mine?')])
    await forget()
    expect((await run([asking('Mine?')])).row.summary).not.toBe(row.summary)
    expect((await replay(runId, tools)).row.summary).toBe(row.summary)
  })

  it('RUN-9 DAG-9 a result of the cache is in the record, also when the cache has forgotten it', async () => {
    const first = await run([asking('Yours?')])
    const { runId, row } = await run([asking('Yours?')])
    expect(row.summary).toBe(first.row.summary)
    await forget()
    const replayed = await replay(runId, tools)
    expect(replayed.row).toMatchObject({ status: 'COMPLETED', summary: row.summary, errorMessage: null })
    // As is a replay of the replay.
    expect((await replay(replayed.runId, tools)).row).toMatchObject({ summary: row.summary })
  })
})

describe.for(['RECORDED', 'LIVE'] as const)('a fired question and a replay with %s tools', (tools) => {
  const fired = { name: 'asking', type: 'LLM', mode: 'FIRE_AND_FORGET', parameters: { prompt: 'Well?' } }

  it('RUN-9 DAG-4 the replay does not diverge by one that had no answer yet', async () => {
    held = Promise.withResolvers<void>()
    const { runId } = await run([{ ...fired, target: 'live/slow' }, look])
    const { row, of } = await replay(runId, tools)
    held.resolve()
    expect(row).toMatchObject({ status: 'COMPLETED', errorMessage: null })
    expect(of('ActionAttemptFailed')).toEqual([])
    await settled(runId)
    const later = await replay(runId, tools)
    await settled(later.runId)
    const action = await stage.database.prisma.action.findFirstOrThrow({
      where: { runId: later.runId, name: 'asking' },
    })
    expect(action).toMatchObject({ status: 'SUCCEEDED', output: 'Said late.' })
  })

  it('RUN-9 DAG-4 LIM-9 the replay does not diverge by one that no budget held', async () => {
    const { runId } = await run([{ ...fired, target: 'live/says' }, look], { maxCostUsd: '0.001' })
    await settled(runId)
    const { row, of } = await replay(runId, tools)
    expect(row).toMatchObject({ status: 'COMPLETED', errorMessage: null })
    expect(of('ActionAttemptFailed')).toEqual([])
  })
})
