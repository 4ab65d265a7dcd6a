/** Whether a name is one of a time zone that this process knows: `Europe/Berlin`. */
export function isTimeZone(name: string): boolean {
  if (formats.has(name)) return true
  try {
    formatOf(name)
    return true
  } catch {
    return false
  }
}

/** Names of places as they are spelled, such as America/Port-au-Prince, EST5EDT, Etc/GMT+2. */
const spelling = /^[A-Z][\w+-]*(\/[A-Z][\w+-]*)*$/

/**
 * The time zone of that name, in its standard spelling; `null` where there is none. An offset such as `+02:00` is none: the clocks of no
 * place stay there. A second name of a place, such as Asia/Kolkata, is kept.
 */
export function timeZoneNamed(name: string): string | null {
  if (!isTimeZone(name) || /^[+-]/.test(name)) return null
  const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions()
  if (timeZone.toLowerCase() === name.toLowerCase()) return timeZone
  return spelling.test(name) ? name : null
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns the offset of a time zone from UTC at a moment, in milliseconds. The moment is in milliseconds since 1970. */
export function offsetAt(timeZone: string, moment: number): number {
  const seconds = Math.floor(moment / 1_000) * 1_000
  const parts = formatOf(timeZone).formatToParts(seconds)
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = fields.map((type) =>
    Number(parts.find((part) => part.type === type)?.value),
  )
  return Date.UTC(year, month - 1, day, hour, minute, second) - seconds
}

const fields = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const

/** So many are kept: making one takes longer than all the rest. */
const maxFormats = 1_000

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  // A name has many spellings.
  if (formats.size >= maxFormats) formats.clear()
  formats.set(timeZone, format)
  return format
}
