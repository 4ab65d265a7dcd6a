import { addDecimals, toDecimal } from './decimal.ts'
import type { ComparedItem, ItemChangeKind, ItemOutcome, ReportedResult } from './evaluation.ts'

/** Whether all, none or some of the trials of an item passed; `null` where none was scored. */
export function verdictOf({ passed, of }: Pick<ItemOutcome, 'passed' | 'of'>): ItemVerdict | null {
  if (of === 0) return null
  if (passed === of) return 'PASSED'
  return passed === 0 ? 'FAILED' : 'FLAKY'
}

export type ItemVerdict = 'PASSED' | 'FAILED' | 'FLAKY'

/**
 * The items of two evaluations side by side, matched by key, in the order of the later one; items of the baseline alone come last. An
 * item of which some trials pass and some do not, in either of the two, is FLAKY: a difference may be chance.
 */
export function compareItems<Outcome extends ItemOutcome>(
  before: readonly Outcome[],
  after: readonly Outcome[],
): readonly ComparedItem<Outcome>[] {
  const old = new Map(before.map((item) => [item.key, item]))
  const kept = new Set(after.map(({ key }) => key))
  return [
    ...after.map((item) => compared(old.get(item.key) ?? null, item)),
    ...before.filter(({ key }) => !kept.has(key)).map((item) => compared(item, null)),
  ]
}

function compared<Outcome extends ItemOutcome>(
  before: Outcome | null,
  after: Outcome | null,
): ComparedItem<Outcome> {
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

/** Outcome of each item, from results in their order. */
export function outcomesOf(results: readonly ReportedResult[]): readonly ItemOutcome[] {
  return [...Map.groupBy(results, ({ key }) => key)].map(([key, trials]) => {
    const scores = trials.flatMap(({ status, score }) => (isScored(status) ? [score ?? 0] : []))
    const durations = trials.flatMap(({ durationMs }) => durationMs ?? [])
    const cost = Number(addDecimals('0', ...trials.map(({ costUsd }) => costUsd)))
    return {
      key,
      passed: trials.filter(({ status }) => status === 'PASSED').length,
      of: scores.length,
      score: meanOf(scores),
      unpricedCalls: trials.reduce((sum, { unpricedCalls }) => sum + unpricedCalls, 0),
      costUsd: toDecimal(cost / trials.length),
      durationMs: meanOf(durations),
    }
  })
}

function isScored(status: ReportedResult['status']): boolean {
  return status === 'PASSED' || status === 'FAILED'
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
}
