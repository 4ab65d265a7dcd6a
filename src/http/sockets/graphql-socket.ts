import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { setImmediate as nextRound } from 'node:timers/promises'
import type { Server as Protocol } from 'graphql-ws'
import { WebSocket } from 'ws'
import type { Admission, Authenticator, EndReason } from '../../domain/caller.ts'
import type { LiveLimits } from '../limits/live-limits.ts'
import { type CloseCode, closeCodes } from './close-codes.ts'
import { SendQueue } from './send-queue.ts'

interface Options {
  readonly protocol: Protocol<GraphQLSocket>
  readonly limits: LiveLimits
  /** Request that opens the socket. */
  readonly request: IncomingMessage
  /** The connection under the socket. */
  readonly connection: Duplex
  readonly report: (message: string, error?: unknown) => void
}

/**
 * The socket of one client. It is closed when its client does not read its messages, and dropped when its client has vanished; its
 * operations end as soon as either side closes, not when the other has answered.
 */
export class GraphQLSocket {
  readonly turns = new SendQueue()
  /** Request that opened the socket. */
  readonly request: IncomingMessage
  /** Admission of the caller, once it has authenticated. */
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
    const { protocol, request, connection, limits } = options
    this.request = request
    this.#socket = socket
    this.#options = options
    this.#outbox = new Outbox(socket, {
      ...limits,
      connection,
      onSlow: () => this.close(closeCodes.SLOW_CONSUMER),
    })
    socket.on('message', (data) => void this.#onMessage(String(data)))
    socket.on('pong', () => this.#received())
    // The client broke the rules of WebSockets: ws has closed the socket, with the matching code.
    socket.on('error', () => this.#end(closeCodes.INVALID_MESSAGE))
    socket.once('close', (code, reason) => {
      clearInterval(this.#pinging)
      this.#end({ code, reason: String(reason) })
      this.#disconnected.resolve()
    })
    this.#endOperations = protocol.opened(
      {
        protocol: socket.protocol,
        send: (message) => this.#outbox.sendAll([Buffer.from(message)]),
        close: (code = closeCodes.SERVER_ERROR.code, reason = '') => this.close({ code, reason }),
        onMessage: (receive) => {
          this.#receive = receive
        },
      },
      this,
    )
    this.#pinging = setInterval(() => void this.#ping(), limits.keepAliveMs)
  }

  /** Resolves when all of the messages are written, or lost with the socket. */
  sendAll(messages: readonly Buffer[]): Promise<void> {
    return this.#outbox.sendAll(messages)
  }

  /** Sends pending messages, and then asks the client to reconnect elsewhere. Resolves when the socket is closed. */
  async leave(): Promise<void> {
    void this.#closeWhenServed()
    await this.#disconnected.promise
  }

  /** Lets the caller in, until their key ends; false where they left meanwhile. */
  enter(admission: Admission, authenticator: Authenticator): boolean {
    if (this.#socket.readyState !== WebSocket.OPEN) return false
    this.admission = admission
    const unwatch = authenticator.watch(admission, (why) => this.close(closings[why]))
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
    // Messages that arrive after the server closed the socket are ignored.
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
    // If this process itself was blocked, the pong may have arrived without being read.
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

/** The close code for each end of an admission. */
const closings: Readonly<Record<EndReason, CloseCode>> = {
  over: closeCodes.FORBIDDEN,
  expired: closeCodes.TOKEN_EXPIRED,
  moving: closeCodes.TRY_AGAIN,
}

/** A small message costs more than its bytes while it waits. */
const bookkeepingBytes = 256

interface OutboxOptions extends Pick<LiveLimits, 'flushWithinMs' | 'maxBufferedBytes'> {
  /** The connection under the socket. */
  readonly connection: Duplex
  /** Called once the client does not read its messages. */
  readonly onSlow: () => void
}

/** Messages being sent to the client of a socket, and whether the client reads them. */
class Outbox {
  readonly #socket: WebSocket
  readonly #options: OutboxOptions
  #waiting = 0
  /** Largest size of the messages sent since the queue was last empty, in bytes. */
  #largestBytes = 0

  constructor(socket: WebSocket, options: OutboxOptions) {
    this.#socket = socket
    this.#options = options
  }

  /** Whether the client has not taken all of it yet. */
  get isWaiting(): boolean {
    return this.#waiting > 0
  }

  /** Resolves when the messages are written, or lost with their socket, which reports its own end. */
  async sendAll(messages: readonly Buffer[]): Promise<void> {
    if (this.#socket.readyState !== WebSocket.OPEN) return
    const bytes = messages.reduce((most, { length }) => Math.max(most, length), 0)
    this.#largestBytes = this.isWaiting ? Math.max(this.#largestBytes, bytes) : bytes
    const taken = Promise.withResolvers<void>()
    this.#write(messages, taken.resolve)
    // Data that the system accepted at once needs no wait; the callback of its write still comes later.
    if (this.#socket.bufferedAmount === 0) return
    this.#waiting += messages.length
    if (this.#isOverfull()) this.#options.onSlow()
    await this.#inTime(taken.promise)
    this.#waiting -= messages.length
  }

  /** All in one write to the connection. */
  #write(messages: readonly Buffer[], onTaken: () => void): void {
    const { connection } = this.#options
    const last = messages.length - 1
    connection.cork()
    for (const [place, message] of messages.entries())
      this.#socket.send(message, { binary: false }, place === last ? onTaken : undefined)
    connection.uncork()
  }

  async #inTime(taken: Promise<void>): Promise<void> {
    let isTaken = false
    const late = setTimeout(() => {
      // If this process itself was blocked, the client may have read it, and the event is not here yet.
      setImmediate(() => {
        if (!isTaken) this.#options.onSlow()
      })
    }, this.#options.flushWithinMs)
    await taken
    isTaken = true
    clearTimeout(late)
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
