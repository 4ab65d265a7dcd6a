import { z } from 'zod'
import { addDecimals } from '../../domain/decimal.ts'
import { checkKinds } from '../../domain/evaluation.ts'
import { parseGlobalId } from '../../graphql/global-id.ts'
import { withId } from '../remote/open-remote.ts'

export const addDataSetItems = {
  name: 'addDataSetItems',
  selection: 'DataSetChange { dataSet { id } }',
  given: z.object({ dataSet: withId }),
}
export const createDataSet = { name: 'createDataSet', selection: 'DataSet { id }', given: withId }
export const startEvaluation = { name: 'startEvaluation', selection: 'Evaluation { id }', given: withId }
export const cancelEvaluation = { name: 'cancelEvaluation', selection: 'Evaluation { id }', given: withId }

/** The newest evaluation that there is of a version. */
export const baselineDocument = `query CommandBaseline($filter: EvaluationFilter!) {
  evaluations(first: 1, filter: $filter) { nodes { id } }
}`
export const baselineData = z.object({
  evaluations: z.object({ nodes: z.array(withId) }),
})

export const progressDocument = `subscription CommandProgress($id: ID!) {
  evaluationUpdated(id: $id) { status }
}`

export const evaluationDocument = `query CommandEvaluation($id: ID!) {
  evaluation(id: $id) {
    id status error mode trials agentVersion dataSetVersion score
    resultCount passedCount failedCount divergedCount errorCount costUsd judgeCostUsd unpricedCalls durationMs
    comparison { baseline { id agentVersion } items { key change } }
  }
}`

/** The UUID in a global id. */
const id = z.string().transform((text, ctx) => {
  const key = parseGlobalId(text)
  if (key !== null) return key.id
  ctx.addIssue('is no id')
  return z.NEVER
})

const comparison = z
  .object({
    baseline: z.object({ id, agentVersion: z.int() }),
    items: z.array(
      z.object({
        key: z.string(),
        change: z.enum(['IMPROVED', 'REGRESSED', 'SAME', 'FLAKY', 'ADDED', 'REMOVED']),
      }),
    ),
  })
  .transform(({ baseline, items }) => ({
    evaluationId: baseline.id,
    agentVersion: baseline.agentVersion,
    items,
  }))

/** The evaluation as a whole, and what became of each item since its baseline. */
export const evaluationData = z.object({
  evaluation: z
    .object({
      id,
      status: z.enum(['QUEUED', 'RUNNING', 'COMPLETED', 'CANCELLED', 'FAILED']),
      error: z.string().nullable(),
      mode: z.enum(['MODELS', 'RECORDED']),
      ...{ trials: z.int(), agentVersion: z.int(), dataSetVersion: z.int(), score: z.number().nullable() },
      ...{ resultCount: z.int(), passedCount: z.int(), failedCount: z.int() },
      ...{ divergedCount: z.int(), errorCount: z.int() },
      ...{ costUsd: z.string(), judgeCostUsd: z.string(), unpricedCalls: z.int(), durationMs: z.number() },
      comparison: comparison.nullable(),
    })
    .nullable(),
})

/** Fewer than a page may have: an answer of an agent can be long. */
export const resultsDocument = `query CommandResults($id: ID!, $after: String) {
  evaluation(id: $id) {
    results(first: 50, after: $after) {
      nodes {
        trial status output score error costUsd judgeCostUsd unpricedCalls durationMs
        item { key input }
        run { id }
        checks { kind expected passed score reason votes { met total } }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
}`

const check = z
  .object({
    kind: z.enum(checkKinds),
    ...{ expected: z.string(), passed: z.boolean().nullable(), score: z.number().nullable() },
    reason: z.string(),
    votes: z.object({ met: z.int(), total: z.int() }).nullable(),
  })
  .transform(({ votes, ...rest }) => ({ ...rest, votes: votes && { met: votes.met, of: votes.total } }))

const result = z
  .object({
    trial: z.int(),
    status: z.enum(['PENDING', 'RUNNING', 'PASSED', 'FAILED', 'DIVERGED', 'ERROR', 'CANCELLED']),
    output: z.json(),
    ...{ score: z.number().nullable(), error: z.string().nullable(), durationMs: z.number().nullable() },
    ...{ costUsd: z.string(), judgeCostUsd: z.string(), unpricedCalls: z.int() },
    item: z.object({ key: z.string(), input: z.string() }),
    run: z.object({ id }).nullable(),
    checks: z.array(check),
  })
  .transform(({ item, run, costUsd, judgeCostUsd, ...rest }) => ({
    ...{ ...rest, ...item, runId: run === null ? null : run.id },
    costUsd: addDecimals(costUsd, judgeCostUsd),
  }))

export const resultsData = z.object({
  evaluation: z
    .object({
      results: z.object({
        nodes: z.array(result),
        pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
      }),
    })
    .nullable(),
})
