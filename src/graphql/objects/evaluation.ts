import { startEndable } from '../../domain/end-on-abort.ts'
import { RungraphError } from '../../domain/errors.ts'
import { newEvaluation } from '../../domain/evaluation.ts'
import { evaluationFilter, resultFilter } from '../../domain/filters.ts'
import { byCreation } from '../../domain/row-list.ts'
import type { Evaluation as StoredEvaluation } from '../../generated/prisma/client.ts'
import { builder } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { required } from '../fields.ts'
import { readId } from '../global-id.ts'
import { deletes, mutation } from '../mutation.ts'
import { defineList } from '../paging/list.ts'
import { queryById, rowObject } from '../row-object.ts'
import { inputFields } from '../shape.ts'
import { storedPricing } from '../stored-pricing.ts'
import { byPosition } from './data-set.ts'
import { EvaluationResult } from './evaluation-result.ts'

const results = defineList(EvaluationResult, {
  table: 'EvaluationResult',
  words: ['result', 'results'],
  filter: resultFilter,
  where: ({ project }, filter) => ({ kind: 'results', projectId: project.id, filter: filter ?? {} }),
  order: byPosition,
})

export const Evaluation = rowObject(
  'Evaluation',
  'Execution of one version of an agent over all items of a data set.',
  {
    dataSet: 'Data set of the evaluation.',
    dataSetVersion: 'Version of the data set that the evaluation is pinned to.',
    agent: 'Agent that is evaluated.',
    agentVersion: 'Version of the agent that is evaluated.',
    mode: 'Method of the evaluation.',
    trials: 'Number of runs of each item.',
    concurrency: 'Maximum number of results that are executed at once.',
    judgeVotes: 'Number of times that each answer is judged.',
    status: 'Status of the evaluation.',
    error: 'Reason why the evaluation is FAILED. Null if it is not.',
    resultCount: 'Number of results: items multiplied by trials.',
    passedCount: 'Number of results that PASSED.',
    failedCount: 'Number of results that FAILED.',
    divergedCount: 'Number of results that DIVERGED.',
    errorCount: 'Number of results that are an ERROR.',
    costUsd: 'Cost of the runs so far in US dollars, without that of the judge.',
    judgeCostUsd: 'Cost of the judge so far in US dollars.',
    unpricedCalls: 'Number of model calls so far that no cost includes, because their price is not known.',
    baseline: 'Evaluation that this evaluation is compared with. Null if it has none.',
    createdBy: 'Name of the caller who started the evaluation. Null if no caller did.',
    createdAt: 'Time when the evaluation was created.',
    startedAt: 'Time when a process first took the evaluation. Null if none has yet.',
    completedAt: 'Time when the evaluation ended. Null if it has not ended.',
  },
  (t) => ({
    pricing: t.field({
      ...storedPricing,
      description: 'Pricing of the model calls of the runs. Null if the pricing of each agent applies.',
    }),
    score: t.float({
      description:
        'Mean score of the results that PASSED or FAILED so far, from 0 to 1. Null if there is none.',
      nullable: true,
      select: { scoreSum: true, passedCount: true, failedCount: true },
      resolve: ({ scoreSum, passedCount, failedCount }) =>
        passedCount + failedCount === 0 ? null : scoreSum / (passedCount + failedCount),
    }),
    durationMs: t.field({
      type: 'SafeInt',
      description: 'Sum of the durations of the runs so far in milliseconds.',
      select: { durationMs: true },
      resolve: ({ durationMs }) => Number(durationMs),
    }),
    results: t.field(
      results.field({
        description: 'Results of the evaluation, by item and trial.',
        column: 'evaluationId',
      }),
    ),
  }),
)

const evaluations = defineList(Evaluation, {
  table: 'Evaluation',
  words: ['evaluation', 'evaluations'],
  filter: evaluationFilter,
  where: ({ project }, filter) => ({ kind: 'evaluations', projectId: project.id, filter: filter ?? {} }),
  order: { ...byCreation, direction: 'DESC' },
})

queryById('Evaluation', Evaluation)

evaluations.query('evaluations', 'Evaluations of the project, newest first.')

builder.subscriptionField('evaluationUpdated', (t) =>
  t.field({
    type: Evaluation,
    description:
      'Evaluation as it is now and whenever it changes, at most four times a second, until it has ended.',
    args: { id: t.arg.id({ description: 'Global id of the evaluation.', required: true }) },
    subscribe: (_, { id }, ctx) => followEvaluation(ctx, id),
    resolve: (evaluation) => evaluation,
  }),
)

/** @throws INVALID_ID, NOT_FOUND */
async function followEvaluation(
  ctx: GraphQLContext,
  globalId: string,
): Promise<AsyncIterableIterator<StoredEvaluation>> {
  const id = readId('Evaluation', globalId, 'id')
  if ((await rowOf(ctx, id)) === null)
    throw new RungraphError('NOT_FOUND', { kind: 'evaluation', key: globalId })
  return startEndable(ctx.signal, (signal) => changes(ctx, id, signal))
}

/**
 * Pulled one by one: of changes in quick succession a slow reader gets the last. The fields come from the row that has the revision: read
 * later, they could be of the next one, which would then be given twice.
 */
async function* changes(
  ctx: GraphQLContext,
  id: string,
  signal: AbortSignal,
): AsyncGenerator<StoredEvaluation, void, void> {
  let told: number | null = null
  for await (const _ of ctx.operations.evaluations.changes(ctx.project.id, signal)) {
    const row = await rowOf(ctx, id)
    if (row === null) return
    if (row.revision !== told) yield row
    told = row.revision
    if (row.completedAt !== null) return
  }
}

function rowOf({ prisma, project }: GraphQLContext, id: string): Promise<StoredEvaluation | null> {
  return prisma.evaluation.findUnique({ where: { id, projectId: project.id } })
}

mutation('startEvaluation', {
  description:
    'Starts an evaluation: a version of an agent over all items of a data set. Its runs have the limits of the agent and the project.',
  argument: 'Evaluation to start.',
  input: inputFields(newEvaluation),
  result: Evaluation,
  gives: 'New evaluation, or the error.',
  errors: ['InvalidInput', 'NotFound', 'LimitExceeded'],
  resolve: (call, { operations, project, caller }) =>
    operations.evaluations.startEvaluation({ ...call, projectId: project.id, by: caller.name }),
})

mutation('cancelEvaluation', {
  description: 'Ends an evaluation and aborts its runs. An evaluation that has ended stays as it is.',
  argument: 'Evaluation to cancel.',
  input: { id: required.idOf('Evaluation') },
  result: Evaluation,
  gives: 'Evaluation after the cancellation, or the error.',
  errors: ['InvalidInput', 'NotFound'],
  resolve: async ({ id }, { operations, project, caller }) => {
    await operations.evaluations.cancelEvaluation(project.id, id, caller.name)
    return id
  },
})

deletes('Evaluation', {
  description: 'Deletes an evaluation with its results. Its runs stay.',
  errors: ['InvalidInput', 'NotFound', 'Conflict'],
  remove: (id, { operations, project }) => operations.evaluations.deleteEvaluation(project.id, id),
})
