import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listenOn, type Place } from './listen.ts'
import { checkReadiness, type ReadinessCheck } from './readiness.ts'
import { isSameOrigin } from './same-origin.ts'

export interface HealthServerOptions extends Place {
  /** What must be well for the process to be ready. */
  readonly readiness: Checks
}

type Checks = Readonly<Record<string, ReadinessCheck>>

/** Tells over HTTP whether a process lives and does its part, also one that serves nothing else. */
export interface HealthServer {
  /** Begins to listen. Errors: PORT_IN_USE. */
  listen(): Promise<{ readonly url: string }>
  close(): Promise<void>
}

export function createHealthServer({ readiness, ...place }: HealthServerOptions): HealthServer {
  // It answers each request itself, whatever goes wrong: a check that throws is one that fails.
  const http = createServer((request, response) => void answer(request, response, readiness))
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
  readiness: Checks,
): Promise<void> {
  const path = url.split('?', 1)[0]
  const isRead = method === 'GET' || method === 'HEAD'
  if (!isSameOrigin({ host: headers.host ?? '', origin: headers.origin ?? null })) send(response, 403)
  else if (path === '/health/live' && isRead) send(response, 200, { alive: true })
  else if (path === '/health/ready' && isRead) {
    const report = await checkReadiness(readiness)
    send(response, report.status === 'unready' ? 503 : 200, report)
  } else send(response, 404)
}

function send(response: ServerResponse, status: number, body?: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(body && JSON.stringify(body))
}
