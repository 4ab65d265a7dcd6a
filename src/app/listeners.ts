import type { Config } from '../config.ts'
import type { Database } from '../database/connect.ts'
import { createProbe } from '../database/probe.ts'
import type { Authenticator } from '../domain/caller.ts'
import type { GraphQLSources } from '../graphql/context.ts'
import { createHealthServer } from '../http/health/health-server.ts'
import { checkDatabase, type ReadinessCheck } from '../http/health/readiness.ts'
import { checkFree } from '../http/listen.ts'
import type { Mounted } from '../http/mount/mounted.ts'
import { createServer } from '../http/serve/server.ts'
import type { PersistedOptions } from '../http/yoga/persisted-operations.ts'
import { createReads } from '../store/read/create-reads.ts'

import type { Metrics } from '../telemetry/metrics.ts'
import { checkHost } from './open-keys.ts'

/** Addresses of a process; `null`: none. */
export interface Urls {
  /** Address of the API. */
  readonly url: string | null
  /** A second address for health and metrics. */
  readonly healthUrl: string | null
}

/** Listeners of a process: the API if its role serves, and health on a port of its own if one is set. */
export interface Listeners {
  /** @throws PORT_IN_USE, LOOPBACK_ONLY */
  listen(): Promise<Urls>
  /** The API without a port; `null`: the role of the process serves none. */
  readonly mounted: Mounted | null
  /** Sends callers away; it still answers, that it takes nothing new. */
  drainApi(): Promise<void>
  closeApi(): Promise<void>
  /** To be closed after everything else in the process, so that probes see the process drain until then. */
  closeHealth(): Promise<void>
}

/** Says which port of the settings is taken. @throws PORT_IN_USE, HOST_UNUSABLE */
export async function checkPorts({ role, host, port, healthPort }: Config): Promise<void> {
  if (role !== 'worker') await checkFree({ host, port })
  if (healthPort !== null) await checkFree({ host, port: healthPort, setting: healthSetting })
}

const healthSetting = 'RUNGRAPH_HEALTH_PORT'

interface Options {
  readonly config: Config
  readonly sources: Omit<GraphQLSources, 'prisma' | 'reads'>
  readonly database: Database
  readonly authenticator: Authenticator
  readonly persisted: PersistedOptions
  readonly readiness: Readonly<Record<string, ReadinessCheck>>
  readonly metrics: Metrics
  readonly report: (message: string, error?: unknown) => void
}

export function createListeners(options: Options): Listeners {
  const api = createApi(options)
  const health = createHealth(options)
  return {
    listen: async () => {
      if (api || health) await checkHost(options.config.host, options.authenticator)
      const healthUrl = (await health?.listen())?.url ?? null
      return { url: (await api?.listen())?.url ?? null, healthUrl }
    },
    mounted: api?.mounted ?? null,
    drainApi: async () => api?.drain(),
    closeApi: async () => api?.close(),
    closeHealth: async () => health?.close(),
  }
}

function createApi(options: Options) {
  const { config, sources, database, authenticator, persisted, readiness, metrics, report } = options
  const { role, host, port, origins, connectionsPerAddress, callers, operations } = config
  if (role === 'worker') return null
  const { prisma, connectionString } = database
  const isDatabaseThere = createProbe(connectionString)
  return createServer({
    ...sources,
    prisma,
    reads: createReads(database),
    authenticator,
    origins,
    host,
    port,
    connectionsPerAddress,
    callerLimits: callers,
    operationLimits: operations,
    persisted,
    readiness,
    isDatabaseThere,
    metrics: metrics.renderMetrics,
    requestMetrics: metrics.requestMetrics,
    report,
  })
}

function createHealth({ config, database, readiness, metrics: { renderMetrics } }: Options) {
  const { host, healthPort: port } = config
  if (port === null) return null
  const checks = { database: () => checkDatabase(createReads(database)), ...readiness }
  return createHealthServer({
    host,
    port,
    setting: healthSetting,
    readiness: checks,
    metrics: renderMetrics,
  })
}
