import type { IncomingMessage, ServerResponse } from 'node:http'
import { retryAfterSeconds } from '../../domain/errors.ts'
import { isRead, pathOf } from '../request-address.ts'
import { createReadiness, type ReadinessCheck } from './readiness.ts'

export const livenessEndpoint = '/health/live'

const readinessEndpoint = '/health/ready'

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>

/**
 * Answers whether the process lives, and whether it can do its work: 200 where it can, though it be degraded, and 503 where it cannot.
 * Both cost next to nothing however often they are asked, and are refused to nobody: a proxy asks from the address of its clients.
 * False where something else is asked for.
 */
export function createHealthEndpoints(
  checks: Readonly<Record<string, ReadinessCheck>>,
  now?: () => number,
): Answer {
  const readiness = createReadiness(checks, now)
  return async (request, response) => {
    if (!isRead(request.method)) return false
    const path = pathOf(request)
    if (path === livenessEndpoint) sendJson(response, 200, { alive: true })
    else if (path === readinessEndpoint) {
      const report = await readiness()
      sendJson(response, report.status === 'unready' ? 503 : 200, report)
    } else return false
    return true
  }
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body)
  response.writeHead(status, {
    ...(status === 503 && { 'retry-after': String(retryAfterSeconds) }),
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'content-length': Buffer.byteLength(text),
  })
  response.end(text)
}
