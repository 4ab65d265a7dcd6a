import { compareDecimals } from '../../domain/decimal.ts'
import { RungraphError } from '../../domain/errors.ts'

/** The fields of a filter that are the ends of a range: its least value or earliest time, and its greatest or latest. */
type Range<Filter> = readonly [keyof Filter & string, keyof Filter & string]

/**
 * Refuses what no row can match: a range whose ends are in the wrong order, and an amount below 0. Amounts are numbers or decimal
 * strings, times are dates; a field may be absent. @throws INVALID_INPUT naming the field, or both fields
 */
export function checkRanges<Filter extends object>(filter: Filter, ranges: readonly Range<Filter>[]): void {
  for (const [from, to] of ranges) {
    refuseNegative(from, filter[from])
    refuseNegative(to, filter[to])
    const [least, greatest] = [filter[from], filter[to]]
    if (order(least, greatest) <= 0) continue
    const word = least instanceof Date ? 'later' : 'more'
    const ends = `${from} is ${show(least)}, and ${to} is ${show(greatest)}`
    throw refused(from, `${ends}; ${from} must not be ${word} than ${to}.`)
  }
}

function refuseNegative(field: string, value: unknown): void {
  if (order(value, 0) < 0 || order(value, '0') < 0)
    throw refused(field, `${field} is ${show(value)}; it must be 0 or more.`)
}

/** Negative, zero or positive as in `Array.sort`; zero also for values that are not of one type. */
function order(a: unknown, b: unknown): number {
  if (a instanceof Date && b instanceof Date) return a.getTime() - b.getTime()
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return typeof a === 'string' && typeof b === 'string' ? compareDecimals(a, b) : 0
}

function show(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value)
}

function refused(field: string, message: string): RungraphError {
  return new RungraphError('INVALID_INPUT', { message, path: ['filter', field] })
}
