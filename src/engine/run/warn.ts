import type { RunCore } from './run-context.ts'
import type { LiveRun } from './run-state.ts'

/** What a Warning in the log of a run says: a condition that a person may want to know about. */
interface WarningData {
  readonly code: string
  readonly message: string
}

/** Writes a Warning; the run continues. `stepNumber` is `null` where it is about no step. */
export function warn(
  data: WarningData,
  stepNumber: number | null,
  { journal }: Pick<RunCore, 'journal'>,
): void {
  journal.write({ events: [{ type: 'Warning', stepNumber, data }] })
}

/** Notes that this owner of the run warns of it; false where it has before. */
export function noteFirstWarning(about: string, { warned }: Pick<LiveRun, 'warned'>): boolean {
  if (warned.has(about)) return false
  warned.add(about)
  return true
}
