/** A value that changes, as `useSyncExternalStore` wants it. */
export interface Store<Value> {
  readonly current: () => Value
  readonly subscribe: (listener: () => void) => () => void
}

/** Keeps the value of a store up to date until the signal is aborted. */
export type StoreSource<Value> = (
  set: (change: (value: Value) => Value) => void,
  signal: AbortSignal,
) => Promise<void>

/** Time for which a store continues without a subscriber: the next page may follow the same. React's StrictMode subscribes twice. */
const lingerMs = 1_000

/**
 * A store for all components that show the same: its source runs while it has a subscriber, and a moment longer. A stream that brings a
 * hundred changes at once notifies its subscribers once. `onEnd` is called when the source has been ended.
 */
export function createStore<Value>(
  initial: Value,
  source: StoreSource<Value>,
  onEnd: () => void,
): Store<Value> {
  const listeners = new Set<() => void>()
  let value = initial
  let running: AbortController | null = null
  let ending: ReturnType<typeof setTimeout> | undefined
  let isNotifying = false

  function set(change: (value: Value) => Value): void {
    value = change(value)
    if (isNotifying) return
    isNotifying = true
    setTimeout(() => {
      isNotifying = false
      for (const listener of [...listeners]) listener()
    })
  }

  function run(): void {
    clearTimeout(ending)
    if (running !== null) return
    running = new AbortController()
    void source(set, running.signal)
  }

  function end(): void {
    running?.abort()
    running = null
    onEnd()
  }

  return {
    current: () => value,
    subscribe: (listener) => {
      listeners.add(listener)
      run()
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) ending = setTimeout(end, lingerMs)
      }
    },
  }
}
