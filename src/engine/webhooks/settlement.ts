import type { Answer, Settlement } from '../../domain/webhook.ts'

/** A delivery is given up after so many attempts, some eleven hours after the first, fifteen at most. */
export const maxAttempts = 16
const firstDelayMs = 5_000
const longestDelayMs = 3 * 3_600_000

/** A webhook of which every attempt has failed for so long is disabled. */
export const disabledAfterMs = 5 * 24 * 3_600_000

/** What becomes of a delivery by what its receiver did with the attempt, counted from 1. `random` is from 0 to below 1. */
export function settlementOf(
  answer: Answer,
  attempt: number,
  { now, random }: { readonly now: number; readonly random: number },
): Settlement {
  if (answer.kind === 'taken') return { kind: 'delivered' }
  const { error, retryAfterMs } = answer
  if (attempt >= maxAttempts) return { kind: 'abandoned', error }
  const delayMs = Math.max(retryDelay(attempt, random), Math.min(retryAfterMs ?? 0, longestDelayMs))
  return { kind: 'failed', error, retryAt: new Date(now + delayMs) }
}

/** Twice as long after each attempt, up to three hours; half of it is chance, so that what failed together does not come back together. */
export function retryDelay(attempt: number, random: number): number {
  const delayMs = Math.min(longestDelayMs, firstDelayMs * 2 ** (attempt - 1))
  return Math.round(delayMs / 2 + (random * delayMs) / 2)
}
