import type { ModelRetry } from '../domain/agent.ts'
import type { ModelError } from '../domain/model.ts'

export interface Tries {
  /** How often the model was asked, the attempt that failed included. */
  readonly tries: number
  /** From 0 to below 1. */
  readonly random: number
  readonly retry: ModelRetry
}

/**
 * How long to wait before the next attempt on the same model, in milliseconds; `null` gives the model up (MOD-4). Full jitter:
 * Amazon's "Exponential Backoff And Jitter" (2015). A provider's retry-after is the least wait; one beyond the cap gives up, since
 * another model may answer meanwhile.
 */
export function retryDelay(error: ModelError, { tries, random, retry }: Tries): number | null {
  const { maxAttempts, baseMs, capMs } = retry
  if (!error.retryable || tries >= maxAttempts) return null
  if (error.retryAfterMs !== undefined && error.retryAfterMs > capMs) return null
  const backoff = random * Math.min(capMs, baseMs * 2 ** (tries - 1))
  return Math.round((error.retryAfterMs ?? 0) + backoff)
}
