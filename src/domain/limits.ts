import { z } from 'zod'
import { about, choice, count, exactDecimal, object } from './declared.ts'
import { givenOrNull } from './given.ts'

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

function limitOf<Value extends z.ZodType>(name: string, description: string, value: Value) {
  return object(name, description, {
    value: about('Value of the limit. Null if there is no limit.', value),
    initial: about(
      'Value before the run was first resumed. Null if there was no limit or `initialSource` is null.',
      value.optional(),
    ),
    source: z.custom<LimitSource>(),
    initialSource: z.custom<LimitSource>().optional(),
  })
}

export const runLimit = limitOf(
  'RunLimit',
  'Limit that applies to a run, as a whole number.',
  count.nullable(),
)
export const runCostLimit = limitOf(
  'RunCostLimit',
  'Cost limit that applies to a run, in US dollars.',
  exactDecimal.nullable(),
)

/** The limits that a run obeys (LIM-11, SUB-2, LOOP-10); `null` is unlimited. */
export const limitsInForce = object(
  'EffectiveLimits',
  'Limits that apply to a run, each with its value and its source.',
  {
    maxSteps: about('Maximum number of steps.', runLimit),
    timeoutMs: about('Maximum running time, in milliseconds.', runLimit),
    maxCostUsd: about('Maximum cost of the run and its descendants.', runCostLimit),
    maxTokens: about('Maximum number of tokens of the run and its descendants.', runLimit),
    graceMs: about('Time for a final summary after the time limit, in milliseconds.', runLimit),
    actionTimeoutMs: about(
      'Maximum duration of an action that has no limit of its own, in milliseconds.',
      runLimit,
    ),
    maxResultBytes: about('Maximum size of a stored result, in bytes.', runLimit),
    maxParallel: about('Maximum number of actions of a step that run at once.', runLimit),
    maxDepth: about('Maximum depth of the tree of runs. The depth of its root is 0.', runLimit),
    maxChildren: about('Maximum number of children of the run.', runLimit),
    maxDescendants: about('Maximum number of runs below the root of the tree.', runLimit),
    maxContinuations: about(
      'Maximum number of continuations of an answer that the output limit cut off.',
      runLimit,
    ),
  },
)

/** Only the first four may be unlimited. */
export type EffectiveLimits = {
  readonly [Name in keyof z.infer<typeof limitsInForce>]: Name extends 'maxCostUsd'
    ? Limit<string | null>
    : Limit<Name extends 'maxSteps' | 'timeoutMs' | 'maxTokens' ? number | null : number>
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

/** Changes to them: absent fields stay unchanged. */
export const projectLimitsChange = object(
  'DefaultLimits',
  'Changes to the limits for runs if neither the trigger nor the agent sets them. A field that you leave out stays unchanged. Null removes the limit.',
  {
    maxSteps: givenOrNull.int('Step limit of a run. Null removes the limit.'),
    timeoutMs: givenOrNull.int('Time limit of a run, in milliseconds. Null removes the limit.'),
    maxCostUsd: givenOrNull.decimal(
      'Cost limit of a run and its descendants, in US dollars. Null removes the limit.',
    ),
    maxTokens: givenOrNull.safeInt(
      'Limit of input and output tokens of a run and its descendants. Null removes the limit.',
    ),
  },
)

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

/** The limits among the fields of an agent's definition. */
interface AgentLimits extends Omit<RequestedLimits, 'timeoutMs'> {
  readonly defaultTimeoutMs?: number | null | undefined
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

/** The limits of a run of an agent, whose caller sets some, at its depth in its tree. */
export function limitsAt(
  depth: number,
  options: RequestedLimits,
  definition: AgentLimits,
  project: DefaultLimits,
): EffectiveLimits {
  return effectiveLimits(options, { ...definition, timeoutMs: definition.defaultTimeoutMs }, depth, project)
}

/** The stored limits of a run at its depth. One that it was not given, because an earlier version did not know it, has its default. */
export function readLimits(stored: unknown, depth = 0): EffectiveLimits {
  const given = isLimits(stored) ? stored : {}
  return { ...effectiveLimits({}, {}, depth), ...given }
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
