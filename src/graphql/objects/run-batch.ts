import { type RunFilter, runFilter } from '../../domain/filters.ts'
import { runBatch, runFailure } from '../../domain/run-batch.ts'
import type { GraphQLContext } from '../context.ts'
import { boolean, int, required, string } from '../fields.ts'
import { toGlobalId } from '../global-id.ts'
import { mutation } from '../mutation.ts'
import { filterInput } from '../paging/filter-input.ts'
import { objectOf } from '../shape.ts'

/** So many failures are shown. */
const maxFailures = 100

const filter =
  'Filter that the runs match. At least one field besides `rootsOnly` must leave out some runs, so that no call means every run by mistake: `tags: []`, `metadata: {}` or a minimum of 0 does not count.'
const dryRun = 'Whether only to find the runs and change nothing. Default false.'
const limit =
  'Maximum number of runs, from 1 to 5000. Default 1000. The newest runs come first. If `hasMore` is true, repeat the call.'

const RunFailureObject = objectOf(runFailure, {
  fields: (t) => ({
    runId: t.id({
      description: 'Global id of the run.',
      resolve: ({ runId }) => toGlobalId('Run', runId),
    }),
  }),
})

const RunBatchObject = objectOf(runBatch, {
  fields: (t) => ({
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

mutation('abortRuns', {
  description:
    'Aborts the active runs that match a filter, each as `abortRun` does. It returns when every abort is durable; running runs end a moment later. A repeated call skips the runs whose abort was requested.',
  argument: 'Runs to abort.',
  input: {
    filter: required.one(filterInput(runFilter), filter),
    dryRun: boolean(dryRun),
    limit: int(limit),
    reason: string('Reason for the abort, for people.'),
  },
  result: RunBatchObject,
  gives: 'Outcome, or the error.',
  errors: ['InvalidInput'],
  resolve: ({ reason, ...batch }, ctx) =>
    ctx.operations.batches.abortRuns({ ...toBatch(ctx, batch), reason }),
})

mutation('retryRuns', {
  description:
    'Starts the stopped top-level runs that match a filter again, each as `retryRun` does. A repeated call skips the runs that an earlier call retried.',
  argument: 'Runs to retry.',
  input: {
    filter: required.one(filterInput(runFilter), filter),
    dryRun: boolean(dryRun),
    limit: int(limit),
  },
  result: RunBatchObject,
  gives: 'Outcome, or the error.',
  errors: ['InvalidInput'],
  resolve: (batch, ctx) =>
    ctx.operations.batches.retryRuns({ ...toBatch(ctx, batch), trace: ctx.trace ?? null }),
})

interface BatchInput {
  readonly filter: RunFilter
  readonly dryRun?: boolean
  readonly limit?: number
}

function toBatch(ctx: GraphQLContext, { dryRun = false, ...batch }: BatchInput) {
  const { name: by, kind: byKind } = ctx.caller
  return { ...batch, dryRun, projectId: ctx.project.id, by, byKind }
}
