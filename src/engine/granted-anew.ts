import type { AgentDefinition } from '../domain/agent.ts'
import type { EffectiveLimits, Limit } from '../domain/limits.ts'

/** The limits of a run as it was triggered with them, whatever it was granted since (RUN-9). */
export function grantedAnew(limits: EffectiveLimits, definition: AgentDefinition): EffectiveLimits {
  const { maxSteps, defaultTimeoutMs, maxCostUsd, maxTokens } = definition
  return {
    ...limits,
    maxSteps: initial(limits.maxSteps, maxSteps),
    timeoutMs: initial(limits.timeoutMs, defaultTimeoutMs),
    maxCostUsd: initial(limits.maxCostUsd, maxCostUsd),
    maxTokens: initial(limits.maxTokens, maxTokens),
  }
}

function initial<Value>(limit: Limit<Value | null>, agents: Value | null): Limit<Value | null> {
  if (limit.initial === undefined) return limit
  return { value: limit.initial, source: limit.initial === agents ? 'agent' : 'trigger' }
}
