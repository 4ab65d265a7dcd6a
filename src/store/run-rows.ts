import { type AgentDefinition, agentDefinition } from '../domain/agent.ts'
import { effectiveLimits } from '../domain/limits.ts'
import { type RunOverrides, runOverrides } from '../domain/run-history.ts'
import type { ClaimedRun } from '../domain/run-store.ts'

/** A row of the claim statement. */
export interface ClaimedRow extends Omit<ClaimedRun, 'agent' | 'replayOf'> {
  readonly agentId: string
  readonly agentVersion: number
  readonly slug: string
  readonly definition: unknown
  /** What the run changes of the definition. */
  readonly overrides: unknown
  readonly replayOfId: string | null
  readonly replayTools: boolean
}

function overridden(definition: AgentDefinition, { model, systemPrompt }: RunOverrides): AgentDefinition {
  return {
    ...definition,
    ...(model !== undefined && { model }),
    ...(systemPrompt !== undefined && { systemPrompt }),
  }
}

export function toClaimedRun(row: ClaimedRow): ClaimedRun {
  const { agentId, agentVersion, slug, definition, overrides, replayOfId, replayTools, ...run } = row
  return {
    ...run,
    // A row of an earlier version lacks the limits that came since.
    effectiveLimits: { ...effectiveLimits({}, {}, run.depth), ...run.effectiveLimits },
    agent: {
      agentId,
      slug,
      version: agentVersion,
      definition: overridden(agentDefinition.parse(definition), runOverrides.parse(overrides ?? {})),
    },
    replayOf: replayOfId === null ? null : { runId: replayOfId, tools: replayTools ? 'RECORDED' : 'LIVE' },
  }
}
