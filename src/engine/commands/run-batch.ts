import { errorTable, invalid, isRungraphError } from '../../domain/errors.ts'
import { retryKeyPrefix } from '../../domain/idempotency-key.ts'
import type { ListReads } from '../../domain/reads.ts'
import { type List, newestFirst } from '../../domain/row-list.ts'
import {
  type AbortRuns,
  isNarrow,
  notNarrow,
  type RetryRuns,
  type RunBatch,
  type RunBatchOperations,
  type RunFailure,
} from '../../domain/run-batch.ts'
import { abortSoon, readAbortReason } from '../actions/abort-run.ts'
import type { EngineServices } from '../run/run-context.ts'
import { retryRun } from './retry-run.ts'
import { checkRange } from './run-input.ts'

const defaultLimit = 1_000

const maxLimit = 5_000

/** So many runs are changed at once: each takes connections that other runs need too. */
const atOnce = 8

type Services = Pick<EngineServices, 'runs' | 'newId' | 'log' | 'clock' | 'wakeups' | 'redactor'> & {
  readonly reads: Pick<ListReads, 'slices'>
}

/** Creates the operations on many runs (ADM-2). */
export function createRunBatchOperations(services: Services): RunBatchOperations {
  return {
    abortRuns: async (call) => {
      const { projectId, by } = call
      const reason = readAbortReason(call.reason, services)
      return inBatch(call, 'abortable', services, async (runId) => {
        await abortSoon({ projectId, runId, reason, by }, services)
        return runId
      })
    },
    retryRuns: async (call) => {
      const { projectId, by, byKind, trace } = call
      return inBatch(call, 'retryable', services, async (runId) => {
        const idempotencyKey = `${retryKeyPrefix}${runId}`
        return (await retryRun({ projectId, runId, by, byKind, trace, idempotencyKey }, services)).runId
      })
    },
  }
}

/** @throws INVALID_INPUT */
async function inBatch(
  call: AbortRuns | RetryRuns,
  kind: 'abortable' | 'retryable',
  { reads }: Services,
  change: (runId: string) => Promise<string>,
): Promise<RunBatch> {
  const { projectId, filter, dryRun, limit = defaultLimit } = call
  checkRange('limit', limit, maxLimit)
  if (!isNarrow(filter)) throw invalid('filter', notNarrow)
  const where = { kind, projectId, filter }
  const list: List = { table: 'Run', parent: 'projectId', where, order: newestFirst }
  const slices = await reads.slices(list, [projectId], { limit, backward: false, after: null, before: null })
  const found = slices.get(projectId) ?? []
  const runIds: string[] = []
  const failures: RunFailure[] = []
  const hasMore = found.length > limit
  const waiting = found.slice(0, limit).map(({ id }) => id)
  const matched = waiting.length
  if (dryRun) return { dryRun, matched, hasMore, runIds: waiting, failures }
  const work = async () => {
    for (let runId = waiting.shift(); runId !== undefined; runId = waiting.shift()) {
      const outcome = await tried(runId, change)
      if (typeof outcome === 'string') runIds.push(outcome)
      else failures.push(outcome)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return { dryRun, matched, hasMore, runIds, failures }
}

/**
 * The id of the resulting run, or the reason of the failure. An error that is no fault of the call ends the whole batch, which can be
 * repeated.
 */
async function tried(
  runId: string,
  change: (runId: string) => Promise<string>,
): Promise<string | RunFailure> {
  try {
    return await change(runId)
  } catch (error) {
    if (!isRungraphError(error)) throw error
    const row = errorTable[error.code]
    if (row.audience !== 'client' || row.retryable) throw error
    return { runId, code: error.code, message: error.message }
  }
}
