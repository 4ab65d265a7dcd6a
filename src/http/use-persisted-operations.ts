import type { Plugin } from 'graphql-yoga'
import { RungraphError } from '../domain/errors.ts'
import type { Traffic } from '../domain/traffic.ts'
import type { PersistedOperations } from './persisted-operations.ts'
import { graphqlErrorBody } from './refusals.ts'
import { isBrowser } from './use-graphiql.ts'

/** Puts the document in the place of its id, over HTTP and for event streams; WebSockets ask in graphql-protocol.ts. */
export function usePersistedOperations(
  operations: PersistedOperations,
  endpoint: string,
  traffic: Traffic,
): Plugin {
  return {
    onRequest({ request, url, fetchAPI, endResponse }) {
      if (!operations.isOnlyManifest || url.pathname !== endpoint || !asksForGraphiql(request, url)) return
      const error = new RungraphError('OPERATION_NOT_ALLOWED', graphiqlIsOff)
      traffic.refused(error.code)
      const headers = { 'content-type': 'application/json' }
      endResponse(new fetchAPI.Response(graphqlErrorBody(error), { status: 403, headers }))
    },
    onParams({ params, setParams, request }) {
      // What is no object of parameters is refused after this.
      if (typeof params !== 'object' || params === null || Array.isArray(params)) return
      const { documentId = documentIdOf(request), ...rest }: typeof params & { documentId?: unknown } = params
      const query = operations.documentOf({ ...rest, documentId })
      setParams(query === null ? rest : { ...rest, query })
    },
  }
}

const graphiqlIsOff = {
  what: 'GraphiQL is off: this server runs only the operations that it was given.',
  remedy: 'Explore a server without RUNGRAPH_OPERATIONS_ONLY.',
}

function asksForGraphiql(request: Request, { searchParams }: URL): boolean {
  return isBrowser(request) && !['query', 'documentId', 'extensions'].some((name) => searchParams.has(name))
}

function documentIdOf({ method, url }: Request): string | undefined {
  if (method !== 'GET' || !url.includes('documentId=')) return undefined
  return URL.parse(url, 'http://localhost')?.searchParams.get('documentId') ?? undefined
}
