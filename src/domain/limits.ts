import { z } from 'zod'
import { about, choice, count, exactDecimal, object } from './declared.ts'

export const limitSource = choice('LimitSource', 'Source of a limit of a run.', {
  TRIGGER: 'Input of the mutation that triggered the run.',
  RESUME: 'Input of `resumeRun`.',
  PARENT: 'Limits of the run that started the run.',
  AGENT: 'Definition of the agent.',
  PROJECT: 'Default limits of the project.',
  DEFAULT: 'Built-in default.',
})
export type LimitSource = Lowercase<z.infer<typeof limitSource>>

export interface Limit<Value> {
  readonly value: Value
  readonly source: LimitSource
  /** Value before the first resume; absent if the run was never resumed. */
  readonly initial?: Value
  /** Source of the initial value. */
  readonly initialSource?: LimitSource
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
  /** Maximum number of children of the run. */
  readonly maxChildren: Limit<number>
  /** Maximum number of runs below the root of the whole tree. */
  readonly maxDescendants: Limit<number>
  /** Maximum number of continuations of one answer that was truncated at the output limit (LOOP-10). */
  readonly maxContinuations: Limit<number>
}

/** No token budget is larger. */
export const largestTokenBudget = 1e15

/** Limits that apply if nothing sets others. */
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

/** LIM-14 */
export const projectLimits = object(
  'DefaultLimits',
  'Limits for the runs of a project if neither the trigger nor the agent sets them.',
  {
    maxSteps: about(
      'Step limit of a run. Null is unlimited. If this limit is null or above 50, a sub-agent has 50 steps.',
      z.int().nullable(),
    ),
    timeoutMs: about(
      'Time limit of a run, in milliseconds. Null is unlimited. 86400000 (24 hours) in a new project.',
      z.int().nullable(),
    ),
    maxCostUsd: about(
      'Cost limit of a run and its descendants, in US dollars. Null is unlimited.',
      exactDecimal.nullable(),
    ),
    maxTokens: about(
      'Limit of input and output tokens of a run and its descendants. Null is unlimited. 10000000 in a new project.',
      count.nullable(),
    ),
  },
)
export type DefaultLimits = Readonly<z.infer<typeof projectLimits>>

export const noDefaultLimits: DefaultLimits = {
  maxSteps: null,
  timeoutMs: null,
  maxCostUsd: null,
  maxTokens: null,
}

interface RequestedLimits {
  /** `null` is no limit, absent is the default; so are the next three. */
  readonly maxSteps?: number | null | undefined
  readonly timeoutMs?: number | null | undefined
  readonly maxCostUsd?: string | null | undefined
  readonly maxTokens?: number | null | undefined
  readonly maxParallel?: number | undefined
  readonly maxDepth?: number | undefined
  readonly maxChildren?: number | undefined
  readonly maxContinuations?: number | undefined
}

/** Resolves each limit once, where the run begins: trigger before agent before project before default (LIM-1, LIM-2, LIM-5, LIM-14). */
export function effectiveLimits(
  trigger: RequestedLimits,
  agent: RequestedLimits,
  depth: number,
  project: DefaultLimits = noDefaultLimits,
): EffectiveLimits {
  return {
    maxSteps: stepsOf(trigger, agent, depth, project),
    timeoutMs: first(trigger.timeoutMs, agent.timeoutMs, project.timeoutMs),
    maxCostUsd: first(trigger.maxCostUsd, agent.maxCostUsd, project.maxCostUsd),
    maxTokens: first(trigger.maxTokens, agent.maxTokens, project.maxTokens),
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

/** The stored limits of a run. One that it was not given, because an earlier version did not know it, has its default. */
export function readLimits(stored: unknown): EffectiveLimits {
  const given = isLimits(stored) ? stored : {}
  return { ...effectiveLimits({}, {}, 0), ...given }
}

/** The engine is their only writer, and writes none but these. */
function isLimits(stored: unknown): stored is Partial<EffectiveLimits> {
  return typeof stored === 'object' && stored !== null && !Array.isArray(stored)
}

/** A sub-agent always has a limit: 50 where its definition names none or null, or less where the project sets less (LIM-1). */
function stepsOf(
  trigger: RequestedLimits,
  agent: RequestedLimits,
  depth: number,
  project: DefaultLimits,
): EffectiveLimits['maxSteps'] {
  if (depth === 0) return first(trigger.maxSteps, agent.maxSteps, project.maxSteps)
  const most = defaultLimits.subAgentMaxSteps
  const isTighter = project.maxSteps !== null && project.maxSteps < most
  const steps = first(
    trigger.maxSteps ?? undefined,
    agent.maxSteps ?? undefined,
    isTighter ? project.maxSteps : null,
  )
  return steps.source === 'default' ? { value: most, source: 'default' } : steps
}

function own(agent: number | undefined, fallback: number): Limit<number> {
  return agent === undefined || agent === fallback
    ? { value: fallback, source: 'default' }
    : { value: agent, source: 'agent' }
}

function first<Value>(
  trigger: Value | null | undefined,
  agent: Value | null | undefined,
  project: Value | null,
): Limit<Value | null> {
  if (trigger !== undefined) return { value: trigger, source: 'trigger' }
  if (agent !== undefined) return { value: agent, source: 'agent' }
  return { value: project, source: project === null ? 'default' : 'project' }
}

/** Returns those of the limits in force whose source is the project. */
export function ofProject(limits: EffectiveLimits): DefaultLimits {
  const from = <Value>({ value, source }: Limit<Value | null>) => (source === 'project' ? value : null)
  return {
    maxSteps: from(limits.maxSteps),
    timeoutMs: from(limits.timeoutMs),
    maxCostUsd: from(limits.maxCostUsd),
    maxTokens: from(limits.maxTokens),
  }
}
