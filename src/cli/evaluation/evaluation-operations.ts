import { z } from 'zod'
import { itemChange, itemVerdict } from '../../domain/compare-evaluations.ts'
import { checkKind, evaluationMode, evaluationStatus, resultStatus } from '../../domain/evaluation.ts'
import { withId } from '../remote/open-remote.ts'

/** A document for the server, and what its answer must be. */
export interface Operation<Schema extends z.ZodType> {
  readonly text: string
  readonly data: Schema
}

export const addItems = {
  name: 'addDataSetItems',
  selection: 'DataSetChange { dataSet { id } }',
  given: z.object({ dataSet: withId }),
}

export const createDataSet = { name: 'createDataSet', selection: 'DataSet { id }', given: withId }

export const start = { name: 'startEvaluation', selection: 'Evaluation { id }', given: withId }

export const cancel = { ...start, name: 'cancelEvaluation' }

/** The newest evaluation that there is of a version. */
export const newest = {
  text: `query CommandBaseline($filter: EvaluationFilter!) {
    evaluations(first: 1, filter: $filter) { nodes { id } }
  }`,
  data: z.object({ evaluations: z.object({ nodes: z.array(withId) }) }),
}

export const progress = `subscription CommandProgress($id: ID!) {
  evaluationUpdated(id: $id) { status }
}`

const text = z.string()
const count = z.int()
const score = z.number().nullable()

/** What became of an item, in this evaluation and since another. */
const comparedItem = z.object({
  key: text,
  change: itemChange,
  after: z
    .object({
      ...{ verdict: itemVerdict.nullable(), passed: count, total: count, score },
      ...{ costUsd: text, unpricedCalls: count, durationMs: z.number().nullable() },
    })
    .nullable(),
})
export type ComparedItem = z.infer<typeof comparedItem>

const evaluationFields = z.object({
  id: text,
  status: evaluationStatus,
  error: text.nullable(),
  mode: evaluationMode,
  ...{ trials: count, agentVersion: count, dataSetVersion: count, score },
  ...{ resultCount: count, passedCount: count, failedCount: count, divergedCount: count, errorCount: count },
  ...{ costUsd: text, judgeCostUsd: text, unpricedCalls: count, durationMs: z.number() },
})
/** The evaluation as a whole. */
export type EvaluationSums = z.infer<typeof evaluationFields>

const comparison = z.object({
  baseline: z.object({ id: text, agentVersion: count }),
  items: z.array(comparedItem),
})
export type Comparison = z.infer<typeof comparison>

export const evaluation = {
  text: `query CommandEvaluation($id: ID!, $with: ID!) {
    evaluation(id: $id) {
      id status error mode trials agentVersion dataSetVersion score
      resultCount passedCount failedCount divergedCount errorCount costUsd judgeCostUsd unpricedCalls durationMs
      comparison(with: $with) {
        baseline { id agentVersion }
        items { key change after { verdict passed total score costUsd unpricedCalls durationMs } }
      }
    }
  }`,
  data: z.object({ evaluation: evaluationFields.extend({ comparison }).nullable() }),
}

const check = z
  .object({
    ...{ kind: checkKind, expected: text, passed: z.boolean().nullable(), score, reason: text },
    votes: z.object({ met: count, total: count }).nullable(),
  })
  .transform(({ votes, ...rest }) => ({ ...rest, votes: votes && { met: votes.met, of: votes.total } }))

const result = z
  .object({
    trial: count,
    status: resultStatus,
    ...{ output: z.json(), score, error: text.nullable(), checks: z.array(check) },
    ...{ item: z.object({ key: text }), run: z.object({ id: text }).nullable() },
  })
  .transform(({ item, run, ...rest }) => ({ ...rest, key: item.key, run: run?.id ?? null }))
export type Result = z.infer<typeof result>

/** Fewer than a page may have: an answer of an agent can be long. */
export const results = {
  text: `query CommandResults($id: ID!, $after: String) {
    evaluation(id: $id) {
      results(first: 50, after: $after) {
        nodes {
          trial status output score error
          item { key }
          run { id }
          checks { kind expected passed score reason votes { met total } }
        }
        pageInfo { hasNextPage endCursor }
      }
    }
  }`,
  data: z.object({
    evaluation: z
      .object({
        results: z.object({
          nodes: z.array(result),
          pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: text.nullable() }),
        }),
      })
      .nullable(),
  }),
}
