import type { ExecutionResult, GraphQLError } from 'graphql'
import { isAsyncIterable, type Plugin } from 'graphql-yoga'
import type { GraphQLContext } from '../../graphql/context.ts'
import { withoutHttp } from '../../graphql/errors.ts'
import { namesEventStream, namesMultipart } from '../request-address.ts'
import { textOfResult } from '../sharing/shared-results.ts'

/**
 * Answers an `EventSource` that comes back after the last event with 204: it takes the end of a stream for a break and connects
 * again, for ever, until it receives 204 (HTML, 9.2.3). Other clients read `complete`, and do not use GET (API-4).
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

/**
 * Sends problems of a document's variables inside the event stream: with a status of 400 an `EventSource` would
 * end it unread (graphql-sse, PROTOCOL.md, "Distinct connections mode").
 */
export function useEventStreamErrors(): Plugin {
  return {
    onResultProcess({ request, result, setResult }) {
      if (!namesEventStream(request.headers.get('accept'))) return
      if (isAsyncIterable(result) || Array.isArray(result) || !result.errors?.some(isOfDocument)) return
      setResult({
        ...result,
        errors: result.errors.map((error) => (isOfDocument(error) ? withoutHttp(error) : error)),
      })
    },
  }
}

/** A place in the document, and not in the request around it. */
function isOfDocument({ nodes, extensions }: GraphQLError): boolean {
  const { http } = extensions
  const isOfShape = extensions.code === 'OPERATION_TOO_LARGE'
  return (
    (isOfShape || (nodes !== undefined && nodes.length > 0)) &&
    http instanceof Object &&
    'status' in http &&
    http.status === 400
  )
}

/**
 * Gives each event of a run in an event stream its cursor as the stream's own `id:`, which a client that connects again
 * sends back as `Last-Event-ID`. The lines of such an event come in any order, so this one follows the data.
 */
export function useEventStreamIds(): Plugin<GraphQLContext> {
  return {
    onSubscribe({ args: { contextValue } }) {
      const { request, position } = contextValue
      // A WebSocket has no request, and parts of an answer have no ids.
      if (request === undefined || namesMultipart(request.headers.get('accept'))) return
      return {
        onSubscribeResult: () => ({
          onNext: ({ result, setResult }) => {
            const { cursor } = position
            if (cursor === null) return
            // Without errors it is sent as it is here.
            const stringify = (value: ExecutionResult) =>
              `${value.errors ? JSON.stringify(value) : textOfResult(result)}\nid: ${cursor}`
            const withId = { ...result, stringify }
            setResult(withId)
          },
        }),
      }
    },
  }
}
