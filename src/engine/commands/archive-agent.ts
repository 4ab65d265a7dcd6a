import type { RemovedDefinition } from '../../domain/agent-store.ts'
import { RungraphError } from '../../domain/errors.ts'
import type { InProject } from '../../domain/object-key.ts'
import type { EngineServices } from '../run/run-context.ts'

type Agents = Pick<EngineServices, 'agents'>

type Workflows = Pick<EngineServices, 'workflows'>

/** Archives an agent: it starts no new run, and runs that have begun continue. Its slug stays reserved. @throws NOT_FOUND, AGENT_IN_CODE */
export async function archiveAgent(call: InProject<'agentId'>, { agents }: Agents) {
  await refuseOfCode(call, agents)
  if (await agents.setArchived(call.projectId, call.agentId, true)) return { agentId: call.agentId }
  throw new RungraphError('NOT_FOUND', { kind: 'agent' })
}

/** Ends the archiving of an agent. One that was removed from code is an agent of the API from then on. @throws NOT_FOUND */
export async function restoreAgent(call: InProject<'agentId'>, { agents }: Agents) {
  if (await agents.setArchived(call.projectId, call.agentId, false)) return { agentId: call.agentId }
  throw new RungraphError('NOT_FOUND', { kind: 'agent' })
}

/** Deletes an agent that has no run, schedule or binding; its slug is free again. @throws NOT_FOUND, DEFINITION_IN_USE, AGENT_IN_CODE */
export async function deleteAgent(call: InProject<'agentId'>, { agents }: Agents) {
  await refuseOfCode(call, agents)
  checkRemoved('agent', await agents.remove(call.projectId, call.agentId))
  return { agentId: call.agentId }
}

/** The next start would create or restore it (EMB-2). */
async function refuseOfCode(
  { projectId, agentId }: InProject<'agentId'>,
  agents: Agents['agents'],
): Promise<void> {
  const agent = await agents.find(projectId, { id: agentId })
  if (agent?.source === 'CODE') throw new RungraphError('AGENT_IN_CODE', { slug: agent.slug })
}

/** Archives a workflow: no new run of it starts, and runs that have begun continue. Its slug stays reserved. @throws NOT_FOUND */
export async function archiveWorkflow(call: InProject<'workflowId'>, { workflows }: Workflows) {
  if (await workflows.setArchived(call.projectId, call.workflowId, true))
    return { workflowId: call.workflowId }
  throw new RungraphError('NOT_FOUND', { kind: 'workflow' })
}

/** Ends the archiving of a workflow. @throws NOT_FOUND */
export async function restoreWorkflow(call: InProject<'workflowId'>, { workflows }: Workflows) {
  if (await workflows.setArchived(call.projectId, call.workflowId, false))
    return { workflowId: call.workflowId }
  throw new RungraphError('NOT_FOUND', { kind: 'workflow' })
}

/** Deletes a workflow that has no run; its slug is free again. @throws NOT_FOUND, DEFINITION_IN_USE */
export async function deleteWorkflow(call: InProject<'workflowId'>, { workflows }: Workflows) {
  checkRemoved('workflow', await workflows.remove(call.projectId, call.workflowId))
  return { workflowId: call.workflowId }
}

function checkRemoved(kind: 'agent' | 'workflow', removed: RemovedDefinition): void {
  if (removed.kind === 'missing') throw new RungraphError('NOT_FOUND', { kind })
  if (removed.kind === 'used')
    throw new RungraphError('DEFINITION_IN_USE', { kind, slug: removed.slug, by: removed.by })
}
