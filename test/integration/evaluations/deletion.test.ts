import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Script } from '../../../src/models/scripted.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { testTool } from '../../support/engine.ts'
import { type EvaluationStage, openEvaluationStage } from '../../support/evaluation-stage.ts'
import { eventually } from '../../support/eventually.ts'
import { retain } from '../../support/old-runs.ts'
import { tablesWith } from '../../support/tables-with.ts'

let database: TestDatabase
let stage: EvaluationStage

beforeEach(async () => {
  database = await createTestDatabase()
  stage = await openEvaluationStage(database, { tools: [wait] })
})
afterEach(async () => {
  await stage.close()
  await database.drop()
})

/** Takes until its run is aborted. */
const wait = testTool('wait', (_args, { signal }) => {
  const { promise, reject } = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => reject(signal.reason))
  return promise
})

/** A word that stands in everything that a person says, and nowhere else. */
const word = 'xylocarp'

const judge: Script = () => ({
  text: JSON.stringify({ criteria: [{ met: true, evidence: `It says ${word}.` }], progress: 1 }),
})

/** A stored run that is an item of a data set, and an evaluation of it whose answers were judged. */
async function evaluated() {
  const { projectId, engine, operations } = stage
  engine.scripts.judge = judge
  const agent = await stage.agent(({ input }) => ({ text: `You said ${input}` }))
  const { runId } = await engine.operations.triggerRun({ projectId, agent, input: `I am ${word}.` })
  await engine.finished(runId)
  const dataSet = await stage.dataSet([
    { key: 'own', input: 'of ours', expectations: { criteria: ['It is.'] } },
  ])
  await operations.dataSets.addRuns({ projectId, dataSet, runIds: [runId], expectAnswer: true })
  const id = await stage.start({ dataSet, agent, judge: { model: 'scripted/judge' } })
  return { runId, agent, dataSet, report: await stage.ended(id) }
}

const deleteRun = (runId: string, includeCopies = false) =>
  stage.engine.operations.deletions.deleteRun({ projectId: stage.projectId, runId, includeCopies })

describe('ADM-1 a deleted run', () => {
  test('takes the items that were made from it with it, and the trials of these', async () => {
    const { runId, report } = await evaluated()
    expect(report.results.map(({ status }) => status)).toEqual(['PASSED', 'PASSED'])
    await expect(deleteRun(runId)).rejects.toMatchObject({
      code: 'DELETION_REFUSED',
      message: expect.stringContaining('evaluated'),
    })
    expect((await deleteRun(runId, true)).runs).toBe(2)
    const { rows } = await database.pool.query(`select input from "DataSetItem"`)
    expect(rows).toEqual([{ input: 'of ours' }])
    const after = await stage.report(report.evaluation.id)
    expect(after.results).toMatchObject([{ key: 'own', status: 'PASSED' }])
    expect(after.evaluation).toMatchObject({ passedCount: 2, scoreSum: 2 })
  })

  test('that is a trial takes its judge with it, and leaves status and score without a word', async () => {
    const { runId, report } = await evaluated()
    await deleteRun(runId, true)
    const [trial] = report.results
    expect(trial?.checks[0]?.reason).toContain(word)
    await expect(deleteRun(trial?.runId ?? '')).rejects.toMatchObject({ code: 'DELETION_REFUSED' })
    expect((await deleteRun(trial?.runId ?? '', true)).runs).toBe(2)
    expect(await tablesWith(database, word)).toEqual([])
    const [result] = (await stage.report(report.evaluation.id)).results
    expect(result).toMatchObject({ status: 'PASSED', score: 1, output: null, checks: [], error: null })
  })

  test('waits for an evaluation that has its words in hand, or for its end', async () => {
    const { runId, agent, dataSet } = await evaluated()
    const found = await stage.engine.services.agents.find(stage.projectId, agent)
    stage.engine.scripts.waiting = () => ({ toolCalls: [{ name: 'wait', arguments: {} }] })
    await stage.engine.operations.updateAgent({
      projectId: stage.projectId,
      agentId: found?.agentId ?? '',
      definition: { model: 'scripted/waiting', tools: ['wait'] },
    })
    const evaluationId = await stage.start({ dataSet, agent, concurrency: 1 })
    await eventually(async () => (await stage.report(evaluationId)).results[0]?.status).toBe('RUNNING')
    await expect(deleteRun(runId, true)).rejects.toMatchObject({
      code: 'DELETION_REFUSED',
      message: expect.stringContaining('An evaluation that has not ended uses it'),
    })
    await stage.operations.evaluations.cancelEvaluation(stage.projectId, evaluationId)
    await eventually(() => deleteRun(runId, true).catch(() => ({ runs: 0 }))).toMatchObject({ runs: 2 })
  })

  test('cannot become an item any more', async () => {
    const { runId, dataSet } = await evaluated()
    await deleteRun(runId, true)
    const { projectId, operations } = stage
    await expect(
      operations.dataSets.addRuns({ projectId, dataSet, runIds: [runId], expectAnswer: true }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('EVT-7 EVAL-2 a run that retention removes', () => {
  test('leaves its result whole: the report of an evaluation outlives its runs', async () => {
    const { report } = await evaluated()
    await database.pool.query(
      `update "Run" set "completedAt" = now() - interval '90 days', "createdAt" = now() - interval '90 days'`,
    )
    expect((await retain(database.pool, { runsDays: 30 })).runs).toBe(4)
    expect(await database.prisma.run.count()).toBe(0)
    const after = await stage.report(report.evaluation.id)
    expect(after.results).toEqual(report.results)
  })
})
