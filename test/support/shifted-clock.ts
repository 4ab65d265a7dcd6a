import { type Clock, systemClock } from '../../src/domain/clock.ts'

/** The clock of a machine that is `aheadMs` ahead of the database's; behind it where that is negative. It runs as fast as any. */
export function shiftedClock(aheadMs: number): Clock {
  return { ...systemClock, now: () => systemClock.now() + aheadMs }
}
