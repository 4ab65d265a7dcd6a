import type { Wakeups } from '../../src/domain/wakeups.ts'

/** Wake-ups that know how many listen. */
export interface CountedWakeups extends Wakeups {
  readonly listeners: number
}

/** Counts who listens to wake-ups within this process. */
export function countListeners(wakeups: Wakeups): CountedWakeups {
  const open = new Set<object>()
  return {
    ...wakeups,
    get listeners() {
      return open.size
    },
    listen(topic, wake) {
      const stop = wakeups.listen(topic, wake)
      open.add(stop)
      return () => {
        open.delete(stop)
        stop()
      }
    },
  }
}
