import type { IncomingMessage } from 'node:http'
import type { Admission, Authenticator } from '../../domain/caller.ts'
import { errorTable, tooMany } from '../../domain/errors.ts'
import type { RequestMetrics } from '../../domain/request-metrics.ts'
import { type Authentication, admit } from '../access/authenticate.ts'
import type { Callers } from '../access/callers.ts'
import { stopping } from '../error-responses.ts'
import type { LiveLimits } from '../limits/live-limits.ts'
import type { GraphQLServer } from '../yoga/graphql-server.ts'
import type { PersistedOperations } from '../yoga/persisted-operations.ts'
import { countRefusals } from '../yoga/plugins.ts'
import { type ClientMessage, readClientMessage, type SubscribePayload } from './client-messages.ts'
import { type CloseCode, closeCodes } from './close-codes.ts'
import type { SendQueue } from './send-queue.ts'
import { ServedOperation, toSocketError } from './served-operation.ts'
import { authorizationIn, refusalReason } from './socket-credentials.ts'

/** The WebSocket subprotocol that is spoken. */
export const subprotocol = 'graphql-transport-ws'

/** The socket that the protocol is spoken over. */
export interface ProtocolSocket {
  readonly turns: SendQueue
  /** Request that opened the socket. */
  readonly request: IncomingMessage
  /** Admission of the caller, once it has authenticated. */
  readonly admission: Admission | null
  /** Lets the caller in, until their key ends; nobody, where they left meanwhile. */
  enter(admission: Admission, authenticator: Authenticator): void
  /** Resolves when all of the messages are written, or lost with the socket. */
  sendAll(messages: readonly Buffer[]): Promise<void>
  /** Takes the messages that came, for as long as there is room for their operations. */
  readOn(): void
  close(why: Pick<CloseCode, 'code' | 'reason'>): void
  /** Closes it because of an unexpected error: the client may connect again. */
  fail(error: unknown): void
}

export interface ProtocolServices {
  readonly graphql: GraphQLServer
  readonly callers: Callers
  readonly operations: PersistedOperations
  readonly limits: LiveLimits
  readonly authentication: Authentication
  readonly requestMetrics: RequestMetrics
}

/**
 * graphql-transport-ws over one socket, executed as over HTTP. Each message waits for the one before to be written, and each event is asked
 * for after that: a client that does not read stops its own operations and nothing else (API-3).
 *
 * Not by the server of graphql-ws, which knows an operation by its id alone: where an id is used again while the operation before is still
 * beginning or ending, it takes one for the other.
 */
export class GraphQLProtocol {
  readonly #socket: ProtocolSocket
  readonly #services: ProtocolServices
  /** Operations whose client waits for more, by their ids. */
  readonly #active = new Map<string, ServedOperation>()
  /** Those, and others that their client has completed and that are still ending. */
  readonly #working = new Set<ServedOperation>()
  readonly #initWait: NodeJS.Timeout
  #state: 'opened' | 'initialising' | 'ready' | 'closed' = 'opened'

  constructor(socket: ProtocolSocket, services: ProtocolServices) {
    this.#socket = socket
    this.#services = services
    const late = () => this.#state === 'opened' && socket.close(closeCodes.INIT_TIMEOUT)
    this.#initWait = setTimeout(late, services.limits.initWithinMs)
  }

  /**
   * Whether another operation would be one too many, but only until some that were completed have ended: the client is not read until then, as
   * it may complete and subscribe faster than they end.
   */
  get isFull(): boolean {
    const { maxOperations } = this.#services.limits
    return this.#working.size >= maxOperations && this.#active.size < maxOperations
  }

  receive(text: string): void {
    const message = readClientMessage(text)
    if (message === null) this.#socket.close(closeCodes.INVALID_MESSAGE)
    else this.#take(message)
  }

  /** To be called when the socket closes: everything that it began ends. */
  end(): void {
    this.#state = 'closed'
    clearTimeout(this.#initWait)
    for (const operation of this.#working) this.#own(operation.leave())
  }

  #take(message: ClientMessage): void {
    switch (message.type) {
      case 'connection_init':
        this.#own(this.#initialise(message.payload))
        break
      case 'ping':
        this.#send({ type: 'pong', ...(message.payload && { payload: message.payload }) })
        break
      case 'pong':
        break
      case 'subscribe':
        this.#subscribe(message.id, message.payload)
        break
      case 'complete':
        this.#own(this.#active.get(message.id)?.complete())
        break
      default:
        message satisfies never
    }
  }

  async #initialise(params: Readonly<Record<string, unknown>>): Promise<void> {
    if (this.#state !== 'opened') return this.#socket.close(closeCodes.INITIALISED_TWICE)
    this.#state = 'initialising'
    const refusal = await authenticateConnection(this.#socket, params, this.#services)
    if (refusal !== null) {
      this.#socket.close(refusal)
    } else if (this.#state === 'initialising') {
      this.#state = 'ready'
      this.#send({ type: 'connection_ack' })
    }
  }

  #subscribe(id: string, asked: SubscribePayload): void {
    if (this.#state !== 'ready') return void this.#socket.close(closeCodes.NOT_INITIALISED)
    if (this.#active.has(id)) {
      const { code, reason } = closeCodes.ID_TAKEN
      return void this.#socket.close({ code, reason: reason.replace('<id>', id.slice(0, maxNamedLength)) })
    }
    try {
      this.#begin(id, this.#admitted(asked))
    } catch (error) {
      const payload = [toSocketError(error)]
      countRefusals(payload, this.#services.requestMetrics)
      this.#send({ id, type: 'error', payload })
    }
  }

  /** The operation with its document. @throws why it is refused before it is one */
  #admitted(asked: SubscribePayload): SubscribePayload {
    const { callers, operations, limits } = this.#services
    const { turns, request: req, admission } = this.#socket
    if (turns.isDraining) throw stopping()
    if (this.#active.size >= limits.maxOperations)
      throw tooMany('operations on this socket', {
        max: limits.maxOperations,
        remedy: 'Complete one, or open another socket.',
      })
    const refusal = callers.charge({ req, admission })
    if (refusal !== null) throw refusal
    return { ...asked, query: operations.documentOf(asked) ?? asked.query }
  }

  #begin(id: string, asked: SubscribePayload): void {
    const { turns, request: req, admission } = this.#socket
    const operation = new ServedOperation({
      ...this.#services,
      ...{ id, asked, turns, caller: { req, admission } },
      sendAll: (messages) => this.#socket.sendAll(messages),
      onOver: () => {
        this.#active.delete(id)
      },
    })
    this.#active.set(id, operation)
    this.#working.add(operation)
    const run = operation.run().finally(() => {
      this.#working.delete(operation)
      this.#socket.readOn()
    })
    this.#own(run)
  }

  #send(message: object): void {
    this.#own(this.#socket.sendAll([Buffer.from(JSON.stringify(message))]))
  }

  #own(work: Promise<void> | undefined): void {
    work?.catch((error: unknown) => this.#socket.fail(error))
  }
}

/** A reason of a close frame has at most 123 bytes, of which a character may take three. */
const maxNamedLength = 30

/** By the key in the payload of `connection_init`, or that of the request. Null, or how the socket is closed and why. */
async function authenticateConnection(
  socket: ProtocolSocket,
  params: Readonly<Record<string, unknown>>,
  { authentication, callers, requestMetrics }: ProtocolServices,
): Promise<Pick<CloseCode, 'code' | 'reason'> | null> {
  const { request } = socket
  const authorization = authorizationIn(params) ?? request.headers.authorization ?? null
  const result = await admit(authorization, authentication)
  if (result.kind === 'in') {
    socket.enter(result.admission, authentication.authenticator)
    return null
  }
  // A client that tries keys is counted by its address, as over HTTP.
  const limit = result.error.code === 'UNAUTHENTICATED' ? callers.charge({ req: request }) : null
  const error = limit ?? result.error
  requestMetrics.refused(error.code)
  const { code } = errorTable[result.error.code].retryable ? closeCodes.TRY_AGAIN : closeCodes.FORBIDDEN
  return { code, reason: refusalReason(error) }
}
