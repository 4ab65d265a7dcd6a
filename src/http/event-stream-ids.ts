import type { ExecutionResult } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { GraphQLContext } from '../graphql/context.ts'

/**
 * Gives each event of a run in an event stream its cursor as the stream's own `id:`, which a client that connects again
 * sends back as `Last-Event-ID`. The lines of such an event come in any order, so this one follows the data.
 */
export function useEventStreamIds(): Plugin<GraphQLContext> {
  return {
    onSubscribe({ args: { contextValue } }) {
      const { request, position } = contextValue
      // A WebSocket has no request.
      if (request === undefined) return
      return {
        onSubscribeResult: () => ({
          onNext: ({ result, setResult }) => {
            const { cursor } = position
            if (cursor === null) return
            const stringify = (value: ExecutionResult) => `${JSON.stringify(value)}\nid: ${cursor}`
            const withId = { ...result, stringify }
            setResult(withId)
          },
        }),
      }
    },
  }
}
