import { createServer as createHttpServer } from 'node:http'
import type { GraphQLSources } from '../graphql/context.ts'
import { Connections } from './connections.ts'
import { Door } from './door.ts'
import { EventStreams } from './event-streams.ts'
import { createGraphQLServer } from './graphql-server.ts'
import { listenOn } from './listen.ts'
import { type LiveLimits, liveLimits } from './live-limits.ts'
import type { ReadinessCheck } from './readiness.ts'
import { serveWebSockets } from './web-sockets.ts'

export interface ServerOptions extends GraphQLSources {
  /** A loopback address or name. */
  readonly host: string
  /** 0 picks a free one. */
  readonly port: number
  /** What else must be well for the process to be ready, beside the database. */
  readonly readiness?: Readonly<Record<string, ReadinessCheck>>
  /** How many WebSockets and event streams one address may hold open, from 1. */
  readonly connectionsPerAddress: number
  /** Default: `liveLimits`. */
  readonly limits?: Partial<LiveLimits>
  /** Whether the database is there; asked for callers who wait long. Default: they wait. */
  readonly isDatabaseThere?: () => Promise<boolean>
  /** Tells whoever runs the server of what callers are not shown. */
  readonly report: (message: string, error?: unknown) => void
}

/** The API on one port: GraphQL over HTTP, event streams and WebSockets, GraphiQL, health. */
interface ApiServer {
  /** Begins to listen. @throws PORT_IN_USE */
  listen(): Promise<{ readonly url: string }>
  /**
   * Sends subscribers away so that they connect again elsewhere, and lets requests under way end, for two seconds at most. From
   * its call on the server is not ready, and refuses what is new: 503, with the connection closed.
   */
  drain(): Promise<void>
  /** Drains it, and stops to listen. */
  close(): Promise<void>
}

/** How long a client that does not take its last bytes can hold up `drain`. */
const drainWithinMs = 2_000

export function createServer(options: ServerOptions): ApiServer {
  const limits = { ...liveLimits, ...options.limits }
  const connections = new Connections(options.connectionsPerAddress)
  const streams = new EventStreams(limits)
  const door = new Door(connections)
  const graphql = createGraphQLServer({ ...options, plugins: [streams.plugin] })
  const http = createHttpServer((request, response) => {
    // The listener owns its promise: it answers each request itself, errors included.
    if (door.admits(request, response)) void graphql(request, response)
  })
  const sockets = serveWebSockets(http, { graphql, connections, limits, report: options.report })

  async function sendAway(): Promise<void> {
    const answered = door.shut()
    const impatience = setTimeout(() => http.closeAllConnections(), drainWithinMs)
    try {
      streams.cut()
      await Promise.all([sockets.drain(drainWithinMs), answered])
    } finally {
      clearTimeout(impatience)
    }
  }

  async function shutDown(): Promise<void> {
    await api.drain()
    const closed = new Promise<void>((resolve) => http.close(() => resolve()))
    http.closeAllConnections()
    await closed
  }

  let draining: Promise<void> | undefined
  let closing: Promise<void> | undefined
  const api: ApiServer = {
    listen: () => listenOn(http, options),
    drain: () => (draining ??= sendAway()),
    close: () => (closing ??= shutDown()),
  }
  return api
}
