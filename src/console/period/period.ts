import { useEffect, useMemo, useState } from 'react'
import type { ChartPoint } from '../charts/chart.ts'
import { given, oneOf, type Search, text } from '../data/search.ts'
import { shownZone } from '../ui/zone.ts'
import { addTo, type Bucket, buckets, isZone, longest, startOf, startOfDate, toIso } from './calendar.ts'

/** Periods until now. They begin with a whole hour or day, so that the first bar is whole. */
export const presets = [
  { id: '6h', label: 'Last 6 hours', bucket: 'hour', count: 6 },
  { id: '24h', label: 'Last 24 hours', bucket: 'hour', count: 24 },
  { id: '3d', label: 'Last 3 days', bucket: 'day', count: 3 },
  { id: '7d', label: 'Last 7 days', bucket: 'day', count: 7 },
  { id: '14d', label: 'Last 14 days', bucket: 'day', count: 14 },
  { id: '30d', label: 'Last 30 days', bucket: 'day', count: 30 },
  { id: '90d', label: 'Last 90 days', bucket: 'day', count: 90 },
  { id: '365d', label: 'Last 365 days', bucket: 'day', count: 365 },
] as const

export type PresetId = (typeof presets)[number]['id']

const presetIds = presets.map(({ id }) => id)

/** A period as an address has it: a preset, or two moments; the time zone of its days; and the size of its bars. */
export function readPeriod(search: Search) {
  const zone = text(search.zone)
  return given({
    last: oneOf(presetIds, search.last),
    from: moment(search.from),
    to: moment(search.to),
    zone: zone !== undefined && isZone(zone) ? zone : undefined,
    bucket: oneOf(buckets, search.bucket),
  })
}

export type PeriodSearch = ReturnType<typeof readPeriod>

type Asked = { readonly [Name in keyof PeriodSearch]: PeriodSearch[Name] | undefined }

/** A bar's place: the time from its start on, before its end. */
interface PeriodPoint extends ChartPoint {
  readonly start: number
  readonly end: number
}

export interface Period {
  readonly since: number
  /** Null while the period goes on. */
  readonly until: number | null
  readonly zone: string
  readonly bucket: Bucket
  /** The sizes that bars can have in a period of this length. */
  readonly choices: readonly Bucket[]
  readonly points: readonly PeriodPoint[]
  /** As a person says it: `Last 24 hours`. */
  readonly label: string
}

/** Default period of a page. */
export interface UsualPeriod {
  readonly last: PresetId
  /** Absent: the zone that times are shown in. */
  readonly zone?: string
  /** The sizes of bars that the page can show. */
  readonly buckets: readonly Bucket[]
}

/** Bars that a chart has room for. */
const maxPoints = 400

/** The period that an address means at a moment. */
export function toPeriod(view: Asked, now: number, usual: UsualPeriod): Period {
  const zone = view.zone ?? usual.zone ?? shownZone()
  const [since, until, label] = spanOf(view, now, zone, usual.last)
  const end = until ?? now
  const fits = usual.buckets.filter((bucket) => (end - since) / longest[bucket] <= maxPoints)
  const choices = fits.length > 0 ? fits : usual.buckets.slice(-1)
  const common = end - since <= 3 * longest.day ? 'hour' : end - since <= 100 * longest.day ? 'day' : 'week'
  const bucket =
    oneOf(choices, view.bucket) ??
    oneOf(choices, common) ??
    (common === 'hour' ? choices[0] : choices.at(-1)) ??
    'day'
  return { since, until, zone, bucket, choices, points: pointsOf([since, until], now, bucket, zone), label }
}

/** The number of the point that a moment belongs to; -1 if it lies outside of the period. */
export function pointAt(points: readonly PeriodPoint[], at: number): number {
  return points.findLastIndex(({ start, end }) => start <= at && at < end)
}

function spanOf(view: Asked, now: number, zone: string, last: PresetId) {
  const { from, to } = view
  if (from !== undefined && (to === undefined || to > from)) {
    const since = Date.parse(from)
    const until = to === undefined || Date.parse(to) > now ? null : Date.parse(to)
    if (since < now) return [since, until, spanText(since, until, zone)] as const
  }
  const { bucket, count, label } = presets.find(({ id }) => id === (view.last ?? last)) ?? presets[1]
  return [addTo(bucket, startOf(bucket, now, zone), 1 - count, zone), null, label] as const
}

function pointsOf(
  [since, until]: readonly [since: number, until: number | null],
  now: number,
  bucket: Bucket,
  zone: string,
): readonly PeriodPoint[] {
  const points: PeriodPoint[] = []
  const write = writers(zone)[bucket]
  let start = startOf(bucket, since, zone)
  while (start < (until ?? now) && points.length <= maxPoints + 1) {
    const next = addTo(bucket, start, 1, zone)
    const end = until === null ? next : Math.min(next, until)
    points.push({ key: String(start), start: Math.max(start, since), end, ...write(start, next) })
    start = next
  }
  return points
}

type Write = (start: number, end: number) => Omit<ChartPoint, 'key'>

function writers(timeZone: string): Readonly<Record<Bucket, Write>> {
  const as = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(undefined, { timeZone, ...options })
    return (at: number) => format.format(at)
  }
  const time = as({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const day = as({ day: 'numeric', month: 'short' })
  const weekday = as({ weekday: 'short', day: 'numeric', month: 'short' })
  const month = as({ month: 'short', year: 'numeric' })
  const whole = as({ month: 'long', year: 'numeric' })
  return {
    hour: (start, end) => ({
      label: `${weekday(start)}, ${time(start)} – ${time(end)}`,
      tick: time(start) === '00:00' ? day(start) : time(start),
      hour: Number(time(start).slice(0, 2)),
    }),
    day: (start) => ({ label: weekday(start), tick: day(start) }),
    week: (start, end) => ({ label: `${day(start)} – ${day(end - 1)}`, tick: day(start) }),
    month: (start) => ({ label: whole(start), tick: month(start) }),
  }
}

function spanText(since: number, until: number | null, timeZone: string): string {
  const format = new Intl.DateTimeFormat(undefined, {
    timeZone,
    ...(Date.now() - since > 300 * longest.day && { year: 'numeric' }),
    ...{ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  })
  return until === null ? `Since ${format.format(since)}` : format.formatRange(since, until)
}

/** A moment of an address, as the API writes moments. */
function moment(value: unknown): string | undefined {
  const at = Date.parse(text(value) ?? '')
  return Number.isNaN(at) ? undefined : new Date(at).toISOString()
}

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

/** A part of the API's counts of one hour or day. */
interface Cell {
  readonly hour?: string | null
  readonly day?: string | null
}

/** The number of the point that a bucket of the API belongs to; -1 if it lies outside of the period. */
function pointOf({ points, since, zone }: Period, { hour, day }: Cell): number {
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

/** A value for each point, of an answer that has a bucket for each; null where it has none. Points are hours or days. */
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

/** The period that an address means now. It moves on with the clock when another bar begins; between that it is the same object. */
export function usePeriod(view: PeriodSearch, usual: UsualPeriod): Period {
  const quarter = useQuarter()
  const { last, from, to, zone, bucket } = view
  return useMemo(
    () => toPeriod({ last, from, to, zone, bucket }, Math.max(quarter, Date.now()), usual),
    [quarter, last, from, to, zone, bucket, usual],
  )
}

const quarterMs = 15 * 60_000

/** The quarter of an hour that it is: every bar of every time zone begins with one. */
function useQuarter(): number {
  const [quarter, setQuarter] = useState(() => Math.floor(Date.now() / quarterMs) * quarterMs)
  useEffect(() => {
    const timer = setTimeout(() => setQuarter(quarter + quarterMs), quarter + quarterMs - Date.now())
    return () => clearTimeout(timer)
  }, [quarter])
  return quarter
}
