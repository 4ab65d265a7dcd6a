import { agentDefinition } from '../domain/agent.ts'
import { effectiveLimits } from '../domain/limits.ts'
import type { ClaimedRun } from '../domain/run-store.ts'

/** A row of the claim statement. */
export interface ClaimedRow extends Omit<ClaimedRun, 'agent'> {
  readonly agentId: string
  readonly agentVersion: number
  readonly slug: string
  readonly definition: unknown
}

export function toClaimedRun({ agentId, agentVersion, slug, definition, ...run }: ClaimedRow): ClaimedRun {
  return {
    ...run,
    // A row of an earlier version lacks the limits that came since.
    effectiveLimits: { ...effectiveLimits({}, {}, run.depth), ...run.effectiveLimits },
    agent: { agentId, slug, version: agentVersion, definition: agentDefinition.parse(definition) },
  }
}
