import { type DocumentNode, type ExecutionResult, GraphQLError } from 'graphql'
import type { YogaServerInstance } from 'graphql-yoga'
import { type EndableStream, endOnAbort } from '../../domain/end-on-abort.ts'
import type { GraphQLContext } from '../../graphql/context.ts'
import type { Callers } from '../access/callers.ts'
import { only } from '../sharing/shared-subscription.ts'
import type { NodeContext } from '../streams/event-streams.ts'

/** The GraphQL server that the endpoint belongs to. */
export type Yoga = Pick<YogaServerInstance<NodeContext, GraphQLContext>, 'getEnveloped'>

/**
 * The graph, asked in this process by the caller of a request: the caller, its rights and the errors that it receives are
 * decided in one place, where it is for GraphQL.
 */
export interface Graph {
  /** The project and the caller. @throws the refusal of the caller */
  context(): Promise<GraphQLContext>
  /** @throws the first error of the operation, as its caller may see it */
  ask(document: DocumentNode, variables: Variables): Promise<Data>
  /** The same where the caller chooses how much it asks for: within the limits of operations (API-5). */
  askWithinLimits(document: DocumentNode, variables: Variables): Promise<Data>
  /** The results of a subscription until it ends or `signal` aborts. @throws likewise, also while they are read */
  follow(document: DocumentNode, variables: Variables, signal: AbortSignal): Promise<Followed>
}

interface Followed {
  readonly results: EndableStream<Data>
  /** Whether nothing is left to give after the `Last-Event-ID` of the request. */
  readonly isOver: boolean
}

export type Data = Readonly<Record<string, unknown>>
type Variables = Readonly<Record<string, unknown>>

export function createGraph(
  yoga: Yoga,
  initial: NodeContext & { readonly request: Request },
  { inTurn }: Pick<Callers, 'inTurn'>,
): Graph {
  // Each operation has a context of its own: data that one has read, the next reads anew.
  async function prepare(document: DocumentNode, variableValues: Variables, isLimited = false) {
    const engine = yoga.getEnveloped({ ...initial, params: { variables: variableValues } })
    // What is validated is measured, by the variables too.
    if (isLimited) engine.validate(engine.schema, document)
    const contextValue = await engine.contextFactory()
    return { engine, args: { schema: engine.schema, document, variableValues, contextValue } }
  }
  const ask = (document: DocumentNode, variables: Variables, isLimited: boolean) =>
    inTurn(
      initial,
      async () => {
        const { engine, args } = await prepare(document, variables, isLimited)
        return dataOf(await engine.execute(args))
      },
      initial.left,
    )
  return {
    context: async () => yoga.getEnveloped({ ...initial, params: {} }).contextFactory(),
    ask: (document, variables) => ask(document, variables, false),
    askWithinLimits: (document, variables) => ask(document, variables, true),
    follow: async (document, variables, signal) => {
      const { engine, args } = await prepare(document, variables)
      const given = await engine.subscribe(args)
      const isStream = Symbol.asyncIterator in given
      const results = isStream ? dataUntilAborted(given, signal) : endOnAbort(only(dataOf(given)))
      return { results, isOver: args.contextValue.position.isOver }
    },
  }
}

function dataOf({ data, errors }: ExecutionResult): Data {
  const [error] = errors ?? []
  if (error) throw error
  if (data == null) throw new GraphQLError('An operation gave nothing.')
  return data
}

/** The data of the results until the signal aborts, which ends them at once, read or not. */
function dataUntilAborted(results: AsyncIterable<ExecutionResult>, signal: AbortSignal): EndableStream<Data> {
  const stream = endOnAbort(results)
  return endOnAbort(dataOfEach(stream), signal, () => stream.return())
}

async function* dataOfEach(results: AsyncIterable<ExecutionResult>): AsyncGenerator<Data, void, void> {
  for await (const result of results) yield dataOf(result)
}
