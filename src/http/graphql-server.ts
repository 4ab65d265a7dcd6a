import { createYoga, type Plugin } from 'graphql-yoga'
import { toClientError } from '../graphql/client-error.ts'
import { createContext, type GraphQLContext, type GraphQLSources } from '../graphql/context.ts'
import { schema } from '../graphql/schema.ts'
import { useBodyLimit } from './body-limit.ts'
import { useDatabaseWatch } from './database-watch.ts'
import { useDocumentLimit } from './document-limit.ts'
import { useEventStreamIds } from './event-stream-ids.ts'
import type { NodeContext } from './event-streams.ts'
import { graphiqlOptions, renderGraphiql } from './graphiql.ts'
import { checkDatabase, type ReadinessCheck } from './readiness.ts'
import { useReadyEndpoint } from './ready-endpoint.ts'
import { useSameOrigin } from './same-origin.ts'
import { useWayToGraphiql } from './way-to-graphiql.ts'
import { toYogaLogger } from './yoga-logger.ts'

export const endpoint = '/graphql'
export const livenessEndpoint = '/health/live'
/** The largest request that is read, in bytes: the largest input of a run, and room for the rest. */
const maxRequestBytes = 2 * 1024 * 1024
/** The longest document, in words and signs; an introspection of everything has some two hundred. */
const maxDocumentTokens = 5_000

interface Options extends GraphQLSources {
  /** What the one who serves adds. */
  readonly plugins?: readonly Plugin<Record<never, never>, NodeContext>[]
  /** What else must be well for the process to be ready, beside the database. */
  readonly readiness?: Readonly<Record<string, ReadinessCheck>>
  /** Whether the database is there; asked for callers who wait long. Default: they wait. */
  readonly isDatabaseThere?: () => Promise<boolean>
  readonly report: (message: string, error?: unknown) => void
}

export type GraphQLServer = ReturnType<typeof createGraphQLServer>

/** GraphQL over HTTP: one visible list of what is in force. */
export function createGraphQLServer(options: Options) {
  const { report, plugins = [], readiness = {}, isDatabaseThere = async () => true, ...sources } = options
  return createYoga<NodeContext, GraphQLContext>({
    schema,
    context: ({ request }) =>
      createContext(sources, {
        signal: request?.signal,
        lastEventId: request?.headers.get('last-event-id') ?? undefined,
      }),
    graphqlEndpoint: endpoint,
    healthCheckEndpoint: livenessEndpoint,
    plugins: [
      useSameOrigin(),
      useWayToGraphiql(endpoint),
      useReadyEndpoint('/health/ready', { database: () => checkDatabase(sources.prisma), ...readiness }),
      useBodyLimit(maxRequestBytes),
      useDocumentLimit(maxDocumentTokens),
      useDatabaseWatch(isDatabaseThere),
      useEventStreamIds(),
      ...plugins,
    ],
    graphiql: () => graphiqlOptions(sources),
    renderGraphiQL: renderGraphiql,
    landingPage: false,
    maskedErrors: { maskError: toClientError },
    logging: toYogaLogger(report),
    // A page of another origin gets nothing; same-origin.ts refuses what it can send without asking.
    cors: false,
    multipart: false,
    batching: false,
    maxRequestBodySize: false,
  })
}
