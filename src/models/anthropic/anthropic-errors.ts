import { APIConnectionError, APIConnectionTimeoutError, APIError } from '@anthropic-ai/sdk'
import { ModelError, type ModelErrorKind } from '../../domain/model.ts'
import { failureIn } from '../failed-event.ts'
import { isOverflow } from '../overflow-words.ts'
import { isPassingStatus, retryAfterMsOf, shouldRetry, waitOf } from '../retry-wait.ts'
import { isRateLimit, isSpentQuota, namesQuota } from '../spent-quota.ts'
import { toConnectionError, toTransportError } from '../transport-errors.ts'

/** Converts an error of the SDK into one of the engine (MOD-3). */
export function toModelError(error: unknown): ModelError {
  if (error instanceof APIConnectionTimeoutError) return toConnectionError('TIMEOUT', error)
  if (error instanceof APIConnectionError) return toConnectionError('NETWORK', error)
  if (error instanceof APIError) return refused(error)
  return toTransportError(error)
}

/** The vendor's own words of failure: an HTTP status with a body, or an `error` event inside a stream. */
function refused(error: APIError): ModelError {
  const message = error.apiMessage ?? error.message
  // In the form of another API, as gateways send it.
  const isOther = error.status === undefined && !judgements.has(error.type ?? '')
  const other = isOther ? failureIn(error.error, { isAnswered: true }) : null
  if (other) return other
  const { kind, isPassing } = judge(error, message)
  // Inside a stream the headers are those of its HTTP 200, where `retry-after` means nothing.
  const headers = error.status === undefined ? undefined : error.headers
  const limit = { headers, body: error.error, message }
  const isLimit = kind === 'RATE_LIMIT' || kind === 'OVERLOADED'
  const retryAfterMs = isLimit ? waitOf(limit) : retryAfterMsOf(headers)
  const isSpent = kind === 'RATE_LIMIT' && isSpentQuota({ words: [], ...limit, waitMs: retryAfterMs })
  return new ModelError(kind, message, {
    retryable: shouldRetry(headers) ?? (isPassing && !isSpent),
    status: error.status,
    retryAfterMs,
    cause: error,
  })
}

interface Judgement {
  readonly kind: ModelErrorKind
  /** Whether the failure is temporary. */
  readonly isPassing: boolean
}

function judge({ status, type }: APIError, message: string): Judgement {
  if (isOverflow({ status, words: type ? [type] : [], message }))
    return { kind: 'CONTEXT_OVERFLOW', isPassing: false }
  const known = sentences.find(([pattern]) => pattern.test(message))
  if (known !== undefined) return { kind: known[1], isPassing: false }
  if (status !== 401 && isRateLimit([], message)) return { kind: 'RATE_LIMIT', isPassing: status !== 402 }
  if (namesQuota([], message)) return { kind: 'RATE_LIMIT', isPassing: status !== 402 }
  return ofType(type, status) ?? ofStatus(status)
}

const judgements: ReadonlyMap<string, Judgement> = new Map([
  ['invalid_request_error', { kind: 'BAD_REQUEST', isPassing: false }],
  ['not_found_error', { kind: 'BAD_REQUEST', isPassing: false }],
  ['authentication_error', { kind: 'AUTH', isPassing: false }],
  ['permission_error', { kind: 'AUTH', isPassing: false }],
  ['billing_error', { kind: 'RATE_LIMIT', isPassing: false }],
  ['rate_limit_error', { kind: 'RATE_LIMIT', isPassing: true }],
  ['timeout_error', { kind: 'TIMEOUT', isPassing: true }],
  ['api_error', { kind: 'OVERLOADED', isPassing: true }],
  ['overloaded_error', { kind: 'OVERLOADED', isPassing: true }],
])

/**
 * The status outranks the type: compatible servers send one type with every refusal. Where the status is that of any refusal, the type tells
 * whether the key is at fault; it makes no failure pass that the status does not.
 */
function ofType(type: string | null | undefined, status: number | undefined): Judgement | undefined {
  const known = judgements.get(type ?? '')
  if (status === undefined || known === undefined) return known
  const tellsMore = anyRefusal.includes(status) && (known.kind === 'AUTH' || type === 'billing_error')
  return tellsMore ? known : undefined
}

const anyRefusal: readonly number[] = [400, 404, 422, 500]

/** Judges an error by its status alone. */
function ofStatus(status: number | undefined): Judgement {
  if (status === undefined) return { kind: 'UNKNOWN', isPassing: true }
  if (status === 401 || status === 403) return { kind: 'AUTH', isPassing: false }
  if (status === 402) return { kind: 'RATE_LIMIT', isPassing: false }
  if (status === 429) return { kind: 'RATE_LIMIT', isPassing: true }
  if (status === 408 || status === 504) return { kind: 'TIMEOUT', isPassing: true }
  return status >= 500 || isPassingStatus(status)
    ? { kind: 'OVERLOADED', isPassing: true }
    : { kind: 'BAD_REQUEST', isPassing: false }
}

/** Messages of the vendor for failures that have no code. */
const sentences: readonly (readonly [RegExp, ModelErrorKind])[] = [
  // "Output blocked by content filtering policy"
  [/blocked by content filtering policy/i, 'CONTENT_BLOCKED'],
  // HTTP 400, "Your credit balance is too low to access the Anthropic API."
  [/credit balance is too low/i, 'RATE_LIMIT'],
]
