import { type Clock, systemClock } from '../domain/clock.ts'

/** A clock for an app under test: it runs like the system's, and the test moves it ahead. */
export interface TestClock extends Clock {
  /**
   * Advances the clock by so many milliseconds, at once. Sleepers that are due wake: time limits end, retries begin, and periodic work of
   * the app (expired gates, schedules) follows within two seconds.
   */
  advance(ms: number): void
}

/** Default start: the present. The database keeps its own time, so a start in the past or far ahead is of no use to an app. */
export function createTestClock(start = Date.now()): TestClock {
  const startedAt = systemClock.elapsed()
  let advancedMs = 0
  const sleepers = new Set<Sleeper>()
  const elapsed = () => systemClock.elapsed() + advancedMs

  async function sleep(ms: number, signal: AbortSignal): Promise<void> {
    const wakesAt = elapsed() + ms
    while (elapsed() < wakesAt) {
      const moved = new AbortController()
      const sleeper: Sleeper = { wakesAt, wake: () => moved.abort() }
      sleepers.add(sleeper)
      try {
        await systemClock.sleep(wakesAt - elapsed(), AbortSignal.any([signal, moved.signal]))
      } catch (error) {
        if (!moved.signal.aborted || signal.aborted) throw error
      } finally {
        sleepers.delete(sleeper)
      }
    }
    signal.throwIfAborted()
  }

  return {
    now: () => start + elapsed() - startedAt,
    elapsed,
    sleep,
    advance: (ms) => {
      advancedMs += ms
      // In the order in which their times come.
      const due = [...sleepers].filter(({ wakesAt }) => wakesAt <= elapsed())
      for (const { wake } of due.toSorted((a, b) => a.wakesAt - b.wakesAt)) wake()
    },
  }
}

interface Sleeper {
  readonly wakesAt: number
  wake(): void
}
