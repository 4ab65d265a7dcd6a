/**
 * A real MCP server to test with, over stdio, or over HTTP where PORT is set. GENERATION=2025 speaks 2025-11-25 only, with a session over
 * HTTP; else both. JOURNAL is a file in which it notes its starts and the calls that it receives; state that must survive a crash is stored
 * beside that.
 */
import { appendFileSync, existsSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  createMcpHandler,
  fromJsonSchema,
  InMemoryServerEventBus,
  McpServer,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { z } from 'zod'
import { serveHttp } from '../../examples/mcp-server/serve-http.ts'

const { PORT, GENERATION, JOURNAL = '', PAGED, CHANGING } = process.env

function note(line: string): void {
  if (JOURNAL !== '') appendFileSync(JOURNAL, `${line}\n`)
}

/** Dies in the middle of the first call, and lives through the next. */
function dieOnce(call: string): void {
  note(call)
  if (existsSync(`${JOURNAL}.${call}`)) return
  writeFileSync(`${JOURNAL}.${call}`, '')
  process.exit(7)
}

const text = (value: string) => ({ content: [{ type: 'text' as const, text: value }] })
const bus = new InMemoryServerEventBus()
let isGrown = false
let changing = listed(JSON.parse(CHANGING ?? '[]'))

function create(): McpServer | Server {
  if (CHANGING !== undefined) return createChanging()
  return PAGED === undefined ? createWhole() : createPaged(Number(PAGED))
}

function createWhole(): McpServer {
  const server = new McpServer(
    { name: 'test', version: '1' },
    { capabilities: { tools: { listChanged: true } } },
  )
  const read = { annotations: { readOnlyHint: true } }
  server.registerTool(
    'echo',
    { ...read, description: 'Echo.', inputSchema: z.object({ text: z.string() }) },
    (args) => text(args.text),
  )
  server.registerTool('env', { ...read, inputSchema: z.object({}) }, () => text(JSON.stringify(process.env)))
  server.registerTool('pid', { ...read, inputSchema: z.object({}) }, () => text(String(process.pid)))
  server.registerTool('slow', { inputSchema: z.object({}) }, async (_args, ctx) => {
    note('slow began')
    await sleep(60_000, undefined, { signal: ctx.mcpReq.signal }).catch(() => note('slow was cancelled'))
    return text('too late')
  })
  server.registerTool('look', { ...read, inputSchema: z.object({}) }, (_args, ctx) => {
    const { traceparent } = ctx.mcpReq._meta ?? {}
    if (traceparent !== undefined) note(`look in ${String(traceparent)}`)
    dieOnce('look')
    return text('seen')
  })
  server.registerTool('pay', { inputSchema: z.object({}) }, () => {
    dieOnce('pay')
    return text('paid')
  })
  server.registerTool('put', { annotations: { idempotentHint: true }, inputSchema: z.object({}) }, () =>
    text('put'),
  )
  server.registerTool('refuse', { inputSchema: z.object({}) }, () => ({
    ...text('Not on Sundays.'),
    isError: true,
  }))
  server.registerTool('many', { ...read, inputSchema: z.object({}) }, () => ({
    content: [
      { type: 'text', text: 'One.' },
      { type: 'image', mimeType: 'image/png', data: Buffer.alloc(30).toString('base64') },
      { type: 'resource', resource: { uri: 'memo://1', mimeType: 'text/plain', text: 'A memo.' } },
      { type: 'resource_link', uri: 'memo://2', name: 'Second memo' },
      { type: 'text', text: 'Two.' },
    ],
  }))
  server.registerTool(
    'data',
    { ...read, inputSchema: z.object({}), outputSchema: z.object({ answer: z.number() }) },
    () => ({ structuredContent: { answer: 42 }, ...text('forty-two') }),
  )
  server.registerTool('dotted.name', { inputSchema: z.object({}) }, () => text('dotted'))
  server.registerTool(
    'wrong_schema',
    {
      inputSchema: fromJsonSchema({
        type: 'object',
        properties: { a: { allOf: [{ $ref: '#/properties/a' }] } },
      }),
    },
    () => text('never'),
  )
  server.registerTool('grow', { inputSchema: z.object({}) }, () => {
    isGrown = true
    addGrown(server)
    // Over HTTP each request has a server of its own; listeners are notified by the bus.
    bus.publish({ kind: 'tools_list_changed' })
    return text('grown')
  })
  if (isGrown) addGrown(server)
  return server
}

function addGrown(server: McpServer): void {
  server.registerTool('grown', { description: 'x'.repeat(10_000), inputSchema: z.object({}) }, () =>
    text('new'),
  )
}

/** Three tools a page. */
function createPaged(count: number): Server {
  const server = new Server({ name: 'paged', version: '1' }, { capabilities: { tools: {} } })
  server.setRequestHandler('tools/list', ({ params }) => {
    const from = Number(params?.cursor ?? 0)
    const tools = Array.from({ length: Math.min(3, count - from) }, (_, index) => ({
      name: `tool_${from + index}`,
      inputSchema: { type: 'object' as const },
    }))
    return from + 3 < count ? { tools, nextCursor: String(from + 3) } : { tools }
  })
  return server
}

/**
 * Has the tools that CHANGING lists as JSON. `become` replaces them by others, and each other tool gives its argument `gives`, in which
 * `filler` is the length of a text.
 */
function createChanging(): Server {
  const server = new Server(
    { name: 'changing', version: '1' },
    { capabilities: { tools: { listChanged: true } } },
  )
  server.setRequestHandler('tools/list', () => ({ tools: changing }))
  server.setRequestHandler('tools/call', async ({ params: { name, arguments: args } }) => {
    if (name !== 'become') {
      const { filler, ...given } = z.looseObject({ filler: z.number().optional() }).parse(args?.gives)
      const structuredContent = { ...given, ...(filler !== undefined && { filler: 'x'.repeat(filler) }) }
      return { ...text(JSON.stringify(structuredContent)), structuredContent }
    }
    changing = listed(args?.tools)
    await server.sendToolListChanged()
    return text('changed')
  })
  return server
}

function listed(tools: unknown) {
  const inputSchema = z.looseObject({ type: z.literal('object') })
  return z.array(z.looseObject({ name: z.string(), inputSchema })).parse(tools)
}

/** One session, with a stream that the server may speak on first. */
async function sessionHandler() {
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: () => `session-${process.pid}`,
  })
  await create().connect(transport)
  return { fetch: (request: Request) => transport.handleRequest(request) }
}

note('started')
if (PORT !== undefined) {
  const handler =
    GENERATION === '2025' ? await sessionHandler() : createMcpHandler(create, { bus, keepAliveMs: 0 })
  console.log(await serveHttp({ port: Number(PORT), handler }))
} else if (GENERATION === '2025') {
  await create().connect(new StdioServerTransport())
} else {
  serveStdio(create)
}
console.error('The test server speaks.')
