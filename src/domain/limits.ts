/** Where a limit in force came from, most specific first. */
export type LimitSource = 'trigger' | 'resume' | 'parent' | 'agent' | 'project' | 'default'

export interface Limit<Value> {
  readonly value: Value
  readonly source: LimitSource
  /** What it was before the first resume, where there was one. */
  readonly initial?: Value
}

/** The limits that a run obeys (LIM-11); `null` is unlimited. */
export interface EffectiveLimits {
  readonly maxSteps: Limit<number | null>
  readonly timeoutMs: Limit<number | null>
  readonly maxCostUsd: Limit<string | null>
  readonly maxTokens: Limit<number | null>
  readonly graceMs: Limit<number>
  readonly actionTimeoutMs: Limit<number>
  readonly maxResultBytes: Limit<number>
  readonly maxParallel: Limit<number>
  /** The depth of the deepest run that its tree may have; the root's is 0 (SUB-2). */
  readonly maxDepth: Limit<number>
  /** How many children it may start. */
  readonly maxChildren: Limit<number>
  /** How many runs its whole tree may have below the root. */
  readonly maxDescendants: Limit<number>
  /** How often one answer that was cut off at the output limit is gone on with (LOOP-10). */
  readonly maxContinuations: Limit<number>
}

/** No token budget is larger. */
export const largestTokenBudget = 1e15

/** What holds where nobody says otherwise. */
export const defaultLimits = {
  /** LIM-1 */
  subAgentMaxSteps: 50,
  /** LIM-4 */
  graceMs: 30_000,
  /** LIM-12 */
  actionTimeoutMs: 60_000,
  maxResultBytes: 1024 * 1024,
  maxParallel: 5,
  /** SUB-2 */
  maxDepth: 3,
  maxChildren: 20,
  maxDescendants: 500,
  /** LOOP-10 */
  maxContinuations: 3,
} as const

interface Wishes {
  readonly maxSteps?: number | null | undefined
  readonly timeoutMs?: number | null | undefined
  readonly maxCostUsd?: string | null | undefined
  readonly maxTokens?: number | null | undefined
  readonly maxParallel?: number | undefined
  readonly maxDepth?: number | undefined
  readonly maxChildren?: number | undefined
  readonly maxContinuations?: number | undefined
}

/** Resolves each limit once, where the run begins: trigger before agent before default (LIM-1, LIM-2, LIM-5). */
export function effectiveLimits(trigger: Wishes, agent: Wishes, depth: number): EffectiveLimits {
  return {
    maxSteps: first(trigger.maxSteps, agent.maxSteps, depth > 0 ? defaultLimits.subAgentMaxSteps : null),
    timeoutMs: first(trigger.timeoutMs, agent.timeoutMs, null),
    maxCostUsd: first(trigger.maxCostUsd, agent.maxCostUsd, null),
    maxTokens: first(trigger.maxTokens, agent.maxTokens, null),
    graceMs: { value: defaultLimits.graceMs, source: 'default' },
    actionTimeoutMs: { value: defaultLimits.actionTimeoutMs, source: 'default' },
    maxResultBytes: { value: defaultLimits.maxResultBytes, source: 'default' },
    maxParallel: own(agent.maxParallel, defaultLimits.maxParallel),
    maxDepth: own(agent.maxDepth, defaultLimits.maxDepth),
    maxChildren: own(agent.maxChildren, defaultLimits.maxChildren),
    maxDescendants: { value: defaultLimits.maxDescendants, source: 'default' },
    maxContinuations: own(agent.maxContinuations, defaultLimits.maxContinuations),
  }
}

function own(agent: number | undefined, fallback: number): Limit<number> {
  return agent === undefined || agent === fallback
    ? { value: fallback, source: 'default' }
    : { value: agent, source: 'agent' }
}

function first<Value>(
  trigger: Value | null | undefined,
  agent: Value | null | undefined,
  fallback: Value | null,
): Limit<Value | null> {
  if (trigger !== undefined && trigger !== null) return { value: trigger, source: 'trigger' }
  if (agent !== undefined && agent !== null) return { value: agent, source: 'agent' }
  return { value: fallback, source: 'default' }
}
