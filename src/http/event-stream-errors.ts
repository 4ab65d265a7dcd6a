import { GraphQLError } from 'graphql'
import { isAsyncIterable, type Plugin } from 'graphql-yoga'
import { namesEventStream } from './accepts.ts'

/**
 * Tells what is wrong with the variables of a document in an event stream that is one: with a status of 400 an `EventSource` would
 * end it unread (graphql-sse, PROTOCOL.md, "Distinct connections mode").
 */
export function useEventStreamErrors(): Plugin {
  return {
    onResultProcess({ request, result, setResult }) {
      if (!namesEventStream(request.headers.get('accept'))) return
      if (isAsyncIterable(result) || Array.isArray(result) || !result.errors?.some(isOfDocument)) return
      setResult({
        ...result,
        errors: result.errors.map((error) => (isOfDocument(error) ? told(error) : error)),
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

function told({
  message,
  nodes,
  path,
  extensions: { http: _status, ...extensions },
}: GraphQLError): GraphQLError {
  return new GraphQLError(message, { nodes, path, extensions })
}
