import { WebSocket } from 'ws'
import type { LiveLimits } from './live-limits.ts'

/** A small message costs more than its bytes while it waits. */
const bookkeepingBytes = 256

interface Options extends Pick<LiveLimits, 'flushWithinMs' | 'maxBufferedBytes'> {
  /** Called once the client does not take what it is sent. */
  readonly onSlow: () => void
}

/** What is on its way to the client of a socket, and whether the client takes it. */
export class Outbox {
  readonly #socket: WebSocket
  readonly #options: Options
  #waiting = 0
  /** Of what has been sent since nothing waited. */
  #largestBytes = 0

  constructor(socket: WebSocket, options: Options) {
    this.#socket = socket
    this.#options = options
  }

  /** Whether the client has not taken all of it yet. */
  get isWaiting(): boolean {
    return this.#waiting > 0
  }

  /** Resolves when the message is written, or lost with its socket, whose end is told by the socket. */
  send(message: string): Promise<void> {
    if (this.#socket.readyState !== WebSocket.OPEN) return Promise.resolve()
    const bytes = Buffer.byteLength(message)
    this.#largestBytes = this.isWaiting ? Math.max(this.#largestBytes, bytes) : bytes
    this.#waiting += 1
    const { promise, resolve } = Promise.withResolvers<void>()
    let isTaken = false
    const late = setTimeout(() => {
      // Where this process was held up itself, it may be taken, and not be told yet.
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
    // What is written at once is told to be only later.
    if (bufferedAmount === 0) return false
    const beside = bufferedAmount - this.#largestBytes + this.#waiting * bookkeepingBytes
    return beside > this.#options.maxBufferedBytes
  }
}
