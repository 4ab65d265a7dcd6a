import { type ErrorCode, errorTable, isErrorCode, isRungraphError } from '../domain/errors.ts'
import { toClientError } from '../graphql/client-error.ts'

/** An error as the endpoints below `/api/` answer with it. */
export interface ApiError {
  /** Of HTTP. */
  readonly status: number
  /** A stable code of the error table, or of GraphQL (`BAD_REQUEST`, `INTERNAL_SERVER_ERROR`). */
  readonly code: string
  readonly message: string
  /** Which part of the request. */
  readonly path?: readonly string[]
}

/** Anything thrown, as its caller sees it: what is nobody's business is told as over GraphQL. */
export function toApiError(thrown: unknown): ApiError {
  const { message, extensions } = toClientError(thrown)
  const path = isRungraphError(thrown) && 'path' in thrown.data ? thrown.data.path : null
  const error = { code: String(extensions.code), message }
  return describeApiError(Array.isArray(path) ? { ...error, path: path.map(String) } : error)
}

/** An error with the status of its code. */
export function describeApiError(error: Omit<ApiError, 'status'>): ApiError {
  return { status: statusOf(error.code), ...error }
}

/** The body of an answer that is an error. */
export function apiErrorBody({ code, message, path }: Omit<ApiError, 'status'>): string {
  return JSON.stringify({ error: { code, message, ...(path && { path }) } })
}

/** Those whose status is not that of their kind. */
const statuses: Readonly<Partial<Record<ErrorCode, number>>> = {
  INPUT_TOO_LARGE: 413,
  // As draft-ietf-httpapi-idempotency-key-header says of a key that comes with another request.
  IDEMPOTENCY_CONFLICT: 422,
  CURSOR_EXPIRED: 410,
  GONE: 410,
  UNAUTHENTICATED: 401,
  ORIGIN_FORBIDDEN: 403,
  RATE_LIMITED: 429,
  OPERATION_TOO_LARGE: 400,
  OPERATION_NOT_ALLOWED: 403,
  PERSISTED_QUERY_NOT_FOUND: 404,
  REQUEST_MALFORMED: 400,
}

const statusesOfKind = { InvalidInput: 400, NotFound: 404, Conflict: 409, Forbidden: 403, LimitExceeded: 429 }

function statusOf(code: string): number {
  if (!isErrorCode(code)) return code === 'BAD_REQUEST' ? 400 : 500
  const row = errorTable[code]
  if (row.audience !== 'client') return 500
  return statuses[code] ?? (row.result === null ? 503 : statusesOfKind[row.result])
}
