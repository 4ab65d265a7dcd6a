import type pg from 'pg'
import { type Clock, systemClock } from '../domain/clock.ts'

/** A clock with the time of day of the database, so that no clock of a machine decides when a gate expires or a wait ends (DUR-6). */
export interface DatabaseClock extends Clock {
  /**
   * Compares the clock with the time of the database, in milliseconds since 1970. From one comparison to the next it goes on by the time that
   * passes, whatever the clock of the machine does.
   */
  adjust(timeOfDatabase: () => Promise<number>): Promise<void>
}

/** Pause between two comparisons, in milliseconds. The clocks drift by less than a millisecond meanwhile. */
export const adjustEveryMs = 30_000

/** Until it is compared, it is the clock of the machine. `elapsed` gives milliseconds that nobody can set. */
export function createDatabaseClock(elapsed: () => number = () => performance.now()): DatabaseClock {
  /** Time of day when `elapsed` was 0. */
  let origin: number | null = null
  return {
    ...systemClock,
    now: () => (origin === null ? systemClock.now() : Math.round(origin + elapsed())),
    adjust: async (timeOfDatabase) => {
      const askedAt = elapsed()
      const time = await timeOfDatabase()
      // The database read its clock some time between the question and the answer.
      origin = within(time - elapsed(), time - askedAt, origin)
    },
  }
}

/** What may be right stays, so that the clock does not jitter. */
function within(earliest: number, latest: number, present: number | null): number {
  const isPossible = present !== null && present >= earliest && present <= latest
  return isPossible ? present : (earliest + latest) / 2
}

/** The time of the database in milliseconds since 1970. */
export async function readTime(database: Pick<pg.Pool, 'query'>): Promise<number> {
  const { rows } = await database.query<{ ms: string }>(
    'select extract(epoch from clock_timestamp()) * 1000 as ms',
  )
  return Number(rows[0]?.ms)
}
