import { once } from 'node:events'
import WebSocket from 'ws'
import { runEventsSubscription, type SeenEvent } from './transcript.ts'

/** A subscriber that keeps to the protocol and has nothing of a good client: it may stop to read, and never comes again. */
export class BareSocket {
  readonly events: SeenEvent[] = []
  /** Codes of errors that came in place of events. */
  readonly errors: string[] = []
  /** The code by which it was closed, once it is; 1006 where the connection broke. */
  readonly closed: Promise<number>
  #isComplete = false
  readonly #socket: WebSocket
  readonly #acknowledged = Promise.withResolvers<void>()

  private constructor(url: string) {
    this.#socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
    this.closed = new Promise((resolve) => this.#socket.once('close', resolve))
    this.#socket.on('error', () => undefined) // 'close' follows
    this.#socket.on('message', (data) => this.#hear(JSON.parse(String(data))))
  }

  /** One that the server has welcomed. @throws where it did not */
  static async open(url: string): Promise<BareSocket> {
    const bare = new BareSocket(url)
    const refused = bare.closed.then((code) => {
      throw new Error(`The WebSocket was closed with ${code} before it was of use.`)
    })
    refused.catch(() => undefined) // after the welcome it is an end like any other
    await Promise.race([once(bare.#socket, 'open'), refused])
    bare.#send({ type: 'connection_init' })
    await Promise.race([bare.#acknowledged.promise, refused])
    return bare
  }

  /** Whether the server said that there is nothing more to come. */
  get isComplete(): boolean {
    return this.#isComplete
  }

  /** Follows a run from after that cursor, or from its beginning. */
  subscribe(runId: string, after: string | null = null): void {
    const payload = { query: runEventsSubscription, variables: { runId, after } }
    this.#send({ type: 'subscribe', id: '1', payload })
  }

  /** It takes nothing more from the network. */
  pause(): void {
    this.#socket.pause()
  }

  resume(): void {
    this.#socket.resume()
  }

  /** Gone without a word; with a RST where there is something unread. */
  drop(): void {
    this.#socket.terminate()
  }

  #send(message: object): void {
    this.#socket.send(JSON.stringify(message))
  }

  #hear(message: Message): void {
    if (message.type === 'connection_ack') this.#acknowledged.resolve()
    if (message.type === 'complete') this.#isComplete = true
    if (message.type === 'error') this.#take(message.payload)
    if (message.type !== 'next') return
    this.#take(message.payload.errors ?? [])
    if (message.payload.data) this.events.push(message.payload.data.runEvents)
  }

  #take(errors: readonly GivenError[]): void {
    this.errors.push(...errors.map(({ message, extensions }) => extensions?.code ?? message))
  }
}

interface GivenError {
  readonly message: string
  readonly extensions?: { readonly code?: string }
}

type Message =
  | { readonly type: 'connection_ack' | 'complete' | 'ping' | 'pong' }
  | { readonly type: 'error'; readonly payload: readonly GivenError[] }
  | {
      readonly type: 'next'
      readonly payload: {
        readonly data?: { readonly runEvents: SeenEvent } | null
        readonly errors?: readonly GivenError[]
      }
    }
