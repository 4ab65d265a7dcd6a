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

/** Writes a Warning, unless this owner of the run has written one about the same. */
export function warnOnce(
  about: string,
  data: WarningData,
  stepNumber: number | null,
  { warned }: Pick<LiveRun, 'warned'>,
  ctx: Pick<RunCore, 'journal'>,
): void {
  if (warned.has(about)) return
  warned.add(about)
  warn(data, stepNumber, ctx)
}
