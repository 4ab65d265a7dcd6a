import SchemaBuilder from '@pothos/core'
import PrismaPlugin from '@pothos/plugin-prisma'
import RelayPlugin from '@pothos/plugin-relay'
import { GraphQLError, type ValueNode, valueFromASTUntyped } from 'graphql'
import { isDecimal, toDecimal } from '../domain/decimal.ts'
import { type Json, toJson } from '../domain/json.ts'
import { parseMoment } from '../domain/moment.ts'
import type PrismaTypes from '../generated/pothos.ts'
import { getDatamodel } from '../generated/pothos.ts'
import type { GraphQLContext } from './context.ts'

/** What every type of the graph is built with. */
export const builder = new SchemaBuilder<{
  Context: GraphQLContext
  PrismaTypes: PrismaTypes
  DefaultFieldNullability: false
  /** Read only when it is selected: a connection's parts are getters. */
  Connection: { readonly totalCount: Promise<number> }
  DefaultEdgesNullability: { list: false; items: false }
  Scalars: {
    ID: { Input: string; Output: string }
    DateTime: { Input: Date; Output: Date }
    Decimal: { Input: string; Output: string }
    JSON: { Input: Json; Output: unknown }
  }
}>({
  plugins: [RelayPlugin, PrismaPlugin],
  defaultFieldNullability: false,
  prisma: { client: (context) => context.prisma, dmmf: getDatamodel() },
  relay: {
    nodeTypeOptions: { description: 'An object with an id that stays the same everywhere.' },
    idFieldOptions: { description: 'Global id: give it back to `node`, or as an `id` of an input.' },
    // The one way from an id to an object is node.ts: scoped to the caller's project.
    nodeQueryOptions: false,
    nodesQueryOptions: false,
    pageInfoTypeOptions: { description: 'Where a page stands in its list.' },
    hasNextPageFieldOptions: { description: 'Whether there is more after this page.' },
    hasPreviousPageFieldOptions: { description: 'Whether there is more before this page.' },
    startCursorFieldOptions: { description: 'The place of the first edge: give it back as `before`.' },
    endCursorFieldOptions: { description: 'The place of the last edge: give it back as `after`.' },
    firstArgOptions: { description: 'At most so many from the start of the list, 1 to 100; default 20.' },
    afterArgOptions: { description: 'Only what comes after this cursor; goes with `first`.' },
    lastArgOptions: { description: 'At most so many from the end of the list, 1 to 100.' },
    beforeArgOptions: { description: 'Only what comes before this cursor; goes with `last`.' },
    pageInfoFieldOptions: { description: 'Where this page stands in the list.' },
    edgesFieldOptions: {
      description: 'The objects of this page, each with its place.',
      nullable: { list: false, items: false },
    },
    nodeFieldOptions: { description: 'The object.', nullable: false },
    cursorFieldOptions: { description: 'The place of the object in the list. Opaque.' },
  },
})

builder.globalConnectionField('totalCount', (t) =>
  t.int({
    description: 'How many there are on all pages. Counted only when it is selected.',
    resolve: (connection) => connection.totalCount,
  }),
)

/** What the builder knows of types, for functions that build them. */
export type Types =
  typeof builder extends PothosSchemaTypes.SchemaBuilder<infer SchemaTypes> ? SchemaTypes : never

/** An enum whose every value says what it means. */
export function describedEnum<const Values extends Readonly<Record<string, string>>>(
  name: string,
  description: string,
  values: Values,
) {
  const entries = Object.entries(values).map(([value, meaning]) => [value, { description: meaning }] as const)
  // Object.fromEntries forgets which keys it was given; they are those of `values`.
  const described = Object.fromEntries(entries) as Described<Values>
  return builder.enumType<string, Described<Values>>(name, { description, values: described })
}

type Described<Values> = { readonly [Value in keyof Values]: { readonly description: string } }

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
