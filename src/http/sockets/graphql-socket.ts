import type { IncomingMessage } from 'node:http'
import { setImmediate as nextRound } from 'node:timers/promises'
import type { Server as Protocol } from 'graphql-ws'
import { WebSocket } from 'ws'
import type { Admission, Authenticator } from '../../domain/caller.ts'
import type { LiveLimits } from '../limits/live-limits.ts'
import { type CloseCode, closeCodes } from './close-codes.ts'
import { SendQueue } from './send-queue.ts'

interface Options {
  readonly protocol: Protocol<GraphQLSocket>
  readonly limits: LiveLimits
  /** What it begins with. */
  readonly request: IncomingMessage
  readonly report: (message: string, error?: unknown) => void
}

/**
 * The socket of one client. It is closed when its client does not take what it is sent, and dropped when its client has vanished;
 * its operations end as soon as either side closes, not when the other has answered.
 */
export class GraphQLSocket {
  readonly turns = new SendQueue()
  /** What it began with. */
  readonly request: IncomingMessage
  /** Who calls, once they have said so. */
  admission: Admission | null = null
  readonly #socket: WebSocket
  readonly #options: Options
  readonly #outbox: Outbox
  readonly #disconnected = Promise.withResolvers<void>()
  readonly #pinging: NodeJS.Timeout
  #receive: (message: string) => Promise<void> = async () => {}
  #endOperations: ((code: number, reason: string) => Promise<void>) | null = null
  #isAnswering = true

  constructor(socket: WebSocket, options: Options) {
    const { protocol, request, limits } = options
    this.request = request
    this.#socket = socket
    this.#options = options
    this.#outbox = new Outbox(socket, { ...limits, onSlow: () => this.close(closeCodes.SLOW_CONSUMER) })
    socket.on('message', (data) => void this.#onMessage(String(data)))
    socket.on('pong', () => this.#received())
    // The client broke the rules of WebSockets: ws has closed the socket, with the code that says how.
    socket.on('error', () => this.#end(closeCodes.INVALID_MESSAGE))
    socket.once('close', (code, reason) => {
      clearInterval(this.#pinging)
      this.#end({ code, reason: String(reason) })
      this.#disconnected.resolve()
    })
    this.#endOperations = protocol.opened(
      {
        protocol: socket.protocol,
        send: (message) => this.#outbox.send(message),
        close: (code = closeCodes.SERVER_ERROR.code, reason = '') => this.close({ code, reason }),
        onMessage: (receive) => {
          this.#receive = receive
        },
      },
      this,
    )
    this.#pinging = setInterval(() => void this.#ping(), limits.keepAliveMs)
  }

  /** Sends pending messages, and then tells the client to reconnect elsewhere. Resolves when the socket is closed. */
  async leave(): Promise<void> {
    void this.#closeWhenServed()
    await this.#disconnected.promise
  }

  /** Lets the caller in, until their key ends; false where they left meanwhile. */
  enter(admission: Admission, authenticator: Authenticator): boolean {
    if (this.#socket.readyState !== WebSocket.OPEN) return false
    this.admission = admission
    const unwatch = authenticator.watch(admission, (why) =>
      this.close(why === 'moving' ? closeCodes.TRY_AGAIN : closeCodes.FORBIDDEN),
    )
    this.#socket.once('close', unwatch)
    return true
  }

  async #closeWhenServed(): Promise<void> {
    await this.turns.drain()
    // The `complete` of an answer follows it in this round: a client that misses it would send its mutation again.
    await nextRound()
    this.close(closeCodes.GOING_AWAY)
  }

  async #onMessage(message: string): Promise<void> {
    this.#received()
    // What comes after the server closed is not for it any more.
    if (this.#socket.readyState !== WebSocket.OPEN) return
    try {
      await this.#receive(message)
    } catch (error) {
      this.#options.report('An operation over a WebSocket failed.', error)
      this.close(closeCodes.SERVER_ERROR)
    }
  }

  #received(): void {
    this.#isAnswering = true
  }

  /** A client that is being sent something is judged by whether it takes it: the ping would wait behind that. */
  async #ping(): Promise<void> {
    if (this.#outbox.isWaiting || this.#socket.readyState !== WebSocket.OPEN) return
    // Where this process was held up itself, the pong is here, and not read yet.
    if (!this.#isAnswering) await nextRound()
    if (this.#isAnswering) this.#socket.ping()
    else this.#socket.terminate()
    this.#isAnswering = false
  }

  close({ code, reason }: Pick<CloseCode, 'code' | 'reason'>): void {
    this.#socket.close(code, reason)
    this.#end({ code, reason })
  }

  #end({ code, reason }: Pick<CloseCode, 'code' | 'reason'>): void {
    const endOperations = this.#endOperations
    this.#endOperations = null
    endOperations?.(code, reason).catch((error: unknown) =>
      this.#options.report('The operations of a WebSocket could not be ended.', error),
    )
  }
}

/** A small message costs more than its bytes while it waits. */
const bookkeepingBytes = 256

interface OutboxOptions extends Pick<LiveLimits, 'flushWithinMs' | 'maxBufferedBytes'> {
  /** Called once the client does not take what it is sent. */
  readonly onSlow: () => void
}

/** What is on its way to the client of a socket, and whether the client takes it. */
class Outbox {
  readonly #socket: WebSocket
  readonly #options: OutboxOptions
  #waiting = 0
  /** Of what has been sent since nothing waited. */
  #largestBytes = 0

  constructor(socket: WebSocket, options: OutboxOptions) {
    this.#socket = socket
    this.#options = options
  }

  /** Whether the client has not taken all of it yet. */
  get isWaiting(): boolean {
    return this.#waiting > 0
  }

  /** Resolves when the message is written, or lost with its socket, which reports its own end. */
  send(message: string): Promise<void> {
    if (this.#socket.readyState !== WebSocket.OPEN) return Promise.resolve()
    const bytes = Buffer.byteLength(message)
    this.#largestBytes = this.isWaiting ? Math.max(this.#largestBytes, bytes) : bytes
    this.#waiting += 1
    const { promise, resolve } = Promise.withResolvers<void>()
    let isTaken = false
    const late = setTimeout(() => {
      // If this process itself was blocked, the client may have read it, and the event is not here yet.
      setImmediate(() => {
        if (!isTaken) this.#options.onSlow()
      })
    }, this.#options.flushWithinMs)
    this.#socket.send(message, () => {
      isTaken = true
      clearTimeout(late)
      this.#waiting -= 1
      resolve()
    })
    if (this.#isOverfull()) this.#options.onSlow()
    return promise
  }

  /** One large message is no fault of a client that reads; much beside it is. */
  #isOverfull(): boolean {
    const { bufferedAmount } = this.#socket
    // The callback of a write that succeeds at once still comes later.
    if (bufferedAmount === 0) return false
    const beside = bufferedAmount - this.#largestBytes + this.#waiting * bookkeepingBytes
    return beside > this.#options.maxBufferedBytes
  }
}
