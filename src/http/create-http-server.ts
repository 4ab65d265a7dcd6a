import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import { answerHeaders } from './error-responses.ts'
import { isServable, refuseMalformed } from './malformed-requests.ts'

/** An HTTP server. `isBusy` returns whether a connection waits for a response. */
export interface Http {
  readonly server: Server
  /** Serves a request that another server of this process received. */
  take(request: IncomingMessage, response: ServerResponse): void
  isBusy(socket: Socket): boolean
}

/**
 * Creates an HTTP server that answers one request of a connection at a time. A client that sends another before it has its answer gets that
 * answer, with `Connection: close`, and no other: else it could send many and read none (API-14). Every response has the common headers.
 * Invalid addresses and malformed requests are refused with a code (API-8).
 */
export function createHttpServer(
  options: ServerOptions,
  serve: (request: IncomingMessage, response: ServerResponse) => void,
): Http {
  const answers = new WeakMap<Socket, ServerResponse>()
  const take = (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    const before = answers.get(socket)
    // Bytes that were read of a connection which has ended meanwhile are no requests either.
    if (before !== undefined || socket.destroyed) return closeBehind(socket, before)
    answers.set(socket, response)
    response.once('close', () => answers.delete(socket))
    for (const [name, value] of answerHeaders) response.setHeader(name, value)
    if (isServable(request, response)) serve(request, response)
  }
  const server = createServer({ ...options, requireHostHeader: false }, take)
  server.on('checkExpectation', take)
  refuseMalformed(server)
  return { server, take, isBusy: (socket) => answers.has(socket) }
}

/** Ends a connection behind an answer, and reads nothing more of it. */
function closeBehind(socket: Socket, answer: ServerResponse | undefined): void {
  ignoreRest(socket)
  if (answer?.headersSent) answer.once('close', () => socket.destroy())
  else answer?.setHeader('connection', 'close')
}

/**
 * Stops the parsing of bytes read of a connection that is ended. Node would make requests of all of them, and keep them until the
 * connection is closed: of a hundred connections that is a gigabyte. There is no public API to stop it; where the private one is missing it
 * does nothing.
 */
function ignoreRest(socket: Socket): void {
  // Absent in the types. Node takes it from a connection that it is done with.
  const parser: unknown = Reflect.get(socket, 'parser')
  if (typeof parser !== 'object' || parser === null) return
  Reflect.set(parser, 'onIncoming', () => noFurtherRequests)
}

/** Marks a request after which the connection has another protocol. */
const noFurtherRequests = 2
