import { z } from 'zod'
import { choice } from './declared.ts'
import { given, givenOrNull, needed } from './given.ts'
import type { InProject, ObjectKey } from './object-key.ts'

export const signatureScheme = choice(
  'SignatureScheme',
  'Form of the signatures of the webhooks that an event source sends.',
  {
    STANDARD:
      'Standard Webhooks: `webhook-id`, `webhook-timestamp` and `webhook-signature`. The name of the event is `type` of the body, its id is `webhook-id`.',
    GITHUB:
      'GitHub: `X-Hub-Signature-256`. The name of the event is `X-GitHub-Event`, with a dot and `action` of the body if there is one. Its id is `X-GitHub-Delivery`. GitHub signs no time.',
    STRIPE:
      'Stripe: `Stripe-Signature`. The name of the event is `type` of the body, its id is `id` of the body.',
    SLACK:
      'Slack: `X-Slack-Signature` and `X-Slack-Request-Timestamp`. The name of the event is `event.type` of the body, its id is `event_id` of the body.',
    HMAC: 'HMAC-SHA256 of the body in a header of any name. The source says where the name of the event is. Its id is the hash of the body, unless the source says where it is. No time is signed.',
  },
)
export type SignatureScheme = z.infer<typeof signatureScheme>

export const signatureEncoding = choice('SignatureEncoding', 'Encoding of a signature in a header.', {
  HEX: 'Hexadecimal digits, with or without `sha256=` before them.',
  BASE64: 'Base64.',
})
export type SignatureEncoding = z.infer<typeof signatureEncoding>

/** What the sender of a source signs, and with which secrets. */
export interface SignatureRule {
  readonly scheme: SignatureScheme
  /** Header of the signature and its encoding. Null: those of the scheme. HMAC has both. */
  readonly signatureHeader: string | null
  readonly signatureEncoding: SignatureEncoding | null
  /** A webhook counts for so long before and after the time that was signed. */
  readonly toleranceSeconds: number
}

/** Where signed webhooks come from (WAIT-5). */
export interface EventSourceRow extends SignatureRule {
  readonly id: string
  readonly projectId: string
  readonly slug: string
  /** Sealed. */
  readonly secret: string
  /** The secret before the last change, sealed. Null: it does not count any more. */
  readonly previousSecret: string | null
  readonly previousSecretUntil: Date | null
  /** Name of all its events. Null: each webhook has one. */
  readonly eventName: string | null
  /** Places of the name and of the id of an event. Null: those of the scheme. */
  readonly nameAt: string | null
  readonly idAt: string | null
  readonly maxPerMinute: number
}

/** The rows of event sources. */
export interface EventSourceStore {
  /** Saves it under its slug; gives its id, or null where the project has `max` others already. */
  save(source: EventSourceRow, max: number): Promise<string | null>
  find(projectId: string, slug: string): Promise<EventSourceRow | null>
  /** The source that an address names. */
  findByAddress(project: ObjectKey, slug: string): Promise<EventSourceRow | null>
  /** Number of events that a sender sent since then, counted up to `max`. */
  countSince(projectId: string, sentBy: string, since: Date, max: number): Promise<number>
  delete(projectId: string, sourceId: string): Promise<boolean>
}

const place = 'with dots between names: `event.type`. Or a header: `header:X-Shopify-Topic`'

export const savedEventSource = z.object({
  slug: needed.text(
    'Slug of the source, unique in the project: the last part of its address, of lower-case letters, digits and hyphens.',
  ),
  scheme: given.one(signatureScheme, 'Form of the signatures. A new source needs it.'),
  secret: given.text(
    'Secret that the sender signs with, of 16 to 1,000 characters. If you leave it out, a new source gets one, and an existing one keeps its own.',
  ),
  keepOldForMs: given.int(
    'Time for which the secret before counts beside a new one, in milliseconds, at most 7 days. Default: 24 hours.',
  ),
  signatureHeader: givenOrNull.text(
    'Header that has the signature. The scheme HMAC needs it, others have their own.',
  ),
  signatureEncoding: given.one(
    signatureEncoding,
    'Encoding of the signature. For the scheme HMAC only. Default: HEX.',
  ),
  eventName: givenOrNull.text(
    'Name of every event of the source. Null if each webhook has the name of its event.',
  ),
  nameAt: givenOrNull.text(
    `Place of the name of the event in the body, ${place}. Null for that of the scheme.`,
  ),
  idAt: givenOrNull.text(`Place of the id of the event in the body, ${place}. Null for that of the scheme.`),
  toleranceSeconds: given.int(
    'A webhook is refused if the time that was signed is further from that of the server, in seconds, 1 to 3,600. Default: 300.',
  ),
  maxPerMinute: given.int(
    'Maximum number of events that the source sends in a minute, 1 to 6,000. Default: 600.',
  ),
})
export type SaveEventSource = InProject & Readonly<z.infer<typeof savedEventSource>>

/** A webhook as it came in. */
export interface ReceivedWebhook {
  /** The project and the slug of the source that its address names. */
  readonly project: ObjectKey
  readonly source: string
  readonly header: (name: string) => string | null
  readonly body: Uint8Array
}

/** What became of a webhook. */
export type Receipt =
  | { readonly kind: 'event'; readonly eventId: string }
  /** Slack asks once whether the address is that of its receiver, and wants this text back. */
  | { readonly kind: 'challenge'; readonly challenge: string }
  /** There is no such source, or the webhook is not signed as it should be. */
  | { readonly kind: 'unsigned' }

/** Operations on event sources. */
export interface EventSourceOperations {
  /** The secret is given where it was made here. @throws INVALID_INPUT, LIMIT_EXCEEDED, ENCRYPTION_KEY_MISSING */
  saveEventSource(
    call: SaveEventSource,
  ): Promise<{ readonly sourceId: string; readonly secret: string | null }>
  /** Its events stay. @throws NOT_FOUND */
  deleteEventSource(call: InProject<'sourceId'>): Promise<{ readonly sourceId: string }>
  /** The event is durable when it resolves. @throws INVALID_INPUT, INPUT_TOO_LARGE, RATE_LIMITED */
  receiveWebhook(webhook: ReceivedWebhook): Promise<Receipt>
}
