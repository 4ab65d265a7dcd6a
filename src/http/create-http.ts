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

/** A server of HTTP, and whether a connection of it has answers that are still to come. */
export interface Http {
  readonly server: Server
  isBusy(socket: IncomingMessage['socket']): boolean
}

/**
 * A server of HTTP that serves the requests of each connection in order, one at a time: only those with a valid address, and with
 * the headers that every answer has. What is no request is refused.
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
  return { server, isBusy: (socket) => queue.isBusy(socket) }
}
