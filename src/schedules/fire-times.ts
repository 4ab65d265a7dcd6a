import { type CronExpression, CronExpressionParser } from 'cron-parser'
import { offsetAt } from '../domain/time-zone.ts'

/** When something happens, by the clocks of a place. */
interface CronSchedule {
  /** Five fields: minute, hour, day of the month, month, day of the week. */
  readonly cron: string
  readonly timeZone: string
}

const dayMs = 24 * 3_600_000

/**
 * The times after a moment, in order, all in milliseconds since 1970.
 *
 * An expression refers to local time. A time that is skipped when clocks go forward fires as much later as they went forward. A time that
 * is repeated when clocks go back fires the first time only; but of an expression for all 24 hours both times: it is meant to fire each
 * hour. The times do not depend on where the search begins.
 *
 * Not by croner's own rules: it fires a time that does not exist at the end of the gap, and lists and steps in a repeated hour twice.
 */
function* fireTimes(cron: CronSchedule, after: number): Generator<number, void, void> {
  let last = after
  for (const moment of momentsAround(cron, after)) {
    if (moment <= last) continue
    last = moment
    yield moment
  }
}

/** Each moment that clocks show a time of the expression, in order, some twice; begins with some that may lie before. */
function* momentsAround({ cron, timeZone }: CronSchedule, after: number): Generator<number, void, void> {
  // Near a change of the clocks, an earlier local time may be a later moment.
  const change = offsetAt(timeZone, after + dayMs) - offsetAt(timeZone, after - dayMs)
  const expression = parse(cron, after + offsetAt(timeZone, after) - Math.abs(change) - 1)
  const isHourly = expression.fields.hour.values.length === 24
  let found: readonly number[] = []
  for (const shown of clockTimes(expression)) {
    const { moments, earliest } = momentsOf(shown, timeZone)
    yield* found.filter((moment) => moment < earliest)
    const later = found.filter((moment) => moment >= earliest)
    found = [...later, ...(isHourly ? moments : moments.slice(0, 1))].toSorted((a, b) => a - b)
  }
  yield* found
}

/** The first time after a moment; `null` where there is none (SCHED-4). */
export function nextFireTime(cron: CronSchedule, after: number): number | null {
  return fireTimesAfter(cron, after, 1)[0] ?? null
}

/** The times after a moment, up to `count`. */
export function fireTimesAfter(cron: CronSchedule, after: number, count: number): readonly number[] {
  const times: number[] = []
  for (const time of fireTimes(cron, after)) if (times.push(time) === count) break
  return times
}

/** The last time from `first`, which is one, up to a moment. */
export function lastFireTime(cron: CronSchedule, first: number, upTo: number): number {
  // Searched near the end: a long downtime may have very many.
  for (const windowMs of [3_600_000, dayMs, 32 * dayMs, 367 * dayMs]) {
    if (upTo - windowMs <= first) break
    const last = lastWithin(cron, upTo - windowMs, upTo)
    if (last !== null) return last
  }
  return lastWithin(cron, first, upTo) ?? first
}

function lastWithin(cron: CronSchedule, after: number, upTo: number): number | null {
  let last: number | null = null
  for (const time of fireTimes(cron, after)) {
    if (time > upTo) break
    last = time
  }
  return last
}

/** The moments at which clocks show a time, in order; and a moment before which neither they nor those of any later time can be. */
function momentsOf(
  shown: number,
  timeZone: string,
): { readonly moments: readonly number[]; readonly earliest: number } {
  const before = offsetAt(timeZone, shown - dayMs)
  const behind = offsetAt(timeZone, shown + dayMs)
  const earliest = shown - Math.max(before, behind)
  const moments = (before === behind ? [before] : [before, behind])
    .map((offset) => shown - offset)
    .filter((moment) => moment + offsetAt(timeZone, moment) === shown)
    .toSorted((a, b) => a - b)
  // The clocks jump over it: by the time before the change it is that much later.
  return { moments: moments.length > 0 ? moments : [shown - before], earliest }
}

/** Yields the local times of the expression as if they were UTC: a calendar without clock changes. */
function* clockTimes(expression: CronExpression): Generator<number, void, void> {
  for (let next = nextOf(expression); next !== null; next = nextOf(expression)) yield next
}

function nextOf(expression: CronExpression): number | null {
  try {
    return expression.next().getTime()
  } catch {
    return null // there is none within its patience, which is years
  }
}

function parse(cron: string, after: number): CronExpression {
  return CronExpressionParser.parse(cron.trim(), { tz: 'UTC', currentDate: new Date(after) })
}
