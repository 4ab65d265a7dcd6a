import { GraphQLError, type ValueNode, valueFromASTUntyped } from 'graphql'
import { isDecimal, toDecimal } from '../domain/decimal.ts'
import { type Json, toJson } from '../domain/json.ts'
import { parseMoment } from '../domain/moment.ts'
import { builder } from './builder.ts'

builder.scalarType('DateTime', {
  description:
    'A moment as ISO 8601 text with its offset; given in UTC: `2026-11-21T08:30:00.000Z`. Of the years 1 to 9999.',
  serialize: (value) => value.toISOString(),
  parseValue: toMoment,
  parseLiteral: (node) => toMoment('value' in node ? node.value : null, node),
})

builder.scalarType('Decimal', {
  description: 'An exact decimal number as text: `"0.0125"`. Inputs may be numbers too.',
  serialize: (value) => value,
  parseValue: toExactDecimal,
  // The text of a literal is exact where a number would not be.
  parseLiteral: (node) => toExactDecimal('value' in node ? node.value : null, node),
})

builder.scalarType('JSON', {
  description: 'Any JSON value.',
  serialize: (value) => value,
  parseValue: toGivenJson,
  parseLiteral: (node: ValueNode, variables) => toGivenJson(valueFromASTUntyped(node, variables), node),
})

/** A caller's JSON. A number that no double holds is refused: kept as `Infinity`, it would be another value than the one sent. */
function toGivenJson(value: unknown, node?: ValueNode): Json {
  const place = overflowIn(value, 0)
  if (place === null) return toJson(value)
  const where = place === '' ? '' : ` at "${place.slice(1)}"`
  throw invalid(`JSON takes numbers up to 1.7976931348623157e308; the one${where} is larger.`, node)
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

function toMoment(value: unknown, node?: ValueNode): Date {
  const moment = typeof value === 'string' ? parseMoment(value) : null
  if (moment !== null) return moment
  const wanted = 'DateTime takes a moment of the years 1 to 9999 as ISO 8601 text with an offset'
  throw invalid(`${wanted}, such as "2026-11-21T08:30:00Z"; got ${show(value)}.`, node)
}

function toExactDecimal(value: unknown, node?: ValueNode): string {
  if (typeof value === 'string' && isDecimal(value)) return value
  if (typeof value === 'number' && Math.abs(value) < 1e20) return toDecimal(value)
  throw invalid(`Decimal takes a number as text, such as "0.50"; got ${show(value)}.`, node)
}

/** An error of GraphQL itself is told as it is: for any other it would say the whole value back. The variable and its field are named before it. */
function invalid(message: string, node: ValueNode | undefined): GraphQLError {
  return new GraphQLError(message, { nodes: node, extensions: { code: 'INVALID_INPUT' } })
}

function show(value: unknown): string {
  return JSON.stringify(value)?.slice(0, 80) ?? typeof value
}
