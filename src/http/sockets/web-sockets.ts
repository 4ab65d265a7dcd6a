import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { handleProtocols } from 'graphql-ws'
import { WebSocketServer } from 'ws'
import { isRungraphError, RungraphError } from '../../domain/errors.ts'
import { authenticateSocket } from '../access/authenticate.ts'
import type { Connections } from '../access/connection-guard.ts'
import type { Http } from '../create-http-server.ts'
import { answerHeaders, refuseConnection, stopping } from '../error-responses.ts'
import { noAddress } from '../malformed-requests.ts'
import { pathOf, settleAddress } from '../request-address.ts'
import { serveWithoutUpgrade, wantsWebSocket } from '../upgrade-offers.ts'
import { endpoint } from '../yoga/graphql-server.ts'
import type { ProtocolServices } from './graphql-protocol.ts'
import { ServerSocket } from './server-socket.ts'

interface Options extends ProtocolServices {
  readonly connections: Connections
  readonly report: (message: string, error?: unknown) => void
}

/** The WebSockets of a server. */
interface WebSockets {
  /** Opens a WebSocket for a request to upgrade, or refuses it. The connection is ours from then on. */
  take(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /**
   * Sends pending messages, then asks each client to connect again elsewhere (1001). Accepts no new sockets. Resolves when all of them are
   * closed; those that remain after the time are dropped.
   */
  drain(withinMs: number): Promise<void>
}

/** Serves graphql-transport-ws at the endpoint. */
export function serveWebSockets({ server: http, isBusy }: Http, options: Options): WebSockets {
  const { connections, limits, authentication, requestMetrics, report } = options
  // Declared separately: the types of ws do not know `closeTimeout` yet.
  const settings = {
    noServer: true,
    maxPayload: limits.maxMessageBytes,
    perMessageDeflate: false,
    handleProtocols,
    closeTimeout: limits.lingerMs,
  }
  const server = new WebSocketServer(settings)
  server.on('headers', (lines) => {
    for (const [name, value] of answerHeaders) lines.push(`${name}: ${value}`)
  })
  const open = new Set<ServerSocket>()
  let isDraining = false

  server.on('wsClientError', ({ message }, socket) =>
    refuseConnection(socket, malformed({ problem: `${message}.`, remedy: 'Correct the client.' })),
  )
  function refuse(socket: Duplex, error: RungraphError): void {
    requestMetrics.refused(error.code)
    refuseConnection(socket, error)
  }

  function take(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    // Until it is a WebSocket nothing else listens to it, and its client may have left.
    const ignore = () => undefined
    socket.on('error', ignore)
    upgrade(request, socket, head)
      .catch((error: unknown) => {
        report('A WebSocket could not be opened.', error)
        socket.destroy()
      })
      .finally(() => socket.off('error', ignore))
  }
  http.on('upgrade', take)

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    // Its answer would stand behind that of the request before it, which nobody sends in earnest.
    if (isBusy(request.socket)) return void socket.destroy()
    if (!wantsWebSocket(request)) return serveWithoutUpgrade({ request, socket, head }, http)
    if (isDraining) return refuse(socket, stopping())
    const problem = settleAddress(request)
    if (problem !== null)
      return refuseConnection(socket, malformed({ ...noAddress, problem }), noAddress.status)
    if (pathOf(request) !== endpoint) return refuseConnection(socket, elsewhere, 403)
    const result = await authenticateSocket(request, authentication)
    if (result.kind === 'refused') return refuse(socket, result.error)
    if (isDraining) return refuse(socket, stopping())
    // Its client may have left meanwhile: nothing would give its place back.
    if (socket.destroyed) return
    const release = connections.open(request.socket.remoteAddress)
    if (isRungraphError(release)) return refuse(socket, release)
    socket.once('close', release)
    server.handleUpgrade(request, socket, head, (client) => {
      const conversation = new ServerSocket(client, {
        ...{ services: options, request, connection: socket, report },
      })
      open.add(conversation)
      const closed = requestMetrics.opened('websocket')
      client.once('close', () => {
        open.delete(conversation)
        closed()
      })
    })
  }

  return {
    take,
    async drain(withinMs) {
      isDraining = true
      const forceTimer = setTimeout(() => {
        for (const client of server.clients) client.terminate()
      }, withinMs)
      try {
        await Promise.all([...open].map((conversation) => conversation.leave()))
      } finally {
        clearTimeout(forceTimer)
      }
    },
  }
}

function malformed({ problem, remedy }: { readonly problem: string; readonly remedy: string }) {
  return new RungraphError('REQUEST_MALFORMED', { problem, remedy })
}

const elsewhere = malformed({
  problem: 'This path does not support WebSockets.',
  remedy: 'Those of GraphQL are at /graphql.',
})
