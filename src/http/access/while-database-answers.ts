import { RungraphError } from '../../domain/errors.ts'
import { waitAtMost } from '../../domain/time-limit.ts'

/** Interval between checks of the database during a long operation. With the check itself, callers get an error within five seconds. */
const timeoutMs = 2_000

/**
 * Ends the wait for a database that is away: a half-open connection stays silent for ever, but a report that takes its time must not be cut
 * off. So a request that waits long checks whether the database answers, and continues to wait if it does.
 * A result that comes after the wait has ended is given to `onLateResult`. @throws DATABASE_UNAVAILABLE
 */
export async function whileDatabaseAnswers<Result>(
  work: () => Promise<Result>,
  isDatabaseUp: () => Promise<boolean>,
  onLateResult: (late: Result) => void = () => undefined,
): Promise<Result> {
  const working = work()
  for (;;) {
    const done = await waitAtMost(timeoutMs, working)
    if (done) return done.result
    if (await isDatabaseUp()) continue
    void working.then(onLateResult, () => undefined) // its failure is already reported
    throw new RungraphError('DATABASE_UNAVAILABLE', {})
  }
}
