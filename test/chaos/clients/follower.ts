import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from 'graphql-ws'
import WebSocket from 'ws'
import { authorized } from './graphql-client.ts'
import { newTranscript, runEventsSubscription, type SeenEvent, type Transcript } from './transcript.ts'

export interface FollowerOptions {
  readonly client: string
  readonly runId: string
  /** The API servers there are at the moment: their order is the follower's preference. */
  readonly servers: () => readonly string[]
  /** After how many more events it loses its connection; `null` for never. Asked anew after each loss. */
  readonly nextCut?: () => number | null
  /** Default: it has none. */
  readonly apiKey?: string | null
  /** Events that it received before: it continues after them. Default: none. */
  readonly heard?: readonly SeenEvent[]
}

const retryMs = 50

/**
 * A client that follows a run over WebSockets, as a careful one does: it keeps the cursor of the last event that it was given,
 * and goes on after it at another server whenever its connection is lost.
 */
export class Follower {
  readonly transcript: Transcript
  readonly #options: FollowerOptions
  readonly #left = new AbortController()
  readonly #following: Promise<void>

  constructor(options: FollowerOptions) {
    this.transcript = newTranscript(options.client)
    this.transcript.events.push(...(options.heard ?? []))
    this.#options = options
    this.#following = this.#follow()
  }

  /** The last number that it was given; 0 before the first. */
  get seq(): number {
    return this.transcript.events.at(-1)?.seq ?? 0
  }

  /** Ends it, wherever it stands. */
  async leave(): Promise<void> {
    this.#left.abort()
    await this.#following
  }

  /** Starts again after the log had ended, from which a resumed run's log continues. */
  again(): Follower {
    return new Follower({ ...this.#options, heard: this.transcript.events })
  }

  /** Starts from the beginning, as one does whose cursor is refused. */
  anew(): Follower {
    return new Follower({ ...this.#options, heard: [] })
  }

  async #follow(): Promise<void> {
    for (let turn = 0; !this.#left.signal.aborted && !this.transcript.isComplete; turn++) {
      const servers = this.#options.servers()
      const url = servers[turn % servers.length]
      if (turn > 0) this.transcript.reconnects += 1
      if (url !== undefined) await this.#connect(url)
      if (!this.#left.signal.aborted && !this.transcript.isComplete) await delay(retryMs)
    }
  }

  /** One connection, until it is lost, cut, left or done with. */
  async #connect(url: string): Promise<void> {
    const { transcript } = this
    const cutAfter = this.#options.nextCut?.() ?? null
    const { client, drop } = connect(url, this.#options.apiKey ?? null)
    const leave = () => drop()
    this.#left.signal.addEventListener('abort', leave, { once: true })
    const variables = { runId: this.#options.runId, after: transcript.events.at(-1)?.cursor ?? null }
    let given = 0
    try {
      for await (const { data, errors } of client.iterate<{ runEvents: SeenEvent }>({
        query: runEventsSubscription,
        variables,
      })) {
        for (const error of errors ?? [])
          transcript.errors.push(String(error.extensions?.code ?? error.message))
        if (data) transcript.events.push(data.runEvents)
        given += 1
        if (given === cutAfter) drop()
        if (errors) return
      }
      transcript.isComplete = true
    } catch (error) {
      // A refusal comes as a list of errors; else the connection was lost, or never came about. It goes on elsewhere.
      if (Array.isArray(error)) transcript.errors.push(...error.map(String))
    } finally {
      this.#left.signal.removeEventListener('abort', leave)
      drop()
    }
  }
}

/** A client that does not reconnect automatically, and whose connection can be broken off silently. */
function connect(url: string, apiKey: string | null) {
  const sockets: WebSocket[] = []
  class Socket extends WebSocket {
    constructor(address: string, protocols: string[]) {
      super(address, protocols)
      this.on('error', () => undefined) // 'close' follows
      sockets.push(this)
    }
  }
  const client = createClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: Socket,
    connectionParams: authorized(apiKey),
    retryAttempts: 0,
    lazy: true,
  })
  return {
    client,
    drop: () => {
      for (const socket of sockets) socket.terminate()
    },
  }
}
