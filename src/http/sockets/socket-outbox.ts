import type { Duplex } from 'node:stream'
import { WebSocket } from 'ws'
import type { LiveLimits } from '../limits/live-limits.ts'

interface Options extends Pick<LiveLimits, 'flushWithinMs' | 'maxBufferedBytes'> {
  /** The connection under the socket. */
  readonly connection: Duplex
  /** Called once the client does not read its messages. */
  readonly onSlow: () => void
}

/** Messages being sent to the client of a socket, and whether the client reads them. */
export class SocketOutbox {
  readonly #socket: WebSocket
  readonly #options: Options
  #waiting = 0
  /** Largest size of the messages sent since the queue was last empty, in bytes. */
  #largestBytes = 0

  constructor(socket: WebSocket, options: Options) {
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

/** A small message costs more than its bytes while it waits. */
const bookkeepingBytes = 256
