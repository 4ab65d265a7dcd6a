import { type Clock, systemClock } from '../../src/domain/clock.ts'

/**
 * The system's clock, but for whoever sleeps for exactly `ms`, as a poll does: they wake after a fiftieth of it. For tests of what
 * only a poll finds.
 */
export function hastyClock(ms: number): Clock {
  return {
    ...systemClock,
    sleep: (asked, signal) => systemClock.sleep(asked === ms ? ms / 50 : asked, signal),
  }
}
