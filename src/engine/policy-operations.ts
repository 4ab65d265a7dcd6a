import type { PolicyOperations } from '../domain/operations.ts'
import type { EngineServices } from './run-context.ts'
import { deletePolicy, findRuling, savePolicy } from './save-policy.ts'

/** What callers may ask about which calls are permitted, bound to the engine's services. */
export function createPolicyOperations(
  services: Pick<EngineServices, 'agents' | 'policies' | 'newId'>,
): PolicyOperations {
  return {
    savePolicy: (call) => savePolicy(call, services),
    deletePolicy: (call) => deletePolicy(call, services),
    findRuling: (call) => findRuling(call, services),
  }
}
