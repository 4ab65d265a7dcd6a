import { createServer as createHttpServer } from 'node:http'
import type { GraphQLSources } from '../graphql/context.ts'
import { EventStreams } from './event-streams.ts'
import { createGraphQLServer } from './graphql-server.ts'
import { listenOn } from './listen.ts'
import type { ReadinessCheck } from './readiness.ts'
import { serveWebSockets } from './web-sockets.ts'

export interface ServerOptions extends GraphQLSources {
  /** A loopback address or name. */
  readonly host: string
  /** 0 picks a free one. */
  readonly port: number
  /** What else must be well for the process to be ready, beside the database. */
  readonly readiness?: Readonly<Record<string, ReadinessCheck>>
  /** Whether the database is there; asked for callers who wait long. Default: they wait. */
  readonly isDatabaseThere?: () => Promise<boolean>
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
    listen: () => listenOn(http, options),
    close: () => (closing ??= shutDown()),
  }
}
