import type { Clock } from '../domain/clock.ts'
import { startTimeLimit, type TimeLimit } from '../domain/time-limit.ts'

/** Why a run's work is stopped from outside: the reason of its aborted signal. */
type StopKind =
  /** A caller asked for it (RUN-4). */
  | 'ABORTED'
  /** Its time is up; the grace period begins (LIM-4). */
  | 'TIME_UP'
  /** Another owns the run now, or its log cannot be written: end quietly (DUR-2). */
  | 'LEASE_LOST'
  /** This process ends; another one continues the run (DUR-4). */
  | 'SHUTDOWN'

export class Stop extends Error {
  override readonly name = 'Stop'
  readonly kind: StopKind

  constructor(kind: StopKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.kind = kind
  }
}

/** Whether another owner continues the run: then nothing of it is ended here. */
export function isHandover({ kind }: Stop): boolean {
  return kind === 'LEASE_LOST' || kind === 'SHUTDOWN'
}

/** Returns the Stop that aborted the signal, if any. */
export function stopOf(signal: AbortSignal): Stop | null {
  if (!signal.aborted) return null
  return signal.reason instanceof Stop
    ? signal.reason
    : new Stop('ABORTED', reasonOfAbort(signal.reason), signal.reason)
}

/** Why work ended that threw: handed on while it only waited, as its process is about to end (DUR-4), or its signal aborted. */
export function stopBehind(error: unknown, signal: AbortSignal): Stop | null {
  return error instanceof Stop && isHandover(error) ? error : stopOf(signal)
}

/** Reason for which a plan stopped its own actions; any other abort is one of the run. */
function reasonOfAbort(reason: unknown): string {
  return reason instanceof DOMException && reason.message !== '' ? reason.message : 'The run was aborted.'
}

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
export type Deadline = Pick<TimeLimit, 'signal' | 'release'>

export function startDeadline(at: number | null, parent: AbortSignal, clock: Clock): Deadline {
  if (at === null) return { signal: parent, release: () => undefined }
  const ms = Math.max(0, at - clock.elapsed())
  const timeUp = () => new Stop('TIME_UP', "The run's time is up.")
  return startTimeLimit({ clock, ms, signal: parent, timeUp })
}
