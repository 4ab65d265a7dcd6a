import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import {
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  type McpHttpHandler,
} from '@modelcontextprotocol/server'

interface Service {
  readonly port: number
  /** The setting that says the port. Default `PORT`. */
  readonly setting?: string
  readonly handler: Pick<McpHttpHandler, 'fetch'>
}

/** Serves a handler of web requests on loopback, and gives the URL. */
export async function serveHttp({ port, setting = 'PORT', handler }: Service): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    const origin = `http://127.0.0.1:${portOf(server.address())}`
    // A client that leaves in the middle of an answer breaks the pipe. Nothing else follows from it.
    respond(handler, toRequest(incoming, outgoing, origin), outgoing).catch(() => outgoing.destroy())
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'EADDRINUSE') throw cause
    const remedy = `Stop the other program, or set ${setting} to a free one.`
    throw new Error(`Port ${port} on 127.0.0.1 is in use. ${remedy}`, { cause })
  })
  return `http://127.0.0.1:${portOf(server.address())}/mcp`
}

async function respond(
  handler: Pick<McpHttpHandler, 'fetch'>,
  request: Promise<Request>,
  outgoing: ServerResponse,
): Promise<void> {
  // A page in a browser may have a name lead here; it cannot have the browser call us by our own.
  const refused = hostHeaderValidationResponse(await request, localhostAllowedHostnames())
  const response = refused ?? (await handler.fetch(await request))
  outgoing.writeHead(response.status, Object.fromEntries(response.headers)).flushHeaders()
  if (response.body) await pipeline(Readable.fromWeb(response.body as ReadableStream), outgoing)
  else outgoing.end()
}

/** Aborted when the client goes away, so that a call ends that nobody waits for. */
async function toRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  origin: string,
): Promise<Request> {
  const gone = new AbortController()
  outgoing.once('close', () => gone.abort())
  const { method = 'GET', url = '/' } = incoming
  const headers = new Headers(
    Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]),
  )
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const body = hasBody ? { body: await text(incoming) } : {}
  return new Request(new URL(url, origin), { method, headers, signal: gone.signal, ...body })
}

function portOf(address: ReturnType<ReturnType<typeof createServer>['address']>): number {
  return typeof address === 'object' && address !== null ? address.port : 0
}
