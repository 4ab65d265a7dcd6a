import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Script } from '../../../src/models/scripted.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { testTool } from '../../support/engine.ts'
import { type EvaluationStage, openEvaluationStage } from '../../support/evaluation-stage.ts'

let database: TestDatabase
let stage: EvaluationStage
let asked = 0
let weighed = 0

beforeAll(async () => {
  database = await createTestDatabase()
  stage = await openEvaluationStage(database, {
    tools: [
      testTool('weigh', async () => {
        weighed += 1
        return 42
      }),
    ],
  })
})
afterAll(async () => {
  await stage.close()
  await database.drop()
})

const weighs: Script = ({ turn }) => {
  asked += 1
  return turn === 0 ? { toolCalls: [{ name: 'weigh', arguments: {} }] } : { text: 'It weighs 42.' }
}

/** An agent with two runs that are items of a data set, their answers expected word for word. */
async function record() {
  const agent = await stage.agent(weighs)
  const { projectId, engine, operations } = stage
  const runIds: string[] = []
  for (const input of ['one', 'two']) {
    const { runId } = await engine.operations.triggerRun({ projectId, agent, input, context: { of: input } })
    await engine.finished(runId)
    runIds.push(runId)
  }
  const dataSet = await stage.dataSet([])
  const change = await operations.dataSets.addRuns({ projectId, dataSet, runIds, expectAnswer: true })
  return { agent, dataSet, runIds, change }
}

async function change(agent: { readonly slug: string }, definition: Readonly<Record<string, unknown>>) {
  const { projectId, engine } = stage
  const found = await engine.services.agents.find(projectId, agent)
  await engine.operations.updateAgent({ projectId, agentId: found?.agentId ?? '', definition })
}

describe('EVAL-6 a RECORDED evaluation', () => {
  test('replays the runs of its items: no model is asked, no tool called, nothing spent', async () => {
    const { agent, dataSet, change: added } = await record()
    expect(added).toMatchObject({ version: 2, added: 2, removed: 0 })
    const before = [asked, weighed]
    const report = await stage.ended(await stage.start({ dataSet, agent, mode: 'RECORDED' }))
    expect(report.results).toMatchObject([
      { input: 'one', status: 'PASSED', output: 'It weighs 42.', checks: [{ kind: 'EXACT', passed: true }] },
      { input: 'two', status: 'PASSED' },
    ])
    expect(report.evaluation).toMatchObject({ costUsd: '0', judgeCostUsd: '0' })
    expect([asked, weighed]).toEqual(before)
  })

  test('holds another version to its own limits: one that stops earlier leaves the record', async () => {
    const { agent, dataSet } = await record()
    await change(agent, { maxSteps: 1 })
    const report = await stage.ended(await stage.start({ dataSet, agent, mode: 'RECORDED', agentVersion: 2 }))
    // At its limit a run asks for a summary. Nobody knows the model's answer: the result does not count.
    expect(report.results[0]).toMatchObject({ status: 'DIVERGED', score: null, checks: [] })
    expect(report.results[0]?.error).toMatch(/^The replay diverged .*a question of the purpose FINAL/)
    expect(report.evaluation).toMatchObject({ divergedCount: 2, failedCount: 0, scoreSum: 0 })
  })

  test('says where a version leaves the record, and does not count that', async () => {
    const { agent, dataSet } = await record()
    await change(agent, { requireDoneTool: true })
    const report = await stage.ended(await stage.start({ dataSet, agent, mode: 'RECORDED' }))
    expect(report.results[0]).toMatchObject({ status: 'DIVERGED', score: null })
    expect(report.results[0]?.error).toMatch(/^The replay .*step/)
    expect(report.evaluation).toMatchObject({ divergedCount: 2, passedCount: 0, failedCount: 0 })
  })

  test('asks no judge, and measures neither cost nor time: these checks do not count', async () => {
    const { agent, dataSet, runIds } = await record()
    const expectations = { criteria: ['It is kind.'], maxCostUsd: '0', maxDurationMs: 0, maxSteps: 2 }
    await stage.operations.dataSets.addItems({
      projectId: stage.projectId,
      dataSet,
      items: [{ input: 'one', sourceRunId: runIds[0], expectations }],
      removeOthers: true,
    })
    const report = await stage.ended(await stage.start({ dataSet, agent, mode: 'RECORDED' }))
    expect(report.results).toMatchObject([
      {
        status: 'PASSED',
        score: 1,
        checks: [{ passed: null }, { passed: null }, { kind: 'MAX_STEPS', passed: true }, { passed: null }],
      },
    ])
  })

  test('needs a run for each item', async () => {
    const { agent, dataSet } = await record()
    const { projectId, operations } = stage
    await operations.dataSets.addItems({ projectId, dataSet, items: [{ input: 'without' }] })
    await expect(stage.start({ dataSet, agent, mode: 'RECORDED' })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('has items that came from no stored run'),
    })
  })

  test("another agent's runs cannot be replayed", async () => {
    const { dataSet } = await record()
    const other = await stage.agent(weighs)
    const report = await stage.ended(await stage.start({ dataSet, agent: other, mode: 'RECORDED' }))
    expect(report.results[0]).toMatchObject({ status: 'ERROR', score: null, runId: null })
    expect(report.results[0]?.error).toContain('whose record another agent cannot be replayed against')
  })
})
