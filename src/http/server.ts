import { createServer as createHttpServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { RungraphError } from '../domain/errors.ts'
import type { GraphQLSources } from '../graphql/context.ts'
import { EventStreams } from './event-streams.ts'
import { createGraphQLServer } from './graphql-server.ts'
import type { ReadinessCheck } from './readiness.ts'
import { serveWebSockets } from './web-sockets.ts'

export interface ServerOptions extends GraphQLSources {
  /** A loopback address or name. */
  readonly host: string
  /** 0 picks a free one. */
  readonly port: number
  /** What else must be well for the process to be ready, beside the database. */
  readonly readiness?: Readonly<Record<string, ReadinessCheck>>
  /** Tells whoever runs the server of what callers are not shown. */
  readonly report: (message: string, error?: unknown) => void
}

/** The API on one port: GraphQL over HTTP, event streams and WebSockets, GraphiQL, health. */
interface ApiServer {
  /** Begins to listen. @throws PORT_IN_USE */
  listen(): Promise<{ readonly url: string }>
  /** Sends subscribers away so that they connect again elsewhere, lets requests under way end, and stops to listen. */
  close(): Promise<void>
}

/** How long a client that does not take its last bytes can hold up `close`. */
const closeWithinMs = 2_000

export function createServer(options: ServerOptions): ApiServer {
  const streams = new EventStreams()
  const graphql = createGraphQLServer({ ...options, plugins: [streams.plugin] })
  // The listener owns its promise: it answers each request itself, errors included.
  const http = createHttpServer((request, response) => void graphql(request, response))
  const sockets = serveWebSockets(http, graphql, closeWithinMs)

  async function shutDown(): Promise<void> {
    const closed = new Promise<void>((resolve) => http.close(() => resolve()))
    const impatience = setTimeout(() => http.closeAllConnections(), closeWithinMs)
    try {
      streams.cut()
      await sockets.close()
      http.closeIdleConnections()
      await closed
    } finally {
      clearTimeout(impatience)
    }
  }

  let closing: Promise<void> | undefined
  return {
    async listen() {
      await listenOn(http, options)
      return { url: urlOf(options.host, http) }
    },
    close: () => (closing ??= shutDown()),
  }
}

function listenOn(http: Server, { host, port }: ServerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new RungraphError('PORT_IN_USE', { host, port }, error) : error)
    http.once('error', fail)
    http.listen(port, host, () => {
      http.off('error', fail)
      resolve()
    })
  })
}

function urlOf(host: string, http: Server): string {
  // A server that listens on a TCP port has an address of this kind.
  const { port } = http.address() as AddressInfo
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
