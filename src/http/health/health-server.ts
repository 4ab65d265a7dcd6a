import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RenderMetrics } from '../../domain/request-metrics.ts'
import { createHttpServer } from '../create-http-server.ts'
import { liveLimits } from '../limits/live-limits.ts'
import { type ListenAddress, listenOn } from '../listen.ts'
import { isOfOwnPage } from '../origins.ts'
import { isRead, pathOf } from '../request-address.ts'
import { createHealthEndpoints } from './health-endpoints.ts'
import { metricsEndpoint } from './metrics-endpoint.ts'
import type { ReadinessCheck } from './readiness.ts'

interface HealthServerOptions extends ListenAddress {
  /** Checks that must pass for the process to be ready. */
  readonly readiness: Checks
  /** The metrics of the process; absent: nothing is served at `/metrics`. */
  readonly metrics?: RenderMetrics
  /** Milliseconds for which an idle connection is kept for the next request. Default: that of the API. */
  readonly idleConnectionMs?: number
  /** Milliseconds of a clock that only goes forward. Default: that of the process. */
  readonly now?: () => number
}

interface Answers {
  readonly health: ReturnType<typeof createHealthEndpoints>
  readonly metrics: RenderMetrics | undefined
}

type Checks = Readonly<Record<string, ReadinessCheck>>

/** Serves the health checks and metrics of a process over HTTP, also for one that serves nothing else. */
export interface HealthServer {
  /** Begins to listen. @throws PORT_IN_USE */
  listen(): Promise<{ readonly url: string }>
  close(): Promise<void>
}

export function createHealthServer({
  readiness,
  metrics,
  now,
  idleConnectionMs = liveLimits.idleConnectionMs,
  ...address
}: HealthServerOptions): HealthServer {
  const answers = { health: createHealthEndpoints(readiness, now), metrics }
  // It answers each request itself: a check that throws counts as failed.
  const { server: http } = createHttpServer(
    { keepAliveTimeout: idleConnectionMs },
    (request, response) => void answer(request, response, answers),
  )
  return {
    listen: () => listenOn(http, address),
    close: async () => {
      if (!http.listening) return
      const closed = once(http, 'close')
      http.close()
      http.closeAllConnections()
      await closed
    },
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { health, metrics }: Answers,
): Promise<void> {
  if (!isOfOwnPage(request.headers)) return send(response, 403)
  if (await health(request, response)) return
  if (metrics === undefined || !isRead(request.method) || pathOf(request) !== metricsEndpoint)
    return send(response, 404)
  const { contentType, text } = await metrics()
  response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' })
  response.end(text)
}

function send(response: ServerResponse, status: 403 | 404): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end()
}
