import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Script } from '../../../src/models/scripted.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { testTool } from '../../support/engine.ts'
import { type EvaluationStage, openEvaluationStage } from '../../support/evaluation-stage.ts'
import { eventually } from '../../support/eventually.ts'
import { shiftedClock } from '../../support/shifted-clock.ts'

let database: TestDatabase
let stage: EvaluationStage

beforeEach(async () => {
  database = await createTestDatabase()
  stage = await openEvaluationStage(database, { isDriven: false, tools: [wait] })
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

const items = Array.from({ length: 12 }, (_, n) => ({ input: `${n}`, expectations: { contains: ['is'] } }))
const answers: Script = ({ input }) => ({ text: `It is ${input}.` })

/** Runs of evaluations, and how many of them each result has. */
async function counts() {
  const { rows } = await database.pool.query(
    `select (select count(*) from "Run")::int as runs, count(*)::int as ended, count(distinct "trialRunId")::int as distinct
     from "EvaluationResult" where status = 'PASSED'`,
  )
  return rows[0]
}

describe('EVAL-3 an evaluation goes on', () => {
  test('in another process where the one that drove it gave it up: each item has one run and one result', async () => {
    const agent = await stage.agent(answers)
    const id = await stage.start({ dataSet: await stage.dataSet(items), agent, concurrency: 2 })
    for (let turn = 0; turn < 3; turn++) {
      const process = stage.process()
      process.start()
      const before = (await stage.report(id)).evaluation.passedCount
      await eventually(async () => (await stage.report(id)).evaluation.passedCount).toBeGreaterThan(before)
      await process.close()
      if ((await stage.report(id)).evaluation.status === 'COMPLETED') break
    }
    stage.process().start()
    const { evaluation } = await stage.ended(id)
    expect(evaluation).toMatchObject({ status: 'COMPLETED', passedCount: 12, scoreSum: 12, costUsd: '0.12' })
    expect(await counts()).toEqual({ runs: 12, ended: 12, distinct: 12 })
  })

  test('two processes that believe to drive it at once score nothing twice', async () => {
    const agent = await stage.agent(answers)
    const id = await stage.start({ dataSet: await stage.dataSet(items), agent, concurrency: 3 })
    // A lease of no length: each look takes it from the other.
    for (const process of [stage.process({ leaseMs: 3 }), stage.process({ leaseMs: 3 })]) process.start()
    const { evaluation } = await stage.ended(id)
    expect(evaluation).toMatchObject({ status: 'COMPLETED', passedCount: 12, scoreSum: 12, costUsd: '0.12' })
    expect(await counts()).toEqual({ runs: 12, ended: 12, distinct: 12 })
  })

  test('a result whose process died between its run and the note of it gets no second run', async () => {
    const agent = await stage.agent(answers)
    const id = await stage.start({ dataSet: await stage.dataSet(items.slice(0, 2)), agent })
    const first = stage.process()
    first.start()
    await stage.ended(id)
    await first.close()
    // As the death would have left it.
    await database.pool.query(
      `update "EvaluationResult" set status = 'PENDING', "trialRunId" = null where "evaluationId" = $1`,
      [id],
    )
    await database.pool.query(
      `update "Evaluation" set status = 'RUNNING', "passedCount" = 0, "scoreSum" = 0, "completedAt" = null where id = $1`,
      [id],
    )
    stage.process().start()
    const { evaluation } = await stage.ended(id)
    expect(evaluation).toMatchObject({ status: 'COMPLETED', passedCount: 2 })
    expect(await counts()).toEqual({ runs: 2, ended: 2, distinct: 2 })
  })
})

describe('EVAL-3 the lease of an evaluation', () => {
  test.for([3_600_000, -3_600_000])(
    'of a process whose clock is %i ms ahead ends by the clock of the database',
    async (aheadMs) => {
      const clock = shiftedClock(aheadMs)
      const shifted = await openEvaluationStage(database, { isDriven: false, tools: [wait], clock })
      const agent = await shifted.agent(() => ({ toolCalls: [{ name: 'wait', arguments: {} }] }))
      const dataSet = await shifted.dataSet(items.slice(0, 1))
      const evaluationId = await shifted.start({ dataSet, agent })
      shifted.process({ leaseMs: 15_000 }).start()
      const leases = async () => {
        const { rows } = await database.pool.query(
          `select "leaseExpiresAt" between clock_timestamp() and clock_timestamp() + interval '15 seconds' as "isShort"
         from "Evaluation" where id = $1 and "leaseOwner" is not null`,
          [evaluationId],
        )
        return rows
      }
      await eventually(leases).toEqual([{ isShort: true }])
      const { projectId } = shifted
      await shifted.operations.evaluations.cancelEvaluation(projectId, evaluationId, 'somebody')
      await shifted.close()
    },
  )
})

describe('EVAL-2 cancelEvaluation', () => {
  const waits: Script = ({ input }) =>
    input === '0' ? { text: 'It is done.' } : { toolCalls: [{ name: 'wait', arguments: {} }] }

  test('ends open results, aborts their runs, and leaves ended ones', async () => {
    const agent = await stage.agent(waits)
    const id = await stage.start({ dataSet: await stage.dataSet(items), agent, concurrency: 3 })
    stage.process().start()
    const statuses = async () => (await stage.report(id)).results.map(({ status }) => status)
    await eventually(statuses).toEqual([
      'PASSED',
      'RUNNING',
      'RUNNING',
      'RUNNING',
      ...items.slice(4).map(() => 'PENDING'),
    ])
    const cancel = () => stage.operations.evaluations.cancelEvaluation(stage.projectId, id, 'somebody')
    await cancel()
    expect(await statuses()).toEqual(['PASSED', ...items.slice(1).map(() => 'CANCELLED')])
    const runs = () =>
      database.pool.query('select status, "abortReason" as reason from "Run" order by 2 nulls first')
    const aborted = { status: 'CANCELLED', reason: 'Its evaluation was cancelled by somebody.' }
    await eventually(async () => (await runs()).rows).toEqual([
      { status: 'COMPLETED', reason: null },
      ...[aborted, aborted, aborted],
    ])
    await cancel()
    expect((await stage.report(id)).evaluation).toMatchObject({ status: 'CANCELLED', passedCount: 1 })
  })

  test('before it begins, nothing is run', async () => {
    const agent = await stage.agent(answers)
    const id = await stage.start({ dataSet: await stage.dataSet(items), agent })
    const { projectId } = stage
    await stage.operations.evaluations.cancelEvaluation(projectId, id)
    stage.process().start()
    await stage.ended(await stage.start({ dataSet: await stage.dataSet(items.slice(0, 1)), agent }))
    expect((await stage.report(id)).evaluation.status).toBe('CANCELLED')
    expect(await counts()).toMatchObject({ runs: 1 })
  })
})

describe('EVAL-2 an evaluation whose agent is archived', () => {
  test('is FAILED, says so, and leaves nothing open', async () => {
    const agent = await stage.agent(answers)
    const id = await stage.start({ dataSet: await stage.dataSet(items), agent })
    await database.pool.query('update "Agent" set "archivedAt" = now() where slug = $1', [agent.slug])
    stage.process().start()
    const report = await stage.ended(id)
    expect(report.evaluation).toMatchObject({
      status: 'FAILED',
      error: 'The agent was archived before the evaluation ended.',
    })
    expect(new Set(report.results.map(({ status }) => status))).toEqual(new Set(['CANCELLED']))
  })
})
