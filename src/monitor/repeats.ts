import { isAlike } from './call-print.ts'
import type { EndedCall } from './ended-call.ts'

/** Number of recent calls that are compared. */
export const callWindow = 8

/** The largest set of calls in the window that are repeats of each other. */
export interface Repeats {
  readonly count: number
  /** The newest of them; `null` where there is none. */
  readonly call: EndedCall | null
}

/** The window after one more call. Parallel calls of one step that are the same count once. */
export function withCall(window: readonly EndedCall[], call: EndedCall): readonly EndedCall[] {
  const isTwin = window.some((known) => known.stepNumber === call.stepNumber && isRepeat(known, call))
  return isTwin ? window : [...window, call].slice(-callWindow)
}

/**
 * Calls of one target, in nearly the same words, of which the same came. Where their values differ, these must come back:
 * each twice, on average. Pages, offsets and ids that are walked through are new each time.
 */
export function nearIdentical(window: readonly EndedCall[]): Repeats {
  return largest(
    window.map((call) => {
      const alike = window.filter((other) => isRepeat(call, other))
      const values = new Set(alike.map(({ print }) => print.values)).size
      return values === 1 || values * 2 <= alike.length ? alike : []
    }),
    (alike) => alike.length,
  )
}

/** Calls that failed with one error, whatever they were; those of one step count once. */
export function identicalErrors(window: readonly EndedCall[]): Repeats {
  const failed = window.filter((call) => call.error !== null)
  return largest(
    failed.map((call) => failed.filter((other) => other.outcome === call.outcome)),
    (alike) => new Set(alike.map((call) => call.stepNumber)).size,
  )
}

function isRepeat(one: EndedCall, other: EndedCall): boolean {
  return one.outcome === other.outcome && isAlike(one.print, other.print)
}

function largest(
  sets: readonly (readonly EndedCall[])[],
  countOf: (alike: readonly EndedCall[]) => number,
): Repeats {
  return sets.reduce<Repeats>(
    (most, alike) => {
      const count = countOf(alike)
      return count > most.count ? { count, call: alike.at(-1) ?? null } : most
    },
    { count: 0, call: null },
  )
}
