const unitMs: readonly (readonly [pattern: string, ms: number])[] = [
  ['milliseconds?|millis|msecs?|ms', 1],
  ['seconds?|secs?|s|秒钟?', 1_000],
  ['minutes?|mins?|m|分钟?', 60_000],
  ['hours?|hrs?|h', 3_600_000],
  ['days?|d', 86_400_000],
]

const anyUnit = unitMs.map(([pattern]) => pattern).join('|')
const oneLength = `\\d+(?:\\.\\d+)?\\s*(?:${anyUnit})(?![a-z])`

/** A length of time in words: `1m12.5s`, `6m0s`, `350ms`, `20 seconds`, `1 hour and 5 minutes`. */
export const lengthIn = new RegExp(`${oneLength}(?:(?:\\s*,)?(?:\\s*and)?\\s*${oneLength})*`, 'i')

/** Milliseconds of a length in words; absent where it is nothing. */
export function lengthOf(text: string): number | undefined {
  const parts = text.matchAll(new RegExp(`(\\d+(?:\\.\\d+)?)\\s*(${anyUnit})(?![a-z])`, 'gi'))
  const ms = [...parts].reduce((sum, [, amount, unit = '']) => sum + Number(amount) * msOf(unit), 0)
  return ms > 0 ? Math.ceil(ms) : undefined
}

function msOf(unit: string): number {
  return unitMs.find(([pattern]) => new RegExp(`^(?:${pattern})$`, 'i').test(unit))?.[1] ?? 0
}

/** Numbers above these are seconds, and milliseconds, since 1970. */
const firstEpochSeconds = 1e9
const firstEpochMs = 1e11

/**
 * Milliseconds from `now` until a time as headers write it: a number of seconds, a time since 1970 in seconds or milliseconds, a length in
 * words, or a date. Absent where it is none of these, or past.
 */
export function msUntil(text: string | null | undefined, now: number): number | undefined {
  const written = text?.trim()
  if (!written) return undefined
  const ms = /^\d+(\.\d+)?$/.test(written) ? msOfNumber(Number(written), now) : msOfWords(written, now)
  return ms > 0 ? Math.ceil(ms) : undefined
}

function msOfNumber(amount: number, now: number): number {
  if (amount >= firstEpochMs) return amount - now
  return amount >= firstEpochSeconds ? amount * 1_000 - now : amount * 1_000
}

function msOfWords(text: string, now: number): number {
  const isWhole = lengthIn.exec(text)?.[0] === text
  return isWhole ? (lengthOf(text) ?? 0) : Date.parse(text) - now
}
