import { type IncomingMessage, request as requestOver, type Server } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { RungraphError } from '../../domain/errors.ts'
import { normalBasePath, noteBasePath, targetBelow } from '../base-path.ts'
import { answerHeaders, graphqlErrorBody } from '../error-responses.ts'
import { wantsConsole } from '../request-address.ts'
import { connectInMemory } from './in-memory-socket.ts'

/** Facts about a request that only the host knows. */
export interface FetchContext {
  /** Path below which the host serves Rungraph: `/ai`. The URL of the request must be complete, with that path. Default: the root. */
  readonly basePath?: string | undefined
  /**
   * The IP address of the client, as the host knows it. Limits of callers without a key are counted by it, and a server without API keys
   * accepts loopback addresses only. Default: unknown, so all clients without a key are counted together.
   */
  readonly remoteAddress?: string | undefined
}

/** Serves requests of the Fetch API by an HTTP server of this process that need not listen. */
export interface InProcessFetch {
  (request: Request, context?: FetchContext): Promise<Response>
  /** Breaks off every connection. */
  closeAll(): void
}

/** Headers of one connection, which are not those of another (RFC 9110, 7.6.1), and a length that a host may have changed. */
const ofConnection = new Set([
  ...['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
  ...['expect', 'content-length', 'host', 'http2-settings'],
])
/** Answers with these statuses have no body (Fetch, null body status). */
const withoutBody = [101, 204, 205, 304]

/**
 * Sends each request over a connection in memory, so that it passes the same checks as a request to the port: limits, origins, keys, drain.
 * TLS, the version of HTTP and the time limit for receiving a request are left to the host.
 */
export function createFetch(server: Server): InProcessFetch {
  const open = new Set<{ destroy(): void }>()
  const bases = new WeakMap<object, string>()
  // Before all other listeners: they answer.
  server.prependListener('request', (request: IncomingMessage) =>
    noteBasePath(request, bases.get(request.socket) ?? ''),
  )

  const serve = async (request: Request, { basePath = '', remoteAddress }: FetchContext = {}) => {
    const url = new URL(request.url)
    const base = normalBasePath(basePath)
    const path = targetBelow(base, `${url.pathname}${url.search}`)
    if (path === null) return elsewhere(base)
    // The console finds its files relative to a folder.
    if (
      base !== '' &&
      url.pathname === base &&
      wantsConsole(request.method, '/', request.headers.get('accept'))
    ) {
      const location = `${base}/${url.search}`
      return new Response(null, { status: 308, headers: { ...plainHeaders, location } })
    }
    request.signal.throwIfAborted()
    const connection = connectInMemory(remoteAddress)
    open.add(connection.server)
    connection.server.once('close', () => open.delete(connection.server))
    bases.set(connection.server, base)
    server.emit('connection', connection.server)
    return exchange(request, { path, host: url.host, connection: connection.client })
  }
  return Object.assign(serve, {
    closeAll: () => {
      for (const connection of open) connection.destroy()
    },
  })
}

const plainHeaders = Object.fromEntries(answerHeaders)

function elsewhere(basePath: string): Response {
  const error = new RungraphError('REQUEST_MALFORMED', {
    problem: `The request is not below ${basePath}.`,
    remedy: 'Pass the whole URL of the request, and the basePath that it begins with.',
  })
  return new Response(graphqlErrorBody(error), {
    status: 404,
    headers: { ...plainHeaders, 'content-type': 'application/json; charset=utf-8' },
  })
}

interface Line {
  readonly path: string
  readonly host: string
  readonly connection: ReturnType<typeof connectInMemory>['client']
}

/** Sends the request over the connection; resolves with the answer when its head is there. */
function exchange(request: Request, { path, host, connection }: Line): Promise<Response> {
  const { method, body, signal } = request
  const headers = Object.fromEntries([...request.headers].filter(([name]) => !ofConnection.has(name)))
  return new Promise((resolve, reject) => {
    const sent = requestOver({
      ...{ method, path, headers: { ...headers, host } },
      createConnection: () => connection,
    })
    const leave = () => {
      sent.destroy()
      reject(signal.reason)
    }
    signal.addEventListener('abort', leave, { once: true })
    sent.once('error', reject)
    sent.once('close', () => signal.removeEventListener('abort', leave))
    sent.once('response', (answer) => {
      // From here on the reader of the body receives its errors.
      sent.on('error', () => undefined)
      resolve(toResponse(answer, method))
    })
    if (body === null) sent.end()
    // An abort of one breaks off the other; a refusal may come before all of the body was sent.
    else pipeline(Readable.fromWeb(toNodeStream(body)), sent).catch(() => undefined)
  })
}

/** The same stream: the types of the platform and of Node.js differ in their readers. */
function toNodeStream(body: ReadableStream<Uint8Array>): NodeReadableStream<Uint8Array> {
  return body as NodeReadableStream<Uint8Array>
}

function toResponse(answer: IncomingMessage, method: string): Response {
  const { statusCode: status = 500, rawHeaders } = answer
  const headers = new Headers()
  for (let nth = 0; nth < rawHeaders.length; nth += 2) {
    const [name = '', value = ''] = rawHeaders.slice(nth, nth + 2)
    if (name.toLowerCase() === 'content-length' || !ofConnection.has(name.toLowerCase()))
      headers.append(name, value)
  }
  if (method === 'HEAD' || withoutBody.includes(status)) {
    answer.resume()
    return new Response(null, { status, headers })
  }
  // The same stream again.
  return new Response(Readable.toWeb(answer) as ReadableStream<Uint8Array>, { status, headers })
}
