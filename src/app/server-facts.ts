import { runBounds } from '../domain/agent.ts'
import { toChoice } from '../domain/declared.ts'
import type { ServerFacts } from '../domain/server-facts.ts'
import { defaultPageSize, maxPageSize } from '../graphql/paging/page-arguments.ts'
import { liveLimits } from '../http/limits/live-limits.ts'
import { operationLimits } from '../http/limits/operation-limits.ts'
import { maxRequestBytes } from '../http/yoga/graphql-server.ts'
import type { Config } from '../settings/config.ts'
import { readVersion } from './version.ts'

/** Facts about the server that a process with these settings, which starts now, reports to its callers. */
export function serverFacts(config: Config): ServerFacts {
  const { depth, cost, aliases, tokens } = config.operations
  const { requestsPerMinute, subscriptionsPerCaller } = config.callers
  const { runsDays, deltasDays, modelTrafficDays } = config.keep
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
    retention: { runsDays, deltasDays, modelTrafficDays },
    features: {
      redis: config.redisUrl !== null,
      monitor: config.monitor,
      tracing: config.tracing !== null,
      onlyPersistedOperations: config.manifest?.isOnly ?? false,
    },
  }
}
