import { addDecimals, compareDecimals } from './decimal.ts'

/**
 * Keeps the spending of runs within their limits (LIM-9). A limit of a run covers the run and all its descendants, that of a project one
 * day (UTC) of all its runs. Each model call is held against every budget above it at its worst case, and settled after.
 */
export interface Budgets {
  /**
   * The budgets that a call of the run counts towards, the run's own first, as they stand; empty where nothing is limited. One
   * statement, no lock. A budget that nothing was held against yet is shown as untouched.
   */
  inForce(run: BudgetRun, at: Date): Promise<readonly BudgetState[]>
  /** Whether the project limits its day, as of half a second ago at most: a call of a run that nothing else limits asks this alone. */
  isProjectLimited(projectId: string): Promise<boolean>
  /** Stores the answer for `isProjectLimited` that a claim has read. */
  noteProjectLimited(projectId: string, isLimited: boolean): void
  /** Holds the worst case of a call against all of them, or none: in one transaction. */
  reserve(hold: ReservationRequest): Promise<Reserved>
  /**
   * Releases a hold and books the actual usage in its place; `null`: nobody knows it, and the worst case counts as spent. A hold that is
   * settled already is left as it is.
   */
  settle(id: string, used: Spend | null): Promise<void>
  /**
   * Settles the holds of earlier owners of the run (of an epoch below `epoch`): at their cost where the call is recorded. Where it is not,
   * nobody knows what the provider bills, and the worst case counts as spent. A hold of a call in a batch lasts as long as that (BATCH-5).
   */
  recover(run: { readonly runId: string; readonly epoch: number }): Promise<void>
  /** Returns the amount that the run and its descendants have spent, as its budget counts it. */
  spent(runId: string): Promise<Spend>
}

/** Money in US dollars as a decimal string, and tokens, input and output together. */
export interface Spend {
  readonly costUsd: string
  readonly tokens: number
}

/** The part of a run that finds its budgets and identifies its owner. */
export interface BudgetRun {
  readonly id: string
  readonly epoch: number
  readonly projectId: string
  readonly ancestorIds: readonly string[]
}

/** Whose limit it is: the run's own, that of a run above it, or the project's. */
export type BudgetScope = 'RUN' | 'TREE' | 'PROJECT'

/** `null` is unlimited. */
export interface BudgetInForce {
  readonly key: string
  readonly scope: BudgetScope
  readonly maxCostUsd: string | null
  readonly maxTokens: number | null
}

export interface BudgetState extends BudgetInForce {
  readonly spent: Spend
  readonly reserved: Spend
}

export interface ReservationRequest {
  /** Names the hold; a UUID, the id of the message that the call is to bring. */
  readonly id: string
  readonly run: BudgetRun
  readonly budgets: readonly BudgetInForce[]
  /** The most that the call can use. */
  readonly worst: Spend
}

export type Reserved =
  | { readonly kind: 'reserved' }
  | BudgetRefusal
  /** Another owns the run now: nothing was held (DUR-2). */
  | { readonly kind: 'stale' }

export interface BudgetRefusal {
  readonly kind: 'refused'
  readonly reason: 'COST_LIMIT' | 'TOKEN_LIMIT'
  readonly scope: BudgetScope
  /** Amount left in the tightest of the budgets; `null` if none of them limits cost. */
  readonly remainingUsd: string | null
  readonly remainingTokens: number | null
  /** Whether it would fit if the holds of other calls were released unused. */
  readonly mayFree: boolean
}

/** Decides whether the worst case fits into each of the budgets; where it does not, by which it is refused. */
export function decideReservation(
  worst: Spend,
  budgets: readonly BudgetState[],
): { readonly kind: 'fits' } | BudgetRefusal {
  const now = firstExceeded(worst, budgets, remainingOf)
  if (now === null) return { kind: 'fits' }
  const evenIfFreed = firstExceeded(worst, budgets, remainingWhenFreed)
  return {
    kind: 'refused',
    ...(evenIfFreed ?? now),
    remainingUsd: least(
      budgets.map((budget) => remainingOf(budget).usd),
      compareDecimals,
    ),
    remainingTokens: least(
      budgets.map((budget) => remainingOf(budget).tokens),
      (a, b) => a - b,
    ),
    mayFree: evenIfFreed === null,
  }
}

interface Remaining {
  readonly usd: string | null
  readonly tokens: number | null
}

function firstExceeded(
  worst: Spend,
  budgets: readonly BudgetState[],
  remaining: (budget: BudgetState) => Remaining,
): Pick<BudgetRefusal, 'reason' | 'scope'> | null {
  for (const budget of budgets) {
    const { usd, tokens } = remaining(budget)
    if (usd !== null && compareDecimals(worst.costUsd, usd) > 0)
      return { reason: 'COST_LIMIT', scope: budget.scope }
    if (tokens !== null && worst.tokens > tokens) return { reason: 'TOKEN_LIMIT', scope: budget.scope }
  }
  return null
}

function remainingOf(budget: BudgetState): Remaining {
  const { usd, tokens } = remainingWhenFreed(budget)
  return {
    usd: usd === null ? null : subtract(usd, budget.reserved.costUsd),
    tokens: tokens === null ? null : tokens - budget.reserved.tokens,
  }
}

function remainingWhenFreed({ maxCostUsd, maxTokens, spent }: BudgetState): Remaining {
  return {
    usd: maxCostUsd === null ? null : subtract(maxCostUsd, spent.costUsd),
    tokens: maxTokens === null ? null : maxTokens - spent.tokens,
  }
}

function subtract(value: string, less: string): string {
  return addDecimals(value, less.startsWith('-') ? less.slice(1) : `-${less}`)
}

function least<Value>(
  values: readonly (Value | null)[],
  compare: (a: Value, b: Value) => number,
): Value | null {
  return values.reduce(
    (low, value) => (low === null || (value !== null && compare(value, low) < 0) ? value : low),
    null,
  )
}

/** The key of the budget of a run with all its descendants. */
export function runBudgetKey(runId: string): string {
  return `run:${runId}`
}

/** The key of the budget of all runs of a project in the day (UTC) of `at`. */
export function projectBudgetKey(projectId: string, at: Date): string {
  return `project:${projectId}:${dayOf(at)}`
}

/** The day (UTC) as `2026-11-21`. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}
