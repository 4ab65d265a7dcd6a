import type { IncomingMessage, Server } from 'node:http'
import { handleProtocols } from 'graphql-ws'
import { WebSocketServer } from 'ws'
import { isRungraphError } from '../domain/errors.ts'
import type { Connections } from './connections.ts'
import { createProtocol } from './graphql-protocol.ts'
import { endpoint, type GraphQLServer } from './graphql-server.ts'
import { GraphQLSocket } from './graphql-socket.ts'
import type { LiveLimits } from './live-limits.ts'
import { refuseUpgrade, stopping } from './refusals.ts'
import { isSameOrigin } from './same-origin.ts'

interface Options {
  readonly graphql: GraphQLServer
  readonly connections: Connections
  readonly limits: LiveLimits
  readonly report: (message: string, error?: unknown) => void
}

/** The WebSockets of a server. */
export interface WebSockets {
  /**
   * Lets what is under way on them be sent, then tells each client to connect again elsewhere (1001); takes no new ones.
   * Resolves when all of them are gone, those that have not left within the time dropped.
   */
  drain(withinMs: number): Promise<void>
}

/** Serves graphql-transport-ws at the endpoint. */
export function serveWebSockets(http: Server, { graphql, connections, limits, report }: Options): WebSockets {
  // Declared by itself: the types of ws do not know `closeTimeout` yet.
  const options = {
    noServer: true,
    maxPayload: limits.maxMessageBytes,
    perMessageDeflate: false,
    handleProtocols,
    closeTimeout: limits.lingerMs,
  }
  const server = new WebSocketServer(options)
  const protocol = createProtocol(graphql, limits)
  const open = new Set<GraphQLSocket>()
  let isDraining = false

  http.on('upgrade', (request, socket, head) => {
    if (isDraining) return refuseUpgrade(socket, stopping())
    if (!isWelcome(request)) return refuseUpgrade(socket, null)
    const release = connections.open(request.socket.remoteAddress)
    if (isRungraphError(release)) return refuseUpgrade(socket, release)
    socket.once('close', release)
    server.handleUpgrade(request, socket, head, (client) => {
      const conversation = new GraphQLSocket(client, { protocol, limits, report })
      open.add(conversation)
      client.once('close', () => open.delete(conversation))
    })
  })
  return {
    async drain(withinMs) {
      isDraining = true
      const impatience = setTimeout(() => {
        for (const client of server.clients) client.terminate()
      }, withinMs)
      try {
        await Promise.all([...open].map((conversation) => conversation.leave()))
      } finally {
        clearTimeout(impatience)
      }
    },
  }
}

function isWelcome({ headers, url = '' }: IncomingMessage): boolean {
  // What a client asks for may be no address at all (`//`): nothing that is thrown here would be caught.
  const isEndpoint = URL.parse(url, 'http://localhost')?.pathname === endpoint
  return isEndpoint && isSameOrigin({ host: headers.host ?? '', origin: headers.origin ?? null })
}
