import { chooseBinding } from '../domain/binding.ts'
import type { SessionOperations } from '../domain/operations.ts'
import type { EngineServices } from './run-context.ts'
import { deleteBinding, saveBinding } from './save-binding.ts'
import { checkOrigin } from './trigger-run.ts'
import { updateSession } from './update-session.ts'

/** What callers may ask about conversations, bound to the engine's services. */
export function createSessionOperations(
  services: Pick<EngineServices, 'agents' | 'runs' | 'newId'>,
): SessionOperations {
  const { bindings } = services.runs
  return {
    saveBinding: (call) => saveBinding(call, services),
    deleteBinding: (call) => deleteBinding(call, services),
    resolveAgent: async ({ projectId, origin }) => {
      checkOrigin(origin)
      return chooseBinding(await bindings.matching(projectId, origin), origin)
    },
    updateSession: (call) => updateSession(call, services),
  }
}
