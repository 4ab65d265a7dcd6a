import type { Database } from '../database/connect.ts'
import type { Operations } from '../domain/operations.ts'
import {
  createHistoryOperations,
  createPolicyOperations,
  createRunOperations,
  createSessionOperations,
  createWorkflowOperations,
} from '../engine/commands/operations.ts'
import { createTrafficOperations } from '../engine/commands/read-traffic.ts'
import { createRelicAdministration } from '../engine/commands/save-relic.ts'
import type { EngineServices } from '../engine/run/run-context.ts'

import { createTrafficStore } from '../store/read/model-traffic.ts'
import { createRelicStore } from '../store/relic-store.ts'

/** Creates the operations that need only the engine's services. */
export function createEngineOperations(
  services: EngineServices,
  { pool }: Database,
): Omit<Operations, 'webhooks' | 'schedules' | 'keys'> {
  return {
    ...createRunOperations(services),
    sessions: createSessionOperations(services),
    policies: createPolicyOperations(services),
    workflows: createWorkflowOperations(services),
    history: createHistoryOperations(services),
    traffic: createTrafficOperations(createTrafficStore(pool, services.vault)),
    relics: createRelicAdministration({
      ...{ relics: services.relics, newId: services.newId },
      store: createRelicStore(pool),
    }),
  }
}
