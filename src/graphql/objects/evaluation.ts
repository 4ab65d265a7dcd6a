import { startEndable } from '../../domain/end-on-abort.ts'
import { RungraphError } from '../../domain/errors.ts'
import type { EvaluationMode, EvaluationStatus } from '../../domain/evaluation.ts'
import { scoreOf } from '../../domain/evaluation.ts'
import {
  byCreation,
  type EvaluationFilter,
  type List,
  type Order,
  type ResultFilter,
} from '../../domain/row-list.ts'
import type { Evaluation as StoredEvaluation } from '../../generated/prisma/client.ts'
import { builder, describedEnum } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { readId, toGlobalId, toKey } from '../global-id.ts'
import { connect } from '../paging/connection.ts'
import { toAgentKey } from './binding.ts'
import { byPosition, DataSet } from './data-set.ts'
import { EvaluationResult, ResultStatus } from './evaluation-result.ts'

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

const ResultFilterInput = builder.inputType('EvaluationResultFilter', {
  description: 'Filter for the results of an evaluation. A result must match every field that you give.',
  fields: (t) => ({
    status: t.field({ type: [ResultStatus], description: 'Results with one of these statuses.' }),
    flaky: t.boolean({
      description: 'Whether some trials of the item of the result passed and others failed.',
    }),
  }),
})

const EvaluationResultConnection = builder.connectionObject(
  { type: EvaluationResult, name: 'EvaluationResultConnection', description: 'Page of results.' },
  { name: 'EvaluationResultEdge', description: 'Result and its position in the list.' },
)

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
    results: t.field({
      type: EvaluationResultConnection,
      description: 'Results of the evaluation, by item and trial.',
      args: {
        ...t.arg.connectionArgs(),
        filter: t.arg({
          type: ResultFilterInput,
          description: 'Filter for the results. All results if you leave it out.',
        }),
      },
      resolve: ({ id }, { filter, ...args }, ctx, info) =>
        connect({ ctx, info, args }, resultsOf(id, filter ?? {}), (query, ids) =>
          ctx.prisma.evaluationResult.findMany({ ...query, where: { id: { in: ids } } }),
        ),
    }),
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

const EvaluationConnection = builder.connectionObject(
  { type: Evaluation, name: 'EvaluationConnection', description: 'Page of evaluations.' },
  { name: 'EvaluationEdge', description: 'Evaluation and its position in the list.' },
)

const EvaluationFilterInput = builder.inputType('EvaluationFilter', {
  description: 'Filter for evaluations. An evaluation must match every field that you give.',
  fields: (t) => ({
    dataSet: t.id({ description: 'Evaluations over this data set, by its slug or global id.' }),
    agent: t.id({ description: 'Evaluations of this agent, by its slug or global id.' }),
    agentVersion: t.int({
      description:
        'Evaluations of this version of the agent. Versions are numbered by agent, so it needs `agent`.',
    }),
    mode: t.field({ type: [Mode], description: 'Evaluations by one of these methods.' }),
    status: t.field({ type: [Status], description: 'Evaluations with one of these statuses.' }),
  }),
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
  evaluations: t.field({
    type: EvaluationConnection,
    description: 'Evaluations of the project, newest first.',
    args: {
      ...t.arg.connectionArgs(),
      filter: t.arg({
        type: EvaluationFilterInput,
        description: 'Filter for the evaluations. All evaluations if you leave it out.',
      }),
    },
    resolve: (_, { filter, ...args }, ctx, info) =>
      connect({ ctx, info, args }, evaluationsOf(ctx, filter ?? {}), (query, ids) =>
        ctx.prisma.evaluation.findMany({ ...query, where: { id: { in: ids } } }),
      ),
  }),
}))

const newestFirst: Order = { ...byCreation, direction: 'DESC' }

interface FilterArguments extends Omit<EvaluationFilter, 'dataSet' | 'agent'> {
  readonly dataSet?: string | null | undefined
  readonly agent?: string | null | undefined
}

function evaluationsOf(
  { project }: GraphQLContext,
  { dataSet, agent, ...rest }: FilterArguments,
): List & { readonly of: string } {
  if (rest.agentVersion != null && agent == null) {
    const message = 'agentVersion needs `agent`: versions are numbered by agent.'
    throw new RungraphError('INVALID_INPUT', { message, path: ['filter', 'agentVersion'] })
  }
  const filter = {
    ...rest,
    dataSet: dataSet == null ? null : toKey('DataSet', dataSet),
    agent: agent == null ? null : toAgentKey(agent),
  }
  return {
    ...{ of: project.id, table: 'Evaluation', parent: 'projectId', order: newestFirst },
    where: { kind: 'evaluations', projectId: project.id, filter },
  }
}

function resultsOf(id: string, filter: ResultFilter): List & { readonly of: string } {
  return {
    ...{ of: id, table: 'EvaluationResult', parent: 'evaluationId', order: byPosition },
    where: { kind: 'results', filter },
  }
}

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
