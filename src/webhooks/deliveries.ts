import type { Clock } from '../domain/clock.ts'
import type { ErrorReporter, LogContext } from '../domain/error-reporter.ts'
import { topics, type Wakeups } from '../domain/wakeups.ts'
import type { Answer, ClaimedDelivery, Outbox, SendDelivery, Settlement } from '../domain/webhook.ts'
import { Heartbeat } from '../engine/periodic-task.ts'
import { Signal } from '../engine/signal.ts'
import { createReceivers, disabledAfterMs, perWebhook, settlementOf } from './receivers.ts'
import { type SigningServices, signingKeys } from './webhook-operations.ts'

/** Attempts of one process at once. */
const atOnce = 20

/** Interval of looks for due deliveries without a wakeup. */
const pollMs = 1_000

/** An attempt without a recorded result for this time is made again. */
const attemptMs = 20_000

/** Time for active attempts to end when the process ends. */
const graceMs = 3_000

interface DeliveryServices extends SigningServices {
  readonly outbox: Outbox
  readonly send: SendDelivery
  readonly wakeups: Wakeups
  readonly clock: Clock
  /** The id of the subject of a report in the API. */
  readonly toPublicId: (kind: 'Webhook' | 'WebhookDelivery', id: string) => string
  /** From 0 to below 1. */
  readonly random: () => number
  readonly report: ErrorReporter
}

/** Delivers notifications to webhooks until it is closed (HOOK-2). Runs do not depend on it. */
export interface Deliveries {
  start(): void
  /** Whether it still polls for due deliveries. */
  readonly heartbeat: Heartbeat
  /** Begins no more attempts, and gives back those that do not end soon. */
  close(): Promise<void>
}

export function createDeliveries(services: DeliveryServices): Deliveries {
  return new DeliveringLoop(services)
}

class DeliveringLoop implements Deliveries {
  readonly heartbeat = new Heartbeat({ everyMs: pollMs })
  readonly #services: DeliveryServices
  readonly #receivers = createReceivers()
  readonly #active = new Set<Promise<void>>()
  readonly #closing = new AbortController()
  /** Aborted to cancel active attempts. */
  readonly #cutOff = new AbortController()
  readonly #work = new Signal()
  #looping: Promise<void> = Promise.resolve()
  #settling: Promise<unknown> = Promise.resolve()

  constructor(services: DeliveryServices) {
    this.#services = services
  }

  start(): void {
    this.heartbeat.beat()
    this.#looping = this.#loop()
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#looping
    const ended = new AbortController()
    const grace = this.#services.clock.sleep(graceMs, ended.signal).then(
      () => this.#cutOff.abort(),
      () => undefined, // everything ended in time
    )
    await Promise.all(this.#active)
    this.heartbeat.end()
    ended.abort()
    await grace
  }

  async #loop(): Promise<void> {
    const { wakeups, clock } = this.#services
    const unlisten = wakeups.listen(topics.deliveries, () => this.#work.raise())
    const stopListening = wakeups.listen(topics.redelivered, () => this.#onRedelivery())
    try {
      while (!this.#closing.signal.aborted) {
        this.#work.clear()
        const claimed = await this.#claim()
        if (claimed === 0) await this.#work.wait(pollMs, clock, this.#closing.signal)
      }
    } finally {
      unlisten()
      stopListening()
    }
  }

  /** Ends the backoff of all webhooks: a caller who redelivers expects an attempt at once. */
  #onRedelivery(): void {
    this.#receivers.wake()
    this.#work.raise()
  }

  async #claim(): Promise<number> {
    const { outbox, clock, report } = this.#services
    const limit = atOnce - this.#active.size
    // The loop is alive: active attempts end on their own.
    if (limit <= 0) {
      this.heartbeat.beat()
      return 0
    }
    const now = clock.now()
    try {
      const claimed = await outbox.claim({
        limit,
        perWebhook,
        freeSlots: this.#receivers.freeSlots(now),
        now: new Date(now),
        until: new Date(now + attemptMs),
      })
      this.heartbeat.beat()
      for (const delivery of claimed) this.#begin(delivery)
      return claimed.length
    } catch (error) {
      report('Deliveries could not be claimed; trying again.', error)
      return 0
    }
  }

  #begin(delivery: ClaimedDelivery): void {
    this.#receivers.begin(delivery.webhookId)
    const done = this.#attempt(delivery)
      .catch((error: unknown) =>
        this.#services.report(
          `${this.#nameOf(delivery)} is tried again within half a minute.`,
          error,
          logContextOf(delivery),
        ),
      )
      .then(() => {
        this.#active.delete(done)
        this.#work.raise()
      })
    this.#active.add(done)
  }

  async #attempt(delivery: ClaimedDelivery): Promise<void> {
    const { clock, random } = this.#services
    const answer = await this.#send(delivery)
    const now = clock.now()
    if (answer === null) {
      this.#receivers.end(delivery.webhookId, 'cut off', now)
      await this.#settle(delivery, { kind: 'released' }, now)
      return
    }
    this.#receivers.end(delivery.webhookId, answer.kind === 'taken' ? 'taken' : 'failed', now)
    const isGone = answer.kind === 'refused' && answer.isGone
    if (isGone) await this.#disable(delivery, 'The receiver answered 410: it wants no more.')
    const settlement = settlementOf(answer, delivery.attempt, { now, random: random() })
    const failingSince = await this.#settle(delivery, settlement, now)
    if (answer.kind === 'taken' || failingSince === null || isGone) return
    if (now - failingSince.getTime() < disabledAfterMs) return
    const since = failingSince.toISOString()
    await this.#disable(delivery, `Every attempt since ${since} has failed. The last: ${answer.error}`)
  }

  /** One after another: of the connections that runs need, deliveries take one, however many there are. */
  #settle(delivery: ClaimedDelivery, settlement: Settlement, now: number): Promise<Date | null> {
    const settled = this.#settling.then(() =>
      this.#services.outbox.settle(delivery, settlement, new Date(now)),
    )
    this.#settling = settled.catch(() => undefined)
    return settled
  }

  /** `null` where the process ended it. */
  async #send(delivery: ClaimedDelivery): Promise<Answer | null> {
    const keys = signingKeys(delivery, this.#services)
    if (keys.length === 0) return this.#unsigned(delivery)
    try {
      return await this.#services.send(delivery, keys, this.#cutOff.signal)
    } catch (error) {
      if (this.#cutOff.signal.aborted) return null
      this.#services.report(`${this.#nameOf(delivery)} could not be sent.`, error, logContextOf(delivery))
      return refusal('It could not be sent; see the log of the server.')
    }
  }

  #unsigned(delivery: ClaimedDelivery): Answer {
    this.#services.report(
      `${this.#nameOf(delivery)} cannot be signed: the secret of ${this.#nameOfWebhook(delivery)} was sealed with another key. Set RUNGRAPH_ENCRYPTION_KEY to that, or create the webhook anew.`,
      undefined,
      logContextOf(delivery),
    )
    return refusal('There is no key to sign it with; see the log of the server.')
  }

  /** A receiver that wants no more, or has taken nothing for days, is asked no more (HOOK-5). */
  async #disable(delivery: ClaimedDelivery, reason: string): Promise<void> {
    const { outbox, clock, report } = this.#services
    await outbox.disable(delivery.webhookId, reason, new Date(clock.now()))
    report(`The ${this.#nameOfWebhook(delivery)} was disabled. ${reason}`)
  }

  #nameOf({ id }: ClaimedDelivery): string {
    return `Delivery ${this.#services.toPublicId('WebhookDelivery', id)}`
  }

  /** With its host, and no more of its URL: paths and queries of such URLs have tokens in them. */
  #nameOfWebhook({ webhookId, url }: ClaimedDelivery): string {
    const host = URL.parse(url)?.host ?? 'an address that cannot be read'
    return `webhook ${this.#services.toPublicId('Webhook', webhookId)} to ${host}`
  }
}

function refusal(error: string): Answer {
  return { kind: 'refused', error, statusCode: null, isGone: false, retryAfterMs: null }
}

function logContextOf({ runId }: ClaimedDelivery): LogContext {
  return { runId }
}
