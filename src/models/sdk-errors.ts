import { ModelError } from '../domain/model.ts'
import { toRefusalError } from './refusal.ts'
import { toConnectionError, toTransportError } from './transport-errors.ts'

type ClassOf<Instance> = abstract new (...args: never) => Instance

/** The errors of an SDK: OpenAI's and Anthropic's are made by one generator. */
interface SdkErrors {
  readonly APIConnectionTimeoutError: ClassOf<Error>
  readonly APIConnectionError: ClassOf<Error>
  readonly APIError: ClassOf<
    Error & {
      readonly status: number | undefined
      readonly error: unknown
      readonly headers: Headers | undefined
    }
  >
}

/** Gives the function that converts an error of the SDK into one of the engine (MOD-3). */
export function errorsOf(sdk: SdkErrors): (error: unknown) => ModelError {
  return (error) => {
    if (error instanceof sdk.APIConnectionTimeoutError) return toConnectionError('TIMEOUT', error)
    if (error instanceof sdk.APIConnectionError) return toConnectionError('NETWORK', error)
    if (!(error instanceof sdk.APIError)) return toTransportError(error)
    const { status, error: body, headers, message } = error
    return toRefusalError({ status, body, headers, otherwise: message, cause: error })
  }
}

/** The same failure, with what is done about it: the engine sends the request again, as an attempt of its own, so that each is recorded. */
export function adapted(
  { kind, message, status, retryAfterMs, cause }: ModelError,
  what: string,
): ModelError {
  return new ModelError(kind, message, { retryable: false, status, retryAfterMs, cause, adapted: what })
}
