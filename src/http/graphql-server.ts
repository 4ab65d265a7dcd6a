import { createYoga, type Plugin } from 'graphql-yoga'
import { RungraphError } from '../domain/errors.ts'
import { readTraceContext } from '../domain/trace-context.ts'
import type { Expose, Traffic } from '../domain/traffic.ts'
import { toClientError } from '../graphql/client-error.ts'
import { createContext, type GraphQLContext, type GraphQLSources } from '../graphql/context.ts'
import { schema } from '../graphql/schema.ts'
import { AnswerLimit } from './answer-limit.ts'
import { useBodyLimit } from './body-limit.ts'
import { useDatabaseWatch } from './database-watch.ts'
import { DocumentCache, noCache } from './document-cache.ts'
import { useEventStreamEnd } from './event-stream-end.ts'
import { useEventStreamErrors } from './event-stream-errors.ts'
import { useEventStreamIds } from './event-stream-ids.ts'
import type { NodeContext } from './event-streams.ts'
import { useMetricsEndpoint } from './metrics-endpoint.ts'
import type { OperationLimits } from './operation-limits.ts'
import type { PersistedOperations } from './persisted-operations.ts'
import { type TriggerOptions, useTriggerEndpoint } from './trigger/trigger-endpoint.ts'
import { useGivingUp } from './use-giving-up.ts'
import { useGraphiql } from './use-graphiql.ts'
import { useOperationLimits } from './use-operation-limits.ts'
import { usePersistedOperations } from './use-persisted-operations.ts'
import { useTraffic } from './use-traffic.ts'
import { useTypedRefusals } from './use-typed-refusals.ts'
import { toYogaLogger } from './yoga-logger.ts'

export const endpoint = '/graphql'
/** The largest request that is read, in bytes: the largest input of a run, and room for the rest. */
const maxRequestBytes = 2 * 1024 * 1024

interface Options extends GraphQLSources {
  readonly limits: OperationLimits
  readonly persisted: PersistedOperations
  /** What the one who serves adds. */
  readonly plugins?: readonly Plugin<Record<never, never>, NodeContext>[]
  /** Whether the database is there; asked for callers who wait long. */
  readonly isDatabaseThere: () => Promise<boolean>
  /** Of the endpoint that triggers runs. */
  readonly trigger: Pick<TriggerOptions, 'callers' | 'leaving' | 'keepAliveMs'>
  /** Absent: nothing is served at `/metrics`. */
  readonly metrics?: Expose
  readonly traffic: Traffic
  readonly report: (message: string, error?: unknown) => void
}

export type GraphQLServer = ReturnType<typeof createGraphQLServer>

/** GraphQL over HTTP: one visible list of what is in force. */
export function createGraphQLServer(options: Options) {
  const { plugins = [], isDatabaseThere, metrics, report } = options
  const { limits, persisted, traffic, trigger } = options
  const { prisma, operations, log, tools, priceOf } = options
  const answers = new WeakMap<Request, AnswerLimit>()
  /** Of all operations of a batch together; an operation of a WebSocket is a request. */
  const answerTo = (request?: Request) => {
    const answer = (request && answers.get(request)) ?? new AnswerLimit(limits)
    if (request) answers.set(request, answer)
    return answer
  }
  const sources: GraphQLSources = { prisma, operations, log, tools, priceOf }
  return createYoga<NodeContext, GraphQLContext>({
    schema,
    context: ({ request, admission }) => {
      if (!admission) throw nobodyLetIn()
      return createContext(sources, admission, {
        signal: request?.signal,
        lastEventId: request?.headers.get('last-event-id') ?? undefined,
        answer: answerTo(request),
        trace: readTraceContext(request?.headers.get('traceparent'), request?.headers.get('tracestate')),
      })
    },
    graphqlEndpoint: endpoint,
    // Answered before (health-endpoints.ts): with a space, which no address has, yoga takes none for it.
    healthCheckEndpoint: ' ',
    plugins: [
      ...(persisted.isOnlyManifest ? [] : [useGraphiql(sources, endpoint)]),
      ...(metrics ? [useMetricsEndpoint(metrics, traffic)] : []),
      useTraffic(traffic),
      useBodyLimit(maxRequestBytes),
      usePersistedOperations(persisted, endpoint, traffic),
      useOperationLimits(limits),
      useGivingUp(),
      useDatabaseWatch(isDatabaseThere),
      useEventStreamIds(),
      useEventStreamEnd(),
      useEventStreamErrors(),
      useTriggerEndpoint({ ...trigger, maxBodyBytes: maxRequestBytes, traffic, report }),
      nothingForOthers,
      ...plugins,
      useTypedRefusals(traffic),
    ],
    // The page is ours (use-graphiql.ts).
    graphiql: false,
    landingPage: false,
    maskedErrors: { maskError: toClientError },
    logging: toYogaLogger(report),
    // Who may call, and from which pages, is settled before (let-in.ts).
    cors: false,
    multipart: false,
    parserAndValidationCache: { documentCache: new DocumentCache(), errorCache: noCache },
    batching: { limit: limits.batch },
    maxRequestBodySize: false,
  })
}

/**
 * Who was not let in has GraphiQL's page and its parts, which were given before, and nothing else: yoga takes every address that ends
 * like the endpoint for it, and would read and validate what is sent there.
 */
const nothingForOthers: Plugin<Record<never, never>, NodeContext> = {
  onRequest({ serverContext: { admission }, fetchAPI, endResponse }) {
    if (!admission) endResponse(new fetchAPI.Response('', { status: 404 }))
  },
}

/** What is executed is executed for somebody: whatever came past the door without being let in gets nothing. */
function nobodyLetIn(): RungraphError {
  return new RungraphError('UNAUTHENTICATED', { reason: 'Nothing is executed for this request.' })
}
