import { agentDefinition } from '../domain/agent.ts'
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
    agent: { agentId, slug, version: agentVersion, definition: agentDefinition.parse(definition) },
  }
}
