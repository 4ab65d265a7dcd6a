import type { Wakeups } from '../../src/domain/wakeups.ts'

/** Fates of a wakeup. */
export const fates = ['arrives', 'lost', 'twice', 'late'] as const
export type Fate = (typeof fates)[number]

/** Wake-ups that lose, double and delay hints, as `nextFate` says for each. */
export function createUnreliableWakeups(inner: Wakeups, nextFate: () => Fate): Wakeups {
  const late = new Set<NodeJS.Timeout>()
  return {
    publish(topic) {
      const fate = nextFate()
      if (fate === 'lost') return
      if (fate === 'late') {
        const timer = setTimeout(() => {
          late.delete(timer)
          inner.publish(topic)
        }, 5)
        late.add(timer)
        return
      }
      inner.publish(topic)
      if (fate === 'twice') inner.publish(topic)
    },
    listen: (topic, wake) => inner.listen(topic, wake),
    health: () => inner.health(),
    close: () => {
      for (const timer of late) clearTimeout(timer)
      return inner.close()
    },
  }
}
