import type { IncomingMessage, ServerResponse } from 'node:http'
import { isRungraphError, type RungraphError, tooMany } from '../../domain/errors.ts'
import type { RequestMetrics } from '../../domain/request-metrics.ts'
import { refuseRequest, stopping } from '../error-responses.ts'
import { livenessEndpoint } from '../health/health-endpoints.ts'
import { namesStream } from '../request-address.ts'
import { ConcurrencyQuota } from './callers.ts'

/** Admits requests: refuses event streams beyond the limit of their address, and every request after it is shut. */
export class ConnectionGuard {
  readonly #connections: Connections
  readonly #requestMetrics: RequestMetrics
  readonly #inside = new Set<ServerResponse>()
  readonly #empty = Promise.withResolvers<void>()
  #isShut = false

  constructor(connections: Connections, requestMetrics: RequestMetrics) {
    this.#connections = connections
    this.#requestMetrics = requestMetrics
  }

  /** Whether a request is to be answered; otherwise it has been refused. */
  admits(request: IncomingMessage, response: ServerResponse): boolean {
    const refusal = this.#isShut ? refusalOnceShut(request) : this.#countStream(request, response)
    if (refusal !== null) {
      this.#requestMetrics.refused(refusal.code)
      refuseRequest(request, response, refusal)
      return false
    }
    this.#inside.add(response)
    response.once('close', () => {
      this.#inside.delete(response)
      this.#settle()
    })
    return true
  }

  /** Refuses new connections from now on. Resolves when all requests admitted before have been answered, well or not. */
  shut(): Promise<void> {
    this.#isShut = true
    for (const response of this.#inside) if (!response.headersSent) response.setHeader('connection', 'close')
    this.#settle()
    return this.#empty.promise
  }

  #countStream(request: IncomingMessage, response: ServerResponse): RungraphError | null {
    if (!namesStream(request.headers.accept)) return null
    const release = this.#connections.open(request.socket.remoteAddress)
    if (isRungraphError(release)) return release
    response.once('close', release)
    return null
  }

  #settle(): void {
    if (this.#isShut && this.#inside.size === 0) this.#empty.resolve()
  }
}

/** The process lives for as long as it drains. A probe that took it for dead would kill it. */
function refusalOnceShut({ url }: IncomingMessage): RungraphError | null {
  return url === livenessEndpoint ? null : stopping()
}

/** Counts the WebSockets and event streams that each address holds open. */
export type Connections = ConcurrencyQuota

export function createConnections(maxPerAddress: number): Connections {
  return new ConcurrencyQuota(maxPerAddress, (value, max) =>
    tooMany('WebSockets and event streams that are open from this address', {
      value,
      max,
      remedy: 'Close one, or raise RUNGRAPH_CONNECTIONS_PER_ADDRESS.',
    }),
  )
}
