import type { ModelCatalogue } from '../../src/domain/known-models.ts'
import { uncounted } from '../../src/domain/request-metrics.ts'
import { callerLimits, createCallers } from '../../src/http/access/callers.ts'
import { liveLimits } from '../../src/http/limits/live-limits.ts'
import { operationLimits } from '../../src/http/limits/operation-limits.ts'
import { PersistedOperations } from '../../src/http/yoga/persisted-operations.ts'

/** Options of a GraphQL server without a port: the usual limits, without counts or rate limits. */
export function graphqlOptions() {
  return {
    limits: operationLimits,
    persisted: new PersistedOperations(),
    isDatabaseThere: async () => true,
    trigger: {
      callers: createCallers(callerLimits, async () => true),
      leaving: new AbortController().signal,
      keepAliveMs: liveLimits.keepAliveMs,
    },
    requestMetrics: uncounted,
    catalogue: nothingKnown,
  }
}

/** The catalogue of a server that knows no model. */
export const nothingKnown: ModelCatalogue = { models: () => [], providers: () => [] }
