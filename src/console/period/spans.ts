import { addTo, toIso } from './calendar.ts'
import type { Period } from './period.ts'

/** Buckets that the API answers of one question about runs, the earliest of them. */
const maxBuckets = 1_000

/** A part of a period. It has no end while the period goes on. */
interface Span {
  readonly since: string
  readonly until: string | null
}

/** The parts of a period that the API answers wholly, where each hour or day can have so many groups. */
export function toSpans({ since, until, zone, bucket }: Period, groups: number): readonly Span[] {
  const unit = unitOf(bucket)
  const size = Math.max(1, Math.floor(maxBuckets / Math.max(1, groups)) - 1)
  const end = until ?? Date.now()
  const spans: Span[] = []
  let from = since
  while (from < end) {
    const next = addTo(unit, from, size, zone)
    const to = next < end ? next : until
    spans.push({ since: toIso(from), until: to === null ? null : toIso(to) })
    from = next
  }
  return spans
}

/** Unit of the API for bars of a size: weeks and months are made of days. */
export function unitOf(bucket: Period['bucket']): 'hour' | 'day' {
  return bucket === 'hour' ? 'hour' : 'day'
}
