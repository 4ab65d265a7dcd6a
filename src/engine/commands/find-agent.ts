import type { CurrentAgent } from '../../domain/agent.ts'
import { RungraphError } from '../../domain/errors.ts'
import type { ObjectKey } from '../../domain/object-key.ts'
import type { WorkflowVersion } from '../../domain/workflow.ts'
import type { EngineServices } from '../run/run-context.ts'

/** The agent that a call names, with its newest version. One statement where it is found. @throws NOT_FOUND, ARCHIVED */
export async function findAgent(
  projectId: string,
  key: ObjectKey,
  agents: Pick<EngineServices['agents'], 'find' | 'findArchived'>,
): Promise<CurrentAgent> {
  const agent = await agents.find(projectId, key)
  if (agent) return agent
  throw missing('agent', key, await agents.findArchived(projectId, key))
}

/** The workflow that a call names, with its newest version. One statement where it is found. @throws NOT_FOUND, ARCHIVED */
export async function findWorkflow(
  projectId: string,
  key: ObjectKey,
  workflows: Pick<EngineServices['workflows'], 'find' | 'findArchived'>,
): Promise<WorkflowVersion> {
  const workflow = await workflows.find(projectId, key)
  if (workflow) return workflow
  throw missing('workflow', key, await workflows.findArchived(projectId, key))
}

function missing(kind: 'agent' | 'workflow', key: ObjectKey, archived: string | null): RungraphError {
  if (archived !== null) return new RungraphError('ARCHIVED', { kind, slug: archived })
  return new RungraphError('NOT_FOUND', { kind, key: 'id' in key ? key.id : key.slug })
}

/** Refuses a change of another version than the newest. @throws VERSION_CONFLICT */
export function checkVersion(
  kind: 'agent' | 'workflow',
  { slug, version }: { readonly slug: string; readonly version: number },
  expected: number | undefined,
): void {
  if (expected === undefined || expected === version) return
  throw new RungraphError('VERSION_CONFLICT', { kind, slug, version, expected })
}
