import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { WebServer } from './web-server.ts'

/** What a server answers to a method; a text is the whole message, with `$id`; `undefined`: that it does not know it. */
export type Answers = Readonly<Record<string, (params: Record<string, unknown>) => unknown>>

/** Revisions of the protocol that it speaks. */
export const revisions = ['2025-11-25', '2026-07-28'] as const
export type Revision = (typeof revisions)[number]

/** Tools that it may offer: one that is called once at most, and one that only reads. */
export const once = { name: 'pay', inputSchema: { type: 'object' } }
export const read = { name: 'look', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } }

export interface AnsweringOptions {
  /** Revision of the protocol. Default: 2025-11-25, with sessions. */
  readonly revision?: Revision
  readonly answers: Answers
  /** Whether answers are events of a stream. Default: false. */
  readonly isStreaming?: boolean
  /** Type that it gives its answers, whatever they are; `null`: none. Default: the right one. */
  readonly contentType?: string | null
}

/** Every list of the newer revision says how long it holds. */
const cached = { ttlMs: 0, cacheScope: 'private' }

const messageForm = z.looseObject({
  method: z.string(),
  id: z.union([z.string(), z.number()]).optional(),
  params: z.record(z.string(), z.unknown()).default({}),
})

/** An MCP server over HTTP that answers whatever it is told to, also what the protocol does not allow. */
export class AnsweringMcpServer {
  readonly #web: WebServer
  readonly #options: AnsweringOptions
  readonly #sessions = new Set<string>()
  /** Methods that it was asked for, in order. */
  readonly asked: string[] = []
  /** How a session that it does not know is refused; `$id` is that of the request. */
  refusal: { readonly status: number; readonly body: string } = { status: 404, body: '' }
  /** Methods that it refuses so in a session that it knows. */
  readonly refused = new Set<string>()

  constructor(options: AnsweringOptions) {
    this.#options = options
    this.#web = new WebServer(async (request, response) => {
      if (request.method !== 'POST') return void response.writeHead(405).end()
      const body = await text(request)
      // An answer to what it asked the client.
      if (!/"method"/.test(body)) return void response.writeHead(202).end()
      const message = messageForm.parse(JSON.parse(body))
      this.asked.push(message.method)
      const session = request.headers['mcp-session-id']
      const isKnown = typeof session === 'string' && this.#sessions.has(session)
      const isUnknown =
        this.#isLegacy && !isKnown && !['initialize', 'server/discover'].includes(message.method)
      if (isUnknown || this.refused.has(message.method)) {
        const { status, body } = this.refusal
        const text = body.replaceAll('$id', String(message.id))
        return void response.writeHead(status, { 'content-type': 'application/json' }).end(text)
      }
      if (message.id === undefined) return void response.writeHead(202).end()
      const id = `session-${this.#sessions.size + 1}`
      const isBeginning = message.method === 'initialize'
      if (isBeginning) this.#sessions.add(id)
      const rightType = this.#options.isStreaming ? 'text/event-stream' : 'application/json'
      const { contentType = rightType } = this.#options
      const headers = {
        ...(contentType === null ? {} : { 'content-type': contentType }),
        ...(isBeginning && this.#isLegacy ? { 'mcp-session-id': id } : {}),
      }
      const answer = this.#answer(message.method, message.params, message.id)
      response.writeHead(200, headers).end(this.#options.isStreaming ? `data: ${answer}\n\n` : answer)
    })
  }

  get #isLegacy(): boolean {
    return (this.#options.revision ?? '2025-11-25') === '2025-11-25'
  }

  get url(): string {
    return this.#web.url('/mcp')
  }

  async open(): Promise<this> {
    await this.#web.open()
    return this
  }

  async close(): Promise<void> {
    await this.#web.close()
  }

  /** As where the process is started again: its sessions are in its memory. */
  forgetSessions(): void {
    this.#sessions.clear()
  }

  #answer(method: string, params: Record<string, unknown>, id: string | number): string {
    const answer = this.#options.answers[method] ?? this.#beginning[method]
    const result = answer?.(params)
    if (typeof result === 'string') return result.replaceAll('$id', String(id))
    if (result instanceof Error)
      return JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32603, message: result.message } })
    if (result === undefined)
      return JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } })
    const whole = this.#isLegacy ? result : { resultType: 'complete', ...cached, ...Object(result) }
    return JSON.stringify({ jsonrpc: '2.0', id, result: whole })
  }

  get #beginning(): Answers {
    const ping = () => ({})
    const capabilities = { tools: {} }
    const serverInfo = { name: 'raw', version: '1' }
    if (this.#isLegacy)
      return { ping, initialize: () => ({ protocolVersion: '2025-11-25', capabilities, serverInfo }) }
    return {
      'server/discover': () => ({ supportedVersions: ['2026-07-28'], capabilities, serverInfo }),
    }
  }
}
