import { z } from 'zod'
import { about, choice, exactDecimal, object } from './declared.ts'

export const itemChange = choice('EvaluationChange', 'Difference of an item between two evaluations.', {
  IMPROVED: 'The item failed in the baseline and passes now, or has a higher score.',
  REGRESSED: 'The item passed in the baseline and fails now, or has a lower score.',
  SAME: 'The item has the same score, or was not scored in one of the evaluations.',
  FLAKY:
    'Some trials of the item pass and others fail in at least one of the evaluations. A difference may be chance.',
  ADDED: 'The baseline has no item with this key.',
  REMOVED: 'Only the baseline has an item with this key.',
})
export type ItemChangeKind = z.infer<typeof itemChange>

export const itemVerdict = choice('ItemVerdict', 'Verdict on all trials of an item.', {
  PASSED: 'All trials passed.',
  FAILED: 'No trial passed.',
  FLAKY: 'Some trials passed and others failed.',
})
export type ItemVerdict = z.infer<typeof itemVerdict>

export const itemOutcome = object('ItemOutcome', 'Outcome of all trials of an item in an evaluation.', {
  itemId: z.string(),
  key: z.string(),
  passed: about('Number of trials that PASSED.', z.int()),
  /** Trials that were scored. */
  of: z.int(),
  score: about('Mean score of the trials, from 0 to 1. Null if no trial was scored.', z.number().nullable()),
  costUsd: about('Mean cost of a trial in US dollars, with that of the judge.', exactDecimal),
  unpricedCalls: about(
    'Number of model calls of all trials that no cost includes, because their price is not known.',
    z.int(),
  ),
  /** Mean over the trials that ended. */
  durationMs: z.number().nullable(),
})
export type ItemOutcome = Readonly<z.infer<typeof itemOutcome>>

export const comparedItem = object('ItemComparison', 'Item in two evaluations.', {
  key: about('Key of the item.', z.string()),
  change: about('Difference of the item.', itemChange),
  before: about('Outcome in the baseline. Null if the baseline has no such item.', itemOutcome.nullable()),
  after: about('Outcome in the evaluation. Null if only the baseline has the item.', itemOutcome.nullable()),
})
export type ComparedItem = Readonly<z.infer<typeof comparedItem>>

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
