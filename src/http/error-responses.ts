import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import {
  type ErrorCode,
  errorTable,
  isErrorCode,
  isRungraphError,
  RungraphError,
  retryAfterSeconds,
} from '../domain/errors.ts'
import type { RequestMetrics } from '../domain/request-metrics.ts'
import { toCallerError } from '../graphql/errors.ts'

/** The server is stopping; another takes over, or it restarts. */
export function stopping(): RungraphError {
  return new RungraphError('SHUTTING_DOWN', { retryAfterSeconds })
}

/** Refuses a request that nobody has read yet, so its connection cannot be used again. */
export function refuseRequest(
  { url }: IncomingMessage,
  response: ServerResponse,
  error: RungraphError,
  asStatus?: number,
): void {
  const { status, headers, body } = refusalOf(error, { url, asStatus })
  response.writeHead(status, headers).end(body)
}

/** Answers on a connection that has no response, as its bytes made no request, and closes it. */
export function refuseConnection(socket: Duplex, error: RungraphError, asStatus?: number): void {
  // Nobody else listens to it any more: its client may have left, or never close its side.
  socket.on('error', () => socket.destroy())
  socket.once('finish', () => socket.destroy())
  const { status, headers, body } = refusalOf(error, { asStatus })
  const lines = [...answerHeaders, ...Object.entries(headers)].map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
}

/** Answers a request that failed unexpectedly: without the reason. Ends a response that is half written. */
export function answerFailure({ url }: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent) return void response.destroy()
  const { message, extensions } = toCallerError(null)
  const isApi = url?.startsWith('/api/')
  const body = isApi
    ? apiErrorBody({ code: String(extensions.code), message })
    : JSON.stringify({ errors: [{ message, extensions }] })
  response.writeHead(500, {
    connection: 'close',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
  })
  response.end(body)
}

interface ErrorContext {
  readonly url?: string | undefined
  /** Default: that of the code. */
  readonly asStatus?: number | undefined
}

function refusalOf({ code, message, data }: RungraphError, { url, asStatus }: ErrorContext) {
  const status = asStatus ?? describeApiError({ code, message }).status
  const seconds = 'retryAfterSeconds' in data ? data.retryAfterSeconds : retryAfterSeconds
  const body = refusalBody({ code, message }, url)
  const headers = {
    connection: 'close',
    ...(status === 401 && { 'www-authenticate': 'Bearer realm="rungraph"' }),
    ...((status === 429 || status === 503) && { 'retry-after': String(seconds) }),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
  }
  return { status, headers, body }
}

/** The error in the format of the request: of GraphQL, or of the endpoints below `/api/`. */
function refusalBody(
  { code, message }: Pick<RungraphError, 'code' | 'message'>,
  url: string | undefined,
): string {
  return url?.startsWith('/api/') ? apiErrorBody({ code, message }) : graphqlErrorBody({ code, message })
}

/** The body of an answer of GraphQL that is an error and nothing else. */
export function graphqlErrorBody({ code, message }: Pick<RungraphError, 'code' | 'message'>): string {
  const extensions = errorTable[code].retryable ? { code, retryable: true } : { code }
  return JSON.stringify({ errors: [{ message, extensions }] })
}

/**
 * The headers of every response of every port: no client may guess another content type, and no browser sends the page that led
 * there. Responses are written by Node's response, to a bare connection, and by ws (API-16).
 */
export const answerHeaders: readonly (readonly [string, string])[] = [
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'no-referrer'],
]

/** An error as the endpoints below `/api/` answer with it. */
export interface ApiError {
  /** HTTP status. */
  readonly status: number
  /** A stable code of the error table, or of GraphQL (`BAD_REQUEST`, `INTERNAL_SERVER_ERROR`). */
  readonly code: string
  readonly message: string
  /** Which part of the request. */
  readonly path?: readonly string[]
  /** When the same call may be tried again. Default: nobody says, or that of the status 503. */
  readonly retryAfterSeconds?: number
}

/** Anything thrown, as its caller sees it: internal errors are masked as over GraphQL. */
export function toApiError(thrown: unknown): ApiError {
  const { message, extensions } = toCallerError(thrown)
  const data = isRungraphError(thrown) ? thrown.data : {}
  const path = 'path' in data ? data.path : null
  const seconds = 'retryAfterSeconds' in data ? data.retryAfterSeconds : null
  return describeApiError({
    ...{ code: String(extensions.code), message },
    ...(Array.isArray(path) && { path: path.map(String) }),
    ...(typeof seconds === 'number' && { retryAfterSeconds: seconds }),
  })
}

/** An error with the status of its code. */
export function describeApiError(error: Omit<ApiError, 'status'>): ApiError {
  return { status: statusOf(error.code), ...error }
}

/** The body of an answer that is an error. */
export function apiErrorBody({ code, message, path }: Omit<ApiError, 'status'>): string {
  return JSON.stringify({ error: { code, message, ...(path && { path }) } })
}

/** The answer to a request that is refused. */
export function refuseCall(
  error: ApiError,
  { requestMetrics }: { readonly requestMetrics: Pick<RequestMetrics, 'refused'> },
  headers: Readonly<Record<string, string>> = {},
): Response {
  requestMetrics.refused(error.code)
  const seconds = error.retryAfterSeconds ?? (error.status === 503 ? retryAfterSeconds : null)
  const later = seconds === null ? {} : { 'retry-after': String(seconds) }
  return answerJson(error.status, apiErrorBody(error), { ...later, ...headers })
}

/** The answer to a request of another method than the one that its address takes. */
export function refuseMethod(allow: string, options: Parameters<typeof refuseCall>[1]): Response {
  const message = `This address takes ${allow} alone.`
  return refuseCall({ status: 405, code: 'REQUEST_MALFORMED', message }, options, { allow })
}

/** The answer to a request whose body is of a type or an encoding that its address does not take. */
export function refuseBody(message: string, options: Parameters<typeof refuseCall>[1]): Response {
  return refuseCall({ status: 415, code: 'REQUEST_MALFORMED', message }, options)
}

/** An answer of JSON, which no cache keeps. */
export function answerJson(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const type = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
  return new Response(body, { status, headers: { ...type, ...headers } })
}

/** Statuses of codes that differ from the status of their kind. */
const statuses: Readonly<Partial<Record<ErrorCode, number>>> = {
  INPUT_TOO_LARGE: 413,
  FILE_TOO_LARGE: 413,
  FILE_LINK_INVALID: 403,
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
