import { z } from 'zod'
import { checkKinds } from '../../domain/evaluation.ts'

/** A document for the server, and what its answer must be. */
export interface Operation<Schema extends z.ZodType> {
  readonly text: string
  readonly data: Schema
}

/** What a mutation answers besides an object: the error that it gives instead. */
const orError = '... on Error { code message }'

const refusal = z.object({ code: z.string(), message: z.string() })
const made = z.union([z.object({ id: z.string() }), refusal])
export type Made = z.infer<typeof made>

export const addItems = {
  text: `mutation CommandAddItems($input: AddDataSetItemsInput!) {
    addDataSetItems(input: $input) { ... on DataSetChange { dataSet { id } } ${orError} }
  }`,
  data: z.object({
    addDataSetItems: z.union([z.object({ dataSet: z.object({ id: z.string() }) }), refusal]),
  }),
}

export const createDataSet = {
  text: `mutation CommandCreateDataSet($input: CreateDataSetInput!) {
    createDataSet(input: $input) { ... on DataSet { id } ${orError} }
  }`,
  data: z.object({ createDataSet: made }),
}

/** The newest evaluation that there is of a version. */
export const newest = {
  text: `query CommandBaseline($filter: EvaluationFilter!) {
    evaluations(first: 1, filter: $filter) { nodes { id } }
  }`,
  data: z.object({ evaluations: z.object({ nodes: z.array(z.object({ id: z.string() })) }) }),
}

export const start = {
  text: `mutation CommandEvaluate($input: StartEvaluationInput!) {
    startEvaluation(input: $input) { ... on Evaluation { id } ${orError} }
  }`,
  data: z.object({ startEvaluation: made }),
}

export const progress = `subscription CommandProgress($id: ID!) {
  evaluationUpdated(id: $id) { status }
}`

export const cancel = {
  text: `mutation CommandCancel($input: CancelEvaluationInput!) {
    cancelEvaluation(input: $input) { ... on Evaluation { id } ${orError} }
  }`,
  data: z.object({ cancelEvaluation: made }),
}

const text = z.string()
const count = z.int()
const score = z.number().nullable()

/** What became of an item, in this evaluation and since another. */
const comparedItem = z.object({
  key: text,
  change: z.enum(['IMPROVED', 'REGRESSED', 'SAME', 'FLAKY', 'ADDED', 'REMOVED']),
  after: z
    .object({
      ...{ verdict: z.enum(['PASSED', 'FAILED', 'FLAKY']).nullable(), passed: count, total: count, score },
      ...{ costUsd: text, unpricedCalls: count, durationMs: z.number().nullable() },
    })
    .nullable(),
})
export type ComparedItem = z.infer<typeof comparedItem>

const evaluationFields = z.object({
  id: text,
  status: z.enum(['QUEUED', 'RUNNING', 'COMPLETED', 'CANCELLED', 'FAILED']),
  error: text.nullable(),
  mode: z.enum(['MODELS', 'RECORDED']),
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
    ...{ kind: z.enum(checkKinds), expected: text, passed: z.boolean().nullable(), score, reason: text },
    votes: z.object({ met: count, total: count }).nullable(),
  })
  .transform(({ votes, ...rest }) => ({ ...rest, votes: votes && { met: votes.met, of: votes.total } }))

const result = z
  .object({
    trial: count,
    status: z.enum(['PENDING', 'RUNNING', 'PASSED', 'FAILED', 'DIVERGED', 'ERROR', 'CANCELLED']),
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
