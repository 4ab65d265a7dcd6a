import type { AgentDefinition } from '../../domain/agent.ts'
import {
  type DefaultLimits,
  type EffectiveLimits,
  effectiveLimits,
  type Limit,
  noDefaultLimits,
} from '../../domain/limits.ts'

/** What whoever starts a child asks for it. */
export interface ChildWishes {
  readonly maxSteps?: number | undefined
  readonly timeoutMs?: number | undefined
  readonly maxCostUsd?: string | undefined
}

/**
 * The limits of a child run (SUB-3): its own, and none wider than what its parent has left. Its spending counts against every
 * budget above it (LIM-9), so those need no share here.
 */
export function childLimits(
  parent: {
    readonly limits: EffectiveLimits
    readonly depth: number
    /** `null`: it has all the time in the world. */
    readonly remainingMs: number | null
  },
  wishes: ChildWishes,
  definition: AgentDefinition,
  project: DefaultLimits = noDefaultLimits,
): EffectiveLimits {
  const depth = parent.depth + 1
  const own = effectiveLimits(
    wishes,
    { ...definition, timeoutMs: definition.defaultTimeoutMs },
    depth,
    project,
  )
  return {
    ...own,
    timeoutMs: atMost(own.timeoutMs, parent.remainingMs),
    maxDepth: narrower({ ...own.maxDepth, value: depth + own.maxDepth.value }, parent.limits.maxDepth),
    maxDescendants: parent.limits.maxDescendants,
  }
}

function atMost(own: Limit<number | null>, remainingMs: number | null): Limit<number | null> {
  if (remainingMs === null || (own.value !== null && own.value <= remainingMs)) return own
  return { value: Math.max(1, Math.floor(remainingMs)), source: 'parent' }
}

function narrower(own: Limit<number>, parent: Limit<number>): Limit<number> {
  return own.value <= parent.value ? own : { value: parent.value, source: 'parent' }
}
