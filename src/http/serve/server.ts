import type { ServerOptions as HttpOptions } from 'node:http'
import type { Authenticator } from '../../domain/caller.ts'
import { type RenderMetrics, type RequestMetrics, uncounted } from '../../domain/request-metrics.ts'
import type { GraphQLSources } from '../../graphql/context.ts'
import { allowOrigin } from '../access/authenticate.ts'
import { type CallerLimits, callerLimits, createCallers, useCallers } from '../access/callers.ts'
import { ConnectionGuard, createConnections } from '../access/connection-guard.ts'
import { useBasePath } from '../base-path.ts'
import { createHttpServer } from '../create-http-server.ts'
import { answerFailure } from '../error-responses.ts'
import { createHealthEndpoints } from '../health/health-endpoints.ts'
import { probeDatabase, type ReadinessCheck } from '../health/readiness.ts'
import { type LiveLimits, liveLimits } from '../limits/live-limits.ts'
import { type OperationLimits, operationLimits } from '../limits/operation-limits.ts'
import { listenOn } from '../listen.ts'
import { createFetch } from '../mount/fetch-in-process.ts'
import { createMounted, type Mounted } from '../mount/mounted.ts'

import { serveWebSockets } from '../sockets/web-sockets.ts'
import { EventStreams } from '../streams/event-streams.ts'
import { createGraphQLServer } from '../yoga/graphql-server.ts'
import { PersistedOperations, type PersistedOptions } from '../yoga/persisted-operations.ts'
import { useSubscriptions } from '../yoga/use-subscriptions.ts'
import { serveRequests } from './serve-request.ts'

export interface ServerOptions extends GraphQLSources {
  /** Decides who may call. */
  readonly authenticator: Authenticator
  /** Origins of pages that may call, beside those of this server. Default: none. */
  readonly origins?: readonly string[]
  readonly host: string
  /** 0 picks a free one. */
  readonly port: number
  /** Checks that must pass for the process to be ready, besides the database. */
  readonly readiness?: Readonly<Record<string, ReadinessCheck>>
  /** Maximum number of WebSockets and event streams of one address, from 1. */
  readonly connectionsPerAddress: number
  /** Default: `liveLimits`. */
  readonly limits?: Partial<LiveLimits>
  /** Default: `operationLimits`. */
  readonly operationLimits?: Partial<OperationLimits>
  /** The largest request of GraphQL that is read, in bytes. Default: `maxRequestBytes`. */
  readonly requestBytes?: number | undefined
  /** Default: `callerLimits`. */
  readonly callerLimits?: Partial<CallerLimits>
  /** Default: no manifest, and any document. */
  readonly persisted?: PersistedOptions
  /** Whether the database is there; asked for callers who wait long. Default: they wait. */
  readonly isDatabaseThere?: () => Promise<boolean>
  /** The metrics of the process; absent: nothing is served at `/metrics`. */
  readonly metrics?: RenderMetrics
  /** Counts callers; default: no counting. */
  readonly requestMetrics?: RequestMetrics
  /** Reports details to the operator that callers are not shown. */
  readonly report: (message: string, error?: unknown) => void
}

/** The API on one port: GraphQL over HTTP, event streams and WebSockets, GraphiQL, health. */
export interface ApiServer {
  /** Begins to listen. @throws PORT_IN_USE */
  listen(): Promise<{ readonly url: string }>
  /** The same server without a port, for programs that have one. */
  readonly mounted: Mounted
  /**
   * Disconnects subscribers so that they connect again elsewhere, and lets active requests end, for two seconds at most. From its call on
   * the server is not ready, and refuses new requests: 503, with the connection closed.
   */
  drain(): Promise<void>
  /** Drains it, and stops to listen. */
  close(): Promise<void>
}

/** Maximum time for which a client that does not read its last bytes can delay `drain`, in milliseconds. */
const drainWithinMs = 2_000

export function createServer(options: ServerOptions): ApiServer {
  const limits = { ...liveLimits, ...options.limits }
  const connections = createConnections(options.connectionsPerAddress)
  const { requestMetrics = uncounted, isDatabaseThere = async () => true } = options
  const callers = createCallers({ ...callerLimits, ...options.callerLimits }, isDatabaseThere)
  const operations = new PersistedOperations(options.persisted)
  const streams = new EventStreams(limits, requestMetrics)
  const guard = new ConnectionGuard(connections, requestMetrics)
  const leaving = new AbortController()
  const trigger = { callers, leaving: leaving.signal, keepAliveMs: limits.keepAliveMs }
  const graphql = createGraphQLServer({
    ...options,
    limits: { ...operationLimits, ...options.operationLimits },
    persisted: operations,
    ...{ requestMetrics, isDatabaseThere },
    plugins: [
      useBasePath(),
      useCallers(callers),
      useSubscriptions(callers, connections, requestMetrics),
      streams.plugin,
    ],
    trigger,
  })
  const authentication = { ...options, isDatabaseThere, origins: options.origins ?? [] }
  const health = createHealthEndpoints({
    database: () => probeDatabase(options.reads),
    ...options.readiness,
  })
  const serve = serveRequests({ graphql, health, callers, streams, authentication, requestMetrics })
  const listener = createHttpServer(toHttpOptions(limits), (request, response) => {
    allowOrigin(request, response, authentication)
    if (!guard.admits(request, response)) return
    serve(request, response).catch((error: unknown) => {
      // A client that left is not reported.
      if (response.destroyed) return
      options.report('A request could not be answered.', error)
      answerFailure(request, response)
    })
  })
  const { server: http } = listener
  const fetch = createFetch(http)
  const sockets = serveWebSockets(listener, {
    ...{ graphql, connections, callers, operations, limits, authentication, requestMetrics },
    report: options.report,
  })

  async function drainConnections(): Promise<void> {
    const answered = guard.shut()
    const forceTimer = setTimeout(() => {
      http.closeAllConnections()
      fetch.closeAll()
    }, drainWithinMs)
    try {
      leaving.abort()
      streams.cut()
      await Promise.all([sockets.drain(drainWithinMs), answered])
    } finally {
      clearTimeout(forceTimer)
    }
  }

  async function shutDown(): Promise<void> {
    await api.drain()
    const closed = new Promise<void>((resolve) => http.close(() => resolve()))
    http.closeAllConnections()
    fetch.closeAll()
    await closed
  }

  let draining: Promise<void> | undefined
  let closing: Promise<void> | undefined
  const api: ApiServer = {
    listen: () => listenOn(http, options),
    mounted: createMounted(fetch, { requests: listener.take, sockets: sockets.take }),
    drain: () => (draining ??= drainConnections()),
    close: () => (closing ??= shutDown()),
  }
  return api
}

/**
 * Time limits for sending a request, which Node.js checks ten times within the shorter time, and for the time between two requests: a
 * proxy that keeps its connections for longer would send a request into one that closes.
 */
function toHttpOptions({ headersWithinMs, requestWithinMs, idleConnectionMs }: LiveLimits): HttpOptions {
  return {
    keepAliveTimeout: idleConnectionMs,
    headersTimeout: headersWithinMs,
    requestTimeout: requestWithinMs,
    connectionsCheckingInterval: Math.min(headersWithinMs, requestWithinMs) / 10,
  }
}
