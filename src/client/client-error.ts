/** An error as GraphQL gives it. */
export interface GraphQLErrorEntry {
  readonly message: string
  readonly path?: readonly (string | number)[]
  readonly extensions?: Readonly<Record<string, unknown>>
}

interface Details {
  readonly code: string
  readonly retryable?: boolean
  readonly errors?: readonly GraphQLErrorEntry[]
  readonly status?: number | undefined
  readonly closeCode?: number
  readonly retryAfterMs?: number | undefined
  readonly cause?: unknown
}

/**
 * The one error of the client. `code` is a code of the server's error table (docs/reference/errors.md), or `CONNECTION_FAILED` where there was no
 * answer, or `INVALID_RESPONSE` where the answer is none of Rungraph.
 */
export class RungraphClientError extends Error {
  override readonly name = 'RungraphClientError'
  readonly code: string
  /** Whether the same request can succeed later. The client has retried it already. */
  readonly retryable: boolean
  /** All errors of the response; empty if there was none. */
  readonly errors: readonly GraphQLErrorEntry[]
  /** HTTP status, if there was a response over HTTP. */
  readonly status: number | undefined
  /** Close code of the WebSocket, if the server closed one (docs/reference/errors.md). */
  readonly closeCode: number | undefined
  /** Time that the server asks to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined

  constructor(message: string, details: Details) {
    super(message, { cause: details.cause })
    this.code = details.code
    this.retryable = details.retryable ?? false
    this.errors = details.errors ?? []
    this.status = details.status
    this.closeCode = details.closeCode
    this.retryAfterMs = details.retryAfterMs
  }
}

/** The error of a response. It can pass if one of its errors can: the others may follow from that one. */
export function fromGraphQLErrors(
  errors: readonly GraphQLErrorEntry[],
  response: { readonly status?: number; readonly retryAfterMs?: number | undefined } = {},
): RungraphClientError {
  const first = errors[0]
  const code = first?.extensions?.code
  return new RungraphClientError(first?.message ?? 'The server gave an error without a message.', {
    ...response,
    code: typeof code === 'string' ? code : 'INVALID_RESPONSE',
    retryable: errors.some(({ extensions }) => extensions?.retryable === true),
    errors,
  })
}

/** Throws the error that a mutation gives in the place of its object. */
export function throwRefusal({ code, message }: Pick<RungraphClientError, 'code' | 'message'>): never {
  throw new RungraphClientError(message, { code })
}

/** Close codes that another connection would get again (docs/reference/errors.md), and their meaning for the credentials. */
const closeCodes: Readonly<Record<number, string>> = {
  1009: 'INPUT_TOO_LARGE',
  4400: 'BAD_REQUEST',
  4401: 'UNAUTHENTICATED',
  4403: 'UNAUTHENTICATED',
  4406: 'INVALID_RESPONSE',
  4409: 'BAD_REQUEST',
  4419: 'UNAUTHENTICATED',
  4429: 'BAD_REQUEST',
}

/** The error of a WebSocket that was closed. */
export function fromClose(closeCode: number, reason: string): RungraphClientError {
  const code = closeCodes[closeCode]
  const hint = code === 'UNAUTHENTICATED' ? ' Use an API key or token that is in force.' : ''
  return new RungraphClientError(
    `The server closed the connection: ${closeCode} ${reason.replace(/\.$/, '')}.${hint}`,
    {
      code: code ?? 'CONNECTION_FAILED',
      retryable: code === undefined,
      closeCode,
    },
  )
}

/** The error of a connection that broke, or was never made. */
export function connectionFailed(cause: unknown): RungraphClientError {
  const reason = cause instanceof Error ? `: ${cause.message}` : ''
  return new RungraphClientError(`The connection to the server failed${reason}.`, {
    code: 'CONNECTION_FAILED',
    retryable: true,
    cause,
  })
}

/** The error of a connection that the client itself dropped. */
export function dropped(): RungraphClientError {
  return connectionFailed(new Error('it was dropped for a new one'))
}

/** Anything thrown, as an error of the client. By its name: an application may have bundled the client twice. */
export function asClientError(thrown: unknown): RungraphClientError {
  return isClientError(thrown) ? thrown : connectionFailed(thrown)
}

function isClientError(thrown: unknown): thrown is RungraphClientError {
  return thrown instanceof Error && thrown.name === 'RungraphClientError'
}
