import { isAsyncIterable, type Plugin } from 'graphql-yoga'
import type { GraphQLContext } from '../graphql/context.ts'

/**
 * Answers an `EventSource` that comes back after the last event with 204: it takes the end of a stream for a break and connects
 * again, for ever, until it is told that there is no content (HTML, 9.2.3). Other clients read `complete`, and do not use GET.
 */
export function useEventStreamEnd(): Plugin<GraphQLContext> {
  const over = new WeakSet<Request>()
  return {
    onSubscribe: ({ args: { contextValue } }) => ({
      onSubscribeResult: () => {
        const { request, lastEventId, position } = contextValue
        if (request?.method === 'GET' && lastEventId !== undefined && position.isOver) over.add(request)
      },
    }),
    async onResultProcess({ request, result, setResultProcessor }) {
      if (!over.has(request) || !isAsyncIterable(result)) return
      await result[Symbol.asyncIterator]().return?.()
      setResultProcessor((_result, { Response }) => new Response(null, { status: 204 }), 'text/event-stream')
    },
  }
}
