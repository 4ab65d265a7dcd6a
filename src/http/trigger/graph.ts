import { type DocumentNode, type ExecutionResult, GraphQLError } from 'graphql'
import type { YogaServerInstance } from 'graphql-yoga'
import type { GraphQLContext } from '../../graphql/context.ts'
import type { Callers } from '../access/callers.ts'
import type { NodeContext } from '../streams/event-streams.ts'

/** The GraphQL server that the endpoint belongs to. */
export type Yoga = Pick<YogaServerInstance<NodeContext, GraphQLContext>, 'getEnveloped'>

/**
 * The graph, asked in this process by the caller of a request: who that is, what they may do, and what they are told of errors is
 * decided in one place, where it is for GraphQL.
 */
export interface Graph {
  /** The project and the caller. @throws what refuses them */
  context(): Promise<GraphQLContext>
  /** @throws the first error of the operation, as its caller may see it */
  ask(document: DocumentNode, variables: Variables): Promise<Data>
  /** What a subscription gives until it ends or `signal` aborts. @throws likewise, also while it is read */
  follow(document: DocumentNode, variables: Variables, signal: AbortSignal): Promise<Following>
}

export type Data = Readonly<Record<string, unknown>>
/** What is read until it ends, or let go of by `return`. */
export interface Following extends AsyncIterableIterator<Data, void, void> {
  return(): Promise<IteratorResult<Data, void>>
}
type Variables = Readonly<Record<string, unknown>>

export function createGraph(
  yoga: Yoga,
  initial: NodeContext & { readonly request: Request },
  { inTurn }: Pick<Callers, 'inTurn'>,
): Graph {
  const { signal: left } = initial.request
  // Each operation has a context of its own: what one has read, the next reads anew.
  async function prepare(document: DocumentNode, variableValues: Variables) {
    const engine = yoga.getEnveloped({ ...initial, params: { variables: variableValues } })
    const contextValue = await engine.contextFactory()
    return { engine, args: { schema: engine.schema, document, variableValues, contextValue } }
  }
  return {
    context: async () => yoga.getEnveloped({ ...initial, params: {} }).contextFactory(),
    ask: (document, variables) =>
      inTurn(
        initial,
        async () => {
          const { engine, args } = await prepare(document, variables)
          return dataOf(await engine.execute(args))
        },
        left,
      ),
    follow: async (document, variables, signal) => {
      const { engine, args } = await prepare(document, variables)
      const results = await engine.subscribe(args)
      return Symbol.asyncIterator in results ? untilAborted(results, signal) : only(dataOf(results))
    },
  }
}

function dataOf({ data, errors }: ExecutionResult): Data {
  const [error] = errors ?? []
  if (error) throw error
  if (data == null) throw new GraphQLError('An operation gave nothing.')
  return data
}

/**
 * The results until the signal aborts, which ends them at once, read or not: `return` of a generator that waits would wait with it,
 * and one that was never read would not end what it reads from.
 */
function untilAborted(results: AsyncIterable<ExecutionResult>, signal: AbortSignal): Following {
  const source = results[Symbol.asyncIterator]()
  const { promise: over, resolve } = Promise.withResolvers<IteratorReturnResult<undefined>>()
  const done = { done: true, value: undefined } as const
  let ending: Promise<unknown> | undefined
  const end = (): Promise<unknown> => {
    signal.removeEventListener('abort', onAbort)
    resolve(done)
    ending ??= Promise.resolve(source.return?.())
    return ending
  }
  const onAbort = () => void end().catch(() => undefined) // nobody waits for its end
  signal.addEventListener('abort', onAbort)
  if (signal.aborted) onAbort()
  const following: Following = {
    async next() {
      if (ending !== undefined) return done
      const next = source.next()
      next.catch(() => undefined) // once nobody waits for it any more
      try {
        const result = await Promise.race([next, over])
        if (!result.done) return { done: false, value: dataOf(result.value) }
      } catch (error) {
        await end()
        throw error
      }
      await end()
      return done
    },
    async return() {
      await end()
      return done
    },
    [Symbol.asyncIterator]() {
      return following
    },
  }
  return following
}

async function* only(data: Data): AsyncGenerator<Data, void, void> {
  yield data
}
