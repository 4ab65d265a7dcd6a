/** Hours, days, weeks and months of any time zone, as moments in milliseconds. Weeks begin on Monday. */

export const buckets = ['hour', 'day', 'week', 'month'] as const
export type Bucket = (typeof buckets)[number]

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Start of the hour, day, week or month that a moment lies in. */
export function startOf(bucket: Bucket, at: number, zone: string): number {
  const local = at + offsetAt(at, zone)
  // Zones are whole minutes from UTC, not whole hours.
  if (bucket === 'hour') return Math.floor(local / hourMs) * hourMs - (local - at)
  const date = new Date(local)
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  if (bucket === 'month') return fromLocal(Date.UTC(year, month, 1), zone)
  const sinceMonday = bucket === 'week' ? (date.getUTCDay() + 6) % 7 : 0
  return fromLocal(Date.UTC(year, month, day - sinceMonday), zone)
}

/** Start of the bucket so many buckets after the one that begins at a moment. */
export function addTo(bucket: Bucket, start: number, count: number, zone: string): number {
  if (bucket === 'hour') return start + count * hourMs
  const date = new Date(start + offsetAt(start, zone))
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  return bucket === 'month'
    ? fromLocal(Date.UTC(year, month + count, 1), zone)
    : fromLocal(Date.UTC(year, month, day + count * (bucket === 'week' ? 7 : 1)), zone)
}

/** Start of a day as the API names it: `2026-11-21`. */
export function startOfDate(date: string, zone: string): number {
  return fromLocal(Date.parse(`${date}T00:00:00Z`), zone)
}

/** The moment at which clocks of a zone show a time, given as if it were UTC. */
function fromLocal(local: number, zone: string): number {
  const first = local - offsetAt(local, zone)
  return local - offsetAt(first, zone)
}

/** Local time of a zone at a moment, as the fields of forms have it: `2026-11-21T09:30`. */
export function toLocalText(at: number, zone: string): string {
  return new Date(at + offsetAt(at, zone)).toISOString().slice(0, 16)
}

/** The moment of a text of `toLocalText`; undefined if it is none. */
export function fromLocalText(text: string, zone: string): number | undefined {
  const local = Date.parse(`${text}Z`)
  return Number.isNaN(local) ? undefined : fromLocal(local, zone)
}

export function isZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Milliseconds that the clocks of a zone are ahead of UTC at a moment. */
function offsetAt(at: number, zone: string): number {
  if (zone === 'UTC') return 0
  const clock =
    clocks.get(zone) ??
    new Intl.DateTimeFormat('en', {
      timeZone: zone,
      hourCycle: 'h23',
      ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
      ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
    })
  clocks.set(zone, clock)
  const part = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1_000) * 1_000
}

/** The longest time that one bucket takes, in milliseconds. */
export const longest: Readonly<Record<Bucket, number>> = {
  hour: hourMs,
  day: dayMs + hourMs,
  week: 7 * dayMs + hourMs,
  month: 31 * dayMs + hourMs,
}

/** A moment as the API writes it. */
export function toIso(at: number): string {
  return new Date(at).toISOString()
}
