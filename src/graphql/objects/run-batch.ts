import { runFilter } from '../../domain/filters.ts'
import type { RunBatch, RunFailure } from '../../domain/run-batch.ts'
import { builder } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { outcome, resultOf } from '../errors.ts'
import { toGlobalId } from '../global-id.ts'
import { filterInput, type GivenFilter, readFilter } from '../paging/filter-input.ts'

/** So many failures are shown. */
const maxFailures = 100

const filter =
  'Filter that the runs match. At least one field besides `rootsOnly` must leave out some runs, so that no call means every run by mistake: `tags: []`, `metadata: {}` or a minimum of 0 does not count.'
const dryRun = 'Whether only to find the runs and change nothing. Default false.'
const limit =
  'Maximum number of runs, from 1 to 5000. Default 1000. The newest runs come first. If `hasMore` is true, repeat the call.'

const AbortRunsInput = builder.inputType('AbortRunsInput', {
  description: 'Input of `abortRuns`.',
  fields: (t) => ({
    filter: t.field({ type: filterInput(runFilter), description: filter, required: true }),
    dryRun: t.boolean({ description: dryRun }),
    limit: t.int({ description: limit }),
    reason: t.string({ description: 'Reason for the abort, for people.' }),
  }),
})

const RetryRunsInput = builder.inputType('RetryRunsInput', {
  description: 'Input of `retryRuns`.',
  fields: (t) => ({
    filter: t.field({ type: filterInput(runFilter), description: filter, required: true }),
    dryRun: t.boolean({ description: dryRun }),
    limit: t.int({ description: limit }),
  }),
})

const RunFailureObject = builder.objectRef<RunFailure>('RunFailure').implement({
  description: 'Run of a batch for which the operation failed.',
  fields: (t) => ({
    runId: t.id({
      description: 'Global id of the run.',
      resolve: ({ runId }) => toGlobalId('Run', runId),
    }),
    code: t.exposeString('code', { description: 'Stable code of the error, from the error table.' }),
    message: t.exposeString('message', { description: 'Error message for people, with the remedy.' }),
  }),
})

const RunBatchObject = builder.objectRef<RunBatch>('RunBatch').implement({
  description: 'Outcome of an operation on many runs.',
  fields: (t) => ({
    dryRun: t.exposeBoolean('dryRun', { description: 'Whether nothing was changed.' }),
    matched: t.exposeInt('matched', {
      description: 'Number of runs that match the filter and that the operation applies to, up to the limit.',
    }),
    hasMore: t.exposeBoolean('hasMore', { description: 'Whether more runs match than the limit.' }),
    done: t.int({
      description: 'Number of runs for which the operation succeeded. 0 for a dry run.',
      resolve: ({ dryRun, runIds }) => (dryRun ? 0 : runIds.length),
    }),
    runIds: t.idList({
      description:
        'Global ids of the aborted runs, or of the new runs that retry the others. For a dry run, those of the runs that would be aborted or retried, newest first.',
      resolve: ({ runIds }) => runIds.map((id) => toGlobalId('Run', id)),
    }),
    failed: t.int({
      description: 'Number of runs for which the operation failed.',
      resolve: ({ failures }) => failures.length,
    }),
    failures: t.field({
      type: [RunFailureObject],
      description: `Runs for which the operation failed, with the reason: the first ${maxFailures}.`,
      resolve: ({ failures }) => failures.slice(0, maxFailures),
    }),
  }),
})

const AbortRunsResult = resultOf('AbortRunsResult', RunBatchObject, {
  description: 'Outcome, or the error.',
  errors: ['InvalidInput'],
})

const RetryRunsResult = resultOf('RetryRunsResult', RunBatchObject, {
  description: 'Outcome, or the error.',
  errors: ['InvalidInput'],
})

builder.mutationFields((t) => ({
  abortRuns: t.field({
    type: AbortRunsResult,
    description:
      'Aborts the active runs that match a filter, each as `abortRun` does. It returns when every abort is durable; running runs end a moment later. A repeated call skips the runs whose abort was requested.',
    args: { input: t.arg({ type: AbortRunsInput, description: 'Runs to abort.', required: true }) },
    resolve: (_, { input }, ctx, info) =>
      outcome(info, () =>
        ctx.operations.batches.abortRuns({ ...toBatch(ctx, input), reason: input.reason ?? undefined }),
      ),
  }),
  retryRuns: t.field({
    type: RetryRunsResult,
    description:
      'Starts the stopped top-level runs that match a filter again, each as `retryRun` does. A repeated call skips the runs that an earlier call retried.',
    args: { input: t.arg({ type: RetryRunsInput, description: 'Runs to retry.', required: true }) },
    resolve: (_, { input }, ctx, info) =>
      outcome(info, () =>
        ctx.operations.batches.retryRuns({ ...toBatch(ctx, input), trace: ctx.trace ?? null }),
      ),
  }),
}))

interface BatchInput {
  readonly filter: GivenFilter
  readonly dryRun?: boolean | null | undefined
  readonly limit?: number | null | undefined
}

function toBatch(ctx: GraphQLContext, input: BatchInput) {
  return {
    projectId: ctx.project.id,
    filter: readFilter(runFilter, input.filter),
    dryRun: input.dryRun ?? false,
    limit: input.limit ?? undefined,
    by: ctx.caller.name,
  }
}
