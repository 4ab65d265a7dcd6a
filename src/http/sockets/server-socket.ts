import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { setImmediate as nextRound } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { Admission, Authenticator, EndReason } from '../../domain/caller.ts'
import { type CloseCode, closeCodes } from './close-codes.ts'
import {
  GraphQLProtocol,
  type ProtocolServices,
  type ProtocolSocket,
  subprotocol,
} from './graphql-protocol.ts'
import { SendQueue } from './send-queue.ts'
import { SocketOutbox } from './socket-outbox.ts'

interface Options {
  readonly services: ProtocolServices
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
export class ServerSocket implements ProtocolSocket {
  readonly turns = new SendQueue()
  readonly request: IncomingMessage
  admission: Admission | null = null
  readonly #socket: WebSocket
  readonly #options: Options
  readonly #outbox: SocketOutbox
  readonly #disconnected = Promise.withResolvers<void>()
  readonly #pinging: NodeJS.Timeout
  readonly #protocol: GraphQLProtocol
  /** Messages that wait until operations have ended: those that were read at once, as nothing more is read meanwhile. */
  readonly #inbox: string[] = []
  #isEnded = false
  #isAnswering = true

  constructor(socket: WebSocket, options: Options) {
    const { services, request, connection } = options
    this.request = request
    this.#socket = socket
    this.#options = options
    this.#outbox = new SocketOutbox(socket, {
      ...services.limits,
      connection,
      onSlow: () => this.close(closeCodes.SLOW_CONSUMER),
    })
    socket.on('message', (data) => this.#onMessage(String(data)))
    socket.on('pong', () => this.#received())
    // The client broke the rules of WebSockets: ws has closed the socket, with the matching code.
    socket.on('error', () => this.#end())
    socket.once('close', () => {
      clearInterval(this.#pinging)
      this.#end()
      this.#disconnected.resolve()
    })
    this.#pinging = setInterval(() => void this.#ping(), services.limits.keepAliveMs)
    this.#protocol = new GraphQLProtocol(this, services)
    if (socket.protocol !== subprotocol) this.close(closeCodes.WRONG_PROTOCOL)
  }

  sendAll(messages: readonly Buffer[]): Promise<void> {
    return this.#outbox.sendAll(messages)
  }

  /** Sends pending messages, and then asks the client to reconnect elsewhere. Resolves when the socket is closed. */
  async leave(): Promise<void> {
    void this.#closeWhenServed()
    await this.#disconnected.promise
  }

  enter(admission: Admission, authenticator: Authenticator): void {
    if (!this.#isOpen) return
    this.admission = admission
    const unwatch = authenticator.watch(admission, (why) => this.close(closings[why]))
    this.#socket.once('close', unwatch)
  }

  async #closeWhenServed(): Promise<void> {
    await this.turns.drain()
    // The `complete` of an answer follows it in this round: a client that misses it would send its mutation again.
    await nextRound()
    this.close(closeCodes.GOING_AWAY)
  }

  #onMessage(message: string): void {
    this.#received()
    this.#inbox.push(message)
    this.readOn()
  }

  readOn(): void {
    // Messages that arrive after the server closed the socket are ignored.
    while (this.#isOpen && !this.#protocol.isFull) {
      const message = this.#inbox.shift()
      if (message === undefined) break
      this.#protocol.receive(message)
    }
    if (!this.#isOpen) this.#inbox.length = 0
    const isToWait = this.#inbox.length > 0
    if (isToWait && !this.#socket.isPaused) this.#socket.pause()
    if (!isToWait && this.#socket.isPaused) this.#socket.resume()
  }

  get #isOpen(): boolean {
    return !this.#isEnded && this.#socket.readyState === WebSocket.OPEN
  }

  #received(): void {
    this.#isAnswering = true
  }

  /** A client that is being sent something is judged by whether it takes it: the ping would wait behind that. */
  async #ping(): Promise<void> {
    if (!this.#isOpen || this.#outbox.isWaiting) return
    // Its pong would not be read.
    if (this.#socket.isPaused) return this.#received()
    // If this process itself was blocked, the pong may have arrived without being read.
    if (!this.#isAnswering) await nextRound()
    if (this.#isAnswering) this.#socket.ping()
    else this.#socket.terminate()
    this.#isAnswering = false
  }

  fail(error: unknown): void {
    this.#options.report('An operation over a WebSocket failed.', error)
    this.close(closeCodes.SERVER_ERROR)
  }

  close({ code, reason }: Pick<CloseCode, 'code' | 'reason'>): void {
    this.#socket.close(code, reason)
    this.#end()
  }

  #end(): void {
    if (this.#isEnded) return
    this.#isEnded = true
    this.#protocol.end()
    this.readOn()
  }
}

/** The close code for each end of an admission. */
const closings: Readonly<Record<EndReason, CloseCode>> = {
  over: closeCodes.FORBIDDEN,
  expired: closeCodes.TOKEN_EXPIRED,
}
