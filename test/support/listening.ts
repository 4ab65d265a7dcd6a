import type { Wakeups } from '../../src/domain/wakeups.ts'

/** Resolves when somebody begins to listen to a topic. */
export function untilListening(wakeups: Wakeups, topic: string): Promise<void> {
  const { listen } = wakeups
  return new Promise((resolve) => {
    wakeups.listen = (listened, wake) => {
      if (listened === topic) resolve()
      return listen(listened, wake)
    }
  })
}
