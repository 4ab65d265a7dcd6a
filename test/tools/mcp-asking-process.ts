/**
 * A real MCP server whose tools ask people, over stdio, or over HTTP where PORT is set. GENERATION=2025 speaks 2025-11-25, and asks in the
 * middle of a call; else it speaks 2026-07-28, and wants a call made again with the answers. JOURNAL is a file for what it did.
 */
import { appendFileSync } from 'node:fs'
import {
  createMcpHandler,
  createRequestStateCodec,
  type ElicitRequestFormParams,
  inputRequired,
  McpServer,
  UrlElicitationRequiredError,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { z } from 'zod'
import { serveHttp } from '../../examples/mcp-server/serve-http.ts'

const { PORT, GENERATION, JOURNAL = '' } = process.env

function note(line: string): void {
  appendFileSync(JOURNAL, `${line}\n`)
}

const text = (value: unknown) => ({ content: [{ type: 'text' as const, text: JSON.stringify(value) }] })

const seats: ElicitRequestFormParams = {
  message: 'How many seats?',
  requestedSchema: {
    type: 'object',
    properties: {
      seats: { type: 'integer', minimum: 1, maximum: 9, default: 2 },
      where: { type: 'string', title: 'Where', enum: ['inside', 'outside'] },
    },
    required: ['seats'],
  },
}
const password: ElicitRequestFormParams = {
  message: 'Your password?',
  requestedSchema: { type: 'object', properties: { accountPassword: { type: 'string' } } },
}
const visit = { message: 'Pay first.', url: 'https://pay.example.com/42' }

/** Over HTTP each request has a server of its own. */
let later = 0

const sealed = createRequestStateCodec<{ readonly at: string }>({ key: Buffer.alloc(32, 7) })

/** A tool that tells its log what it does, while another call of it may do the same. */
function tells(server: McpServer): void {
  server.registerTool('tells', { inputSchema: z.object({ of: z.string() }) }, async ({ of }, ctx) => {
    await ctx.mcpReq.log('info', `Looks for ${of}.`)
    await new Promise((resolve) => setTimeout(resolve, 300))
    await ctx.mcpReq.log('warning', { message: 'Found little.', of })
    await ctx.mcpReq.log('critical', { code: 7 })
    return text(of)
  })
}

const capabilities = { logging: {} }

function createNewer(): McpServer {
  const server = new McpServer(
    { name: 'asking', version: '1' },
    { capabilities, requestState: { verify: sealed.verify } },
  )
  tells(server)
  const tool = (name: string, inputRequests: Parameters<typeof inputRequired>[0]['inputRequests']) =>
    server.registerTool(name, { inputSchema: z.object({}) }, async (_args, ctx) => {
      const { inputResponses } = ctx.mcpReq
      note(`${name} ${JSON.stringify(inputResponses ?? null)}`)
      const state = ctx.mcpReq.requestState<{ at: string }>()
      if (inputResponses === undefined)
        return inputRequired({
          ...(inputRequests && { inputRequests }),
          requestState: await sealed.mint({ at: name }),
        })
      note(`${name} is done`)
      return text({ inputResponses, state })
    })
  tool('book', { seats: inputRequired.elicit(seats) })
  tool('pay', { seats: inputRequired.elicit(seats), pay: inputRequired.elicitUrl(visit) })
  tool('login', { password: inputRequired.elicit(password) })
  server.registerTool('later', { inputSchema: z.object({}) }, async () => {
    later += 1
    return later > 2 ? text('at last') : inputRequired({ requestState: await sealed.mint({ at: 'later' }) })
  })
  return server
}

function createOlder(): McpServer {
  const server = new McpServer({ name: 'asking', version: '1' }, { capabilities })
  tells(server)
  const tool = (
    name: string,
    params: ElicitRequestFormParams | { mode: 'url'; elicitationId: string; message: string; url: string },
  ) =>
    server.registerTool(name, { inputSchema: z.object({}) }, async (_args, ctx) => {
      note(`${name} asks`)
      const answer = await ctx.mcpReq.elicitInput(params)
      note(`${name} is done`)
      return text(answer)
    })
  tool('book', seats)
  tool('pay', { mode: 'url', elicitationId: 'pay-42', ...visit })
  tool('login', password)
  let asked = 0
  server.registerTool('visit', { inputSchema: z.object({}) }, () => {
    asked += 1
    note(`visit ${asked}`)
    if (asked > 1) return text('paid')
    throw new UrlElicitationRequiredError([{ mode: 'url', elicitationId: 'pay-42', ...visit }])
  })
  return server
}

if (PORT === undefined) {
  if (GENERATION === '2025') await createOlder().connect(new StdioServerTransport())
  else serveStdio(createNewer)
} else if (GENERATION === '2025') {
  const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: () => 'session-1' })
  await createOlder().connect(transport)
  const handler = { fetch: (request: Request) => transport.handleRequest(request) }
  console.log(await serveHttp({ port: Number(PORT), handler }))
} else {
  console.log(await serveHttp({ port: Number(PORT), handler: createMcpHandler(createNewer) }))
}
