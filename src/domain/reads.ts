import type { AgentKey } from './operations.ts'
import type { List, RowFilter, RowPosition, Slice } from './row-list.ts'
import type { StepDigest } from './run-diff.ts'
import type { EventType, RunEvent } from './run-event.ts'
import type { FeedEvent, FeedPosition, ModelCallRow } from './run-log.ts'
import type { TokenUsage, Usage, UsageRow } from './usage.ts'

/**
 * What the API reads besides the rows of its objects. Each method is one statement, whatever the number of keys, and gives a result for
 * each key, in their order; it sees the rows of one project.
 */
export interface Reads extends EventReads, UsageReads, ListReads {
  /** Resolves when the database answers. */
  ping(): Promise<void>
  /** The budget of each run; `null` where it has none of its own. Before its first model call nothing is stored: its tree is summed up. */
  budgets(projectId: string, runIds: readonly string[]): Promise<readonly (RunBudget | null)[]>
  /** What the project spent in the day (UTC) of `now`. */
  spending(projectId: string, now: Date): Promise<DaySpending>
  /** Those of the runs that the project has, in no order. */
  comparedRuns(projectId: string, ids: readonly string[]): Promise<readonly ComparedRun[]>
  /** The steps of each run by number, with those that it took over from another. Three statements. */
  stepDigests(projectId: string, ids: readonly string[]): Promise<readonly (readonly StepDigest[])[]>
  /** The plan of each step with the states of its actions; `null` where it has none. The same object for a step that is named twice. */
  stepPlans(projectId: string, ids: readonly string[]): Promise<readonly (StoredStepPlan | null)[]>
}

/** The plan of a step as text: it may be of megabytes, and is parsed with a pause. */
export interface StoredStepPlan {
  readonly runId: string
  readonly number: number
  /** JSON, as the plan was stored. */
  readonly plan: string
  /** JSON: an array of `id`, `status`, `wave` and `durationMs` of its actions, in plan order. */
  readonly actions: string
}

/** Pages of events that are stored. To follow them live there is `RunLog`. */
export interface EventReads {
  /** The first events of each run after a place, in order. */
  events(
    projectId: string,
    keys: readonly EventKey[],
    page: EventPage,
  ): Promise<readonly (readonly RunEvent[])[]>
  /** How many events of these types the log of each run has. */
  eventCounts(
    projectId: string,
    runIds: readonly string[],
    types: readonly EventType[] | null,
  ): Promise<readonly number[]>
  /**
   * The first events of each tree after a place, in the order of the tree. An event that an older transaction could still come before is
   * not among them yet.
   */
  treeEvents(
    projectId: string,
    keys: readonly TreeKey[],
    page: EventPage,
  ): Promise<readonly (readonly FeedEvent[])[]>
  /** How many events of these types each tree has, wherever the key's place is. */
  treeEventCounts(
    projectId: string,
    keys: readonly TreeKey[],
    types: readonly EventType[] | null,
  ): Promise<readonly number[]>
  /** Whether the tree of a root has an event at this order, or after it. */
  treeReaches(rootId: string, order: bigint): Promise<boolean>
  /**
   * Whether nothing comes after a place of the tree below a finished run: none of its runs is active, and no event of these types is
   * beyond the place, not even one that is not shown yet.
   */
  isTreeOver(
    run: { readonly id: string; readonly rootId: string },
    after: FeedPosition,
    types: readonly EventType[] | null,
  ): Promise<boolean>
}

export interface EventPage {
  readonly limit: number
  /** `null`: events of all types. */
  readonly types: readonly EventType[] | null
}

/** The events of a run after a number; 0 is before the first. */
export interface EventKey {
  readonly runId: string
  readonly after: number
}

/** The events of a run and of all runs below it, after a place. */
export interface TreeKey {
  readonly topId: string
  readonly rootId: string
  readonly after: FeedPosition | null
}

/** What model calls used. */
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
  /** The leaves of each run's tree; their sum is what the run and its descendants spent. */
  costLeaves(projectId: string, runIds: readonly string[]): Promise<readonly (readonly CostLeaf[])[]>
  /** The model calls of each run's tree that read from a cache or wrote to one, and whose price is known. */
  cachedCalls(projectId: string, runIds: readonly string[]): Promise<readonly (readonly CachedCall[])[]>
}

/** Lists in pages. */
export interface ListReads {
  /** The places of one slice of each parent's list, by parent, in the list's order; one row more than `limit` where there are more. */
  slices(
    list: List,
    parents: readonly string[],
    slice: Slice,
  ): Promise<ReadonlyMap<string, readonly RowPosition[]>>
  /** How many rows each parent's list has; a parent without rows is absent. */
  rowCounts(list: List, parents: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** Whether a filter of runs keeps a run, as it is now. */
  isKept(runId: string, filter: RowFilter): Promise<boolean>
}

/** What model calls are added up for: the column of "ModelCall" that names it. */
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

/** What model calls are grouped by. */
export type UsageDimension =
  | 'AGENT'
  | 'AGENT_VERSION'
  | 'SESSION'
  | 'MODEL'
  | 'PROVIDER'
  | 'PURPOSE'
  | 'DAY'
  | 'RUN'

export interface UsageQuery extends UsageRange {
  /** Empty: one group of all. */
  readonly groupBy: readonly UsageDimension[]
  /** `null`: the model calls of all agents. */
  readonly agent: AgentKey | null
  /** At most so many groups. */
  readonly limit: number
}

/** Model calls that agree in what they are grouped by; the rest is null. */
export interface UsageGroup {
  readonly agentId?: string | null
  readonly agentVersion?: number | null
  readonly sessionId?: string | null
  readonly model?: string | null
  readonly provider?: string | null
  readonly purpose?: ModelCallRow['purpose'] | null
  readonly day?: string | null
  readonly runId?: string | null
  readonly usage: Usage
}

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
  /** What the calls among them cost that failed, or whose only outcome was a call refused as repeated. */
  readonly wastedUsd: string
  /** How many of them used tokens and have no known price. */
  readonly unpriced: number
}

/** A model call that used a cache. */
export type CachedCall = Pick<ModelCallRow, 'provider' | 'model' | 'startedAt' | keyof TokenUsage>

/** What a run with all below it may spend, has spent and holds. Token counts come as doubles: exact up to 2^53. */
export interface RunBudget {
  readonly maxCostUsd: string | null
  readonly maxTokens: number | null
  readonly spentUsd: string
  readonly spentTokens: number
  readonly reservedUsd: string
  readonly reservedTokens: number
}

/** What a project spent in one day (UTC), and what is reserved for calls in flight. */
export interface DaySpending {
  readonly costUsd: string
  readonly tokens: number
  readonly reservedUsd: string
  readonly reservedTokens: number
}

/** What two runs are compared by, besides their steps. */
export interface ComparedRun {
  readonly id: string
  readonly status: string
  readonly terminationReason: string | null
  readonly input: string
  readonly summary: string | null
  readonly agent: string
  readonly agentVersion: number
  readonly model: string | null
  readonly systemPrompt: string | null
}
