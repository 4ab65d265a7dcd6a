import { type Clock, sleepBy, systemClock } from '../domain/clock.ts'

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

  function after(ms: number, wake: () => void): () => void {
    const wakesAt = elapsed() + ms
    const sleeper: Sleeper = { wakesAt, wake: () => undefined }
    const sleepOn = () => {
      // A timer may fire a little early, and the longest timer before a time that is further ahead.
      const cancel = systemClock.after(Math.max(0, wakesAt - elapsed()), () =>
        elapsed() < wakesAt ? sleepOn() : sleeper.wake(),
      )
      sleeper.wake = () => {
        cancel()
        sleepers.delete(sleeper)
        wake()
      }
      stopTimer = cancel
    }
    let stopTimer = () => undefined as void
    sleepers.add(sleeper)
    sleepOn()
    return () => {
      stopTimer()
      sleepers.delete(sleeper)
    }
  }

  return {
    now: () => start + elapsed() - startedAt,
    elapsed,
    sleep: sleepBy(after),
    after,
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
  wake: () => void
}
