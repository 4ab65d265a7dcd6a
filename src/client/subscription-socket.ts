import { connectionFailed, dropped, fromClose, fromGraphQLErrors } from './client-error.ts'
import { authorization } from './credentials.ts'
import type { Inbox } from './inbox.ts'
import type { OperationRequest } from './operation.ts'
import type { Attempt, ExecutionResult } from './transport.ts'

/** From the beginning of a connection until the server has accepted it. */
const acceptWithinMs = 10_000
const pingEveryMs = 10_000
/** After so many pings without an answer the connection is dead. */
const maxUnanswered = 2

/** A subscription on a socket. */
export interface SocketSubscription extends Pick<Attempt, 'onToken' | 'onOpen'> {
  readonly request: OperationRequest
  readonly inbox: Inbox<ExecutionResult>
}

interface Message {
  readonly type: string
  readonly id?: string
  readonly payload?: unknown
}

/**
 * One WebSocket, from its opening to its end, with the protocol graphql-transport-ws
 * (https://github.com/enisdenjo/graphql-ws/blob/master/PROTOCOL.md). The client of graphql-ws takes 3 of the 8 kB that the client may
 * have, most of it for reconnections of its own, which would start each subscription from its beginning.
 */
export class SubscriptionSocket {
  readonly #socket: WebSocket
  readonly #token: string
  readonly #onEnd: () => void
  readonly #operations = new Map<string, SocketSubscription>()
  #lastId = 0
  #isAccepted = false
  #isEnded = false
  #unanswered = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  /** `onEnd` is called once, when the socket takes no operations any more. */
  constructor(socket: WebSocket, token: string, onEnd: () => void) {
    this.#socket = socket
    this.#token = token
    this.#onEnd = onEnd
    socket.addEventListener('open', () =>
      this.#say({ type: 'connection_init', payload: authorization(token) }),
    )
    socket.addEventListener('message', ({ data }) => this.#hear(data))
    socket.addEventListener('close', ({ code, reason }) => this.#end(fromClose(code, reason)))
    // The reason comes with the event `close`, as far as there is one.
    socket.addEventListener('error', () => undefined)
    const isLate = () => this.#end(connectionFailed(new Error('it was not accepted in time')))
    this.#timer = setTimeout(isLate, acceptWithinMs)
  }

  /** Whether it takes no operations any more. */
  get isEnded(): boolean {
    return this.#isEnded
  }

  /** Begins an operation as soon as the server has accepted the connection. Gives how to leave it; the last one closes the socket. */
  start(operation: SocketSubscription): () => void {
    this.#lastId += 1
    const id = String(this.#lastId)
    this.#operations.set(id, operation)
    if (this.#isAccepted) this.#subscribe(id, operation)
    return () => {
      if (this.#operations.delete(id) && this.#isAccepted) this.#say({ id, type: 'complete' })
      if (this.#operations.size === 0) this.#end(null)
    }
  }

  /** Ends the socket with its operations. */
  drop(): void {
    this.#end(dropped())
  }

  #subscribe(id: string, { request, onToken, onOpen }: SocketSubscription): void {
    onToken(this.#token)
    onOpen()
    this.#say({ id, type: 'subscribe', payload: request })
  }

  #say(message: Message): void {
    if (this.#socket.readyState === 1) this.#socket.send(JSON.stringify(message))
  }

  #hear(data: unknown): void {
    this.#unanswered = 0
    try {
      const message: Message = JSON.parse(String(data))
      this.#take(message)
    } catch (error) {
      this.#end(connectionFailed(error))
    }
  }

  #take({ type, id = '', payload }: Message): void {
    const operation = this.#operations.get(id)
    switch (type) {
      case 'connection_ack':
        this.#isAccepted = true
        clearTimeout(this.#timer)
        this.#timer = setTimeout(() => this.#ping(), pingEveryMs)
        for (const [id, operation] of this.#operations) this.#subscribe(id, operation)
        return
      case 'ping':
        this.#say({ type: 'pong' })
        return
      case 'next':
        if (payload instanceof Object) operation?.inbox.push(payload)
        return
      case 'error':
        this.#operations.delete(id)
        operation?.inbox.end(fromGraphQLErrors(Array.isArray(payload) ? payload : []))
        return
      case 'complete':
        this.#operations.delete(id)
        operation?.inbox.end()
    }
  }

  #ping(): void {
    if (this.#unanswered >= maxUnanswered) {
      this.#end(connectionFailed(new Error('the server is silent')))
      return
    }
    this.#unanswered += 1
    this.#say({ type: 'ping' })
    this.#timer = setTimeout(() => this.#ping(), pingEveryMs)
  }

  /** Ends all operations. Does not wait for the other side, which may be gone. */
  #end(error: Error | null): void {
    if (this.#isEnded) return
    this.#isEnded = true
    clearTimeout(this.#timer)
    this.#onEnd()
    for (const { inbox, onToken } of this.#operations.values()) {
      onToken(this.#token)
      inbox.end(error)
    }
    this.#operations.clear()
    if (this.#socket.readyState < 2) this.#socket.close(1000)
  }
}
