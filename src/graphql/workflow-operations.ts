import type { WorkflowOperations } from '../domain/operations.ts'
import type { GraphQLContext } from './context.ts'

/** What can be done about stored workflows. Throws where the server was put together without it. */
export function workflowOperations({ operations }: GraphQLContext): WorkflowOperations {
  if (operations.workflows) return operations.workflows
  throw new Error('The server was put together without operations on workflows.')
}
