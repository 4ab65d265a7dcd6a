import type { Clock } from './clock.ts'

interface TimeLimitOptions {
  readonly clock: Clock
  readonly ms: number
  /** Ends the work before its time. */
  readonly signal: AbortSignal
  /** The reason of the limit's signal when the time is up. */
  readonly timeUp: Error
}

/** A time limit of work that takes a signal. Release it when the work is done. */
export interface TimeLimit {
  /** Aborts when the time is up, or when the signal of the options does. */
  readonly signal: AbortSignal
  /** Whether the time was up before the limit was released. */
  readonly isOver: boolean
  release(): void
}

export function startTimeLimit({ clock, ms, signal, timeUp }: TimeLimitOptions): TimeLimit {
  const over = new AbortController()
  const released = new AbortController()
  clock.sleep(ms, AbortSignal.any([released.signal, signal])).then(
    () => over.abort(timeUp),
    () => undefined, // released, or aborted first
  )
  return {
    signal: AbortSignal.any([signal, over.signal]),
    get isOver() {
      return over.signal.aborted
    },
    release: () => released.abort(),
  }
}

/**
 * The result of `work`, which is not waited for once `signal` aborts: it goes on then, and its result is dropped. Leaves no listener:
 * a signal may live as long as a run, and would hold the result. @throws the signal's reason when it aborts
 */
export async function rejectOnAbort<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const stop = () => reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** A process that stands still reads nothing, so time is counted in turns that it took: what it missed is one turn, however long it was. */
const turns = 20

/**
 * The result of `work` within so many milliseconds of this process, or `null` where it takes longer; it goes on then.
 * Rejects where the work does in time.
 */
export async function waitAtMost<Result>(
  ms: number,
  work: Promise<Result>,
): Promise<{ readonly result: Result } | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>()
  let left = turns
  const turn = () => {
    left -= 1
    if (left > 0) timer = setTimeout(turn, ms / turns)
    else resolve(null)
  }
  let timer = setTimeout(turn, ms / turns)
  try {
    return await Promise.race([work.then((result) => ({ result })), late])
  } finally {
    clearTimeout(timer)
  }
}
