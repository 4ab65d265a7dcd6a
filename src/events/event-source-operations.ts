import { randomBytes } from 'node:crypto'
import { invalid, RungraphError, tooMany } from '../domain/errors.ts'
import type { EventSourceOperations, EventSourceRow, SaveEventSource } from '../domain/event-source.ts'
import { checkSlug } from '../domain/object-key.ts'
import { keepOldUntil } from '../domain/replaced-secret.ts'
import { checkText } from '../engine/check-input.ts'
import { checkEventName } from './event-trigger-operations.ts'
import { headerPlace, type ReceiptServices, receiveWebhook } from './receive-webhook.ts'

/** Maximum number of event sources of one project. */
const maxSources = 100

const maxSecretChars = 1_000

interface SourceServices extends ReceiptServices {
  readonly newId: () => string
}

/** Creates the operations on signed webhooks that come in (WAIT-5). */
export function createEventSourceOperations(services: SourceServices): EventSourceOperations {
  const { sources } = services
  return {
    saveEventSource: (call) => saveSource(call, services),
    deleteEventSource: async ({ projectId, sourceId }) => {
      if (await sources.delete(projectId, sourceId)) return { sourceId }
      throw new RungraphError('NOT_FOUND', { kind: 'event source' })
    },
    receiveWebhook: (webhook) => receiveWebhook(webhook, services),
  }
}

async function saveSource(call: SaveEventSource, services: SourceServices) {
  const { projectId, slug } = call
  const { sources, vault, newId, clock } = services
  checkSlug(slug)
  if (vault === null) throw new RungraphError('ENCRYPTION_KEY_MISSING', {})
  const before = await sources.find(projectId, slug)
  const scheme = call.scheme ?? before?.scheme
  if (scheme === undefined)
    throw invalid('scheme', 'is left out, and there is no source of this slug. A new one needs it.')
  if (call.secret === undefined && before !== null && before.scheme !== scheme)
    throw invalid('secret', 'is left out, and the scheme is another one. Give the secret of that.')
  const made = call.secret === undefined && before === null ? newSecret() : null
  const given = call.secret ?? made
  if (given !== null) checkSecret(given, scheme)
  const oldUntil = keepOldUntil(clock.now(), call.keepOldForMs)
  const source = {
    ...{ id: before?.id ?? newId(), projectId, slug, scheme },
    ...secretsOf(given === null ? null : vault.seal(given), before, oldUntil),
    ...placesOf({ ...call, scheme }, before),
    toleranceSeconds: inRange(
      'toleranceSeconds',
      call.toleranceSeconds ?? before?.toleranceSeconds ?? 300,
      1,
      3_600,
    ),
    maxPerMinute: inRange('maxPerMinute', call.maxPerMinute ?? before?.maxPerMinute ?? 600, 1, 6_000),
  }
  const sourceId = await sources.save(source, maxSources)
  if (sourceId !== null) return { sourceId, secret: made }
  throw tooMany('event sources of the project', {
    max: maxSources,
    remedy: 'Delete those that are not needed.',
  })
}

type Secrets = Pick<EventSourceRow, 'secret' | 'previousSecret' | 'previousSecretUntil'>

function secretsOf(sealed: string | null, before: EventSourceRow | null, oldUntil: Date): Secrets {
  if (sealed === null) {
    if (before === null) throw new Error('A source without a secret was to be saved.')
    const { secret, previousSecret, previousSecretUntil } = before
    return { secret, previousSecret, previousSecretUntil }
  }
  if (before === null) return { secret: sealed, previousSecret: null, previousSecretUntil: null }
  return { secret: sealed, previousSecret: before.secret, previousSecretUntil: oldUntil }
}

type Places = Pick<EventSourceRow, 'signatureHeader' | 'signatureEncoding' | 'eventName' | 'nameAt' | 'idAt'>

/** Where the parts of a webhook are: what the caller leaves out stays. */
function placesOf(
  call: SaveEventSource & Pick<EventSourceRow, 'scheme'>,
  before: EventSourceRow | null,
): Places {
  const isHmac = call.scheme === 'HMAC'
  if (!isHmac && ((call.signatureHeader ?? null) !== null || call.signatureEncoding !== undefined))
    throw invalid(
      call.signatureEncoding === undefined ? 'signatureHeader' : 'signatureEncoding',
      `is for the scheme HMAC: ${call.scheme} has its own.`,
    )
  const signatureHeader = kept(call.signatureHeader, before?.signatureHeader)
  const eventName = kept(call.eventName, before?.eventName)
  const nameAt = kept(call.nameAt, before?.nameAt)
  const idAt = kept(call.idAt, before?.idAt)
  if (isHmac && !headerName.test(signatureHeader ?? ''))
    throw invalid(
      'signatureHeader',
      'must be the name of a header, such as X-Signature: the scheme HMAC has none of its own.',
    )
  if (isHmac && eventName === null && nameAt === null)
    throw invalid('nameAt', 'is left out, and eventName too. The scheme HMAC needs one of them.')
  if (eventName !== null) checkEventName('eventName', eventName)
  checkPlace('nameAt', nameAt)
  checkPlace('idAt', idAt)
  if (!isHmac) return { signatureHeader: null, signatureEncoding: null, eventName, nameAt, idAt }
  const signatureEncoding = call.signatureEncoding ?? before?.signatureEncoding ?? 'HEX'
  return { signatureHeader, signatureEncoding, eventName, nameAt, idAt }
}

function kept(given: string | null | undefined, before: string | null = null): string | null {
  return given === undefined ? before : given
}

/** A name of a header (RFC 9110, 5.1). */
const headerName = /^[\w!#$%&'*+.^`|~-]{1,100}$/

const bodyPlace = /^[\w-]{1,100}(\.[\w-]{1,100}){0,9}$/

function checkPlace(field: string, place: string | null): void {
  if (place === null) return
  const isHeader = place.startsWith(headerPlace) && headerName.test(place.slice(headerPlace.length))
  if (isHeader || bodyPlace.test(place)) return
  throw invalid(
    field,
    'must be the name of a field of the body, or up to ten of them with dots, as in event.type, or a header, as in header:X-Topic.',
  )
}

function inRange(field: string, value: number, min: number, max: number): number {
  if (Number.isInteger(value) && value >= min && value <= max) return value
  throw invalid(field, `is ${value}; it must be from ${min} to ${max}.`)
}

/** In the form that libraries of Standard Webhooks take; others take it as a text. */
function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

function checkSecret(secret: string, scheme: EventSourceRow['scheme']): void {
  if (secret.length < 16 || secret.length > maxSecretChars)
    throw invalid('secret', `must have 16 to ${maxSecretChars} characters.`)
  checkText('secret', secret, maxSecretChars * 4)
  if (scheme === 'STANDARD' && !/^(whsec_)?[A-Za-z0-9+/]+=*$/.test(secret))
    throw invalid('secret', 'is not in base64, which secrets of Standard Webhooks are: whsec_…')
}
