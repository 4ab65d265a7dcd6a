import { startEndable } from '../../domain/end-on-abort.ts'
import { RungraphError } from '../../domain/errors.ts'
import type { EvaluationMode, EvaluationStatus } from '../../domain/evaluation.ts'
import { scoreOf } from '../../domain/evaluation.ts'
import { evaluationFilter, resultFilter } from '../../domain/filters.ts'
import { byCreation } from '../../domain/row-list.ts'
import type { Evaluation as StoredEvaluation } from '../../generated/prisma/client.ts'
import { builder, describedEnum } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { readId, toGlobalId } from '../global-id.ts'
import { defineList } from '../paging/list.ts'
import { byPosition, DataSet } from './data-set.ts'
import { EvaluationResult } from './evaluation-result.ts'

export const Mode = describedEnum('EvaluationMode', 'Method of an evaluation.', {
  MODELS: 'Each item is a new run, which asks models and calls tools.',
  RECORDED:
    'The run that each item was made from is replayed against its recorded answers. It asks no model, calls no tool and costs nothing.',
} satisfies Readonly<Record<EvaluationMode, string>>)

const Status = describedEnum('EvaluationStatus', 'Status of an evaluation.', {
  QUEUED: 'The evaluation waits for a process.',
  RUNNING: 'A process executes the evaluation.',
  COMPLETED: 'Every result has ended.',
  CANCELLED: 'A caller cancelled the evaluation.',
  FAILED: 'The evaluation could not continue. `error` has the reason.',
} satisfies Readonly<Record<EvaluationStatus, string>>)

const results = defineList(EvaluationResult, {
  table: 'EvaluationResult',
  words: ['result', 'results'],
  filter: resultFilter,
  where: ({ project }, filter) => ({ kind: 'results', projectId: project.id, filter: filter ?? {} }),
  order: byPosition,
})

export const Evaluation = builder.prismaObject('Evaluation', {
  description: 'Execution of one version of an agent over all items of a data set.',
  interfaces: [builder.nodeInterfaceRef()],
  select: { id: true },
  fields: (t) => ({
    id: t.id({
      description: 'Global id of the evaluation.',
      resolve: ({ id }) => toGlobalId('Evaluation', id),
    }),
    dataSet: t.relation('dataSet', { type: DataSet, description: 'Data set of the evaluation.' }),
    dataSetVersion: t.exposeInt('dataSetVersion', {
      description: 'Version of the data set that the evaluation is pinned to.',
    }),
    agent: t.relation('agent', { description: 'Agent that is evaluated.' }),
    agentVersion: t.exposeInt('agentVersion', { description: 'Version of the agent that is evaluated.' }),
    mode: t.expose('mode', { type: Mode, description: 'Method of the evaluation.' }),
    trials: t.exposeInt('trials', { description: 'Number of runs of each item.' }),
    concurrency: t.exposeInt('concurrency', {
      description: 'Maximum number of results that are executed at once.',
    }),
    judgeVotes: t.exposeInt('judgeVotes', { description: 'Number of times that each answer is judged.' }),
    status: t.expose('status', { type: Status, description: 'Status of the evaluation.' }),
    error: t.exposeString('error', {
      description: 'Reason why the evaluation is FAILED. Null if it is not.',
      nullable: true,
    }),
    score: t.float({
      description:
        'Mean score of the results that PASSED or FAILED so far, from 0 to 1. Null if there is none.',
      nullable: true,
      select: { scoreSum: true, passedCount: true, failedCount: true },
      resolve: (sums) => scoreOf(sums),
    }),
    resultCount: t.exposeInt('resultCount', {
      description: 'Number of results: items multiplied by trials.',
    }),
    passedCount: t.exposeInt('passedCount', { description: 'Number of results that PASSED.' }),
    failedCount: t.exposeInt('failedCount', { description: 'Number of results that FAILED.' }),
    divergedCount: t.exposeInt('divergedCount', { description: 'Number of results that DIVERGED.' }),
    errorCount: t.exposeInt('errorCount', { description: 'Number of results that are an ERROR.' }),
    costUsd: t.field({
      type: 'Decimal',
      description: 'Cost of the runs so far in US dollars, without that of the judge.',
      select: { costUsd: true },
      resolve: ({ costUsd }) => costUsd.toFixed(),
    }),
    judgeCostUsd: t.field({
      type: 'Decimal',
      description: 'Cost of the judge so far in US dollars.',
      select: { judgeCostUsd: true },
      resolve: ({ judgeCostUsd }) => judgeCostUsd.toFixed(),
    }),
    unpricedCalls: t.exposeInt('unpricedCalls', {
      description: 'Number of model calls so far that no cost includes, because their price is not known.',
    }),
    durationMs: t.field({
      type: 'SafeInt',
      description: 'Sum of the durations of the runs so far in milliseconds.',
      select: { durationMs: true },
      resolve: ({ durationMs }) => Number(durationMs),
    }),
    baseline: t.relation('baseline', {
      description: 'Evaluation that this evaluation is compared with. Null if it has none.',
      nullable: true,
    }),
    results: t.field(
      results.field({
        description: 'Results of the evaluation, by item and trial.',
        column: 'evaluationId',
      }),
    ),
    createdBy: t.exposeString('createdBy', {
      description: 'Name of the caller who started the evaluation. Null if no caller did.',
      nullable: true,
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'Time when the evaluation was created.',
    }),
    startedAt: t.expose('startedAt', {
      type: 'DateTime',
      description: 'Time when a process first took the evaluation. Null if none has yet.',
      nullable: true,
    }),
    completedAt: t.expose('completedAt', {
      type: 'DateTime',
      description: 'Time when the evaluation ended. Null if it has not ended.',
      nullable: true,
    }),
  }),
})

const evaluations = defineList(Evaluation, {
  table: 'Evaluation',
  words: ['evaluation', 'evaluations'],
  filter: evaluationFilter,
  where: ({ project }, filter) => ({ kind: 'evaluations', projectId: project.id, filter: filter ?? {} }),
  order: { ...byCreation, direction: 'DESC' },
})

builder.queryFields((t) => ({
  evaluation: t.prismaField({
    type: Evaluation,
    description: 'Evaluation with this id. Null if the project has no such evaluation.',
    nullable: true,
    args: { id: t.arg.id({ description: 'Global id of the evaluation.', required: true }) },
    resolve: (query, _, { id }, ctx) =>
      ctx.prisma.evaluation.findUnique({
        ...query,
        where: { id: readId('Evaluation', id, 'id'), projectId: ctx.project.id },
      }),
  }),
  evaluations: t.field(evaluations.field({ description: 'Evaluations of the project, newest first.' })),
}))

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
