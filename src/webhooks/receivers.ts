import type { Answer, Settlement, WebhookSlots } from '../domain/webhook.ts'

/** Maximum number of concurrent attempts of one webhook in this process. */
export const perWebhook = 4

/** Consecutive failures after which a webhook backs off, */
const failuresToBackOff = 3

/** at first for so long, and twice as long after each further one, */
const firstBackoffMs = 5_000

/** up to this. */
const longestBackoffMs = 60_000

interface Receiver {
  readonly inFlight: number
  /** One after another. */
  readonly failures: number
  /** Milliseconds since 1970. */
  readonly backsOffUntil: number
}

const idle: Receiver = { inFlight: 0, failures: 0, backsOffUntil: 0 }

/**
 * Recent results of this process at each webhook, so that one which hangs or is down does not take the slots of others: a few attempts at
 * once, and, where several failed in a row, one at a time with a backoff between. Each process has its own, like the cool-downs of models.
 */
interface Receivers {
  begin(webhookId: string): void
  end(webhookId: string, how: 'taken' | 'failed' | 'cut off', now: number): void
  /** Ends every backoff. Each such webhook is tried once, and backs off again where that fails. */
  wake(): void
  /** Returns the webhooks whose number of slots currently differs from `perWebhook`. */
  freeSlots(now: number): readonly WebhookSlots[]
}

export function createReceivers(): Receivers {
  const known = new Map<string, Receiver>()
  const of = (webhookId: string) => known.get(webhookId) ?? idle
  return {
    begin(webhookId) {
      const { inFlight, ...rest } = of(webhookId)
      known.set(webhookId, { ...rest, inFlight: inFlight + 1 })
    },
    end(webhookId, how, now) {
      const after = ended(of(webhookId), how, now)
      if (after.inFlight === 0 && after.failures === 0) known.delete(webhookId)
      else known.set(webhookId, after)
    },
    wake() {
      for (const [webhookId, receiver] of known) known.set(webhookId, { ...receiver, backsOffUntil: 0 })
    },
    freeSlots: (now) =>
      [...known].map(([webhookId, receiver]) => ({ webhookId, slots: slotsOf(receiver, now) })),
  }
}

function ended(receiver: Receiver, how: 'taken' | 'failed' | 'cut off', now: number): Receiver {
  const inFlight = receiver.inFlight - 1
  if (how === 'taken') return { ...idle, inFlight }
  if (how === 'cut off') return { ...receiver, inFlight }
  const failures = receiver.failures + 1
  const backoffMs = Math.min(longestBackoffMs, firstBackoffMs * 2 ** (failures - failuresToBackOff))
  return { inFlight, failures, backsOffUntil: failures < failuresToBackOff ? 0 : now + backoffMs }
}

function slotsOf({ inFlight, failures, backsOffUntil }: Receiver, now: number): number {
  if (failures < failuresToBackOff) return Math.max(0, perWebhook - inFlight)
  return backsOffUntil > now || inFlight > 0 ? 0 : 1
}

/** A delivery is given up after so many attempts, some eleven hours after the first, fifteen at most. */
export const maxAttempts = 16

const firstDelayMs = 5_000

const longestDelayMs = 3 * 3_600_000

/** A webhook of which every attempt has failed for so long is disabled. */
export const disabledAfterMs = 5 * 24 * 3_600_000

/** Returns the state of a delivery after the attempt with this number, from 1. `random` is at least 0 and below 1. */
export function settlementOf(
  answer: Answer,
  attempt: number,
  { now, random }: { readonly now: number; readonly random: number },
): Settlement {
  if (answer.kind === 'taken') return { kind: 'delivered', statusCode: answer.statusCode }
  const { error, statusCode, retryAfterMs } = answer
  if (attempt >= maxAttempts) return { kind: 'abandoned', error, statusCode }
  const delayMs = Math.max(deliveryDelay(attempt, random), Math.min(retryAfterMs ?? 0, longestDelayMs))
  return { kind: 'failed', error, statusCode, retryAt: new Date(now + delayMs) }
}

/**
 * Twice as long after each attempt, up to three hours; half of it is random, so that attempts that failed together are not repeated
 * together.
 */
export function deliveryDelay(attempt: number, random: number): number {
  const delayMs = Math.min(longestDelayMs, firstDelayMs * 2 ** (attempt - 1))
  return Math.round(delayMs / 2 + (random * delayMs) / 2)
}
