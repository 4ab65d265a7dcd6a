import { uncounted } from '../../src/domain/request-metrics.ts'
import { callerLimits, createCallers } from '../../src/http/access/callers.ts'
import { liveLimits } from '../../src/http/limits/live-limits.ts'
import { operationLimits } from '../../src/http/limits/operation-limits.ts'
import { PersistedOperations } from '../../src/http/yoga/persisted-operations.ts'

/** What a GraphQL server without a port takes beside its sources: the usual limits, and nobody who counts or sends callers away. */
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
  }
}
