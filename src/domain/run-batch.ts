import { z } from 'zod'
import type { CallerKind } from './caller.ts'
import { compareDecimals } from './decimal.ts'
import { about, object } from './declared.ts'
import type { RunFilter } from './filters.ts'
import { runStatus } from './run.ts'
import type { TraceContext } from './trace-context.ts'

/** Operations on many runs at once (ADM-2). */
export interface RunBatchOperations {
  /** Aborts the active runs that a filter matches, as abortRun does each. @throws INVALID_INPUT, INPUT_TOO_LARGE */
  abortRuns(call: AbortRuns): Promise<RunBatch>
  /** Retries the stopped top-level runs that a filter matches, as retryRun does each, every run once. @throws INVALID_INPUT */
  retryRuns(call: RetryRuns): Promise<RunBatch>
}

interface BatchCall {
  readonly projectId: string
  /** At least one of its fields narrows the runs. */
  readonly filter: RunFilter
  /** Only find the runs. */
  readonly dryRun: boolean
  /** At most so many runs. Default 1,000. */
  readonly limit?: number | undefined
  /** Name of the caller, from their credentials. */
  readonly by: string
  /** Kind of their credentials; absent: it is not known. */
  readonly byKind?: CallerKind | undefined
}

export interface AbortRuns extends BatchCall {
  readonly reason?: string | undefined
}

export interface RetryRuns extends BatchCall {
  readonly trace: TraceContext | null
}

export const runFailure = object('RunFailure', 'Run of a batch for which the operation failed.', {
  code: about('Stable code of the error, from the error table.', z.string()),
  message: about('Error message for people, with the remedy.', z.string()),
  runId: z.string(),
})
export type RunFailure = Readonly<z.infer<typeof runFailure>>

export const runBatch = object('RunBatch', 'Outcome of an operation on many runs.', {
  dryRun: about('Whether nothing was changed.', z.boolean()),
  matched: about(
    'Number of runs that match the filter and that the operation applies to, up to the limit.',
    z.int(),
  ),
  hasMore: about('Whether more runs match than the limit.', z.boolean()),
  /** Of aborted runs their ids, of retried ones the ids of the new runs; of a dry run, the ids of the runs that were found. */
  runIds: z.array(z.string()).readonly(),
  failures: z.array(runFailure).readonly(),
})
export type RunBatch = Readonly<z.infer<typeof runBatch>>

/**
 * Whether a filter leaves out some run: the operations on many runs refuse one that does not. An empty text, no tags, no metadata, a
 * minimum of zero and all statuses keep every run; `rootsOnly` keeps every tree.
 */
export function isNarrow(filter: RunFilter): boolean {
  const { within: _ofCaller, rootsOnly: _anyTree, ...fields } = filter
  const { status, tags, metadata, search, minCostUsd, minDurationMs, ...others } = fields
  return (
    Object.values(others).some((value) => value != null) ||
    (status != null && runStatus.options.some((any) => !status.includes(any))) ||
    (tags != null && tags.length > 0) ||
    (metadata != null && Object.keys(metadata).length > 0) ||
    (search != null && search !== '') ||
    (minCostUsd != null && compareDecimals(minCostUsd, '0') > 0) ||
    (minDurationMs != null && minDurationMs > 0)
  )
}

/** What is wrong with a filter that is not. */
export const notNarrow =
  'matches every run. Give at least one field besides rootsOnly, with a value that leaves out some runs.'
