import { messageOf } from '../domain/errors.ts'
import { ModelError } from '../domain/model.ts'
import { isUnsent } from '../net/is-unsent.ts'

/** A failure that is no provider's answer: the transport broke, or the response is not in the provider's format. */
export function toTransportError(error: unknown): ModelError {
  const known = modelErrorIn(error)
  if (known !== null) return known
  if (isTimeout(error)) return toConnectionError('TIMEOUT', error)
  // An event that was cut in its middle is JSON without its end.
  if (error instanceof SyntaxError || isFetchFailure(error)) return toConnectionError('NETWORK', error)
  return new ModelError('UNKNOWN', messageOf(error), { retryable: false, cause: error })
}

/** A ModelError for a request that found no answer; the same request may find one later. */
export function toConnectionError(kind: 'NETWORK' | 'TIMEOUT', error: unknown): ModelError {
  const known = modelErrorIn(error)
  if (known !== null) return known
  return new ModelError(kind, deepestMessage(error), {
    retryable: true,
    sent: !isUnconnected(error),
    cause: error,
  })
}

/** A ModelError that the fetch of an SDK has already thrown. */
export function modelErrorIn(error: unknown): ModelError | null {
  if (error instanceof ModelError) return error
  return error instanceof Error ? modelErrorIn(error.cause) : null
}

/**
 * Whether there was no connection to send anything by. Beyond `isUnsent`, a call of a model may be repeated where its certificate is wrong, or
 * where connecting failed in any way.
 */
function isUnconnected(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (isUnsent(error)) return true
  const code = 'code' in error ? error.code : undefined
  const call = 'syscall' in error ? error.syscall : undefined
  if (call === 'connect' || call === 'getaddrinfo') return true
  return tlsCodes.test(String(code)) || isUnconnected(error.cause)
}

const tlsCodes = /^(CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/

/** undici's timeouts: `UND_ERR_CONNECT_TIMEOUT`, `UND_ERR_HEADERS_TIMEOUT`, `UND_ERR_BODY_TIMEOUT`. */
function isTimeout(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause && /^UND_ERR_\w+_TIMEOUT$/.test(String(cause.code))
}

/** `fetch` fails with `TypeError: fetch failed` before the answer, and with `TypeError: terminated` within it. */
function isFetchFailure(error: unknown): boolean {
  return error instanceof TypeError && (error.message === 'fetch failed' || error.message === 'terminated')
}

/** `fetch failed` says nothing; its innermost cause does: `connect ECONNREFUSED 127.0.0.1:9`. */
function deepestMessage(error: unknown): string {
  const inner = error instanceof Error ? error.cause : undefined
  return inner === undefined ? messageOf(error) : deepestMessage(inner)
}
