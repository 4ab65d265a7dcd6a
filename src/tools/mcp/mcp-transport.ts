import { PassThrough } from 'node:stream'
import { StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import type { McpFetch } from './mcp-fetch.ts'
import type { McpTransportConfig } from './mcp-file.ts'
import { readLines } from './read-lines.ts'
import { readWrittenMessages } from './written-messages.ts'

/** A transport that is not begun yet. */
export function toTransport(
  {
    transportConfig,
    onStderr,
  }: { readonly transportConfig: McpTransportConfig; readonly onStderr: (line: string) => void },
  http: McpFetch | null,
): Transport {
  if (transportConfig.kind === 'http') {
    // Redirects are followed within the server's own origin only; that is the client's default.
    const requestInit = { headers: transportConfig.headers }
    if (!http) return new StreamableHTTPClientTransport(new URL(transportConfig.url), { requestInit })
    const transport = new StreamableHTTPClientTransport(new URL(transportConfig.url), {
      requestInit,
      fetch: http.fetch,
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
