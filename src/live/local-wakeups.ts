import type { Wakeups } from '../domain/wakeups.ts'

/** Wake-ups within this process. */
export function createLocalWakeups(): Wakeups & { publishAll(): void } {
  const listeners = new Map<string, Set<() => void>>()

  return {
    publish(topic) {
      wakeAll(listeners.get(topic) ?? noListeners)
    },
    publishAll() {
      for (const wakes of [...listeners.values()]) wakeAll(wakes)
    },
    listen(topic, wake) {
      // A fresh function each time: the same callback listening twice is two listeners.
      const entry = () => wake()
      const wakes = listeners.get(topic) ?? new Set()
      listeners.set(topic, wakes.add(entry))
      return () => {
        wakes.delete(entry)
        if (wakes.size === 0 && listeners.get(topic) === wakes) listeners.delete(topic)
      }
    },
    async close() {
      listeners.clear()
    },
  }
}

const noListeners: ReadonlySet<() => void> = new Set()

/** Those who listen now; not who joins because of this hint, nor who leaves before it is told. */
function wakeAll(wakes: ReadonlySet<() => void>): void {
  for (const wake of [...wakes]) if (wakes.has(wake)) wake()
}
