import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type Serve = (request: IncomingMessage, response: ServerResponse) => void

/** Requests of one connection that may wait; reading of it pauses then, until half of them are left. */
const maxWaiting = 32
/** Requests of all connections beyond those that may wait: what one read of a connection brings can hold many. */
const maxBeyond = 20_000

/**
 * Serves the requests of each connection one after another. A client may send many ahead (pipelining) and read no answer: beyond
 * those that may wait, nothing more is read from its connection, and an answer is made only when the one before has been taken.
 */
export class RequestQueue {
  readonly #serve: Serve
  readonly #connections = new WeakMap<Socket, Connection>()
  readonly #beyond = { count: 0 }

  constructor(serve: Serve) {
    this.#serve = serve
  }

  add(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request
    let connection = this.#connections.get(socket)
    if (connection === undefined) {
      connection = new Connection(socket, this.#serve, this.#beyond)
      this.#connections.set(socket, connection)
    }
    connection.add({ request, response })
  }

  /** Whether answers of the connection are still to come. */
  isBusy(socket: Socket): boolean {
    return this.#connections.get(socket)?.isBusy === true
  }
}

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

class Connection {
  readonly #socket: Socket
  readonly #serve: Serve
  readonly #beyond: { count: number }
  readonly #waiting: Exchange[] = []
  #isServing = false
  #isPaused = false

  constructor(socket: Socket, serve: Serve, beyond: { count: number }) {
    this.#socket = socket
    this.#serve = serve
    this.#beyond = beyond
  }

  get isBusy(): boolean {
    return this.#isServing
  }

  add(exchange: Exchange): void {
    // The rest of what was read of a connection that was ended meanwhile.
    if (this.#socket.destroyed) return
    if (!this.#isServing) return this.#begin(exchange)
    if (this.#waiting.length >= maxWaiting) {
      if (this.#beyond.count >= maxBeyond) return this.#drop()
      this.#beyond.count += 1
    }
    this.#waiting.push(exchange)
    if (this.#waiting.length >= maxWaiting) this.#pause()
  }

  #begin({ request, response }: Exchange): void {
    this.#isServing = true
    response.once('close', () => this.#next())
    this.#serve(request, response)
  }

  #next(): void {
    this.#isServing = false
    if (this.#socket.destroyed) return this.#forget()
    if (this.#waiting.length > maxWaiting) this.#beyond.count -= 1
    const exchange = this.#waiting.shift()
    if (this.#isPaused && this.#waiting.length <= maxWaiting / 2) this.#resume()
    if (exchange) this.#begin(exchange)
  }

  #drop(): void {
    this.#socket.destroy()
    this.#forget()
  }

  #forget(): void {
    this.#beyond.count -= Math.max(0, this.#waiting.length - maxWaiting)
    this.#waiting.length = 0
  }

  #pause(): void {
    if (this.#isPaused) return
    this.#isPaused = true
    // Node itself resumes a connection after each answer.
    this.#socket.on('resume', this.#pauseAgain)
    this.#socket.pause()
  }

  #resume(): void {
    this.#isPaused = false
    this.#socket.off('resume', this.#pauseAgain)
    this.#socket.resume()
  }

  readonly #pauseAgain = () => this.#socket.pause()
}
