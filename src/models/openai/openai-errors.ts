import { APIConnectionError, APIConnectionTimeoutError, APIError } from 'openai'
import type { ModelError } from '../../domain/model.ts'
import { refusal } from '../refusal.ts'
import { toConnectionError, toTransportError } from '../transport-errors.ts'

/** Converts an error of the SDK into one of the engine (MOD-3). */
export function toModelError(error: unknown): ModelError {
  if (error instanceof APIConnectionTimeoutError) return toConnectionError('TIMEOUT', error)
  if (error instanceof APIConnectionError) return toConnectionError('NETWORK', error)
  if (!(error instanceof APIError)) return toTransportError(error)
  const { status, error: body, headers, message } = error
  return refusal({ status, body, headers, otherwise: message, cause: error })
}
