import { PassThrough, type Readable } from 'node:stream'
import {
  type AuthProvider,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import type { McpFetch } from './mcp-fetch.ts'
import type { McpTransportConfig } from './mcp-file.ts'
import { readWrittenMessages } from './written-messages.ts'

/** A transport that is not begun yet. */
export function toTransport(
  {
    transportConfig,
    authProvider,
    onStderr,
  }: {
    readonly transportConfig: McpTransportConfig
    readonly authProvider?: AuthProvider | undefined
    readonly onStderr: (line: string) => void
  },
  http: McpFetch | null,
): Transport {
  if (transportConfig.kind === 'http') {
    // Redirects are followed within the server's own origin only; that is the client's default.
    const requestInit = { headers: transportConfig.headers }
    if (!http) return new StreamableHTTPClientTransport(new URL(transportConfig.url), { requestInit })
    const transport = new StreamableHTTPClientTransport(new URL(transportConfig.url), {
      requestInit,
      fetch: http.fetch,
      ...(authProvider && { authProvider }),
    })
    const send = transport.send.bind(transport)
    transport.send = (message, options) => {
      const onRequestStreamEnd = options?.onRequestStreamEnd ?? http.onStreamEnd()
      return send(message, onRequestStreamEnd ? { ...options, onRequestStreamEnd } : options)
    }
    return transport
  }
  const { command, args, env, cwd } = transportConfig
  const transport = new StdioClientTransport({
    command,
    args: [...args],
    // Of our own environment, the library passes on only `PATH`, `HOME` and the like.
    env: { ...env },
    stderr: 'pipe',
    ...(cwd === undefined ? {} : { cwd }),
  })
  readWrittenMessages(transport, onStderr)
  if (transport.stderr instanceof PassThrough) readLines(transport.stderr, onStderr)
  return transport
}

/** A line that does not end is given in pieces of this length, in characters. */
const maxLine = 16_384

/** Gives each line of a text that comes in pieces, without the empty ones. */
export function readLines(stream: Readable, onLine: (line: string) => void): void {
  let rest = ''
  const give = (line: string) => {
    if (line.trim() !== '') onLine(line.trimEnd())
  }
  stream.setEncoding('utf8')
  stream.on('data', (piece: string) => {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) give(line)
    for (; rest.length > maxLine; rest = rest.slice(maxLine)) give(rest.slice(0, maxLine))
  })
  stream.once('end', () => give(rest))
}
