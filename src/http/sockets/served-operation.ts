import { type ExecutionArgs, type ExecutionResult, GraphQLError, getOperationAST } from 'graphql'
import type { RequestMetrics } from '../../domain/request-metrics.ts'
import { isOfVariable, isUnexpected, toCallerError, withoutHttp } from '../../graphql/errors.ts'
import type { Callers, CountedCaller } from '../access/callers.ts'
import type { SharedResult } from '../sharing/shared-results.ts'
import { only, type SharedDelivery } from '../sharing/shared-subscription.ts'
import type { GraphQLServer } from '../yoga/graphql-server.ts'
import { countRefusals } from '../yoga/plugins.ts'
import type { SubscribePayload } from './client-messages.ts'
import { inSendOrder, type SendQueue } from './send-queue.ts'

interface Options {
  /** The id that its client gave it. Another operation may have had it before, or has it after. */
  readonly id: string
  readonly asked: SubscribePayload
  readonly caller: CountedCaller
  readonly graphql: Pick<GraphQLServer, 'getEnveloped'>
  readonly callers: Pick<Callers, 'inTurn'>
  readonly requestMetrics: RequestMetrics
  readonly turns: SendQueue
  readonly sendAll: (messages: readonly Buffer[]) => Promise<void>
  /** Called once, when its client gets nothing more of it: from then on its id is free. */
  readonly onOver: () => void
}

/**
 * One operation of a WebSocket, from its `subscribe` to its end. It knows itself whether it is over, so that nothing of it reaches its
 * client afterwards, whichever operation has its id by then.
 */
export class ServedOperation {
  readonly #options: Options
  readonly #delivery: OperationDelivery
  readonly #release: () => void
  readonly #work = new AbortController()
  /** Null until its document is read. */
  #kind: 'query' | 'mutation' | 'subscription' | null = null
  #isOver = false
  #results: AsyncIterableIterator<ExecutionResult, void, void> | null = null

  constructor(options: Options) {
    this.#options = options
    this.#delivery = new OperationDelivery(options)
    this.#release = options.turns.hold()
  }

  /** Answers its client. Resolves when nothing is left of it. @throws errors of the server */
  async run(): Promise<void> {
    const { callers, caller } = this.#options
    try {
      const refusal = await callers.inTurn(caller, () => this.#begin(), this.#work.signal)
      if (refusal !== null) return await this.#fail(refusal)
      for await (const result of this.#results ?? []) {
        if (this.#isOver) continue
        // As the faults of a document: nothing was executed.
        if (result.errors?.every(isOfVariable)) return await this.#fail(result.errors)
        await this.#send({ type: 'next', payload: this.#shown(result) })
      }
      await this.#finish({ type: 'complete' })
    } catch (error) {
      // Its client does not wait for it any more.
      if (this.#isOver) return
      if (isUnexpected(error)) throw error
      await this.#fail([error])
    } finally {
      this.#delivery.end()
      this.#release()
    }
  }

  /** Its client has completed it: a mutation is executed all the same, anything else ends. */
  async complete(): Promise<void> {
    this.#over()
    if (this.#kind !== null && this.#kind !== 'mutation') await this.#stop()
  }

  /** Its client has left: only a mutation that has begun is executed to its end. */
  async leave(): Promise<void> {
    this.#over()
    if (this.#kind !== 'mutation') await this.#stop()
  }

  #over(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#delivery.end()
    this.#options.onOver()
  }

  async #stop(): Promise<void> {
    this.#work.abort()
    await this.#results?.return?.()
  }

  /** Begins to execute it, or returns why it is refused. */
  async #begin(): Promise<readonly unknown[] | null> {
    const { asked, caller, graphql, turns } = this.#options
    // Through the same plugins as HTTP: a schema of its own would pass by the masking of errors.
    const facts = { ...caller, delivery: this.#delivery, left: this.#work.signal }
    const engine = graphql.getEnveloped({ params: asked, ...facts })
    const document = engine.parse(asked.query)
    const problems: readonly GraphQLError[] = engine.validate(engine.schema, document)
    if (problems.length > 0) return problems
    const operation = getOperationAST(document, asked.operationName)
    if (operation == null) return [noOperation()]
    this.#kind = operation.operation
    if (this.#isOver && this.#kind !== 'mutation') return null
    const args: ExecutionArgs = {
      schema: engine.schema,
      document,
      operationName: asked.operationName,
      variableValues: asked.variables,
      contextValue: await engine.contextFactory(),
    }
    if (this.#kind === 'subscription') {
      this.#release()
      const results = await engine.subscribe(args)
      const stream: AsyncIterable<ExecutionResult> = Symbol.asyncIterator in results ? results : only(results)
      this.#results = inSendOrder(turns, { results: stream[Symbol.asyncIterator]() })
    } else {
      const result = await engine.execute(args)
      this.#results = inSendOrder(turns, { results: only(result), release: this.#release })
    }
    // Completed meanwhile: what was only now opened ends here.
    if (this.#isOver) await this.#results.return?.()
    return null
  }

  #shown({ data, errors, extensions }: ExecutionResult): ExecutionResult {
    const { requestMetrics } = this.#options
    countRefusals(errors, requestMetrics)
    return {
      ...(data !== undefined && { data }),
      ...(errors && { errors: errors.map(toSocketError) }),
      ...(extensions && { extensions }),
    }
  }

  async #fail(errors: readonly unknown[]): Promise<void> {
    const payload = errors.map(toSocketError)
    if (!this.#isOver) countRefusals(payload, this.#options.requestMetrics)
    await this.#finish({ type: 'error', payload })
  }

  async #finish(last: { readonly type: 'complete' } | { readonly type: 'error'; readonly payload: object }) {
    if (this.#isOver) return
    // Before it is sent: its client may use the id again as soon as it has read it.
    this.#over()
    await this.#send(last)
  }

  async #send(message: { readonly type: string; readonly payload?: object }): Promise<void> {
    const { id, sendAll } = this.#options
    await sendAll([Buffer.from(JSON.stringify({ id, ...message }))])
  }
}

/** An error as the client of a socket sees it. */
export function toSocketError(error: unknown): GraphQLError {
  return withoutHttp(toCallerError(error))
}

/** As over HTTP. */
function noOperation(): GraphQLError {
  const extensions = { code: 'OPERATION_RESOLUTION_FAILURE' }
  return new GraphQLError('Could not determine what operation to execute.', { extensions })
}

interface DeliveryOptions {
  /** The id of the operation. */
  readonly id: string
  readonly turns: SendQueue
  /** Sends messages, and resolves when all of them are written. */
  readonly sendAll: (messages: readonly Buffer[]) => Promise<void>
}

/**
 * The messages of an operation whose results were serialised for several: only its id is its own. Results that are delivered together take
 * one turn of the socket.
 */
class OperationDelivery implements SharedDelivery {
  readonly #options: DeliveryOptions
  readonly #begin: Buffer
  #isOver = false

  constructor(options: DeliveryOptions) {
    this.#options = options
    this.#begin = Buffer.from(`{"id":${JSON.stringify(options.id)},"type":"next","payload":`)
  }

  async deliver(results: readonly SharedResult[]): Promise<boolean> {
    const { turns, sendAll } = this.#options
    if (this.#isOver || turns.isDraining) return false
    const endTurn = await turns.take()
    try {
      if (!this.#isOver) await sendAll(results.map(({ bytes }) => this.#toMessage(bytes)))
    } finally {
      endTurn()
    }
    return !this.#isOver
  }

  /** To be called when the operation is over. */
  end(): void {
    this.#isOver = true
  }

  #toMessage(payload: Buffer): Buffer {
    const begin = this.#begin
    const message = Buffer.allocUnsafe(begin.length + payload.length + 1)
    message.set(begin)
    message.set(payload, begin.length)
    message[message.length - 1] = closingBrace
    return message
  }
}

const closingBrace = 0x7d
