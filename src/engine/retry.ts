import type { ModelError } from '../domain/model.ts'

/** MOD-4. Full jitter: Amazon's "Exponential Backoff And Jitter" (2015). */
export const retryPolicy = { maxAttempts: 5, baseMs: 1_000, capMs: 60_000 } as const

/**
 * How long to wait before the next attempt on the same model, in milliseconds; `null` gives the model up.
 * `attempt` is the one that failed, from 1; `random` is from 0 to below 1. A provider's retry-after is the least wait;
 * one beyond the cap gives up, since another model may answer meanwhile.
 */
export function retryDelay(error: ModelError, attempt: number, random: number): number | null {
  if (!error.retryable || attempt >= retryPolicy.maxAttempts) return null
  if (error.retryAfterMs !== undefined && error.retryAfterMs > retryPolicy.capMs) return null
  const backoff = random * Math.min(retryPolicy.capMs, retryPolicy.baseMs * 2 ** (attempt - 1))
  return Math.round((error.retryAfterMs ?? 0) + backoff)
}
