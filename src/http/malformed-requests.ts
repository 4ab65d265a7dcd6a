import { type IncomingMessage, type Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { RungraphError } from '../domain/errors.ts'
import { refuseConnection, refuseRequest } from './refusals.ts'

interface Refusal {
  readonly status: number
  readonly problem: string
  readonly remedy: string
}

/** By the code that Node gives what it cannot read. */
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
const noHttp: Refusal = { status: 400, problem: 'The request is no HTTP/1.1.', remedy: 'Mend the client.' }

/** Answers what cannot be read as a request, or asks HTTP for what is not had here, with the reason, and closes its connection. */
export function refuseMalformed(http: Server): void {
  http.on('connect', (_request, socket) =>
    refuse(socket, { status: 405, problem: 'This is no proxy.', remedy: 'Use GET or POST.' }),
  )
  http.on('checkExpectation', (_request, response) =>
    refuse(response, {
      status: 417,
      problem: 'Nothing is expected here but 100-continue.',
      remedy: 'Leave the header out.',
    }),
  )
  http.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    // Gone, or in the midst of an answer.
    if (!socket.writable || error.code === 'ECONNRESET') return socket.destroy()
    return refuse(socket, refusals[error.code ?? ''] ?? noHttp)
  })
}

/** Tells whether a request says whom it is for; one that does not has been refused. Node itself would refuse it without a word. */
export function namesHost({ headers }: IncomingMessage, response: ServerResponse): boolean {
  if (headers.host !== undefined) return true
  refuse(response, {
    status: 400,
    problem: 'The request has no Host.',
    remedy: 'Send that header.',
  })
  return false
}

function refuse(to: Duplex | ServerResponse, { status, problem, remedy }: Refusal): void {
  const error = new RungraphError('REQUEST_MALFORMED', { problem, remedy })
  if (to instanceof ServerResponse) refuseRequest(to.req, to, error, status)
  else refuseConnection(to, error, status)
}
