/** Returns a function that calls `log` at most once in `everyMs` milliseconds. Calls in between are dropped. */
export function throttle<Args extends readonly unknown[]>(
  log: (...args: Args) => void,
  everyMs: number,
): (...args: Args) => void {
  let lastAt = Number.NEGATIVE_INFINITY
  return (...args) => {
    const now = performance.now()
    if (now - lastAt < everyMs) return
    lastAt = now
    log(...args)
  }
}
