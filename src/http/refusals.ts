import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { errorTable, RungraphError, retryAfterSeconds } from '../domain/errors.ts'
import { toClientError } from '../graphql/client-error.ts'
import { answerHeaders } from './answer-headers.ts'
import { apiErrorBody, describeApiError } from './api-error.ts'

/** The server is on its way out; another takes over, or it comes again. */
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

/** Answers on a connection that has no response, as no request could be made of what came, and closes it. */
export function refuseConnection(socket: Duplex, error: RungraphError, asStatus?: number): void {
  // Nobody else listens to it any more: its client may be gone already, or never close its side.
  socket.on('error', () => socket.destroy())
  socket.once('finish', () => socket.destroy())
  const { status, headers, body } = refusalOf(error, { asStatus })
  const lines = [...answerHeaders, ...Object.entries(headers)].map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
}

/** Answers a request that failed in a way that nobody foresaw: that it did, and nothing of why. Ends one that is half answered. */
export function answerFailure({ url }: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent) return void response.destroy()
  const { message, extensions } = toClientError(null)
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

interface Circumstances {
  readonly url?: string | undefined
  /** Default: that of the code. */
  readonly asStatus?: number | undefined
}

function refusalOf({ code, message, data }: RungraphError, { url, asStatus }: Circumstances) {
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

/** The error in the words of what was asked: of GraphQL, or of the endpoints below `/api/`. */
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
