import { ApiError } from '@google/genai'
import { z } from 'zod'
import { messageOf } from '../../domain/errors.ts'
import { ModelError, type ModelErrorKind } from '../../domain/model.ts'
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
  const { message, details } = readFailure(error.message)
  const kind = kindOf(error.status, message, details)
  return new ModelError(kind, message, {
    retryable: passing.includes(kind),
    status: error.status,
    retryAfterMs: waitOf(details),
    cause: error,
  })
}

const passing: readonly ModelErrorKind[] = ['RATE_LIMIT', 'TIMEOUT', 'OVERLOADED']

const failure = z.object({
  error: z.object({
    message: z.string(),
    details: z
      .array(
        z.object({
          '@type': z.string().optional(),
          reason: z.string().optional(),
          retryDelay: z.string().optional(),
        }),
      )
      .default([]),
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
  return { message, details: [...details, ...outer.data.error.details] }
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
  // "The input token count (1200054) exceeds the maximum number of tokens allowed (1048576)."
  if (/input token count.* exceeds the maximum number of tokens/i.test(message)) return 'CONTEXT_OVERFLOW'
  if (status === 401 || status === 403) return 'AUTH'
  if (status === 429) return 'RATE_LIMIT'
  if (status === 408 || status === 504) return 'TIMEOUT'
  return status >= 499 ? 'OVERLOADED' : 'BAD_REQUEST'
}

/** No header comes through the SDK; the body has `"retryDelay": "34.4s"`. */
function waitOf(details: Failure['details']): number | undefined {
  const delay = details.find((detail) => detail['@type']?.endsWith('google.rpc.RetryInfo'))?.retryDelay
  const seconds = Number(delay?.replace(/s$/, ''))
  return seconds > 0 ? Math.round(seconds * 1000) : undefined
}
