import type { Clock } from '../domain/clock.ts'
import { Stop } from './stop.ts'

/**
 * When the time of a run is up that has been running for `activeMs` now, by `Clock.elapsed` as all moments here; `null` is never.
 * Time paused or waiting does not count (LIM-4).
 */
export function deadlineAt(run: {
  readonly timeoutMs: number | null
  readonly activeMs: number
  readonly now: number
}): number | null {
  return run.timeoutMs === null ? null : run.now + run.timeoutMs - run.activeMs
}

/** A signal that aborts at `at`, or when `parent` does. Release it when the work is done. */
export interface Deadline {
  readonly signal: AbortSignal
  release(): void
}

export function startDeadline(at: number | null, parent: AbortSignal, clock: Clock): Deadline {
  if (at === null) return { signal: parent, release: () => undefined }
  const timeUp = new AbortController()
  const released = new AbortController()
  const stopWaiting = AbortSignal.any([released.signal, parent])
  clock.sleep(Math.max(0, at - clock.elapsed()), stopWaiting).then(
    () => timeUp.abort(new Stop('TIME_UP', "The run's time is up.")),
    () => undefined, // released, or the parent aborted first
  )
  return { signal: AbortSignal.any([timeUp.signal, parent]), release: () => released.abort() }
}
