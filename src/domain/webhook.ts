import { z } from 'zod'
import { about, choice, object } from './declared.ts'
import type { GateKind, GateStatus } from './gate.ts'
import { given, needed } from './given.ts'
import type { InProject } from './object-key.ts'
import type { RunStatus, TerminationReason } from './run.ts'
import type { TraceContext } from './trace-context.ts'

/** The topics of webhooks: each change of a run's status once it has begun, and its gates (HOOK-1). */
export const webhookTopic = choice('WebhookTopic', 'Topic of a webhook notification.', {
  RUN_STARTED: '`run.started`: a worker started a run for the first time.',
  RUN_WAITING: '`run.waiting`: a run waits for a human decision at a gate.',
  RUN_PAUSED: '`run.paused`: a run reached a limit and can be resumed.',
  RUN_RESUMED: '`run.resumed`: a run that waited or was paused continues.',
  RUN_COMPLETED: '`run.completed`: a run gave its answer.',
  RUN_FAILED: '`run.failed`: a run ended in an error.',
  RUN_CANCELLED: '`run.cancelled`: a run was aborted.',
  GATE_OPENED: '`gate.opened`: a gate opened and a human must decide.',
  GATE_RESOLVED: '`gate.resolved`: a gate was decided or expired, or its run ended or paused.',
})
export type WebhookTopic = z.infer<typeof webhookTopic>

/** A topic as receivers read it: `run.completed`. */
export function toNoticeType(topic: WebhookTopic): string {
  return topic.toLowerCase().replace('_', '.')
}

/** The facts of a notice, as of the commit that it was written with. */
export interface NoticeFacts {
  readonly agentId: string
  readonly parentId: string | null
  readonly rootId: string
  readonly status: RunStatus
  readonly terminationReason: TerminationReason | null
  /** The number of the last event of the run's log: a receiver that missed notices reads up to it with one query. */
  readonly lastSeq: number
  /** `null` where the notice is of the run itself. */
  readonly gate: { readonly id: string; readonly kind: GateKind; readonly status: GateStatus } | null
}

/** A webhook as it is stored. */
export interface NewWebhook {
  readonly id: string
  readonly projectId: string
  readonly url: string
  readonly topics: readonly WebhookTopic[]
  /** The key that its deliveries are signed with, sealed; `null`: it has none of its own. */
  readonly secret: string | null
}

export const webhookChange = z.object({
  url: given.text('URL of the receiver, from the next attempt on.'),
  topics: given.many(webhookTopic, 'Topics that the webhook receives from now on.'),
  enabled: given.flag(
    'Whether the webhook is enabled. If you disable it, no notifications are written or sent. If you enable it, the notifications that were written before and not delivered are sent; notifications for the time in which it was disabled do not exist.',
  ),
})
export type WebhookChange = Readonly<z.infer<typeof webhookChange>>

/** The rows of webhooks. */
export interface WebhookStore {
  /** False where the project has `max` of them already. */
  insert(webhook: NewWebhook, max: number): Promise<boolean>
  /** False where the project has none such. */
  update(projectId: string, webhookId: string, change: WebhookChange): Promise<boolean>
  /** With all its deliveries; false where the project has none such. */
  delete(projectId: string, webhookId: string): Promise<boolean>
  /** The URL of a webhook, and the keys that sign for it at a time. */
  find(projectId: string, webhookId: string, now: Date): Promise<WebhookTarget | null>
  /** Replaces the secret; the present one signs beside it until a time, where there is one. False where the project has none such. */
  rotate(projectId: string, webhookId: string, secrets: NewSecret): Promise<boolean>
}

/** Where the requests of a webhook go. */
export interface WebhookTarget {
  readonly url: string
  /** Sealed. */
  readonly secret: string | null
  /** The secret before the last rotation, sealed; `null`: it does not sign any more. */
  readonly previousSecret: string | null
}

export interface NewSecret {
  /** Sealed. */
  readonly secret: string
  /** Until when the one before signs too. */
  readonly keepOldUntil: Date
}

/** A delivery in the hands of the process that tries it. */
export interface ClaimedDelivery {
  readonly id: string
  readonly webhookId: string
  readonly runId: string
  readonly topic: WebhookTopic
  readonly facts: NoticeFacts
  readonly createdAt: Date
  /** Which attempt this is, from 1. */
  readonly attempt: number
  readonly url: string
  /** Sealed. */
  readonly secret: string | null
  /** The secret before the last rotation, sealed; `null`: it does not sign any more. */
  readonly previousSecret: string | null
  /** Trace of the run; `null` or absent: the run has a trace of its own. */
  readonly trace?: TraceContext | null
}

/** Result of an attempt. */
export type Settlement =
  | { readonly kind: 'delivered'; readonly statusCode: number }
  /** `statusCode`: HTTP status of the answer; `null`: there was none. */
  | {
      readonly kind: 'failed'
      readonly error: string
      readonly statusCode: number | null
      readonly retryAt: Date
    }
  /** It was the last attempt. */
  | { readonly kind: 'abandoned'; readonly error: string; readonly statusCode: number | null }
  /** It was cut off by the process itself: as if it had not been made. */
  | { readonly kind: 'released' }

/** Maximum number of concurrent attempts of a webhook in this process, if it is not the default. */
export interface WebhookSlots {
  readonly webhookId: string
  readonly slots: number
}

export interface OutboxClaim {
  readonly limit: number
  /** Slots of each webhook that `slots` does not name. */
  readonly perWebhook: number
  readonly freeSlots: readonly WebhookSlots[]
  readonly now: Date
  /** When the attempts count as lost. */
  readonly until: Date
}

/** The rows of deliveries: their content and their outcome (HOOK-2). */
export interface Outbox {
  /** Takes deliveries that are due; of a run and a webhook only the earliest that is neither delivered nor given up (HOOK-4). */
  claim(claim: OutboxClaim): Promise<readonly ClaimedDelivery[]>
  /** Records the outcome of an attempt; gives the time since when every attempt of its webhook has failed, `null` where one succeeded. */
  settle(delivery: ClaimedDelivery, settlement: Settlement, now: Date): Promise<Date | null>
  /** Stops a webhook and drops its pending deliveries. */
  disable(webhookId: string, reason: string, now: Date): Promise<void>
  /** Makes a delivery due, as if it had never been tried. */
  redeliver(projectId: string, deliveryId: string, now: Date): Promise<'due' | 'missing' | 'disabled'>
}

/** Response of a receiver to a request. */
export type Answer =
  | { readonly kind: 'taken'; readonly statusCode: number }
  | {
      readonly kind: 'refused'
      /** HTTP status; `null`: there was no answer. */
      readonly statusCode: number | null
      /** Description of the failure for the operator of the receiver. */
      readonly error: string
      /** It said that it wants no more (410). */
      readonly isGone: boolean
      /** Time that the receiver asks to wait, in milliseconds. */
      readonly retryAfterMs: number | null
    }

/**
 * Sends a delivery, signed with each of the keys. Resolves whatever the receiver does; rejects with the signal's reason where that aborts.
 */
export type SendDelivery = (
  delivery: ClaimedDelivery,
  keys: readonly Buffer[],
  signal: AbortSignal,
) => Promise<Answer>

/** A request that tests a webhook. */
export interface TestNotice {
  /** Header `webhook-id`. */
  readonly id: string
  readonly webhookId: string
  readonly url: string
}

export const testAnswer = object('WebhookTest', 'Outcome of a test of a webhook.', {
  status: about('HTTP status of the answer. Null if there was no answer.', z.int().nullable()),
  durationMs: about('Time from the request to the end of the answer, in milliseconds.', z.int()),
  body: about(
    'First 1,000 characters of the body of the answer, without known secrets. Null if there was no answer.',
    z.string().nullable(),
  ),
  error: about('Reason why the receiver did not accept the request. Null if it did.', z.string().nullable()),
})
export type TestAnswer = Readonly<z.infer<typeof testAnswer>>

/** Sends a test as a delivery is sent, signed with each of the keys. Resolves whatever the receiver does. */
export type SendTest = (notice: TestNotice, keys: readonly Buffer[]) => Promise<TestAnswer>

/** Operations on webhooks. */
export interface WebhookOperations {
  /**
   * `secret` is shown here and never again; `null` if only the server's own secret signs. @throws INVALID_INPUT, LIMIT_EXCEEDED,
   * SIGNING_KEY_MISSING
   */
  createWebhook(call: CreateWebhook): Promise<{ readonly webhookId: string; readonly secret: string | null }>
  /** @throws INVALID_INPUT, NOT_FOUND */
  updateWebhook(call: UpdateWebhook): Promise<{ readonly webhookId: string }>
  /** @throws NOT_FOUND */
  deleteWebhook(call: InProject<'webhookId'>): Promise<{ readonly webhookId: string }>
  /** Sends a signed request now, also to a webhook that is disabled; nothing of it is stored. @throws NOT_FOUND, SIGNING_KEY_MISSING */
  testWebhook(call: InProject<'webhookId'>): Promise<TestAnswer>
  /** Gives a new secret, which is shown here and never again. @throws INVALID_INPUT, NOT_FOUND, SIGNING_KEY_MISSING */
  rotateSecret(call: RotateSecret): Promise<{ readonly webhookId: string; readonly secret: string }>
  /** @throws NOT_FOUND, WEBHOOK_DISABLED */
  redeliver(call: InProject<'deliveryId'>): Promise<{ readonly deliveryId: string }>
}

export const webhookSettings = z.object({
  url: needed.text(
    'URL that receives the POST requests: `https://…` or `http://…`. A private address must be listed in `RUNGRAPH_WEBHOOK_PRIVATE`.',
  ),
  topics: given.many(
    webhookTopic,
    'Topics that the webhook receives. If you leave it out, it receives all topics.',
  ),
})
export type CreateWebhook = InProject & Readonly<z.infer<typeof webhookSettings>>
export type UpdateWebhook = InProject<'webhookId'> & WebhookChange

export interface RotateSecret extends InProject<'webhookId'> {
  /** For how many milliseconds the old secret signs too. Default: 24 hours. */
  readonly keepOldForMs?: number | undefined
}
