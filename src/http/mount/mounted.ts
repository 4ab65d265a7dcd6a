import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { normalBasePath, noteBasePath, targetBelow } from '../base-path.ts'
import { wantsWebSocket } from '../upgrade-offers.ts'
import type { FetchContext } from './fetch-in-process.ts'

/** Where a host of Node.js serves Rungraph. */
export type MountContext = Pick<FetchContext, 'basePath'>

/** A server without a port: requests that a host passes on are served like requests to the own port. */
export interface Mounted {
  /**
   * Answers a request of the Fetch API: GraphQL over HTTP and event streams, the endpoints below `/api/`, health, metrics, the console and
   * GraphiQL. Rejects with the reason of the request's signal when that aborts before the answer begins.
   */
  fetch(request: Request, context?: FetchContext): Promise<Response>
  /**
   * Answers a request to a server of `node:http`, as Express and Fastify have it, whose body was not read yet. False: it is not below
   * `basePath`, and is left to the host.
   */
  handle(request: IncomingMessage, response: ServerResponse, context?: MountContext): boolean
  /**
   * Opens the WebSocket of GraphQL for an `upgrade` event of a server of `node:http`, or refuses it. False: it is not below `basePath`, and
   * is left to the host.
   */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, context?: MountContext): boolean
}

interface Takers {
  requests(request: IncomingMessage, response: ServerResponse): void
  sockets(request: IncomingMessage, socket: Duplex, head: Buffer): void
}

export function createMounted(fetch: Mounted['fetch'], take: Takers): Mounted {
  return {
    fetch,
    handle: (request, response, context) => {
      const { url } = request
      const originalUrl = originalUrlOf(request)
      if (!moveBelow(request, context)) return false
      // Logs of the host read them when the answer is there.
      const restore = () => Object.assign(request, { url, ...(originalUrl !== null && { originalUrl }) })
      response.prependOnceListener('finish', restore)
      take.requests(request, response)
      return true
    },
    handleUpgrade: (request, socket, head, context) => {
      // A request that is served again as another is served with the address that it came with.
      const isMoved = wantsWebSocket(request) ? moveBelow(request, context) : isBelow(request, context)
      if (!isMoved) return false
      take.sockets(request, socket, head)
      return true
    },
  }
}

function isBelow(request: IncomingMessage, { basePath = '' }: MountContext = {}): boolean {
  return targetIn(request, normalBasePath(basePath)) !== null
}

/** Gives a request the target that it has below the base path; false where it has none. */
function moveBelow(request: IncomingMessage, { basePath = '' }: MountContext = {}): boolean {
  const base = normalBasePath(basePath)
  const target = targetIn(request, base)
  if (target === null) return false
  request.url = target
  // The adapter of yoga reads this one first.
  if (originalUrlOf(request) !== null) Object.assign(request, { originalUrl: target })
  noteBasePath(request, base)
  return true
}

function targetIn(request: IncomingMessage, base: string): string | null {
  // Express takes the path of a router off, and keeps the whole target here.
  return targetBelow(base, originalUrlOf(request) ?? request.url ?? '/')
}

function originalUrlOf(request: IncomingMessage): string | null {
  return 'originalUrl' in request && typeof request.originalUrl === 'string' ? request.originalUrl : null
}
