import type { Wakeups } from '../domain/wakeups.ts'

/** Waits at the end of something that grows. */
export interface Tail<Place> {
  /** Forgets earlier hints; call before reading. */
  reset(): void
  /** Resolves when something may have come after `place` since `reset`, or when `signal` aborts. */
  wait(place: Place, signal: AbortSignal): Promise<void>
  close(): void
}

/** A tail that hints under `topics` wake, and beneath them whatever it joins while it waits. */
export function openTail<Place>(options: {
  readonly wakeups: Wakeups
  readonly topics: readonly string[]
  readonly join: (place: Place, wake: () => void) => () => void
}): Tail<Place> {
  let heard = false
  let wake: () => void = () => undefined
  const hear = () => {
    heard = true
    wake()
  }
  const closes = options.topics.map((topic) => options.wakeups.listen(topic, hear))
  return {
    reset() {
      heard = false
    },
    wait: (place, signal) =>
      new Promise<void>((resolve) => {
        if (heard || signal.aborted) return resolve()
        wake = () => {
          leave()
          signal.removeEventListener('abort', wake)
          resolve()
        }
        const leave = options.join(place, wake)
        signal.addEventListener('abort', wake, { once: true })
      }),
    close() {
      for (const close of closes) close()
    },
  }
}
