import type { Database } from '../database/connect.ts'
import { runBounds } from '../domain/agent.ts'
import type { Authenticator } from '../domain/caller.ts'
import type { Clock } from '../domain/clock.ts'
import { toChoice } from '../domain/declared.ts'
import type { ServerFacts } from '../domain/server-facts.ts'
import type { GraphQLSources } from '../graphql/context.ts'
import { defaultPageSize, maxPageSize } from '../graphql/paging/page-arguments.ts'
import type { ReadinessCheck } from '../http/health/readiness.ts'
import { liveLimits } from '../http/limits/live-limits.ts'
import { operationLimits } from '../http/limits/operation-limits.ts'
import { type ApiServer, createServer } from '../http/serve/server.ts'
import { maxRequestBytes } from '../http/yoga/graphql-server.ts'
import type { PersistedOptions } from '../http/yoga/persisted-operations.ts'
import type { Config } from '../settings/config.ts'
import { createReads } from '../store/read/create-reads.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { readVersion } from './version.ts'

export interface ApiOptions {
  readonly config: Config
  /** Default: `maxRequestBytes`. */
  readonly requestBytes?: number | undefined
  readonly sources: Omit<GraphQLSources, 'prisma' | 'reads' | 'server'>
  readonly clock: Clock
  readonly database: Database
  readonly isDatabaseThere: () => Promise<boolean>
  readonly authenticator: Authenticator
  readonly persisted: PersistedOptions
  readonly readiness: Readonly<Record<string, ReadinessCheck>>
  readonly metrics: Metrics
  readonly report: (message: string, error?: unknown) => void
}

/** Creates the API of a process. Only this file brings the schema with it, which takes a quarter of a second to load. */
export function createApi(options: ApiOptions): ApiServer {
  const {
    config,
    sources,
    clock,
    database,
    isDatabaseThere,
    authenticator,
    persisted,
    readiness,
    metrics,
    report,
  } = options
  const { host, port, origins, idleConnectionMs, connectionsPerAddress, callers, operations } = config
  return createServer({
    ...sources,
    server: { ...serverFacts(config), now: clock.now },
    prisma: database.prisma,
    reads: createReads(database),
    authenticator,
    origins,
    host,
    port,
    connectionsPerAddress,
    limits: { idleConnectionMs },
    callerLimits: callers,
    operationLimits: operations,
    requestBytes: options.requestBytes,
    persisted,
    readiness,
    isDatabaseThere,
    metrics: metrics.renderMetrics,
    requestMetrics: metrics.requestMetrics,
    report,
  })
}

/** Facts about the server that a process with these settings, which starts now, reports to its callers. */
export function serverFacts(config: Config): ServerFacts {
  const { depth, cost, aliases, tokens } = config.operations
  const { requestsPerMinute, subscriptionsPerCaller } = config.callers
  const { runsDays, deltasDays, modelTrafficDays, eventsDays } = config.keep
  return {
    version: readVersion(),
    role: toChoice(config.role),
    startedAt: new Date(),
    limits: {
      ...{ depth, cost, aliases, tokens },
      rootFields: operationLimits.rootFields,
      operationsPerRequest: operationLimits.batch,
      requestBytes: maxRequestBytes,
      answerCharacters: operationLimits.answer,
      pageSize: maxPageSize,
      defaultPageSize,
      runInputBytes: runBounds.maxInputBytes,
      socketMessageBytes: liveLimits.maxMessageBytes,
      operationsPerSocket: liveLimits.maxOperations,
      connectionsPerAddress: config.connectionsPerAddress,
      subscriptionsPerCaller,
      requestsPerMinute,
    },
    retention: { runsDays, deltasDays, modelTrafficDays, eventsDays },
    features: {
      redis: config.redisUrl !== null,
      monitor: config.monitor,
      tracing: config.tracing !== null,
      onlyPersistedOperations: config.manifest?.isOnly ?? false,
    },
  }
}
