import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Expose, Exposition } from '../domain/traffic.ts'
import { listenOn, type Place } from './listen.ts'
import { isRead, metricsEndpoint } from './metrics-endpoint.ts'
import { isOfOwnPage } from './origins.ts'
import { checkReadiness, type ReadinessCheck } from './readiness.ts'

export interface HealthServerOptions extends Place {
  /** What must be well for the process to be ready. */
  readonly readiness: Checks
  /** The metrics of the process; absent: nothing is served at `/metrics`. */
  readonly metrics?: Expose
}

type Told = Pick<HealthServerOptions, 'readiness' | 'metrics'>

type Checks = Readonly<Record<string, ReadinessCheck>>

/** Tells over HTTP whether a process lives and does its part, and what is measured of it, also one that serves nothing else. */
export interface HealthServer {
  /** Begins to listen. Errors: PORT_IN_USE. */
  listen(): Promise<{ readonly url: string }>
  close(): Promise<void>
}

export function createHealthServer({ readiness, metrics, ...place }: HealthServerOptions): HealthServer {
  const told = { readiness, ...(metrics && { metrics }) }
  // It answers each request itself, whatever goes wrong: a check that throws is one that fails.
  const http = createServer((request, response) => void answer(request, response, told))
  return {
    listen: () => listenOn(http, place),
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
  { method, url = '', headers }: IncomingMessage,
  response: ServerResponse,
  { readiness, metrics }: Told,
): Promise<void> {
  const path = isRead(method) ? url.split('?', 1)[0] : null
  if (!isOfOwnPage(headers)) return send(response, 403)
  if (path === metricsEndpoint && metrics) return sendMetrics(response, await metrics())
  if (path === '/health/live') return send(response, 200, { alive: true })
  if (path !== '/health/ready') return send(response, 404)
  const report = await checkReadiness(readiness)
  send(response, report.status === 'unready' ? 503 : 200, report)
}

function sendMetrics(response: ServerResponse, { contentType, text }: Exposition): void {
  response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' })
  response.end(text)
}

function send(response: ServerResponse, status: number, body?: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(body && JSON.stringify(body))
}
