import { createHmac } from 'node:crypto'
import { type Agent, type Dispatcher, request } from 'undici'
import { isRungraphError } from '../../domain/errors.ts'
import { traceHeaders } from '../../domain/trace-context.ts'
import type { Answer, ClaimedDelivery, SendDelivery } from '../../domain/webhook.ts'
import { toGlobalId } from '../../graphql/global-id.ts'
import { toNoticeBody } from '../../graphql/objects/webhook-delivery.ts'

/** Part of src/tools/address-guard.ts that the sender uses. */
interface WebhookGuard {
  /** @throws TARGET_UNREACHABLE */
  check(url: URL): void
  agent(): Agent
}

interface WebhookSenderOptions {
  readonly guard: WebhookGuard
  readonly now: () => number
  /** For the whole exchange, in milliseconds. Default: 10,000. */
  readonly timeoutMs?: number
}

/** Sends deliveries over HTTP: signed, within the rules of the guard, and no further than to where they are addressed (HOOK-3). */
interface WebhookSender {
  readonly send: SendDelivery
  close(): Promise<void>
}

/** Maximum number of bytes of a response body that are read so that the connection can be reused. */
const maxAnswerBytes = 64 * 1024

export function createWebhookSender({ guard, now, timeoutMs = 10_000 }: WebhookSenderOptions): WebhookSender {
  const agent = guard.agent()

  async function send(
    delivery: ClaimedDelivery,
    keys: readonly Buffer[],
    signal: AbortSignal,
  ): Promise<Answer> {
    const timeUp = AbortSignal.timeout(timeoutMs)
    try {
      const url = new URL(delivery.url)
      guard.check(url)
      const response = await request(url, {
        method: 'POST',
        ...signedRequest(delivery, keys, now()),
        dispatcher: agent,
        signal: AbortSignal.any([signal, timeUp]),
      })
      // Only the status of the response matters. If the body does not end, the status is valid all the same.
      await response.body.dump({ limit: maxAnswerBytes }).catch(() => undefined)
      return answerOf(response, now())
    } catch (error) {
      signal.throwIfAborted()
      return refused(timeUp.aborted ? `gave no answer within ${timeoutMs} ms` : reasonOf(error))
    }
  }

  return { send, close: () => agent.destroy() }
}

function signedRequest(delivery: ClaimedDelivery, keys: readonly Buffer[], now: number) {
  const id = toGlobalId('WebhookDelivery', delivery.id)
  const timestamp = Math.floor(now / 1_000)
  const body = JSON.stringify(toNoticeBody(delivery))
  const headers = {
    ...traceHeaders(delivery.trace ?? undefined),
    'content-type': 'application/json',
    'user-agent': 'rungraph',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatureOf({ id, timestamp, body }, keys),
  }
  return { headers, body }
}

/** A redirect is no success: it would carry what is signed for one place to another. */
function answerOf({ statusCode, headers }: Dispatcher.ResponseData, now: number): Answer {
  if (statusCode >= 200 && statusCode < 300) return { kind: 'taken' }
  const redirectNote = statusCode >= 300 && statusCode < 400 ? '; redirects are not followed' : ''
  return {
    ...refused(`answered with the status ${statusCode}${redirectNote}`),
    isGone: statusCode === 410,
    retryAfterMs: retryAfterMs(headers['retry-after'], now),
  }
}

/** In seconds, or a date (RFC 9110, 10.2.3). */
function retryAfterMs(header: string | string[] | undefined, now: number): number | null {
  if (typeof header !== 'string') return null
  const seconds = /^\d{1,9}$/.test(header.trim()) ? Number(header) : Number.NaN
  const waitMs = Number.isNaN(seconds) ? Date.parse(header) - now : seconds * 1_000
  return Number.isNaN(waitMs) ? null : Math.max(0, waitMs)
}

function refused(what: string): Extract<Answer, { kind: 'refused' }> {
  return { kind: 'refused', error: `The receiver ${what}.`, isGone: false, retryAfterMs: null }
}

/**
 * Why nothing was sent, without revealing what a name resolves to, or whether it resolves: the creator of a webhook may
 * see these errors, and would learn of the network that this process is in.
 */
function reasonOf(error: unknown): string {
  const causes = [error, error instanceof Error ? error.cause : null]
  const isRefused = causes.some((one) => isRungraphError(one) && one.code === 'TARGET_UNREACHABLE')
  const code = causes.map(codeOf).find((one) => one !== null) ?? ''
  if (!isRefused && code.startsWith('UND_ERR_') && !code.endsWith('CONNECT_TIMEOUT'))
    return 'broke off its answer'
  if (!isRefused && /^(CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/.test(code))
    return `has no certificate that is trusted (${code})`
  return 'cannot be reached: it is not there, refuses connections, or has no address that is allowed'
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
}

/** Signed parts of a request. */
interface Signed {
  readonly id: string
  /** Seconds since 1970. */
  readonly timestamp: number
  readonly body: string
}

/**
 * The header `webhook-signature` of the Standard Webhooks specification 1.0.0: for each key `v1,` and the HMAC-SHA256 of id, time and
 * body, with dots between. A receiver takes the request where one of them fits.
 */
function signatureOf({ id, timestamp, body }: Signed, keys: readonly Buffer[]): string {
  const content = `${id}.${timestamp}.${body}`
  return keys.map((key) => `v1,${createHmac('sha256', key).update(content).digest('base64')}`).join(' ')
}
