import type { Answer, Places, Settlement } from '../domain/webhook.ts'

/** Attempts that a webhook has under way here at once. */
export const perWebhook = 4

/** A webhook rests when so many attempts failed one after another, */
const failuresToRest = 3

/** at first for so long, and twice as long after each further one, */
const firstRestMs = 5_000

/** up to this. */
const longestRestMs = 60_000

interface Receiver {
  readonly underWay: number
  /** One after another. */
  readonly failures: number
  /** Milliseconds since 1970. */
  readonly restsUntil: number
}

const idle: Receiver = { underWay: 0, failures: 0, restsUntil: 0 }

/**
 * What this process has met at each webhook, so that one which hangs or is down does not take the places of others: a few attempts at
 * once, and, where several failed in a row, one at a time with rests between. Each process has its own, as cool-downs of models are.
 */
interface Receivers {
  begin(webhookId: string): void
  end(webhookId: string, how: 'taken' | 'failed' | 'cut off', now: number): void
  /** Ends all rests. What was resting is tried once, and rests again where that fails. */
  wake(): void
  /** Those that may have another number of attempts now than `perWebhook`. */
  places(now: number): readonly Places[]
}

export function createReceivers(): Receivers {
  const known = new Map<string, Receiver>()
  const of = (webhookId: string) => known.get(webhookId) ?? idle
  return {
    begin(webhookId) {
      const { underWay, ...rest } = of(webhookId)
      known.set(webhookId, { ...rest, underWay: underWay + 1 })
    },
    end(webhookId, how, now) {
      const after = ended(of(webhookId), how, now)
      if (after.underWay === 0 && after.failures === 0) known.delete(webhookId)
      else known.set(webhookId, after)
    },
    wake() {
      for (const [webhookId, receiver] of known) known.set(webhookId, { ...receiver, restsUntil: 0 })
    },
    places: (now) =>
      [...known].map(([webhookId, receiver]) => ({ webhookId, places: placesOf(receiver, now) })),
  }
}

function ended(receiver: Receiver, how: 'taken' | 'failed' | 'cut off', now: number): Receiver {
  const underWay = receiver.underWay - 1
  if (how === 'taken') return { ...idle, underWay }
  if (how === 'cut off') return { ...receiver, underWay }
  const failures = receiver.failures + 1
  const restMs = Math.min(longestRestMs, firstRestMs * 2 ** (failures - failuresToRest))
  return { underWay, failures, restsUntil: failures < failuresToRest ? 0 : now + restMs }
}

function placesOf({ underWay, failures, restsUntil }: Receiver, now: number): number {
  if (failures < failuresToRest) return Math.max(0, perWebhook - underWay)
  return restsUntil > now || underWay > 0 ? 0 : 1
}

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
