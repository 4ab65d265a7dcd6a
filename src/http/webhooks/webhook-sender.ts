import { createHmac } from 'node:crypto'
import { type Agent, type Dispatcher, request } from 'undici'
import { isRungraphError } from '../../domain/errors.ts'
import { traceHeaders } from '../../domain/trace-context.ts'
import type { Answer, ClaimedDelivery, SendDelivery, SendTest } from '../../domain/webhook.ts'
import { toGlobalId } from '../../graphql/global-id.ts'
import { toNoticeBody, toTestBody } from '../../graphql/notice-body.ts'

/** Part of src/net/address-guard.ts that the sender uses. */
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
  readonly sendTest: SendTest
  close(): Promise<void>
}

/** Maximum number of bytes of a response body that are read so that the connection can be reused. */
const maxAnswerBytes = 64 * 1024

export function createWebhookSender({ guard, now, timeoutMs = 10_000 }: WebhookSenderOptions): WebhookSender {
  const agent = guard.agent()

  /** @throws where the guard refuses the URL, there is no answer in time, or the signal aborts */
  function post(url: string, message: Message, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    const target = new URL(url)
    guard.check(target)
    return request(target, { method: 'POST', ...message, dispatcher: agent, signal })
  }

  async function send(
    delivery: ClaimedDelivery,
    keys: readonly Buffer[],
    signal: AbortSignal,
  ): Promise<Answer> {
    const timeUp = AbortSignal.timeout(timeoutMs)
    try {
      const message = noticeOf(delivery, keys, now())
      const response = await post(delivery.url, message, AbortSignal.any([signal, timeUp]))
      // Only the status of the response matters. If the body does not end, the status is valid all the same.
      await response.body.dump({ limit: maxAnswerBytes }).catch(() => undefined)
      return answerOf(response, now())
    } catch (error) {
      signal.throwIfAborted()
      return refusedAnswer(timeUp.aborted ? `gave no answer within ${timeoutMs} ms` : describeUnsent(error))
    }
  }

  const sendTest: SendTest = async ({ id, webhookId, url }, keys) => {
    const timeUp = AbortSignal.timeout(timeoutMs)
    const begun = performance.now()
    const since = () => Math.round(performance.now() - begun)
    try {
      const body = JSON.stringify(toTestBody(webhookId, new Date(now())))
      const response = await post(url, signed({ id, body }, keys, now()), timeUp)
      const answer = answerOf(response, now())
      const text = await beginningOf(response.body)
      const error = answer.kind === 'refused' ? answer.error : null
      return { status: response.statusCode, durationMs: since(), body: text, error }
    } catch (error) {
      const why = timeUp.aborted ? `gave no answer within ${timeoutMs} ms` : describeUnsent(error)
      return { status: null, durationMs: since(), body: null, error: refusedAnswer(why).error }
    }
  }

  return { send, sendTest, close: () => agent.destroy() }
}

/** The beginning of a body as text, whether it ends or breaks off. */
async function beginningOf(body: Dispatcher.ResponseData['body']): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  try {
    for await (const part of body) {
      parts.push(part)
      bytes += part.length
      if (bytes >= maxAnswerBytes) break
    }
  } catch {
    // The status of the answer is valid all the same.
  }
  return Buffer.concat(parts).toString('utf8')
}

interface Message {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

function noticeOf(delivery: ClaimedDelivery, keys: readonly Buffer[], now: number): Message {
  const id = toGlobalId('WebhookDelivery', delivery.id)
  const { headers, body } = signed({ id, body: JSON.stringify(toNoticeBody(delivery)) }, keys, now)
  return { headers: { ...traceHeaders(delivery.trace ?? undefined), ...headers }, body }
}

function signed({ id, body }: Pick<Signed, 'id' | 'body'>, keys: readonly Buffer[], now: number): Message {
  const timestamp = Math.floor(now / 1_000)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'rungraph',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatureOf({ id, timestamp, body }, keys),
  }
  return { headers, body }
}

/** A redirect is no success: it would carry a body that is signed for one place to another. */
function answerOf({ statusCode, headers }: Dispatcher.ResponseData, now: number): Answer {
  if (statusCode >= 200 && statusCode < 300) return { kind: 'taken', statusCode }
  const redirectNote = statusCode >= 300 && statusCode < 400 ? '; redirects are not followed' : ''
  return {
    ...refusedAnswer(`answered with the status ${statusCode}${redirectNote}`),
    statusCode,
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

function refusedAnswer(what: string): Extract<Answer, { kind: 'refused' }> {
  const error = `The receiver ${what}.`
  return { kind: 'refused', error, statusCode: null, isGone: false, retryAfterMs: null }
}

/**
 * Why nothing was sent, without revealing the address of a name, or whether it resolves: the creator of a webhook may see these errors, and
 * would learn of the network that this process is in.
 */
function describeUnsent(error: unknown): string {
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
