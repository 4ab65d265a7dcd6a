import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { bridgeText } from '../../../src/models/transcript/repair-turns.ts'
import { listenOnLoopback } from '../../support/free-port.ts'
import { eventually } from '../eventually.ts'
import type { Answer, ChatRequest, Model } from './replies.ts'

/** One request, as the provider saw it. Times are of `performance.now()`. */
export interface ModelRequest {
  readonly marker: string
  readonly turn: number
  readonly attempt: number
  readonly at: number
  readonly body: ChatRequest
  /** When it was last sent something; `null` before the first. */
  wroteAt: number | null
  /** When its connection was closed, by either side; `null` while it is open. */
  closedAt: number | null
  /** Whether the client went before the answer was whole. */
  wasLeft: boolean
}

/** Stands in the input of a run, and so in each of its conversations: it says whose model is to answer. */
const markerPattern = /#chaos:([\w./-]+)#/

export function markerText(marker: string): string {
  return `#chaos:${marker}#`
}

/** OpenAI's Chat Completions API, played by scripts. It logs what it was asked. */
export class FakeProvider {
  readonly requests: ModelRequest[] = []
  /** Errors of the scripts themselves. */
  readonly faults: unknown[] = []
  readonly #models = new Map<string, Model>()
  readonly #server: Server
  #port = 0

  private constructor() {
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch((error: unknown) => {
        this.faults.push(error)
        response.destroy()
      })
    })
  }

  static async open(): Promise<FakeProvider> {
    const provider = new FakeProvider()
    provider.#port = await listenOnLoopback(provider.#server)
    return provider
  }

  /** For OPENAI_CHAT_BASE_URL. */
  get baseUrl(): string {
    return `http://127.0.0.1:${this.#port}/v1`
  }

  /** Says who answers for runs with this marker; for all that have none, with an empty one. */
  play(marker: string, model: Model): void {
    this.#models.set(marker, model)
  }

  of(marker: string): readonly ModelRequest[] {
    return this.requests.filter((request) => request.marker === marker)
  }

  /** The nth request for this marker, from 1, when it has come. */
  nth(marker: string, n: number, withinMs?: number): Promise<ModelRequest> {
    return eventually(() => this.of(marker)[n - 1], {
      what: `request ${n} for ${marker} reaches the provider`,
      ...(withinMs === undefined ? {} : { withinMs }),
    })
  }

  /** Forgets what no scenario asks for any more. */
  clear(): void {
    this.requests.length = 0
    this.faults.length = 0
    this.#models.clear()
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body: ChatRequest = JSON.parse(await text(request))
    const marker =
      markerPattern.exec(JSON.stringify(body.messages.filter(({ role }) => role === 'user')))?.[1] ?? ''
    const model = this.#models.get(marker)
    if (model === undefined) return answerOf(response).refuse(400)
    const turn = body.messages.filter(isAnswer).length
    const attempt = this.of(marker).filter((earlier) => earlier.turn === turn).length
    const at = performance.now()
    const untold = { wroteAt: null, closedAt: null, wasLeft: false }
    const entry: ModelRequest = { marker, turn, attempt, at, body, ...untold }
    const answer = answerOf(response, () => {
      entry.wroteAt = performance.now()
    })
    this.requests.push(entry)
    response.once('close', () => {
      entry.closedAt = performance.now()
      entry.wasLeft = answer.gone.aborted
    })
    await model({ turn, attempt, body })(answer)
  }
}

/** The bridge between results and a user's words is the adapter's, and no answer of this model. */
function isAnswer({ role, content }: ChatRequest['messages'][number]): boolean {
  return role === 'assistant' && content !== bridgeText
}

function answerOf(response: ServerResponse, onWrite: () => void = () => undefined): Answer {
  const leaving = new AbortController()
  let isBroken = false
  response.once('close', () => {
    if (!response.writableFinished && !isBroken) leaving.abort()
  })
  const write = (bytes: string | Buffer) => {
    if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(bytes)
    onWrite()
  }
  return {
    refuse: (status, headers = {}) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      response.end(JSON.stringify({ error: { message: `The provider says ${status}.`, type: 'chaos' } }))
    },
    write,
    taken: async () => {
      if (!response.writableNeedDrain) return
      await once(response, 'drain', { signal: leaving.signal }).catch(() => undefined) // gone
    },
    end: () => response.end(),
    reset: () => {
      isBroken = true
      response.socket?.resetAndDestroy()
    },
    gone: leaving.signal,
  }
}
