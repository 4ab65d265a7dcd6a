/**
 * An MCP server of orders, with the official package: tools that read, one that writes, resources, and a prompt.
 *
 *     node examples/mcp-server/server.ts               over stdio, for the process that starts it
 *     PORT=4100 node examples/mcp-server/server.ts     over streamable HTTP, at http://127.0.0.1:4100/mcp
 *
 * It speaks both generations of the protocol, 2025-11-25 and 2026-07-28. `examples/mcp.json` names it for Rungraph.
 */
import { createMcpHandler } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { orderServer } from './orders.ts'
import { serveHttp } from './serve-http.ts'

const { PORT } = process.env

if (PORT === undefined) {
  serveStdio(orderServer)
} else {
  const url = await serveHttp({ port: Number(PORT), handler: createMcpHandler(orderServer) })
  console.error(`Orders are served at ${url}`)
}
