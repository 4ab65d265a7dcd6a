import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type Serve = (request: IncomingMessage, response: ServerResponse) => void

/** Requests of one connection that may wait; reading of it pauses then, until half of them are left. */
const maxWaiting = 32
/** Requests of all connections beyond those that may wait: one read of a connection can hold 3,600. Each takes 2 to 3 KB. */
const maxExcess = 5_000

/**
 * Serves the requests of each connection one after another. A client may send many ahead (pipelining) and read no answer: beyond
 * those that may wait, nothing more is read from its connection, and an answer is made only when the one before has been taken (API-14).
 */
export class RequestQueue {
  readonly #serve: Serve
  readonly #connections = new WeakMap<Socket, Connection>()
  readonly #excess = { count: 0 }

  constructor(serve: Serve) {
    this.#serve = serve
  }

  add(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request
    let connection = this.#connections.get(socket)
    if (connection === undefined) {
      connection = new Connection(socket, this.#serve, this.#excess)
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
  readonly #excess: { count: number }
  readonly #waiting: Exchange[] = []
  #isServing = false
  #isPaused = false

  constructor(socket: Socket, serve: Serve, excess: { count: number }) {
    this.#socket = socket
    this.#serve = serve
    this.#excess = excess
    // Node holds the bytes read of a connection until it is closed, which is after others were read: it counts until then.
    socket.once('close', () => this.#forget())
  }

  get isBusy(): boolean {
    return this.#isServing
  }

  add(exchange: Exchange): void {
    // The rest of the bytes read of a connection that was ended meanwhile.
    if (this.#socket.destroyed) {
      ignoreRest(this.#socket)
      return
    }
    if (!this.#isServing) this.#begin(exchange)
    else if (this.#waiting.length < maxWaiting) this.#wait(exchange)
    else if (this.#excess.count >= maxExcess) this.#drop()
    else {
      this.#excess.count += 1
      this.#wait(exchange)
    }
  }

  #wait(exchange: Exchange): void {
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
    if (this.#socket.destroyed) return
    if (this.#waiting.length > maxWaiting) this.#excess.count -= 1
    const exchange = this.#waiting.shift()
    if (this.#isPaused && this.#waiting.length <= maxWaiting / 2) this.#resume()
    if (exchange === undefined) return
    this.#isServing = true
    // Answers that are made at once would otherwise follow each other without a pause for anybody else: of fifty connections for seconds.
    setImmediate(() => {
      if (!this.#socket.destroyed) this.#begin(exchange)
    })
  }

  #drop(): void {
    this.#socket.destroy()
    ignoreRest(this.#socket)
  }

  #forget(): void {
    this.#excess.count -= Math.max(0, this.#waiting.length - maxWaiting)
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

/**
 * Stops the parsing of bytes read of a connection that is ended. Node would make requests of all of them, and keep them until the
 * connection is closed: of a hundred connections that is a gigabyte. There is no public API to stop it; where the private one is missing it
 * does nothing.
 */
function ignoreRest(socket: Socket): void {
  // Absent in the types. Node takes it from a connection that it is done with.
  const parser: unknown = Reflect.get(socket, 'parser')
  if (typeof parser !== 'object' || parser === null) return
  Reflect.set(parser, 'onIncoming', () => noFurtherRequests)
}

/** Marks a request after which the connection has another protocol. */
const noFurtherRequests = 2
