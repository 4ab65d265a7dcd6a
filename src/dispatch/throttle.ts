/** Tells at most once in `everyMs` milliseconds; what comes in between is dropped. */
export function throttle<Args extends readonly unknown[]>(
  tell: (...args: Args) => void,
  everyMs: number,
): (...args: Args) => void {
  let toldAt = Number.NEGATIVE_INFINITY
  return (...args) => {
    const now = performance.now()
    if (now - toldAt < everyMs) return
    toldAt = now
    tell(...args)
  }
}
