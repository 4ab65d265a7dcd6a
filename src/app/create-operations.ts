import type { Database } from '../database/connect.ts'
import type { Operations } from '../domain/operations.ts'
import {
  createHistoryOperations,
  createPolicyOperations,
  createRunOperations,
  createSessionOperations,
  createWorkflowOperations,
} from '../engine/commands/operations.ts'
import { createRelicAdministration } from '../engine/commands/save-relic.ts'
import type { EngineServices } from '../engine/run/run-context.ts'

import { createRelicStore } from '../store/relic-store.ts'

/** Creates the operations that need only the engine's services. */
export function createEngineOperations(
  services: EngineServices,
  { pool }: Database,
): Omit<Operations, 'webhooks' | 'schedules' | 'keys' | 'accessTokens'> {
  return {
    ...createRunOperations(services),
    sessions: createSessionOperations(services),
    policies: createPolicyOperations(services),
    workflows: createWorkflowOperations(services),
    history: createHistoryOperations(services),
    relics: createRelicAdministration({
      ...{ relics: services.relics, newId: services.newId },
      store: createRelicStore(pool),
    }),
  }
}
