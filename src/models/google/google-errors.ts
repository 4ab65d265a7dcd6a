import { messageOf } from '../../domain/errors.ts'
import { ModelError } from '../../domain/model.ts'
import { modelErrorIn, toConnectionError, toTransportError } from '../transport-errors.ts'

/** Converts an error of the SDK into one of the engine (MOD-3); those of the API come as such (google-events.ts). */
export function toModelError(error: unknown): ModelError {
  const known = modelErrorIn(error)
  if (known !== null) return known
  // The SDK's message about bytes after the last whole event: an event cut in its middle.
  if (messageOf(error) === 'Incomplete JSON segment at the end') return toConnectionError('NETWORK', error)
  return toCredentialsError(error) ?? toTransportError(error)
}

/**
 * A failure while google-auth-library searched the Application Default Credentials or exchanged them for a token;
 * `null` for any other failure.
 */
function toCredentialsError(error: unknown): ModelError | null {
  const message = messageOf(error)
  if (sentences.some((sentence) => sentence.test(message))) return refused(message, error)
  if (!isTokenFailure(error)) return null
  const { status } = error
  if (status === undefined) return toConnectionError('NETWORK', error)
  if (status < 500 && status !== 408 && status !== 429) return refused(message, error)
  return new ModelError('OVERLOADED', message, { retryable: true, status, cause: error })
}

function refused(message: string, cause: unknown): ModelError {
  return new ModelError('AUTH', message, { retryable: false, cause })
}

/** The library's words, and the codes of OAuth (RFC 6749, 5.2), which may come under any status. */
const sentences: readonly RegExp[] = [
  // "Could not load the default credentials. Browse to https://cloud.google.com/docs/authentication/getting-started …"
  /could not load the default credentials/i,
  // "Unable to read the credential file specified by the GOOGLE_APPLICATION_CREDENTIALS environment variable: …"
  /unable to read the credential file/i,
  // "The file at … does not exist, or it is not a file."
  /the file at .* does not exist, or it is not a file/i,
  /invalid_(grant|client|request|scope|target)|unauthorized_client|access_denied/,
  // "Could not refresh access token: …", of the machine's own credentials.
  /could not refresh access token/i,
]

/** An exchange of tokens over HTTP: the library's HTTP client throws errors of its own kind, OAuth's are rewritten. */
function isTokenFailure(error: unknown): error is Error & { readonly status?: number } {
  if (!(error instanceof Error)) return false
  return error.constructor.name === 'GaxiosError' || error.message.startsWith('Error code ')
}
