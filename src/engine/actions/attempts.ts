import type { ActionType } from '../../domain/action.ts'
import { durationBetween } from '../../domain/clock.ts'
import { sha256OfJson } from '../../domain/hash.ts'
import { isJsonObject, type JsonObject } from '../../domain/json.ts'
import type { RetrySettings } from '../../domain/plan.ts'
import type { ActionAttemptRow, ActionRow } from '../../domain/run-log.ts'
import type { EarlierAttempt } from '../../domain/run-store.ts'
import type { LiveRun } from '../run/run-state.ts'

type Known = Pick<LiveRun, 'attempts'>

/** End of an attempt that another attempt follows. */
interface AttemptEnd extends Pick<ActionAttemptRow, 'status' | 'error' | 'errorCode'> {
  /** `null`: unknown, because its process died. */
  readonly at: Date | null
}

/** The earlier attempts that a retry policy counts: one that its process died in says nothing about the action. */
export function failuresOf({ id }: ActionRow, { attempts }: Known): readonly EarlierAttempt[] {
  return (attempts.get(id) ?? []).filter(({ status }) => status !== 'CANCELLED')
}

/** Whether the attempt that the row shows has ended already, and the next one has not begun. */
export function isRecorded({ id, attempt }: ActionRow, { attempts }: Known): boolean {
  return (attempts.get(id) ?? []).some(({ number }) => number === attempt)
}

/** The row of the attempt that an action shows, which another follows: every attempt is a row (DAG-10). Remembers it. */
export function recordAttempt(
  action: ActionRow,
  { at, ...ended }: AttemptEnd,
  { attempts }: Known,
): ActionAttemptRow {
  const { id, runId, projectId, attempt: number, target, parameters } = action
  const startedAt = ended.status === 'DENIED' ? null : action.startedAt
  const row: ActionAttemptRow = {
    ...{ actionId: id, number, projectId, runId, target, parameters, hash: hashOf(action), output: null },
    ...ended,
    startedAt,
    completedAt: at,
    durationMs: at && startedAt ? durationBetween(startedAt, at) : null,
  }
  attempts.set(id, [...(attempts.get(id) ?? []), row])
  return row
}

/** Hash of the type, target and parameters of an action. */
function hashOf({ type, target, parameters }: ActionRow): string {
  return actionHash({ type, target, parameters: isJsonObject(parameters) ? parameters : {} })
}

/** No retry waits longer, in milliseconds. */
const maxBackoffMs = 60_000

/**
 * Returns the delay before the next attempt of a failed action, in milliseconds; `null` if there is none (DAG-10). `attempt` is the attempt
 * that failed, from 1; `random` is at least 0 and below 1. By default the delays are at most 2 s and 4 s, and at least half of that.
 */
export function actionRetryDelay(retry: RetrySettings, attempt: number, random: number): number | null {
  if (attempt >= retry.maxAttempts) return null
  return Math.round((longestDelay(retry, attempt) * (1 + random)) / 2)
}

function longestDelay({ backoffMs }: RetrySettings, attempt: number): number {
  return Math.min(maxBackoffMs, backoffMs * 2 ** attempt)
}

/**
 * The remaining time before the attempt after number `attempt`, in milliseconds; at most the longest delay of the policy, even if the clocks
 * of two processes differ.
 */
export function remainingRetryDelay(
  retryAt: Date | null,
  { retry, attempt, now }: { readonly retry: RetrySettings; readonly attempt: number; readonly now: number },
): number {
  const leftMs = Math.max(0, (retryAt?.getTime() ?? 0) - now)
  return Math.min(leftMs, longestDelay(retry, attempt))
}

/** Hash of an action, independent of the order of its parameters. It is also the key of the action cache (DAG-9). */
export function actionHash(action: {
  readonly type: ActionType
  readonly target: string
  readonly parameters: JsonObject
}): string {
  const { type, target, parameters } = action
  return sha256OfJson([type, target, parameters])
}

/** Whether a replanned action does something that no earlier attempt did; one that does not is asked for again (DAG-10). */
export function isReplannedDifferently(
  previousHashes: readonly string[],
  action: Parameters<typeof actionHash>[0],
): boolean {
  return !previousHashes.includes(actionHash(action))
}
