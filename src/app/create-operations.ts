import type { Database } from '../database/connect.ts'
import type { Operations } from '../domain/operations.ts'
import { createHistoryOperations } from '../engine/history-operations.ts'
import { createPolicyOperations } from '../engine/policy-operations.ts'
import type { EngineServices } from '../engine/run-context.ts'
import { createRunOperations } from '../engine/run-operations.ts'
import { createRelicAdministration } from '../engine/save-relic.ts'
import { createSessionOperations } from '../engine/session-operations.ts'
import { createWorkflowOperations } from '../engine/workflow-operations.ts'
import { createRelicStore } from '../store/relic-store.ts'

/** What callers may ask for that needs nothing but the engine's services. */
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
    relics: createRelicAdministration({
      ...{ relics: services.relics, newId: services.newId },
      store: createRelicStore(pool),
    }),
  }
}
