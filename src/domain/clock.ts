/** Time, as the engine sees it, in milliseconds. A test passes one of its own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /**
   * Whole milliseconds since some moment of this process. A monotonic clock that nobody can set: use it for durations, and not for times of
   * day.
   */
  elapsed(): number
  /** Resolves after `ms`; rejects with the signal's reason as soon as that aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
  /**
   * Calls `wake` after `ms`, unless the function that it returns is called first: a sleep without a promise and a signal, for limits that
   * hardly ever end work.
   */
  after(ms: number, wake: () => void): () => void
}

/** A longer delay would overflow the timer and fire at once. */
const longestMs = 2_147_483_647

/** Time between two times of day, in milliseconds; at least 0: they may come from two processes whose clocks differ. */
export function durationBetween(start: Date, end: Date): number {
  return Math.max(0, end.getTime() - start.getTime())
}

/** A sleep of a clock that has `after`. */
export function sleepBy(after: Clock['after']): Clock['sleep'] {
  return (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason)
      const stop = () => {
        cancel()
        reject(signal.reason)
      }
      const cancel = after(ms, () => {
        signal.removeEventListener('abort', stop)
        resolve()
      })
      signal.addEventListener('abort', stop, { once: true })
    })
}

function afterReal(ms: number, wake: () => void): () => void {
  const timer = setTimeout(wake, Math.min(ms, longestMs))
  return () => clearTimeout(timer)
}

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => Math.round(performance.now()),
  sleep: sleepBy(afterReal),
  after: afterReal,
}
