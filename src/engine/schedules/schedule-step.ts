import type { ScheduleRow, ScheduleStep } from '../../domain/schedule.ts'
import { lastFireTime, nextFireTime } from './fire-times.ts'

/** What is performed so late at most is on time: a restart, a slow database. */
export const onTimeMs = 10_000

/**
 * Where a schedule whose time has come goes, and what it fires for: the last time up to now, which stands for all that went by since
 * it was looked at last; nothing where nobody was there at that time and what is missed is skipped (SCHED-3).
 */
export function stepOf(schedule: ScheduleRow & { readonly nextAt: Date }, now: number): ScheduleStep {
  const { id, nextAt, missed } = schedule
  const last = lastFireTime(schedule, nextAt.getTime(), now)
  const next = nextFireTime(schedule, last)
  const isOnTime = now - last <= onTimeMs
  return {
    scheduleId: id,
    from: nextAt,
    fires: isOnTime || missed === 'ONCE' ? new Date(last) : null,
    next: next === null ? null : new Date(next),
  }
}
