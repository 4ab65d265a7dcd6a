import { invalid, RungraphError } from '../domain/errors.ts'
import type {
  EventSourceRow,
  EventSourceStore,
  Receipt,
  ReceivedWebhook,
  SignatureScheme,
} from '../domain/event-source.ts'
import { parseJson } from '../domain/exact-numbers.ts'
import { sha256 } from '../domain/hash.ts'
import { isCleanText, isJsonObject, type Json } from '../domain/json.ts'
import { partsOfKey } from '../domain/object-key.ts'
import { type EventOperations, eventNameFault } from '../domain/received-event.ts'
import type { Vault } from '../domain/redaction.ts'
import { openSecrets } from '../domain/replaced-secret.ts'
import { isSigned } from './verify-signature.ts'

export interface ReceiptServices extends Pick<EventOperations, 'sendEvent'> {
  readonly sources: EventSourceStore
  readonly vault: Vault | null
  readonly clock: { readonly now: () => number }
}

/** Begins the place of a value in a header. */
export const headerPlace = 'header:'

/**
 * Makes an event of a signed webhook, once: the sender's id of it is its key. Who sends it is not told whether the source, its signature or
 * its time was wrong.
 */
export async function receiveWebhook(webhook: ReceivedWebhook, services: ReceiptServices): Promise<Receipt> {
  const isName = [partsOfKey(webhook.project).value, webhook.source].every(isCleanText)
  const source = isName ? await services.sources.findByAddress(webhook.project, webhook.source) : null
  if (source === null) return { kind: 'unsigned' }
  const now = services.clock.now()
  if (!isSigned(source, webhook, { secrets: secretsAt(now, source, services.vault), now }))
    return { kind: 'unsigned' }
  const data = readBody(webhook.body)
  const challenge = source.scheme === 'SLACK' ? challengeOf(data) : null
  if (challenge !== null) return { kind: 'challenge', challenge }
  const by = `webhook ${source.slug}`
  await checkRate(source, by, services)
  const { projectId } = source
  const name = source.eventName ?? nameOf(source, webhook, data)
  const { eventId } = await services.sendEvent({
    ...{ projectId, name, data, by },
    key: keyOf(source.slug, idOf(source, webhook, data)),
  })
  return { kind: 'event', eventId }
}

function secretsAt(
  now: number,
  { secret, previousSecret, previousSecretUntil }: EventSourceRow,
  vault: Vault | null,
): readonly string[] {
  const isKept = previousSecretUntil !== null && previousSecretUntil.getTime() > now
  return openSecrets([secret, isKept ? previousSecret : null], vault)
}

function readBody(body: Uint8Array): Json {
  try {
    return parseJson(new TextDecoder().decode(body))
  } catch {
    throw new RungraphError('INVALID_INPUT', { message: 'The body is no JSON. Send the event as JSON.' })
  }
}

function challengeOf(data: Json): string | null {
  if (!isJsonObject(data) || data.type !== 'url_verification') return null
  return typeof data.challenge === 'string' ? data.challenge : null
}

const minuteMs = 60_000

/** By the events that are stored, so that all processes count together. @throws RATE_LIMITED */
async function checkRate(
  { projectId, maxPerMinute: max }: EventSourceRow,
  by: string,
  { sources, clock }: ReceiptServices,
): Promise<void> {
  const since = new Date(clock.now() - minuteMs)
  if ((await sources.countSince(projectId, by, since, max)) < max) return
  const setting = 'maxPerMinute of the event source'
  throw new RungraphError('RATE_LIMITED', { max, retryAfterSeconds: 60, setting })
}

/** Place of the name of an event, where the source names none. */
const namePlaces: Readonly<Record<SignatureScheme, string | null>> = {
  STANDARD: 'type',
  GITHUB: null, // two places
  STRIPE: 'type',
  SLACK: 'event.type',
  HMAC: null, // its source names one
}

function nameOf({ scheme, nameAt }: EventSourceRow, webhook: ReceivedWebhook, data: Json): string {
  const at = nameAt ?? namePlaces[scheme]
  if (at !== null) return valueAt(at, webhook, data)
  const event = valueAt(`${headerPlace}X-GitHub-Event`, webhook, data)
  const { action } = isJsonObject(data) ? data : {}
  return typeof action === 'string' ? `${event}.${action}` : event
}

/** Place of the id of an event, where the source names none. Null: its body is its id. */
const idPlaces: Readonly<Record<SignatureScheme, string | null>> = {
  STANDARD: `${headerPlace}webhook-id`,
  GITHUB: `${headerPlace}X-GitHub-Delivery`,
  STRIPE: 'id',
  SLACK: 'event_id',
  HMAC: null,
}

function idOf({ scheme, idAt }: EventSourceRow, webhook: ReceivedWebhook, data: Json): string {
  const at = idAt ?? idPlaces[scheme]
  return at === null ? sha256(webhook.body) : valueAt(at, webhook, data)
}

/** Another source may give the same ids. One that is no key of an event is known by its hash. */
function keyOf(slug: string, id: string): string {
  const key = `${slug}:${id}`
  return eventNameFault(key) === null ? key : `${slug}:${sha256(id)}`
}

/** A value of the body or of a header. @throws INVALID_INPUT */
function valueAt(place: string, { header }: ReceivedWebhook, data: Json): string {
  const value = place.startsWith(headerPlace)
    ? header(place.slice(headerPlace.length))
    : valueIn(data, place.split('.'))
  if (typeof value === 'string' && value !== '') return value
  if (typeof value === 'number') return String(value)
  throw invalid(
    place,
    'is no text and no number in the webhook, and the event is known by it. Set another place in the event source.',
  )
}

function valueIn(data: Json, names: readonly string[]): Json | undefined {
  let value: Json | undefined = data
  for (const name of names)
    value = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
  return value
}
