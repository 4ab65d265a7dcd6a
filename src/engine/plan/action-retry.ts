import { createHash } from 'node:crypto'
import { configure } from 'safe-stable-stringify'
import type { ActionType } from '../../domain/action.ts'
import type { JsonObject } from '../../domain/json.ts'
import type { RetrySettings } from '../../domain/plan.ts'

/** No retry waits longer, in milliseconds. */
export const maxBackoffMs = 60_000

/**
 * How long to wait before the next attempt of a failed action, in milliseconds; `null`: there is none (DAG-10).
 * `attempt` is the one that failed, from 1; `random` is from 0 to below 1. By default at most 2 s and 4 s, at least half of that.
 */
export function actionRetryDelay(retry: RetrySettings, attempt: number, random: number): number | null {
  if (attempt >= retry.maxAttempts) return null
  const backoff = Math.min(maxBackoffMs, retry.backoffMs * 2 ** attempt)
  return Math.round((backoff * (1 + random)) / 2)
}

/** What an action does: the same for all that do the same, in whatever order their parameters stand. Also the key of its cache (DAG-9). */
export function actionHash(action: {
  readonly type: ActionType
  readonly target: string
  readonly parameters: JsonObject
}): string {
  const { type, target, parameters } = action
  return createHash('sha256')
    .update(canonical([type, target, parameters]) ?? '')
    .digest('hex')
}

/** Whether a replanned action does something that no earlier attempt did; one that does not is asked for again (DAG-10). */
export function isReplannedDifferently(
  previousHashes: readonly string[],
  action: Parameters<typeof actionHash>[0],
): boolean {
  return !previousHashes.includes(actionHash(action))
}

const canonical = configure({ deterministic: true })
