import type { ExecutionArgs, GraphQLError } from 'graphql'
import { makeServer, type Server, type ServerOptions, type SubscribePayload } from 'graphql-ws'
import { RungraphError } from '../domain/errors.ts'
import { toClientError } from '../graphql/client-error.ts'
import type { GraphQLServer } from './graphql-server.ts'
import type { LiveLimits } from './live-limits.ts'
import { stopping } from './refusals.ts'
import { inTurns, type Turns } from './turns.ts'

type Engine = ReturnType<GraphQLServer['getEnveloped']>

/** What the protocol knows of the socket that an operation came over. */
interface Socket {
  readonly turns: Turns
}

type Options = ServerOptions<Record<string, unknown> | undefined, Socket>

/**
 * graphql-transport-ws, executed as over HTTP. Each message waits for the one before to be written, and each event is asked for
 * after that: a client that does not read stops its own operations and nothing else.
 */
export function createProtocol(graphql: GraphQLServer, { initWithinMs, maxOperations }: LiveLimits) {
  const accepted = new WeakMap<object, { readonly engine: Engine; readonly turns: Turns }>()
  const operationOf = (args: object) => {
    const operation = accepted.get(args)
    if (operation === undefined) throw new Error('An operation was executed that nobody had subscribed to.')
    return operation
  }
  const options: Options = {
    connectionInitWaitTimeout: initWithinMs,
    onSubscribe: async ({ subscriptions, extra: { turns } }, _id, payload) => {
      if (turns.isDraining) return [toClientError(stopping())]
      if (hasMoreThan(maxOperations, subscriptions)) return [toClientError(tooMany(maxOperations))]
      // Through the same plugins as HTTP: a schema given here would pass by the masking of errors.
      const engine = graphql.getEnveloped({ params: payload })
      const args = await prepare(engine, payload).catch(toErrors)
      if (!Array.isArray(args)) accepted.set(args, { engine, turns })
      return args
    },
    execute: async (args) => {
      const { engine, turns } = operationOf(args)
      const release = turns.hold()
      try {
        return inTurns(turns, { results: only(await engine.execute(args)), release })
      } catch (error) {
        release()
        throw error
      }
    },
    subscribe: async (args) => {
      const { engine, turns } = operationOf(args)
      const results = await engine.subscribe(args)
      return inTurns(turns, { results: Symbol.asyncIterator in results ? results : only(results) })
    },
  }
  const protocol: Server<Socket> = makeServer(options)
  return protocol
}

/** What is to be executed, or what is wrong with the document. */
async function prepare(
  engine: Engine,
  operation: SubscribePayload,
): Promise<ExecutionArgs | readonly GraphQLError[]> {
  const document = engine.parse(operation.query)
  const problems: readonly GraphQLError[] = engine.validate(engine.schema, document)
  if (problems.length > 0) return problems
  return {
    schema: engine.schema,
    document,
    operationName: operation.operationName,
    variableValues: operation.variables,
    contextValue: await engine.contextFactory(),
  }
}

function toErrors(error: unknown): readonly GraphQLError[] {
  return [toClientError(error)]
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
