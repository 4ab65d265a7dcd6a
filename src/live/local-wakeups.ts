import type { Wakeups } from '../domain/wakeups.ts'

/** Wake-ups within this process, and who they are for. */
export interface LocalWakeups extends Wakeups {
  publishAll(): void
  /** Topics with listeners. */
  listened(): readonly string[]
}

export interface LocalWakeupsOptions {
  /** The first listener of a topic came. */
  readonly onFirst?: (topic: string) => void
  /** The last listener of a topic left. */
  readonly onLast?: (topic: string) => void
}

/** Wake-ups within this process. */
export function createLocalWakeups({ onFirst, onLast }: LocalWakeupsOptions = {}): LocalWakeups {
  const listeners = new Map<string, Set<() => void>>()

  return {
    publish(topic) {
      wakeAll(listeners.get(topic) ?? noListeners)
    },
    publishAll() {
      for (const wakes of [...listeners.values()]) wakeAll(wakes)
    },
    listened: () => [...listeners.keys()],
    listen(topic, wake) {
      // A fresh function each time: the same callback listening twice is two listeners.
      const entry = () => wake()
      const known = listeners.get(topic)
      const wakes = known ?? new Set()
      listeners.set(topic, wakes.add(entry))
      if (!known) onFirst?.(topic)
      return () => {
        wakes.delete(entry)
        if (wakes.size > 0 || listeners.get(topic) !== wakes) return
        listeners.delete(topic)
        onLast?.(topic)
      }
    },
    health: () => 'live',
    async close() {
      listeners.clear()
    },
  }
}

const noListeners: ReadonlySet<() => void> = new Set()

/** The present listeners; not one that joins because of this wakeup, nor one that leaves before it is called. */
function wakeAll(wakes: ReadonlySet<() => void>): void {
  for (const wake of [...wakes]) if (wakes.has(wake)) wake()
}
