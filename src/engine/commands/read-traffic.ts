import { hasRole } from '../../domain/caller.ts'
import { RungraphError } from '../../domain/errors.ts'
import type { ReadTraffic, TrafficOperations, TrafficStore } from '../../domain/model-traffic.ts'

/** Creates the operations on stored traffic (MOD-9). Nothing in it is redacted but credentials: only an ADMIN reads it. */
export function createTrafficOperations(store: TrafficStore): TrafficOperations {
  return {
    requests: async (call) => store.requests(call.projectId, permitted('modelCall.request', call)),
    responses: async (call) => store.responses(call.projectId, permitted('modelCall.response', call)),
  }
}

function permitted(action: string, { caller, callIds }: ReadTraffic): readonly string[] {
  if (!hasRole(caller, 'ADMIN')) throw new RungraphError('FORBIDDEN', { action, role: 'ADMIN' })
  return callIds
}
