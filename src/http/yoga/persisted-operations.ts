import { GraphQLError } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { LRUCache } from 'lru-cache'
import { RungraphError } from '../../domain/errors.ts'
import { sha256 } from '../../domain/hash.ts'
import type { RequestMetrics } from '../../domain/request-metrics.ts'
import { type AskedOperation, askedOperation } from '../asked-operation.ts'
import { graphqlErrorBody } from '../error-responses.ts'
import { isBrowser } from '../graphiql/use-graphiql.ts'

/** The documents of the operations that clients were built with, by the ids under which they ask for them. */
export type OperationManifest = ReadonlyMap<string, string>

export interface PersistedOptions {
  /** Default: none. */
  readonly manifest?: OperationManifest
  /** Whether documents that are not in the manifest are refused. Default: no. */
  readonly isOnlyManifest?: boolean
}

/** Larger documents are sent whole each time. */
const maxKeptLength = 16 * 1024

/** Maximum number of documents registered by clients. The one that was not requested for the longest time is removed first. */
const maxKept = 1_000

/**
 * Documents that clients name instead of sending them: those of the manifest by their ids, and any other by its SHA-256, once a client
 * has sent both (automatic persisted queries, as Apollo Client and urql do it). The latter are known to this process only.
 *
 * Not by yoga's plugins, which act on the parameters of HTTP requests alone: WebSockets need the same documents by the same rules.
 */
export class PersistedOperations {
  readonly isOnlyManifest: boolean
  readonly #manifest: OperationManifest
  readonly #texts: ReadonlySet<string>
  readonly #registered = new LRUCache<string, string>({ max: maxKept })

  constructor({ manifest = new Map(), isOnlyManifest = false }: PersistedOptions = {}) {
    this.isOnlyManifest = isOnlyManifest
    // Documents of the manifest are also known by their SHA-256, whichever tool made their ids.
    const byHash = [...manifest.values()].map((text) => [sha256(text), text] as const)
    const byId = [...manifest].map(([id, text]) => [bare(id), text] as const)
    this.#manifest = new Map([...byHash, ...byId])
    this.#texts = new Set(manifest.values())
  }

  /**
   * The document that is meant; `null` where the request names none, and has none.
   * @throws OPERATION_NOT_ALLOWED, PERSISTED_QUERY_NOT_FOUND, REQUEST_MALFORMED
   */
  documentOf(asked: Pick<AskedOperation, 'query' | 'documentId' | 'extensions'>): string | null {
    const sent = typeof asked.query === 'string' && asked.query !== '' ? asked.query : null
    const hash = hashOf(asked.extensions)
    const id = idOf(asked.documentId) ?? hash
    const known = id === null ? undefined : this.#manifest.get(id)
    if (known !== undefined) return sent === null || sent === known ? known : refuseMismatch()
    if (this.isOnlyManifest) return sent !== null && this.#texts.has(sent) ? sent : refuseUnknown(id)
    if (sent === null) return id === null ? null : this.#recall(id)
    if (hash !== null) this.#register(hash, sent)
    return sent
  }

  #recall(hash: string): string {
    const text = this.#registered.get(hash)
    if (text === undefined) throw new RungraphError('PERSISTED_QUERY_NOT_FOUND', {})
    return text
  }

  #register(hash: string, text: string): void {
    if (text.length > maxKeptLength) return
    if (sha256(text) !== hash) refuseMismatch()
    this.#registered.set(hash, text)
  }
}

/** As the GraphQL-over-HTTP specification has it in its appendix on persisted documents: `sha256:<hex>`, or an id of its own. */
function idOf(documentId: unknown): string | null {
  return typeof documentId === 'string' && documentId !== '' ? bare(documentId) : null
}

/** As Apollo Client and urql send it. */
function hashOf(extensions: unknown): string | null {
  const persisted = property(extensions, 'persistedQuery')
  const hash = property(persisted, 'sha256Hash')
  return typeof hash === 'string' && hash !== '' ? bare(hash) : null
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

/** Without the prefix that names its algorithm: manifests and clients write it or not. */
function bare(id: string): string {
  return id.replace(/^sha256:/, '')
}

function refuseMismatch(): never {
  throw new RungraphError('REQUEST_MALFORMED', {
    problem: 'The document differs from the document of its id.',
    remedy: 'Send the document that was hashed, as it is, or its id alone.',
  })
}

function refuseUnknown(id: string | null): never {
  throw new RungraphError('OPERATION_NOT_ALLOWED', {
    what: `This server runs only the operations that it was given, and ${id === null ? 'this document is' : 'this id is of'} none of them.`,
    remedy: 'Add it to the manifest of the server (RUNGRAPH_OPERATIONS), and start it again.',
  })
}

/** Reads what is asked for, and puts the document in the place of its id, over HTTP and for event streams; WebSockets ask in graphql-protocol.ts (API-6). */
export function usePersistedOperations(
  operations: PersistedOperations,
  endpoint: string,
  requestMetrics: RequestMetrics,
): Plugin {
  return {
    onRequest({ request, url, fetchAPI, endResponse }) {
      if (!operations.isOnlyManifest || url.pathname !== endpoint || !asksForGraphiql(request, url)) return
      const error = new RungraphError('OPERATION_NOT_ALLOWED', graphiqlIsOff)
      requestMetrics.refused(error.code)
      const headers = { 'content-type': 'application/json' }
      endResponse(new fetchAPI.Response(graphqlErrorBody(error), { status: 403, headers }))
    },
    onParams({ params, setParams, request }) {
      // Parameters that are no object are refused later.
      if (typeof params !== 'object' || params === null || Array.isArray(params)) return
      const asked = askedOperation<typeof params & { documentId?: unknown }>(params)
      const { documentId = documentIdOf(request), ...rest } = asked
      const query = operations.documentOf({ ...rest, documentId })
      if (query === null && rest.query === undefined) throw noQuery(params)
      setParams(query === null ? rest : { ...rest, query })
    },
  }
}

/** It is no request of GraphQL, whichever members it has, so that its status is 400 with any media type. */
function noQuery(members: object): GraphQLError {
  const extensions = { code: 'BAD_REQUEST', http: { status: 400 } }
  const remedy =
    'doc_id' in members ? ' The id of a stored operation is read from `documentId`, not from `doc_id`.' : ''
  return new GraphQLError(`Must provide query string.${remedy}`, { extensions })
}

const graphiqlIsOff = {
  what: 'The console and GraphiQL are off: this server runs only the operations that it was given.',
  remedy: 'Explore a server without RUNGRAPH_OPERATIONS_ONLY.',
}

function asksForGraphiql(request: Request, { searchParams }: URL): boolean {
  return isBrowser(request) && !['query', 'documentId', 'extensions'].some((name) => searchParams.has(name))
}

function documentIdOf({ method, url }: Request): string | undefined {
  if (method !== 'GET' || !url.includes('documentId=')) return undefined
  return URL.parse(url, 'http://localhost')?.searchParams.get('documentId') ?? undefined
}
