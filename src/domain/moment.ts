const pattern = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(?:Z|[+-](\d\d):(\d\d))$/i

/**
 * Parses an ISO 8601 timestamp with an offset; `null` if it is invalid. `Date` alone is too lenient: it reads the 30th of February as the
 * 2nd of March, and accepts years that PostgreSQL formats differently. Here each field must be in range, and the year from 1 to 9999.
 */
export function parseMoment(text: string): Date | null {
  const match = pattern.exec(text)
  if (match === null) return null
  const [year = 0, month = 0, day = 0, ...clock] = match.slice(1).map((field) => Number(field ?? 0))
  const [hour = 0, minute = 0, second = 0, offsetHour = 0, offsetMinute = 0] = clock
  const isDay = month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
  const isTime = hour < 24 && minute < 60 && second < 60 && offsetHour < 24 && offsetMinute < 60
  if (!isDay || !isTime) return null
  const moment = new Date(text)
  const isHeld = moment.getTime() >= first && moment.getTime() <= last
  return isHeld ? moment : null
}

const first = Date.parse('0001-01-01T00:00:00Z')
const last = Date.parse('9999-12-31T23:59:59.999Z')

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}
