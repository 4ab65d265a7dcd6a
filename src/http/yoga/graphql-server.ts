import type { DocumentNode } from 'graphql'
import { createYoga, type Plugin, type YogaLogger } from 'graphql-yoga'
import { LRUCache } from 'lru-cache'
import { isRungraphError, unauthenticated } from '../../domain/errors.ts'
import type { RenderMetrics, RequestMetrics } from '../../domain/request-metrics.ts'
import { readTraceContext } from '../../domain/trace-context.ts'
import { createContext, type GraphQLContext, type GraphQLSources } from '../../graphql/context.ts'
import { isUnexpected, toCallerError } from '../../graphql/errors.ts'
import { schema } from '../../graphql/schema.ts'
import { useA2aEndpoint } from '../a2a/a2a-endpoint.ts'
import { whileDatabaseAnswers } from '../access/while-database-answers.ts'
import { useAgUiEndpoint } from '../ag-ui/ag-ui-endpoint.ts'
import { useConsole } from '../console/use-console.ts'
import { useFileEndpoint } from '../files/file-endpoint.ts'
import { createReceivedBytes } from '../files/received-bytes.ts'
import { isUploadRequest, useFileUploads } from '../files/upload-requests.ts'
import { useGraphiql } from '../graphiql/use-graphiql.ts'
import { useMetricsEndpoint } from '../health/metrics-endpoint.ts'
import { useBodyLimit } from '../limits/body-limit.ts'
import { AnswerLimit, type OperationLimits, useOperationLimits } from '../limits/operation-limits.ts'
import { useMcpEndpoint } from '../mcp/mcp-endpoint.ts'
import { useSignInPages } from '../mcp/sign-in-pages.ts'
import { useRestEndpoint } from '../rest/rest-endpoint.ts'
import { useSharing } from '../sharing/open-subscriptions.ts'
import {
  useEventStreamEnd,
  useEventStreamErrors,
  useEventStreamIds,
} from '../streams/event-stream-plugins.ts'
import type { NodeContext } from '../streams/event-streams.ts'
import { useMultipartSubscriptions } from '../streams/multipart-streams.ts'
import { useEventEndpoint } from '../trigger/event-endpoint.ts'
import type { EndpointOptions } from '../trigger/graph-endpoint.ts'
import { useTriggerEndpoint } from '../trigger/trigger-endpoint.ts'
import { type PersistedOperations, usePersistedOperations } from './persisted-operations.ts'
import {
  refusedResult,
  useCancellation,
  useClientIntrospection,
  useNamedLiterals,
  useRequestMetrics,
  useTypedRefusals,
  useWrittenNumbers,
} from './plugins.ts'
import { useCompiledQueries } from './use-compiled-queries.ts'
import { useCurrentRows } from './use-current-rows.ts'
import { useIdempotencyKey } from './use-idempotency-key.ts'
import { useStreamTurns } from './use-stream-turns.ts'

export const endpoint = '/graphql'

/** The largest request that is read, in bytes: the largest input of a run, and room for the rest. */
export const maxRequestBytes = 2 * 1024 * 1024

interface Options extends GraphQLSources {
  readonly limits: OperationLimits
  /** Default: `maxRequestBytes`. */
  readonly requestBytes?: number | undefined
  readonly persisted: PersistedOperations
  /** Plugins that the server adds. */
  readonly plugins?: readonly Plugin<Record<never, never>, NodeContext>[]
  /** Whether the database is there; asked for callers who wait long. */
  readonly isDatabaseThere: () => Promise<boolean>
  /** Options of the endpoint that triggers runs. */
  readonly trigger: Pick<EndpointOptions, 'callers' | 'leaving' | 'keepAliveMs'>
  /** Absent: nothing is served at `/metrics`. */
  readonly metrics?: RenderMetrics
  readonly requestMetrics: RequestMetrics
  readonly report: (message: string, error?: unknown) => void
}

export type GraphQLServer = ReturnType<typeof createGraphQLServer>

/** GraphQL over HTTP: one visible list of the plugins in force (API-2). */
export function createGraphQLServer(options: Options) {
  const { plugins = [], requestBytes = maxRequestBytes, isDatabaseThere, metrics, report } = options
  const { limits, persisted, requestMetrics, trigger } = options
  const { prisma, reads, operations, log, tools, priceOf, catalogue, server } = options
  const answers = new WeakMap<Request, AnswerLimit>()
  /** Answer size of all operations of a batch together; each operation of a WebSocket is a request of its own. */
  const answerTo = (request?: Request) => {
    const answer = (request && answers.get(request)) ?? new AnswerLimit(limits)
    if (request) answers.set(request, answer)
    return answer
  }
  const sources: GraphQLSources = { prisma, reads, operations, log, tools, priceOf, catalogue, server }
  const received = createReceivedBytes()
  const byPath = { ...trigger, maxBodyBytes: maxRequestBytes, requestMetrics, report }
  return createYoga<NodeContext, GraphQLContext>({
    schema,
    context: ({ request, admission, left }) => {
      // Every operation has a caller. A request that was not authenticated executes nothing.
      if (!admission) throw unauthenticated('Nothing is executed for this request.')
      return createContext(sources, admission, {
        signal: left,
        lastEventId: request?.headers.get('last-event-id') ?? undefined,
        answer: answerTo(request),
        trace: readTraceContext(request?.headers.get('traceparent'), request?.headers.get('tracestate')),
      })
    },
    graphqlEndpoint: endpoint,
    // Answered before (health-endpoints.ts): with a space, which no address has, yoga takes none for it.
    healthCheckEndpoint: ' ',
    plugins: [
      useSignInPages({ pages: operations.signIns, report }),
      ...(persisted.isOnlyManifest ? [] : [useGraphiql(sources, endpoint), useConsole(endpoint)]),
      ...(metrics ? [useMetricsEndpoint(metrics, requestMetrics)] : []),
      useRequestMetrics(requestMetrics),
      useWrittenNumbers(),
      useBodyLimit(requestBytes, isUploadRequest),
      useFileUploads(received),
      usePersistedOperations(persisted, endpoint, requestMetrics),
      useOperationLimits(limits),
      useNamedLiterals(),
      useClientIntrospection(),
      useCompiledQueries(),
      useCurrentRows(report),
      useCancellation(),
      useIdempotencyKey(),
      useDatabaseWatch(isDatabaseThere),
      useSharing(),
      useStreamTurns(trigger.callers),
      useEventStreamIds(),
      useEventStreamEnd(),
      useEventStreamErrors(),
      useMultipartSubscriptions(trigger),
      useFileEndpoint({ files: operations.files, received, requestMetrics, report }),
      useEventEndpoint({ ...byPath, events: operations.events }),
      useA2aEndpoint(byPath),
      useAgUiEndpoint(byPath),
      useMcpEndpoint({ ...byPath, version: server.version }),
      useRestEndpoint({ ...byPath, received }),
      useTriggerEndpoint({ ...byPath, received }),
      refuseUnadmitted,
      ...plugins,
      useTypedRefusals(requestMetrics),
    ],
    // The page is ours (use-graphiql.ts).
    graphiql: false,
    landingPage: false,
    maskedErrors: { maskError: toCallerError },
    logging: toYogaLogger(report),
    // Callers and origins are checked before (authenticate.ts).
    cors: false,
    multipart: false,
    parserAndValidationCache: { documentCache: createDocumentCache(), errorCache: noCache },
    batching: { limit: limits.batch },
    maxRequestBodySize: false,
  })
}

/**
 * Callers without admission get only the pages of the console and of GraphiQL, which are served before this. Yoga would otherwise read and
 * validate requests to every address that ends like the endpoint.
 */
const refuseUnadmitted: Plugin<Record<never, never>, NodeContext> = {
  onRequest({ serverContext: { admission }, fetchAPI, endResponse }) {
    if (!admission) endResponse(new fetchAPI.Response('', { status: 404 }))
  },
}

/** Reports faults of the server; a caller receives its own mistakes in the response. */
function toYogaLogger(report: (message: string, error?: unknown) => void): YogaLogger {
  return {
    debug() {},
    info() {},
    warn: (...parts) => report(parts.join(' ')),
    error: (error) => {
      if (isUnexpected(error) && !isAbandoned(error)) report('A request failed.', error)
    },
  }
}

/** Node's error for a client that left in the middle of its request. */
function isAbandoned(error: unknown): boolean {
  return (
    error instanceof Error && error.message === 'aborted' && 'code' in error && error.code === 'ECONNRESET'
  )
}

/** Maximum length of the cached documents, in characters. A parsed document takes some sixty times as much memory. */
const maxLength = 256 * 1024

/**
 * Cache of parsed documents, bounded by their total length. A bound of their number would let long documents, each different, take all
 * memory.
 */
function createDocumentCache(): LRUCache<string, DocumentNode> {
  return new LRUCache({
    maxSize: maxLength,
    maxEntrySize: maxLength / 4,
    sizeCalculation: (_document, text) => Math.max(1, text.length),
  })
}

/** Keeps nothing: faults of a document are found again as soon as they were. */
const noCache = { get: () => undefined, set: () => undefined }

/** Answers operations that wait for a database that is away, and ends subscriptions that would only begin then. */
export function useDatabaseWatch(isThere: () => Promise<boolean>): Plugin {
  return {
    onExecute: ({ executeFn, setExecuteFn }) =>
      setExecuteFn((args) =>
        whileDatabaseAnswers(async () => executeFn(args), isThere, onLateResult).catch(toResult),
      ),
    onSubscribe: ({ subscribeFn, setSubscribeFn }) =>
      setSubscribeFn((args) =>
        whileDatabaseAnswers(async () => subscribeFn(args), isThere, onLateResult).catch(toResult),
      ),
  }
}

function toResult(error: unknown) {
  if (!isRungraphError(error)) throw error
  return refusedResult(error)
}

/** Closes a subscription that begins after its caller received an error. */
function onLateResult(late: unknown): void {
  if (typeof late !== 'object' || late === null || !(Symbol.asyncIterator in late)) return
  if ('return' in late && typeof late.return === 'function') void late.return()
}
