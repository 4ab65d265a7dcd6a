import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { JsonObject } from '../../../src/domain/json.ts'
import { listenOnLoopback } from '../../support/free-port.ts'
import { eventually } from '../eventually.ts'

/** Report that a tool of `tools.ts` sends. */
export interface ToolReport {
  /** By which the scenario knows the call; the model gave it. */
  readonly name: string
  readonly tool: string
  readonly runId: string
  readonly stepNumber: number
  readonly idempotencyKey: string
  readonly args: JsonObject
  /** The process that made the call. */
  readonly pid: number
  /** When it did, by its own wall clock, which its events have their times from. */
  readonly sentAt: number
}

/** One call that reached the outside world. Times are of `performance.now()`. */
export interface ToolCall extends ToolReport {
  readonly at: number
  /** When its connection was closed, by either side; `null` while the call is active. */
  closedAt: number | null
  /** Whether the caller went before it was answered. */
  wasLeft: boolean
}

/** Result of a call, as JSON; a thrown error is a failed call. `nth` counts the calls of that name from 1. */
export type Behaviour = (call: ToolCall, nth: number) => unknown

/** The outside world that tools act on. It counts what was done to it. */
export class ToolServer {
  readonly calls: ToolCall[] = []
  readonly #behaviours = new Map<string, Behaviour>()
  readonly #server: Server
  #port = 0

  private constructor() {
    this.#server = createServer((request, response) => void this.#serve(request, response))
  }

  static async open(): Promise<ToolServer> {
    const server = new ToolServer()
    server.#port = await listenOnLoopback(server.#server)
    return server
  }

  /** For CHAOS_TOOLS_URL. */
  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  /** Says what calls of this name do; others answer at once. */
  on(name: string, behaviour: Behaviour): void {
    this.#behaviours.set(name, behaviour)
  }

  of(name: string): readonly ToolCall[] {
    return this.calls.filter((call) => call.name === name)
  }

  /** The nth call of this name, from 1, when it has come. */
  nth(name: string, n: number, withinMs?: number): Promise<ToolCall> {
    return eventually(() => this.of(name)[n - 1], {
      what: `call ${n} of ${name} reaches the tool`,
      ...(withinMs === undefined ? {} : { withinMs }),
    })
  }

  /** Forgets what no scenario asks for any more. */
  clear(): void {
    this.calls.length = 0
    this.#behaviours.clear()
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const report: ToolReport = JSON.parse(await text(request))
    const call: ToolCall = { ...report, at: performance.now(), closedAt: null, wasLeft: false }
    this.calls.push(call)
    response.once('close', () => {
      call.closedAt = performance.now()
      call.wasLeft = !response.writableFinished
    })
    const behaviour = this.#behaviours.get(call.name) ?? (() => ({ done: call.name }))
    try {
      const given = await behaviour(call, this.of(call.name).length)
      response.end(JSON.stringify(given ?? null))
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  }
}
