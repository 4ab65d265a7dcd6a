/**
 * An MCP server that is written by hand, so that it sees and writes the text of numbers: over stdio, or over HTTP where PORT is set, with
 * answers as JSON or, with EVENTS, as an event stream. Its tool gives the arguments as they were written, and a number beyond 2^53.
 */
import { createServer } from 'node:http'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'

const { PORT, EVENTS } = process.env

const order = {
  name: 'order',
  inputSchema: { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } } },
  outputSchema: { type: 'object', properties: { id: { type: 'integer' }, written: { type: 'string' } } },
}

/** The answer to a message; `null` for a notification. */
function answer(line: string): string | null {
  const { id, method } = JSON.parse(line)
  if (id === undefined) return null
  const reply = (result: string) => `{"jsonrpc":"2.0","id":${JSON.stringify(id)},${result}}`
  if (method === 'initialize')
    return reply(
      '"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"raw","version":"1"}}',
    )
  if (method === 'tools/list') return reply(`"result":{"tools":[${JSON.stringify(order)}]}`)
  if (method !== 'tools/call') return reply('"error":{"code":-32601,"message":"Method not found"}')
  const written = JSON.stringify(/"arguments":(\{.*?\})/.exec(line)?.[1] ?? '')
  return reply(`"result":{"content":[],"structuredContent":{"id":9007199254740993,"written":${written}}}`)
}

if (PORT === undefined) {
  createInterface({ input: process.stdin }).on('line', (line) => {
    const said = answer(line)
    if (said !== null) process.stdout.write(`${said}\n`)
  })
} else {
  const server = createServer(async (request, response) => {
    const said = request.method === 'POST' ? answer(await text(request)) : null
    if (request.method !== 'POST') response.writeHead(405).end()
    else if (said === null) response.writeHead(202).end()
    else if (EVENTS === undefined) response.writeHead(200, { 'content-type': 'application/json' }).end(said)
    else
      response
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .end(`id: 9007199254740993\ndata: ${said}\n\n`)
  })
  server.listen(Number(PORT), '127.0.0.1', () => {
    const address = server.address()
    console.log(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/mcp`)
  })
}
