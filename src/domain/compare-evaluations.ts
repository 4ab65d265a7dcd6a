/** All trials of one item of an evaluation together. */
export interface ItemOutcome {
  readonly itemId: string
  readonly key: string
  /** Trials that passed, and those that were scored. */
  readonly passed: number
  readonly of: number
  /** Mean of the scores; `null` where no trial was scored. */
  readonly score: number | null
  /** Number of calls of all trials that no cost includes. */
  readonly unpricedCalls: number
  /** Means over the trials that ended. */
  readonly costUsd: string
  readonly durationMs: number | null
}

/** One item in two evaluations. */
export interface ComparedItem {
  readonly key: string
  readonly change: ItemChangeKind
  /** `null`: the baseline has no such item. */
  readonly before: ItemOutcome | null
  readonly after: ItemOutcome | null
}

/** What the API says of each change of an item since the baseline. */
export const itemChanges = {
  IMPROVED: 'The item failed in the baseline and passes now, or has a higher score.',
  REGRESSED: 'The item passed in the baseline and fails now, or has a lower score.',
  SAME: 'The item has the same score, or was not scored in one of the evaluations.',
  FLAKY:
    'Some trials of the item pass and others fail in at least one of the evaluations. A difference may be chance.',
  ADDED: 'The baseline has no item with this key.',
  REMOVED: 'Only the baseline has an item with this key.',
} as const
export type ItemChangeKind = keyof typeof itemChanges

/** What the API says of each verdict on the trials of an item. */
export const itemVerdicts = {
  PASSED: 'All trials passed.',
  FAILED: 'No trial passed.',
  FLAKY: 'Some trials passed and others failed.',
} as const
export type ItemVerdict = keyof typeof itemVerdicts

/** Whether all, none or some of the trials of an item passed; `null` where none was scored. */
export function verdictOf({ passed, of }: Pick<ItemOutcome, 'passed' | 'of'>): ItemVerdict | null {
  if (of === 0) return null
  if (passed === of) return 'PASSED'
  return passed === 0 ? 'FAILED' : 'FLAKY'
}

/**
 * The items of two evaluations side by side, matched by key, in the order of the later one; items of the baseline alone come last. An
 * item of which some trials pass and some do not, in either of the two, is FLAKY: a difference may be chance.
 */
export function compareItems(
  before: readonly ItemOutcome[],
  after: readonly ItemOutcome[],
): readonly ComparedItem[] {
  const old = new Map(before.map((item) => [item.key, item]))
  const kept = new Set(after.map(({ key }) => key))
  return [
    ...after.map((item) => compared(old.get(item.key) ?? null, item)),
    ...before.filter(({ key }) => !kept.has(key)).map((item) => compared(item, null)),
  ]
}

function compared(before: ItemOutcome | null, after: ItemOutcome | null): ComparedItem {
  const key = after?.key ?? before?.key ?? ''
  return { key, before, after, change: changeOf(before, after) }
}

/** Scores are sums of fractions. */
const sameWithin = 1e-9

function changeOf(before: ItemOutcome | null, after: ItemOutcome | null): ItemChangeKind {
  if (before === null) return 'ADDED'
  if (after === null) return 'REMOVED'
  if (verdictOf(before) === 'FLAKY' || verdictOf(after) === 'FLAKY') return 'FLAKY'
  // An item without a score cannot be compared.
  if (before.score === null || after.score === null) return 'SAME'
  const verdicts = rank(after) - rank(before)
  const difference = verdicts === 0 ? after.score - before.score : verdicts
  if (Math.abs(difference) < sameWithin) return 'SAME'
  return difference > 0 ? 'IMPROVED' : 'REGRESSED'
}

function rank(outcome: ItemOutcome): number {
  return verdictOf(outcome) === 'PASSED' ? 1 : 0
}
