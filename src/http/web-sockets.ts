import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ExecutionArgs, GraphQLError } from 'graphql'
import { useServer } from 'graphql-ws/use/ws'
import { WebSocketServer } from 'ws'
import { toClientError } from '../graphql/client-error.ts'
import { endpoint, type GraphQLServer, maxRequestBytes } from './graphql-server.ts'
import { isSameOrigin } from './same-origin.ts'

type Engine = ReturnType<GraphQLServer['getEnveloped']>

/** A socket that does not answer a ping within this time is dropped. */
const keepAliveMs = 12_000

/** The WebSockets of a server. */
export interface WebSockets {
  /** Tells each client to connect again (1001), and drops those that have not gone within the time. */
  close(): Promise<void>
}

/**
 * Serves graphql-transport-ws at the endpoint. Each message waits for the one before to be written,
 * and each event is asked for after that: a client that does not read stops its own subscription and nothing else.
 */
export function serveWebSockets(http: Server, graphql: GraphQLServer, closeWithinMs: number): WebSockets {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: maxRequestBytes,
    perMessageDeflate: false,
  })
  const engines = new WeakMap<object, Engine>()
  const engineOf = (args: object) => {
    const engine = engines.get(args)
    if (engine === undefined) throw new Error('An operation was executed that nobody had subscribed to.')
    return engine
  }
  const protocol = useServer(
    {
      // Through the same plugins as HTTP: a schema given here would pass by the masking of errors.
      execute: (args) => engineOf(args).execute(args),
      subscribe: (args) => engineOf(args).subscribe(args),
      onSubscribe: async (_, _id, { query, operationName, variables }) => {
        const engine = graphql.getEnveloped({ params: { query, operationName, variables } })
        const args = await prepare(engine, { query, operationName, variables }).catch(toErrors)
        if (!Array.isArray(args)) engines.set(args, engine)
        return args
      },
    },
    sockets,
    keepAliveMs,
  )
  http.on('upgrade', (request, socket, head) => {
    if (!isWelcome(request)) return refuse(socket)
    sockets.handleUpgrade(request, socket, head, (client) => sockets.emit('connection', client, request))
  })
  return {
    async close() {
      const impatience = setTimeout(() => {
        for (const client of sockets.clients) client.terminate()
      }, closeWithinMs)
      try {
        await protocol.dispose()
      } finally {
        clearTimeout(impatience)
      }
    },
  }
}

interface Operation {
  readonly query: string
  readonly operationName?: string | null | undefined
  readonly variables?: Record<string, unknown> | null | undefined
}

/** What is to be executed, or what is wrong with the document. */
async function prepare(
  engine: Engine,
  operation: Operation,
): Promise<ExecutionArgs | readonly GraphQLError[]> {
  const document = engine.parse(operation.query)
  const problems: readonly GraphQLError[] = engine.validate(engine.schema, document)
  if (problems.length > 0) return problems
  return {
    schema: engine.schema,
    document,
    operationName: operation.operationName,
    variableValues: operation.variables,
    contextValue: await engine.contextFactory(),
  }
}

function toErrors(error: unknown): readonly GraphQLError[] {
  return [toClientError(error)]
}

function isWelcome({ headers, url = '' }: IncomingMessage): boolean {
  // What a client asks for may be no address at all (`//`): nothing that is thrown here would be caught.
  const isEndpoint = URL.parse(url, 'http://localhost')?.pathname === endpoint
  return isEndpoint && isSameOrigin({ host: headers.host ?? '', origin: headers.origin ?? null })
}

function refuse(socket: Duplex): void {
  // Nobody else listens to it any more: its client may be gone already, or never close its side.
  socket.on('error', () => socket.destroy())
  socket.once('finish', () => socket.destroy())
  socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
}
