import type { WorkflowOperations } from '../domain/operations.ts'
import type { EngineServices } from './run-context.ts'
import { runWorkflow } from './run-workflow.ts'
import { archiveWorkflow, createWorkflow, updateWorkflow } from './save-workflow.ts'

/** What callers may ask about stored workflows, bound to the engine's services. */
export function createWorkflowOperations(
  services: Pick<EngineServices, 'agents' | 'workflows' | 'runs' | 'schemas' | 'newId'>,
): WorkflowOperations {
  return {
    createWorkflow: (call) => createWorkflow(call, services),
    updateWorkflow: (call) => updateWorkflow(call, services),
    archiveWorkflow: (call) => archiveWorkflow(call, services),
    runWorkflow: (call) => runWorkflow(call, services),
  }
}
