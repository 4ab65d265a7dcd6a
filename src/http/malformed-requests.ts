import { type IncomingMessage, type Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { RungraphError } from '../domain/errors.ts'
import { refuseConnection, refuseRequest } from './error-responses.ts'
import { settleAddress } from './request-address.ts'

interface Refusal {
  readonly status: number
  readonly problem: string
  readonly remedy: string
}

/** The responses to requests that Node's parser refuses, by the code of its error (API-8). */
const refusals: Readonly<Record<string, Refusal>> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    problem: 'The request did not arrive in time.',
    remedy: 'Send it faster, or in smaller parts.',
  },
  HPE_HEADER_OVERFLOW: {
    status: 431,
    problem: 'The headers are more than 16 KiB.',
    remedy: 'Send the operation with POST, and fewer headers.',
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: 413,
    problem: 'The extensions of a chunk are too large.',
    remedy: 'Send chunks without extensions.',
  },
}
export const noAddress = {
  status: 400,
  remedy: 'Send one Host, `name:port`, and a target that begins with a slash.',
} as const
const unexpected: Refusal = {
  status: 417,
  problem: 'The only supported expectation is 100-continue.',
  remedy: 'Leave the header out.',
}
const noHttp: Refusal = {
  status: 400,
  problem: 'The request is not valid HTTP/1.1.',
  remedy: 'Correct the client.',
}

/**
 * Answers bytes that cannot be read as a request, or requests for unsupported features of HTTP, with the reason, and closes the connection
 * (API-13).
 */
export function refuseMalformed(http: Server): void {
  http.on('connect', (_request, socket) =>
    refuse(socket, { status: 405, problem: 'This server is not a proxy.', remedy: 'Use GET or POST.' }),
  )
  http.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    // Closed, or in the middle of a response.
    if (!socket.writable || error.code === 'ECONNRESET') return socket.destroy()
    return refuse(socket, refusals[error.code ?? ''] ?? noHttp)
  })
}

/** Whether a request can be served: refuses one with an invalid address, or with an unsupported `Expect`. */
export function isServable(request: IncomingMessage, response: ServerResponse): boolean {
  const refusal = refusalOf(request)
  if (refusal !== null) refuse(response, refusal)
  return refusal === null
}

function refusalOf(request: IncomingMessage): Refusal | null {
  const problem = settleAddress(request)
  if (problem !== null) return { ...noAddress, problem }
  const { expect } = request.headers
  return expect === undefined || expect.toLowerCase() === '100-continue' ? null : unexpected
}

function refuse(to: Duplex | ServerResponse, { status, problem, remedy }: Refusal): void {
  const error = new RungraphError('REQUEST_MALFORMED', { problem, remedy })
  if (to instanceof ServerResponse) refuseRequest(to.req, to, error, status)
  else refuseConnection(to, error, status)
}
