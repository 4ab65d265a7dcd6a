/** Texts of numbers and times, in the language of the browser, and by the clocks that the reader has chosen. */

import { chosenClocks, ownZone, shownZone } from './zone.ts'

const whole = new Intl.NumberFormat()
const compact = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 })
const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 })
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'narrow' })

export function formatCount(count: number): string {
  return count < 10_000 ? whole.format(count) : compact.format(count)
}

export function formatWhole(count: number): string {
  return whole.format(count)
}

/** A number of objects: `1 run`, `12 runs`. */
export function formatCounted(count: number, unit: string, units = `${unit}s`): string {
  return `${whole.format(count)} ${count === 1 ? unit : units}`
}

/** The total of a list: the API counts 10,000 objects, and estimates the number of more. */
export function formatTotal(count: number): string {
  return count <= 10_000 ? whole.format(count) : `about ${compact.format(count)}`
}

export function formatPercent(share: number): string {
  return percent.format(share)
}

/** A share as the percentage that a form begins with: without the digits that binary fractions add. */
export function toPercent(share: number): number {
  return Number((share * 100).toFixed(6))
}

/** The share that a percentage of a form stands for; `undefined` for none. */
export function toShare(percentage: number | undefined): number | undefined {
  return percentage === undefined ? undefined : percentage / 100
}

/**
 * US dollars as the API gives them: a decimal number in a string. From 100 dollars on, they are whole. Below,
 * up to four significant digits, such as those of a price, are shown as they are. Others are rounded: below a
 * dollar to three digits, below a cent to two significant ones.
 */
export function formatCost(usd: string | number): string {
  const amount = Number(usd)
  if (amount === 0) return '$0'
  if (amount < 0) return `-${formatCost(-amount)}`
  if (amount >= 100) return `$${whole.format(Math.round(amount))}`
  // `toFixed`, as `toPrecision` writes an exponent below a millionth.
  const magnitude = Math.floor(Math.log10(amount))
  const exact = amount.toFixed(3 - magnitude)
  if (Number(exact) === amount) return `$${exact.replace(/(\.\d\d\d*?)0+$/, '$1')}`
  if (amount < 0.01) return `$${amount.toFixed(1 - magnitude)}`
  return `$${amount < 1 ? amount.toFixed(3).replace(/0$/, '') : amount.toFixed(2)}`
}

/** What model calls cost, of which some may have no known price: an unknown price is never shown as $0. */
export function costOf(usage: { readonly costUsd: string | number; readonly unpricedCalls: number }): string {
  const { costUsd, unpricedCalls } = usage
  if (unpricedCalls === 0) return formatCost(costUsd)
  const calls = formatCounted(unpricedCalls, 'call')
  return Number(costUsd) === 0 ? `not priced (${calls})` : `${formatCost(costUsd)} + ${calls} not priced`
}

/** Milliseconds, as a person reads them: `420 ms`, `3.2 s`, `4 m 10 s`, `2 h 5 m`, `3 d 4 h`; a dash for none. */
export function formatDuration(ms: number | null | undefined): string {
  if (ms == null) return '–'
  if (ms < 1_000) return `${Math.round(ms)} ms`
  const seconds = ms / 1_000
  if (seconds < 60) return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`
  const pairs = [
    ['d', 86_400],
    ['h', 3_600],
    ['m', 60],
    ['s', 1],
  ] as const
  const first = pairs.findIndex(([, size]) => seconds >= size)
  const [big, small] = [pairs[first], pairs[first + 1]]
  if (!big) return `${Math.round(seconds)} s`
  const count = Math.floor(seconds / big[1])
  const rest = small ? Math.floor((seconds % big[1]) / small[1]) : 0
  return small && rest > 0 ? `${count} ${big[0]} ${rest} ${small[0]}` : `${count} ${big[0]}`
}

/** @param timeZone its IANA name; by default the chosen one. It is written behind the time, unless that of the browser is the chosen one. */
export function formatDateTime(at: string | number | Date, timeZone?: string): string {
  const zone = timeZone ?? shownZone()
  const text = inZone('moment', zone).format(new Date(at))
  return timeZone === undefined && chosenClocks() === 'local' ? text : `${text} ${zone}`
}

/** A moment by the clocks of the browser and by those of UTC, on a line each. */
export function formatByBoth(at: string | number | Date): string {
  return [...new Set([ownZone, 'UTC'])].map((zone) => formatDateTime(at, zone)).join('\n')
}

/** The time of day of a moment, to the millisecond. */
export function formatTimeOfDay(at: string | number | Date): string {
  return inZone('timeOfDay', shownZone()).format(new Date(at))
}

const styles = {
  moment: { dateStyle: 'medium', timeStyle: 'medium' },
  timeOfDay: {
    ...({ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const),
    fractionalSecondDigits: 3,
  },
} as const satisfies Readonly<Record<string, Intl.DateTimeFormatOptions>>

/** To make one takes longer than to write a hundred times by it. */
const formats = new Map<string, Intl.DateTimeFormat>()

function inZone(style: keyof typeof styles, timeZone: string): Intl.DateTimeFormat {
  const key = `${style} ${timeZone}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat(undefined, { ...styles[style], timeZone })
  formats.set(key, format)
  return format
}

/** How long ago or ahead a time is: `now`, `12 s ago`, `in 3 h`. */
export function formatAgo(at: string | number | Date, now: number): string {
  const seconds = (new Date(at).getTime() - now) / 1_000
  const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1]
  return Math.abs(seconds) < 2 ? 'now' : relative.format(Math.trunc(seconds / size), unit)
}

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const satisfies readonly (readonly [Intl.RelativeTimeFormatUnit, number])[]

/** An enum value of the API as words: `FINAL_ANSWER` is `Final answer`. */
export function formatEnum(value: string): string {
  if (initials.has(value)) return value
  const words = value.replaceAll('_', ' ').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const initials = new Set(['LLM', 'MCP', 'SQL'])
