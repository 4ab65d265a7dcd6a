import { startOfDate } from './calendar.ts'
import { type Period, pointAt } from './period.ts'

/** A part of the API's counts of one hour or day. */
interface Cell {
  readonly hour?: string | null
  readonly day?: string | null
}

/** The number of the point that a bucket of the API belongs to; -1 if it lies outside of the period. */
export function pointOf({ points, since, zone }: Period, { hour, day }: Cell): number {
  if (hour != null) return pointAt(points, Math.max(since, Date.parse(hour)))
  return day == null ? -1 : pointAt(points, Math.max(since, startOfDate(day, zone)))
}

/** Sums of buckets by their series and by point; points without a bucket have 0. */
export function sumByPoint<Bucket extends Cell>(
  period: Period,
  buckets: readonly Bucket[],
  idOf: (bucket: Bucket) => string,
  measure: (bucket: Bucket) => number,
): ReadonlyMap<string, number[]> {
  const sums = new Map<string, number[]>()
  for (const bucket of buckets) {
    const index = pointOf(period, bucket)
    if (index < 0) continue
    const id = idOf(bucket)
    const values = sums.get(id) ?? period.points.map(() => 0)
    values[index] = (values[index] ?? 0) + measure(bucket)
    sums.set(id, values)
  }
  return sums
}

/** A value for each point, of the buckets of an API that has one for each; null where it has none. */
export function valueByPoint<Bucket extends Cell>(
  period: Period,
  buckets: readonly Bucket[],
  measure: (bucket: Bucket) => number | null,
): (number | null)[] {
  const values: (number | null)[] = period.points.map(() => null)
  for (const bucket of buckets) {
    const index = pointOf(period, bucket)
    if (index >= 0) values[index] = measure(bucket)
  }
  return values
}
