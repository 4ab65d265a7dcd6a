import { ApiError } from '@google/genai'
import { z } from 'zod'
import { messageOf } from '../../domain/errors.ts'
import { ModelError, type ModelErrorKind } from '../../domain/model.ts'
import { isOverflow } from '../overflow-words.ts'
import { isPassingStatus, waitOf } from '../retry-wait.ts'
import { isRateLimit, isSpentQuota, namesQuota } from '../spent-quota.ts'
import { toConnectionError, toTransportError } from '../transport-errors.ts'
import { toCredentialsError } from './google-credentials.ts'

/** Converts an error of the SDK into one of the engine (MOD-3). */
export function toModelError(error: unknown): ModelError {
  if (error instanceof ApiError) return refused(error)
  // The SDK's message about bytes after the last whole event: an event cut in its middle.
  if (messageOf(error) === 'Incomplete JSON segment at the end') return toConnectionError('NETWORK', error)
  return toCredentialsError(error) ?? toTransportError(error)
}

function refused(error: ApiError): ModelError {
  const body = readFailure(error.message)
  const { message, details } = body
  const kind = kindOf(error.status, message, details)
  // No header comes through the SDK; the body has `"retryDelay": "34.4s"`.
  const limit = { headers: undefined, body, message }
  const retryAfterMs = passing.includes(kind) ? waitOf(limit) : undefined
  const isSpent = kind === 'RATE_LIMIT' && isSpentQuota({ words: [], ...limit, waitMs: retryAfterMs })
  return new ModelError(kind, message, {
    retryable: passing.includes(kind) && !isSpent,
    status: error.status,
    retryAfterMs,
    cause: error,
  })
}

const passing: readonly ModelErrorKind[] = ['RATE_LIMIT', 'TIMEOUT', 'OVERLOADED']

const failure = z.object({
  error: z.looseObject({
    message: z.string(),
    details: z.array(z.record(z.string(), z.json())).default([]),
  }),
})

type Failure = z.infer<typeof failure>['error']

/**
 * The failure inside an ApiError's message, which is JSON, after "got status: …" for one inside a stream. Where an
 * event stream was asked for, its `message` may in turn be that JSON, as text.
 */
function readFailure(text: string): Failure {
  const outer = failure.safeParse(parsed(text.slice(text.indexOf('{'))))
  if (!outer.success) return { message: text, details: [] }
  const inner = failure.safeParse(parsed(outer.data.error.message))
  if (!inner.success) return outer.data.error
  const { message, details } = inner.data.error
  return { ...inner.data.error, message, details: [...details, ...outer.data.error.details] }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Google's canonical codes map to HTTP's one by one; but for these, a wrong key and too long a prompt are plain 400. */
function kindOf(status: number, message: string, details: Failure['details']): ModelErrorKind {
  if (details.some((detail) => detail.reason === 'API_KEY_INVALID')) return 'AUTH'
  if (isOverflow({ status, words: [], message })) return 'CONTEXT_OVERFLOW'
  if (status !== 401 && isRateLimit([], message)) return 'RATE_LIMIT'
  if (status === 403 && namesQuota([], message)) return 'RATE_LIMIT'
  if (status === 401 || status === 403) return 'AUTH'
  if (status === 429) return 'RATE_LIMIT'
  if (status === 408 || status === 504) return 'TIMEOUT'
  return status >= 500 || isPassingStatus(status) ? 'OVERLOADED' : 'BAD_REQUEST'
}
