import { APIConnectionError, APIConnectionTimeoutError, APIError } from 'openai'
import { ModelError, type ModelErrorKind } from '../../domain/model.ts'
import { isOverflow } from '../overflow-words.ts'
import { retryAfterMsOf, shouldRetry, waitOf } from '../retry-wait.ts'
import { isRateLimit, isSpentQuota, namesQuota } from '../spent-quota.ts'
import { toConnectionError, toTransportError } from '../transport-errors.ts'
import { readRefusal } from './openai-error-body.ts'
import { kindOfWords, kindsByWord } from './openai-error-words.ts'

/** Converts an error of the SDK into one of the engine (MOD-3). */
export function toModelError(error: unknown): ModelError {
  if (error instanceof APIConnectionTimeoutError) return toConnectionError('TIMEOUT', error)
  if (error instanceof APIConnectionError) return toConnectionError('NETWORK', error)
  if (error instanceof APIError) return refused(error)
  return toTransportError(error)
}

/** A server's own words of failure: an HTTP status with a body, or an error inside a stream or under HTTP 200. */
function refused(error: APIError): ModelError {
  const body = readRefusal(error.error)
  const message = body.message ?? error.message
  const status = error.status ?? body.status
  const kind = kindOf(status, body.words, message)
  // Under HTTP 200 the headers are those of a success, where `retry-after` means nothing.
  const headers = error.status === undefined ? undefined : error.headers
  const limit = { headers, body: error.error, message }
  const retryAfterMs = isLimit(kind) ? waitOf(limit) : retryAfterMsOf(headers)
  const isQuota =
    status === 402 ||
    (kind === 'RATE_LIMIT' && isSpentQuota({ words: body.words, ...limit, waitMs: retryAfterMs }))
  return new ModelError(kind, message, {
    retryable: shouldRetry(error.headers) ?? (!isQuota && mayPass(kind, status)),
    status,
    retryAfterMs,
    cause: error,
  })
}

function isLimit(kind: ModelErrorKind): boolean {
  return kind === 'RATE_LIMIT' || kind === 'OVERLOADED'
}

function kindOf(status: number | undefined, words: readonly string[], message: string): ModelErrorKind {
  if (isOverflow({ status, words, message })) return 'CONTEXT_OVERFLOW'
  // The status outranks the codes: compatible servers send one for every failure.
  if (status === 401) return 'AUTH'
  // Under 503, 400 and others; of Bedrock: {"__type": "ThrottlingException"}.
  if (isRateLimit(words, message)) return 'RATE_LIMIT'
  const kindFromMessage = kindOfWords(message, status)
  const known = words
    .filter((word) => !(tellsKind(status) && vague.includes(word)))
    .map((word) => kindsByWord.get(word))
    .find((kind) => kind !== undefined)
  // llama.cpp reports requests that can never work as "server_error", too.
  if (kindFromMessage === 'BAD_REQUEST' && known === 'OVERLOADED') return kindFromMessage
  if (known !== undefined) return known
  if (kindFromMessage !== null) return kindFromMessage
  if (namesQuota(words, message)) return 'RATE_LIMIT'
  if (status !== undefined) return kindOfStatus(status)
  return words.includes('invalid_request_error') ? 'BAD_REQUEST' : 'UNKNOWN'
}

/** Whether a status says more than a type: 400, 404 and 500 are sent for anything. */
function tellsKind(status: number | undefined): boolean {
  return status !== undefined && [402, 403, 408, 429, 503, 504, 529].includes(status)
}

/** Types that servers send with whatever they refuse. */
const vague = [
  ...['server_error', 'service_unavailable_error', 'permission_error', 'authentication_error'],
  'invalid_prompt',
]

function kindOfStatus(status: number): ModelErrorKind {
  if (status === 403) return 'AUTH'
  if (status === 402) return 'RATE_LIMIT'
  if (status === 408 || status === 504) return 'TIMEOUT'
  if (status >= 500) return 'OVERLOADED'
  return status >= 400 ? 'BAD_REQUEST' : 'UNKNOWN'
}

function mayPass(kind: ModelErrorKind, status: number | undefined): boolean {
  if (kind === 'UNKNOWN') return status === undefined
  return kind === 'RATE_LIMIT' || kind === 'TIMEOUT' || kind === 'OVERLOADED' || kind === 'NETWORK'
}
