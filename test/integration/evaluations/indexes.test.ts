import pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../support/database.ts'
import { openEvaluationStage } from '../../support/evaluation-stage.ts'
import { explain, readsAll, statementsOf } from '../../support/explain.ts'

/** Tables that grow with every evaluation. */
const tables = ['DataSet', 'DataSetItem', 'Evaluation', 'EvaluationResult']

test('PERF-D no statement of evaluations, or of a deletion, reads a table of them from end to end', async () => {
  const database = await createTestDatabase()
  const stage = await openEvaluationStage(database)
  // There are too few rows here to tell otherwise.
  const pool = new pg.Pool({
    ...{ connectionString: database.connectionString, max: 1, options: '-c enable_seqscan=off' },
  })
  try {
    const { projectId, engine, operations } = stage
    const agent = await stage.agent(({ input }) => ({ text: input }))
    const statements = await statementsOf(async () => {
      const { runId } = await engine.operations.triggerRun({ projectId, agent, input: 'one' })
      await engine.finished(runId)
      const dataSet = await stage.dataSet([])
      await operations.dataSets.addRuns({ projectId, dataSet, runIds: [runId], expectAnswer: true })
      const items = [{ key: 'two', input: 'two', expectations: { toolsNotCalled: ['erase'] } }]
      await operations.dataSets.addItems({ projectId, dataSet, items })
      const { evaluation } = await stage.ended(await stage.start({ dataSet, agent }))
      await operations.evaluations.cancelEvaluation(projectId, evaluation.id)
      await engine.operations.deletions.deleteRun({ projectId, runId, includeCopies: true })
      await operations.evaluations.deleteEvaluation(projectId, evaluation.id)
      await operations.dataSets.deleteDataSet(projectId, evaluation.dataSetId)
    })
    const texts = [...new Set(statements.map(({ text }) => text))].filter((text) =>
      tables.some((table) => text.includes(`"${table}"`)),
    )
    expect(texts.length).toBeGreaterThan(25)
    for (const text of texts) {
      const nodes = await explain(pool, { text, values: [] }, 'GENERIC')
      const read = tables.filter((table) => readsAll(table, nodes))
      expect({ text, read }).toEqual({ text, read: [] })
    }
  } finally {
    await pool.end()
    await stage.close()
    await database.drop()
  }
})
