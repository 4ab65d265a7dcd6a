import type { Plugin } from 'graphql-yoga'
import { type Callers, rateLimitHeaders } from './callers.ts'
import type { NodeContext } from './event-streams.ts'

/**
 * Counts the further operations of a batch, has each begin when it is its caller's turn, and tells callers where they stand. A request was counted when it came in
 * (serve-request.ts), an operation of a WebSocket when it was asked for (graphql-protocol.ts).
 */
export function useCallers(callers: Callers): Plugin<NodeContext, NodeContext> {
  return {
    onRequestParse: ({ serverContext }) => ({
      onRequestParseDone({ requestParserResult: asked }) {
        const others = Array.isArray(asked) ? asked.length - 1 : 0
        const refusal = others > 0 ? callers.charge(serverContext, others) : null
        if (refusal !== null) throw refusal
      },
    }),
    onParams({ context, request, paramsHandler, setParamsHandler }) {
      setParamsHandler((asked) => callers.inTurn(context, () => paramsHandler(asked), request.signal))
    },
    onResponse({ response, serverContext }) {
      const standing = serverContext.admission ? callers.standing(serverContext) : null
      for (const [name, value] of rateLimitHeaders(standing)) response.headers.set(name, value)
    },
  }
}
