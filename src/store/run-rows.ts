import { agentDefinition } from '../domain/agent.ts'
import { effectiveLimits } from '../domain/limits.ts'
import type { ClaimedRun } from '../domain/run-store.ts'
import { asWorkflow, type WorkflowVersion, workflowDefinition } from '../domain/workflow.ts'

/** A row of the claim statement. */
export interface ClaimedRow extends Omit<ClaimedRun, 'agent' | 'workflow'> {
  readonly agentId: string
  readonly agentVersion: number
  readonly slug: string
  readonly definition: unknown
  readonly workflow: (Omit<WorkflowVersion, 'definition'> & { readonly definition: unknown }) | null
}

export function toClaimedRun(row: ClaimedRow): ClaimedRun {
  const { agentId, agentVersion, slug, definition: stored, workflow, ...run } = row
  const definition = agentDefinition.parse(stored)
  return {
    ...run,
    workflow: workflow && { ...workflow, definition: workflowDefinition.parse(workflow.definition) },
    // A row of an earlier version lacks the limits that came since.
    effectiveLimits: { ...effectiveLimits({}, {}, run.depth), ...run.effectiveLimits },
    agent: {
      agentId,
      slug,
      version: agentVersion,
      definition: workflow ? asWorkflow(definition) : definition,
    },
  }
}
