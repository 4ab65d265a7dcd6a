import { type Clock, systemClock } from '../../src/domain/clock.ts'

/**
 * The system's clock, except that a sleep of exactly `ms`, as of a poll, ends after a fiftieth of it. For tests of changes that only a poll
 * finds.
 */
export function hastyClock(ms: number): Clock {
  return {
    ...systemClock,
    sleep: (asked, signal) => systemClock.sleep(asked === ms ? ms / 50 : asked, signal),
  }
}
