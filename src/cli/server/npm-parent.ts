/** Interval of the check, in milliseconds. */
const everyMs = 500

/**
 * Calls `onGone` when the npm that started this process, or its shell, has ended: a SIGTERM to npm ends both, and reaches nobody
 * behind them. Nothing where no npm did. Keeps no process from ending.
 */
export function watchNpm(onGone: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    onGone()
  }, everyMs)
  watch.unref()
}
