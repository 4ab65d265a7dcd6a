import { z } from 'zod'
import type { PricedCall } from './cost-parts.ts'
import { about, choice, count, exactDecimal, object } from './declared.ts'
import type { ObjectKey } from './object-key.ts'
import type { ModelCallRow } from './run-log.ts'
import { callPurpose, type TokenUsage, type Usage, type UsageRow, usage } from './usage.ts'

/** Reads of the usage of model calls. */
export interface UsageReads {
  usage(
    projectId: string,
    owner: UsageOwner,
    range: UsageRange,
    ids: readonly string[],
  ): Promise<readonly Usage[]>
  /** By attempt of an action. */
  attemptUsage(projectId: string, keys: readonly UsageKey[]): Promise<readonly Usage[]>
  /** The groups of the project's model calls, the costliest first. */
  usageReport(projectId: string, query: UsageQuery): Promise<readonly UsageGroup[]>
  /** The leaves of each run's tree; their sum is the spending of the run and its descendants. */
  costLeaves(projectId: string, runIds: readonly string[]): Promise<readonly (readonly CostLeaf[])[]>
  /** The model calls of each run's tree that read from a cache or wrote to one, and whose price is known. */
  cachedCalls(projectId: string, runIds: readonly string[]): Promise<readonly (readonly CachedCall[])[]>
  /** The model calls of steps, or of the trees of runs, whose price was known; `null` where there are more than `mostPricedCalls`. */
  pricedCalls(
    projectId: string,
    owner: 'STEP' | 'TREE',
    ids: readonly string[],
  ): Promise<readonly (readonly PricedCall[] | null)[]>
  /** The budget of each run; `null` where it has none of its own. Before its first model call nothing is stored: its tree is summed up. */
  budgets(projectId: string, runIds: readonly string[]): Promise<readonly (RunBudget | null)[]>
  /**
   * The spending of each project in the day (UTC) of `now`, as the day's budget counts it; without a budget, as the sum of the model calls.
   * Calls without a known price are counted beside it.
   */
  spending(projectIds: readonly string[], now: Date): Promise<readonly DaySpending[]>
}

/** Column of "ModelCall" by which usage is summed. */
export type UsageOwner = 'runId' | 'stepId' | 'sessionId' | 'agentId'

/** A stretch of time: from `since` on, before `until`. */
export interface UsageRange {
  readonly since?: Date | null | undefined
  readonly until?: Date | null | undefined
}

/** An attempt of an action, by its number. */
export interface UsageKey {
  readonly actionId: string
  readonly number: number
}

export const usageDimension = choice('UsageDimension', 'Dimension that usage is grouped by.', {
  AGENT: 'Agent of the model calls.',
  AGENT_VERSION: 'Agent and agent version of the model calls.',
  SESSION: 'Session of the model calls.',
  MODEL: 'Name of the model, as the provider calls it.',
  PROVIDER: 'Name of the provider.',
  PURPOSE: 'Purpose of the model calls.',
  DAY: 'Day of the model calls, in UTC.',
  RUN: 'Run of the model calls.',
})
export type UsageDimension = z.infer<typeof usageDimension>

export interface UsageQuery extends UsageRange {
  /** Empty: one group of all. */
  readonly groupBy: readonly UsageDimension[]
  /** `null`: the model calls of all agents. */
  readonly agent: ObjectKey | null
  /** At most so many groups. */
  readonly limit: number
}

export const usageGroup = object(
  'UsageBucket',
  'Usage of a group of model calls. The dimensions that usage is not grouped by are null.',
  {
    agentVersion: about('Version of the agent. Null unless usage is grouped by it.', z.int().nullish()),
    model: about(
      'Name of the model, as the provider calls it. Null unless usage is grouped by it.',
      z.string().nullish(),
    ),
    provider: about('Name of the provider. Null unless usage is grouped by it.', z.string().nullish()),
    purpose: about('Purpose of the model calls. Null unless usage is grouped by it.', callPurpose.nullish()),
    day: about(
      'Day of the model calls in UTC: `2026-11-21`. Null unless usage is grouped by it.',
      z.string().nullish(),
    ),
    usage: about('Usage of the model calls.', usage),
    agentId: z.string().nullish(),
    sessionId: z.string().nullish(),
    runId: z.string().nullish(),
  },
)
export type UsageGroup = Readonly<z.infer<typeof usageGroup>>

/** Model calls of a run's tree that agree in all dimensions of a cost breakdown. */
export interface CostLeaf extends UsageRow {
  /** The direct child in whose tree they were made; `null` for the run's own. */
  readonly childId: string | null
  /** The step of the run that made them, or that started the child. */
  readonly stepId: string | null
  readonly stepNumber: number | null
  readonly provider: string
  readonly model: string
  readonly purpose: ModelCallRow['purpose']
  /** Cost of those calls that failed, or whose only result was a call refused as repeated. */
  readonly wastedUsd: string
}

/** A model call that used a cache. */
export type CachedCall = Pick<ModelCallRow, 'provider' | 'model' | 'startedAt' | keyof TokenUsage>

/** So many calls of one owner are priced anew for the parts of its cost. */
export const mostPricedCalls = 1_000

/** Token counts are doubles, exact up to 2^53. */
export const runBudget = object(
  'Budget',
  'Budget that a run and its descendants share, and its use so far.',
  {
    maxCostUsd: about('Cost limit, in US dollars. Null is unlimited.', exactDecimal.nullable()),
    maxTokens: about('Limit of input and output tokens. Null is unlimited.', count.nullable()),
    spentUsd: about(
      'Cost so far, in US dollars. A call that a crash interrupted counts with its highest possible cost, because its real cost is unknown.',
      exactDecimal,
    ),
    spentTokens: about('Number of tokens used so far.', count),
    reservedUsd: about(
      'Cost that is reserved for active model calls, in US dollars: the highest possible cost of each.',
      exactDecimal,
    ),
    reservedTokens: about('Number of tokens that are reserved for active model calls.', count),
  },
)
export type RunBudget = Readonly<z.infer<typeof runBudget>>

export const daySpending = object('DaySpending', 'Spending of the runs of a project in one day (UTC).', {
  costUsd: about(
    'Cost in US dollars. It excludes calls without a known price; see `unpricedCalls`.',
    exactDecimal,
  ),
  unpricedCalls: about('Number of model calls that used tokens at an unknown price.', count),
  tokens: about('Number of input and output tokens.', count),
  reservedUsd: about(
    'Cost that is reserved for active model calls, in US dollars. 0 if the day has no limit.',
    exactDecimal,
  ),
  reservedTokens: about('Number of tokens that are reserved for active model calls.', count),
})
export type DaySpending = Readonly<z.infer<typeof daySpending>>
