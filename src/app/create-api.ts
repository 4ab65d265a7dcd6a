import type { Database } from '../database/connect.ts'
import type { Authenticator } from '../domain/caller.ts'
import type { GraphQLSources } from '../graphql/context.ts'
import type { ReadinessCheck } from '../http/health/readiness.ts'
import { type ApiServer, createServer } from '../http/serve/server.ts'
import type { PersistedOptions } from '../http/yoga/persisted-operations.ts'
import type { Config } from '../settings/config.ts'
import { createReads } from '../store/read/create-reads.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { serverFacts } from './server-facts.ts'

export interface ApiOptions {
  readonly config: Config
  /** Default: `maxRequestBytes`. */
  readonly requestBytes?: number | undefined
  readonly sources: Omit<GraphQLSources, 'prisma' | 'reads' | 'server'>
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
  const { config, sources, database, isDatabaseThere, authenticator, persisted, readiness, metrics, report } =
    options
  const { host, port, origins, idleConnectionMs, connectionsPerAddress, callers, operations } = config
  return createServer({
    ...sources,
    server: serverFacts(config),
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
