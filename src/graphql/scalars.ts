import { type ValueNode, valueFromASTUntyped } from 'graphql'
import { isDecimal, toDecimal } from '../domain/decimal.ts'
import { type Json, toJson } from '../domain/json.ts'
import { builder } from './builder.ts'

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/i

builder.scalarType('DateTime', {
  description: 'A moment as ISO 8601 text with its offset; given in UTC: `2026-11-21T08:30:00.000Z`.',
  serialize: (value) => value.toISOString(),
  parseValue: toMoment,
})

builder.scalarType('Decimal', {
  description: 'An exact decimal number as text: `"0.0125"`. Inputs may be numbers too.',
  serialize: (value) => value,
  parseValue: toExactDecimal,
  // The text of a literal is exact where a number would not be.
  parseLiteral: (node) => toExactDecimal('value' in node ? node.value : null),
})

builder.scalarType('JSON', {
  description: 'Any JSON value.',
  serialize: (value) => value,
  parseValue: toGivenJson,
  parseLiteral: (node: ValueNode, variables) => toGivenJson(valueFromASTUntyped(node, variables)),
})

/** A caller's JSON. A number that no double holds is refused: kept as `Infinity`, it would be another value than the one sent. */
function toGivenJson(value: unknown): Json {
  const place = overflowIn(value, 0)
  if (place === null) return toJson(value)
  const where = place === '' ? '' : ` at "${place.slice(1)}"`
  throw new TypeError(`JSON takes numbers up to 1.7976931348623157e308; the one${where} is larger.`)
}

/** The levels that `toJson` keeps. */
const maxDepth = 500

/** Where a number is infinite, as `.a.0`; `null` where none is. */
function overflowIn(value: unknown, depth: number): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? null : ''
  if (typeof value !== 'object' || value === null || depth > maxDepth) return null
  for (const [key, item] of Object.entries(value)) {
    const place = overflowIn(item, depth + 1)
    if (place !== null) return `.${key}${place}`
  }
  return null
}

function toMoment(value: unknown): Date {
  const moment = new Date(typeof value === 'string' && dateTime.test(value) ? value : Number.NaN)
  if (!Number.isNaN(moment.getTime())) return moment
  throw new TypeError(
    `DateTime takes ISO 8601 text with an offset, such as "2026-11-21T08:30:00Z"; got ${show(value)}.`,
  )
}

function toExactDecimal(value: unknown): string {
  if (typeof value === 'string' && isDecimal(value)) return value
  if (typeof value === 'number' && Math.abs(value) < 1e20) return toDecimal(value)
  throw new TypeError(`Decimal takes a number as text, such as "0.50"; got ${show(value)}.`)
}

function show(value: unknown): string {
  return JSON.stringify(value)?.slice(0, 80) ?? typeof value
}
