import type { EffectiveLimits, Limit } from '../domain/limits.ts'

/** The limits of a run as it was triggered with them, whatever it was granted since (RUN-9). */
export function grantedAnew(limits: EffectiveLimits): EffectiveLimits {
  return {
    ...limits,
    maxSteps: initial(limits.maxSteps),
    timeoutMs: initial(limits.timeoutMs),
    maxCostUsd: initial(limits.maxCostUsd),
    maxTokens: initial(limits.maxTokens),
  }
}

function initial<Value>(limit: Limit<Value | null>): Limit<Value | null> {
  const { initial: value, initialSource = 'trigger' } = limit
  return value === undefined ? limit : { value, source: initialSource }
}
