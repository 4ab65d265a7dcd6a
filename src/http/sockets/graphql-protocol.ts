import { type ExecutionArgs, GraphQLError, getOperationAST } from 'graphql'
import { makeServer, type Server, type ServerOptions, type SubscribePayload } from 'graphql-ws'
import { errorTable, RungraphError } from '../../domain/errors.ts'
import { rawReviver } from '../../domain/exact-numbers.ts'
import type { RequestMetrics } from '../../domain/request-metrics.ts'
import { toClientError } from '../../graphql/errors.ts'
import { type Authentication, admit } from '../access/authenticate.ts'
import type { Caller, Callers } from '../access/callers.ts'
import { stopping } from '../error-responses.ts'
import type { LiveLimits } from '../limits/live-limits.ts'
import type { GraphQLServer } from '../yoga/graphql-server.ts'
import type { PersistedOperations } from '../yoga/persisted-operations.ts'
import { countErrors } from '../yoga/plugins.ts'
import { closeCodes } from './close-codes.ts'
import type { GraphQLSocket } from './graphql-socket.ts'
import { inSendOrder, type SendQueue } from './send-queue.ts'
import { OperationDelivery } from './shared-delivery.ts'

type Engine = ReturnType<GraphQLServer['getEnveloped']>

/** Parts of the socket that the protocol uses. */
type Socket = Pick<GraphQLSocket, 'turns' | 'request' | 'admission' | 'enter' | 'close' | 'sendAll'>

/** An operation that is executed, or followed. */
interface Accepted {
  readonly engine: Engine
  readonly turns: SendQueue
  readonly delivery: OperationDelivery
  readonly caller: Caller
}

interface Surroundings {
  readonly callers: Callers
  readonly operations: PersistedOperations
  readonly limits: LiveLimits
  readonly authentication: Authentication
  readonly requestMetrics: RequestMetrics
}

type Options = ServerOptions<Record<string, unknown> | undefined, Socket>

/**
 * graphql-transport-ws, executed as over HTTP. Each message waits for the one before to be written, and each event is asked for
 * after that: a client that does not read stops its own operations and nothing else (API-3).
 */
export function createProtocol(graphql: GraphQLServer, surroundings: Surroundings) {
  const { callers, operations, limits, requestMetrics } = surroundings
  const { initWithinMs, maxOperations } = limits
  const accepted = new WeakMap<object, Accepted>()
  const operationOf = (args: object) => {
    const operation = accepted.get(args)
    if (operation === undefined) throw new Error('An operation was executed without a subscription.')
    return operation
  }
  const options: Options = {
    connectionInitWaitTimeout: initWithinMs,
    // Numbers as they were written: the scalar JSON refuses those that would become others.
    jsonMessageReviver: rawReviver,
    onConnect: ({ extra, connectionParams }) => authenticateConnection(extra, connectionParams, surroundings),
    onSubscribe: async ({ subscriptions, extra: socket }, id, asked) => {
      const { turns, request: req, admission } = socket
      try {
        if (turns.isDraining) throw stopping()
        if (hasMoreThan(maxOperations, subscriptions)) throw tooMany(maxOperations)
        const refusal = callers.charge({ req, admission })
        if (refusal !== null) throw refusal
        const payload = { ...asked, query: operations.documentOf(asked) ?? asked.query }
        // Through the same plugins as HTTP: a schema given here would pass by the masking of errors.
        const delivery = new OperationDelivery({ id, turns, sendAll: (messages) => socket.sendAll(messages) })
        const engine = graphql.getEnveloped({ params: payload, req, admission, delivery })
        const args = await callers.inTurn({ req, admission }, () => prepare(engine, payload))
        if (!Array.isArray(args)) accepted.set(args, { engine, turns, delivery, caller: { req, admission } })
        return args
      } catch (error) {
        return [toSocketError(error)]
      }
    },
    onError: (_context, _id, _payload, errors) => countErrors(errors, requestMetrics),
    onNext: (_context, _id, _payload, _args, { data, errors, extensions }) => {
      countErrors(errors, requestMetrics)
      if (errors === undefined) return
      const messages = errors.map((error) => toSocketError(error).toJSON())
      return { ...(data !== undefined && { data }), ...(extensions && { extensions }), errors: messages }
    },
    execute: async (args) => {
      const { engine, turns, caller } = operationOf(args)
      const release = turns.hold()
      try {
        const result = await callers.inTurn(caller, () => engine.execute(args))
        return inSendOrder(turns, { results: only(result), release })
      } catch (error) {
        release()
        throw error
      }
    },
    subscribe: async (args) => {
      const { engine, turns, delivery, caller } = operationOf(args)
      const results = await callers.inTurn(caller, () => engine.subscribe(args))
      return inSendOrder(turns, {
        results: Symbol.asyncIterator in results ? results : only(results),
        onReturn: () => delivery.end(),
      })
    },
  }
  const protocol: Server<Socket> = makeServer(options)
  return protocol
}

/** By the key in the payload of `connection_init`, or that of the request; false closes with 4403, as the protocol has it. */
async function authenticateConnection(
  socket: Socket,
  params: Readonly<Record<string, unknown>> | undefined,
  { authentication, callers, requestMetrics }: Surroundings,
): Promise<boolean> {
  const { request } = socket
  const authorization = authorizationIn(params) ?? request.headers.authorization ?? null
  const result = await admit(authorization, authentication)
  if (result.kind === 'in') return socket.enter(result.admission, authentication.authenticator)
  const { error } = result
  // A client that tries keys is counted by its address, as over HTTP.
  const limit = error.code === 'UNAUTHENTICATED' ? callers.charge({ req: request }) : null
  requestMetrics.refused((limit ?? error).code)
  if (errorTable[error.code].retryable) socket.close(closeCodes.TRY_AGAIN)
  return false
}

/** Under either name: GraphiQL and others send the headers that they are given. */
function authorizationIn(params: Readonly<Record<string, unknown>> = {}): string | null {
  const header = params.authorization ?? params.Authorization
  return typeof header === 'string' ? header : null
}

/** Prepares the execution of an operation, or returns the errors of its document. */
async function prepare(
  engine: Engine,
  operation: SubscribePayload,
): Promise<ExecutionArgs | readonly GraphQLError[]> {
  const document = engine.parse(operation.query)
  const problems: readonly GraphQLError[] = engine.validate(engine.schema, document)
  if (problems.length > 0) return problems.map(toSocketError)
  if (getOperationAST(document, operation.operationName) === null) throw noOperation()
  return {
    schema: engine.schema,
    document,
    operationName: operation.operationName,
    variableValues: operation.variables,
    contextValue: await engine.contextFactory(),
  }
}

/** As over HTTP; the protocol itself would refuse it without a code. */
function noOperation(): GraphQLError {
  const extensions = { code: 'OPERATION_RESOLUTION_FAILURE' }
  return new GraphQLError('Could not determine what operation to execute.', { extensions })
}

/** Removes the HTTP status of an error, which means nothing over a socket. */
function toSocketError(error: unknown): GraphQLError {
  const { message, nodes, source, positions, path, extensions } = toClientError(error)
  const { http: _, ...clientExtensions } = extensions
  return new GraphQLError(message, { nodes, source, positions, path, extensions: clientExtensions })
}

function tooMany(max: number): RungraphError {
  return new RungraphError('LIMIT_EXCEEDED', {
    limit: 'The number of operations on this socket',
    value: max + 1,
    max,
    remedy: 'Complete one, or open another socket.',
  })
}

/** Counts no further: a client may have asked for many more, whose refusals it has not taken. */
function hasMoreThan(max: number, subscriptions: Readonly<Record<string, unknown>>): boolean {
  let count = 0
  for (const _id in subscriptions) if (++count > max) return true
  return false
}

async function* only<Result>(result: Result): AsyncGenerator<Result, void, void> {
  yield result
}
