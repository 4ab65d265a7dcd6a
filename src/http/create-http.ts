import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'
import { answerHeaders } from './error-responses.ts'
import { isServable, refuseMalformed } from './malformed-requests.ts'
import { RequestQueue } from './request-queue.ts'

/** An HTTP server. `isBusy` returns whether a connection waits for a response. */
export interface Http {
  readonly server: Server
  /** Serves a request that another server of this process received. */
  take(request: IncomingMessage, response: ServerResponse): void
  isBusy(socket: IncomingMessage['socket']): boolean
}

/**
 * Creates an HTTP server that serves the requests of each connection in order, one at a time. Every response has the common headers.
 * Invalid addresses and malformed requests are refused with a code (API-8).
 */
export function createHttp(
  options: ServerOptions,
  serve: (request: IncomingMessage, response: ServerResponse) => void,
): Http {
  const queue = new RequestQueue((request, response) => {
    if (isServable(request, response)) serve(request, response)
  })
  const take = (request: IncomingMessage, response: ServerResponse) => {
    for (const [name, value] of answerHeaders) response.setHeader(name, value)
    queue.add(request, response)
  }
  const server = createServer({ ...options, requireHostHeader: false }, take)
  server.on('checkExpectation', take)
  refuseMalformed(server)
  return { server, take, isBusy: (socket) => queue.isBusy(socket) }
}
