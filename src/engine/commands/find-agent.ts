import type { CurrentAgent } from '../../domain/agent.ts'
import type { DefinitionStore, Versioned } from '../../domain/definition-store.ts'
import { RungraphError } from '../../domain/errors.ts'
import { notFound, type ObjectKey } from '../../domain/object-key.ts'
import type { WorkflowVersion } from '../../domain/workflow.ts'
import type { EngineServices } from '../run/run-context.ts'

/** The agent that a call names, with its newest version. @throws NOT_FOUND, ARCHIVED */
export function findAgent(
  projectId: string,
  key: ObjectKey,
  agents: Pick<EngineServices['agents'], 'find' | 'findArchived'>,
): Promise<CurrentAgent> {
  return findDefinition('agent', agents, { projectId, key })
}

/** The workflow that a call names, with its newest version. @throws NOT_FOUND, ARCHIVED */
export function findWorkflow(
  projectId: string,
  key: ObjectKey,
  workflows: Pick<EngineServices['workflows'], 'find' | 'findArchived'>,
): Promise<WorkflowVersion> {
  return findDefinition('workflow', workflows, { projectId, key })
}

/** The agent or the workflow that a call names. One statement where it is found. @throws NOT_FOUND, ARCHIVED */
export async function findDefinition<Current extends Versioned<unknown>>(
  kind: 'agent' | 'workflow',
  store: Pick<DefinitionStore<Current, unknown>, 'find' | 'findArchived'>,
  { projectId, key }: { readonly projectId: string; readonly key: ObjectKey },
): Promise<Current> {
  const current = await store.find(projectId, key)
  if (current) return current
  const slug = await store.findArchived(projectId, key)
  throw slug === null ? notFound(kind, key) : new RungraphError('ARCHIVED', { kind, slug })
}
