import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ReceivedWebhook, SignatureRule } from '../domain/event-source.ts'

type Signed = Pick<ReceivedWebhook, 'header' | 'body'>

/** What a scheme signs, and the signatures that a webhook came with. */
interface Claim {
  /** Seconds since 1970. Null: no time is signed. */
  readonly time: string | null
  /** Signed before the body. */
  readonly before: string
  readonly given: readonly Buffer[]
  readonly keyOf: (secret: string) => Buffer | string
}

/**
 * Whether a webhook is signed with one of the secrets, at about this time.
 *
 * Standard Webhooks 1.0.0; docs.github.com, "Validating webhook deliveries"; docs.stripe.com, "Verify webhook signatures manually";
 * docs.slack.dev, "Verifying requests from Slack" (all 2026-11-30). Every scheme is one HMAC-SHA256. The packages for it take one secret
 * each, and no clock; some throw for a header that they cannot read.
 */
export function isSigned(
  rule: SignatureRule,
  webhook: Signed,
  { secrets, now }: { readonly secrets: readonly string[]; readonly now: number },
): boolean {
  const claim = claimOf(rule, webhook)
  if (claim === null || !isTimely(claim.time, now, rule.toleranceSeconds)) return false
  const signatures = secrets.map((secret) =>
    createHmac('sha256', claim.keyOf(secret)).update(claim.before).update(webhook.body).digest(),
  )
  return signatures.some((expected) => claim.given.some((given) => isEqual(expected, given)))
}

/** Null: the webhook lacks a header that the scheme needs. */
function claimOf(rule: SignatureRule, { header }: Signed): Claim | null {
  switch (rule.scheme) {
    case 'STANDARD': {
      const [id, time] = [header('webhook-id'), header('webhook-timestamp')]
      if (id === null || time === null) return null
      const given = listOf(header('webhook-signature'), ' ', 'v1,', 'base64')
      return { time, before: `${id}.${time}.`, given, keyOf: standardKey }
    }
    case 'GITHUB':
      return { ...untimed, given: listOf(header('x-hub-signature-256'), ',', 'sha256=', 'hex') }
    case 'STRIPE': {
      const parts = header('stripe-signature')
      const time = /(?:^|,)\s*t=(\d+)/.exec(parts ?? '')?.[1] ?? null
      if (time === null) return null
      return { time, before: `${time}.`, given: listOf(parts, ',', 'v1=', 'hex'), keyOf: asText }
    }
    case 'SLACK': {
      const time = header('x-slack-request-timestamp')
      if (time === null) return null
      const given = listOf(header('x-slack-signature'), ',', 'v0=', 'hex')
      return { time, before: `v0:${time}:`, given, keyOf: asText }
    }
    case 'HMAC': {
      const { signatureHeader, signatureEncoding } = rule
      const value = signatureHeader === null ? '' : (header(signatureHeader) ?? '').replace(/^sha256=/, '')
      const encoding = signatureEncoding === 'BASE64' ? 'base64' : 'hex'
      return { ...untimed, given: [Buffer.from(value, encoding)] }
    }
    default:
      return rule.scheme satisfies never
  }
}

const asText = (secret: string) => secret

const untimed = { time: null, before: '', keyOf: asText }

function standardKey(secret: string): Buffer {
  return Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
}

/** A sender gives one signature for each of its secrets. */
const maxSignatures = 20

/** The signatures of a header that has several, those of other forms left out. */
function listOf(
  value: string | null,
  separator: string,
  prefix: string,
  encoding: 'hex' | 'base64',
): readonly Buffer[] {
  const parts = (value ?? '').split(separator, maxSignatures).map((part) => part.trim())
  return parts.flatMap((part) =>
    part.startsWith(prefix) ? [Buffer.from(part.slice(prefix.length), encoding)] : [],
  )
}

function isTimely(time: string | null, now: number, toleranceSeconds: number): boolean {
  if (time === null) return true
  return /^\d{1,12}$/.test(time) && Math.abs(Number(time) - now / 1_000) <= toleranceSeconds
}

function isEqual(expected: Buffer, given: Buffer): boolean {
  return expected.length === given.length && timingSafeEqual(expected, given)
}
