import { ApiError } from '@google/genai'
import { messageOf } from '../../domain/errors.ts'
import { isJsonArray, type JsonObject } from '../../domain/json.ts'
import type { ModelError } from '../../domain/model.ts'
import { refusal } from '../refusal.ts'
import { toConnectionError, toTransportError } from '../transport-errors.ts'
import { toCredentialsError } from './google-credentials.ts'
import { errorIn } from './google-events.ts'

/** Converts an error of the SDK into one of the engine (MOD-3). */
export function toModelError(error: unknown): ModelError {
  if (error instanceof ApiError) {
    const { status, message } = error
    // No header comes through the SDK; the body has `"retryDelay": "34.4s"`.
    return refusal({ status, body: bodyOf(message), headers: undefined, otherwise: message, cause: error })
  }
  // The SDK's message about bytes after the last whole event: an event cut in its middle.
  if (messageOf(error) === 'Incomplete JSON segment at the end') return toConnectionError('NETWORK', error)
  return toCredentialsError(error) ?? toTransportError(error)
}

/**
 * The failure inside an ApiError's message, which is JSON, after "got status: …" for one inside a stream. Where an
 * event stream was asked for, its `message` may in turn be that JSON, as text.
 */
function bodyOf(text: string): JsonObject {
  const outer = errorIn(text.slice(Math.max(0, text.indexOf('{'))), text)
  const inner = typeof outer.message === 'string' ? errorIn(outer.message) : {}
  return { ...outer, ...inner, details: [inner, outer].flatMap(detailsOf) }
}

function detailsOf({ details = [] }: JsonObject) {
  return isJsonArray(details) ? details : []
}
