import { ModelError, type ModelErrorKind } from '../domain/model.ts'
import { isOverflow } from './overflow-words.ts'
import { readRefusal } from './refusal-body.ts'
import { kindOfWords, kindsByWord, kindsInStream } from './refusal-words.ts'
import { isPassingStatus, retryAfterMsOf, shouldRetry, waitOf } from './retry-wait.ts'
import { isRateLimit, isSpentQuota, namesQuota } from './spent-quota.ts'

/** A server's own words of failure. */
interface ServerRefusal {
  /** HTTP status; absent: an error inside a stream, or under HTTP 200. */
  readonly status: number | undefined
  readonly body: unknown
  /** Of the response. */
  readonly headers: Headers | undefined
  /** What is said where the body has no words. */
  readonly otherwise: string
  readonly cause?: unknown
}

/** The ModelError of a refusal in any of its many shapes (MOD-3). */
export function toRefusalError({
  status: outer,
  body: given,
  headers: all,
  otherwise,
  cause,
}: ServerRefusal): ModelError {
  const body = readRefusal(given)
  const message = body.message ?? otherwise
  const status = outer ?? body.status
  const kind = kindOf(status, body.words, message)
  // Under HTTP 200 the headers are those of a success, where `retry-after` means nothing.
  const headers = outer === undefined ? undefined : all
  const limit = { headers, body: given, message }
  const retryAfterMs = isLimit(kind) ? waitOf(limit) : retryAfterMsOf(headers)
  const isQuota =
    status === 402 ||
    (kind === 'RATE_LIMIT' && isSpentQuota({ words: body.words, ...limit, waitMs: retryAfterMs }))
  return new ModelError(kind, message, {
    retryable: shouldRetry(all) ?? (!isQuota && mayPass(kind, status)),
    ...{ status, retryAfterMs, cause },
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
  return words.map((word) => kindsInStream.get(word)).find((kind) => kind !== undefined) ?? 'UNKNOWN'
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
  if (status >= 500 || isPassingStatus(status)) return 'OVERLOADED'
  return status >= 400 ? 'BAD_REQUEST' : 'UNKNOWN'
}

function mayPass(kind: ModelErrorKind, status: number | undefined): boolean {
  if (kind === 'UNKNOWN') return status === undefined
  return kind === 'RATE_LIMIT' || kind === 'TIMEOUT' || kind === 'OVERLOADED' || kind === 'NETWORK'
}
