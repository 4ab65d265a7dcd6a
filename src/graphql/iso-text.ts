const dayMs = 24 * 60 * 60 * 1000

const padded = Array.from({ length: 100 }, (_, n) => String(n).padStart(2, '0'))

/** The day of the last point in time, and its text up to the `T`. */
let last = { day: Number.NaN, text: '' }

/**
 * The text of `toISOString`, in a fifth of its time: a page of lists has hundreds of points in time, mostly of one day. @throws RangeError for
 * an invalid date, as it does
 */
export function toIsoText(date: Date): string {
  const time = date.getTime()
  const day = Math.floor(time / dayMs)
  if (day !== last.day) last = { day, text: date.toISOString().slice(0, -timeOfDay.length) }
  const ms = time - day * dayMs
  const seconds = Math.floor(ms / 1000)
  const minutes = Math.floor(seconds / 60)
  return `${last.text}${padded[Math.floor(minutes / 60)]}:${padded[minutes % 60]}:${padded[seconds % 60]}.${thousandths(ms % 1000)}Z`
}

const timeOfDay = '00:00:00.000Z'

function thousandths(ms: number): string {
  return ms < 100 ? `0${padded[ms]}` : `${ms}`
}
