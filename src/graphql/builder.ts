import SchemaBuilder from '@pothos/core'
import PrismaPlugin from '@pothos/plugin-prisma'
import RelayPlugin from '@pothos/plugin-relay'
import { GraphQLError, Kind, type ValueNode, valueFromASTUntyped } from 'graphql'
import { GraphQLSafeInt } from 'graphql-scalars'
import { isDecimal, toDecimal } from '../domain/decimal.ts'
import { findLargeNumber, numberFault, parseRawJson, rawNumberText } from '../domain/exact-numbers.ts'
import { type Json, toJson } from '../domain/json.ts'
import { parseMoment } from '../domain/moment.ts'
import { isUpload, type Upload } from '../domain/upload.ts'
import type PrismaTypes from '../generated/pothos.ts'
import { getDatamodel } from '../generated/pothos.ts'
import type { Prisma } from '../generated/prisma/client.ts'
import type { GraphQLContext } from './context.ts'
import { toIsoText } from './iso-text.ts'
import { loadedColumns } from './loaded-columns.ts'

/** Builder of all types of the schema. */
export const builder = new SchemaBuilder<{
  Context: GraphQLContext
  PrismaTypes: PrismaTypes
  DefaultFieldNullability: false
  /** Read only when it is selected: a connection's parts are getters. */
  Connection: { readonly totalCount: Promise<number>; readonly isTotalCountEstimated: Promise<boolean> }
  DefaultEdgesNullability: { list: false; items: false }
  Scalars: {
    ID: { Input: string; Output: string }
    DateTime: { Input: Date; Output: Date }
    Decimal: { Input: string; Output: string }
    JSON: { Input: Json; Output: unknown }
    SafeInt: { Input: number; Output: number }
    Upload: { Input: Upload; Output: never }
    _Any: { Input: { readonly __typename: string; readonly id?: unknown }; Output: unknown }
  }
}>({
  plugins: [loadedColumns, RelayPlugin, PrismaPlugin],
  defaultFieldNullability: false,
  prisma: { client: (context) => context.prisma, dmmf: getDatamodel() },
  relay: {
    nodeTypeOptions: { description: 'An object with a global id that never changes.' },
    idFieldOptions: { description: 'Global id of the object. Pass it to `node`, or as an `id` of an input.' },
    // Only node.ts leads from an id to an object: scoped to the caller's project.
    nodeQueryOptions: false,
    nodesQueryOptions: false,
    pageInfoTypeOptions: { description: 'Position of a page in its list.' },
    hasNextPageFieldOptions: { description: 'Whether more objects follow this page.' },
    hasPreviousPageFieldOptions: { description: 'Whether more objects precede this page.' },
    startCursorFieldOptions: {
      description:
        'Cursor of the first edge. Pass it as `before` to read the previous page. Null if the page is empty.',
    },
    endCursorFieldOptions: {
      description:
        'Cursor of the last edge. Pass it as `after` to read the next page. Null if the page is empty.',
    },
    firstArgOptions: {
      description: 'Maximum number of objects from the start of the list, from 0 to 100. Default 20.',
    },
    afterArgOptions: { description: 'Cursor after which the page begins.' },
    lastArgOptions: { description: 'Maximum number of objects from the end of the list, from 0 to 100.' },
    beforeArgOptions: { description: 'Cursor before which the page ends.' },
    pageInfoFieldOptions: { description: 'Position of this page in the list.' },
    edgesFieldOptions: {
      description: 'Objects of this page, each with its cursor.',
      nullable: { list: false, items: false },
    },
    nodesOnConnection: { description: 'Objects of this page, without their cursors.' },
    nodeFieldOptions: { description: 'Object at this position of the list.', nullable: false },
    cursorFieldOptions: { description: 'Opaque cursor: the position of the object in the list.' },
  },
})

/** The root of the queries, for objects that lead back to it. */
export const Query = builder.queryType({ description: 'Operations that read data.' })

builder.globalConnectionField('totalCount', (t) =>
  t.int({
    description:
      'Number of objects on all pages. It is counted only if you select it. If there are more than 10,000, most lists estimate it: see `isTotalCountEstimated`.',
    resolve: (connection) => connection.totalCount,
  }),
)

builder.globalConnectionField('isTotalCountEstimated', (t) =>
  t.boolean({
    description:
      'Whether `totalCount` is an estimate. A list of at most 10,000 objects is counted; of a longer one, PostgreSQL estimates the number from its statistics. Events, messages, versions, projects and the entries of a relic are always counted.',
    resolve: (connection) => connection.isTotalCountEstimated,
  }),
)

/** Types that the builder knows, for functions that build types. */
export type Types =
  typeof builder extends PothosSchemaTypes.SchemaBuilder<infer SchemaTypes> ? SchemaTypes : never

/** An enum with a description of every value. */
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
    'Point in time in ISO 8601 format with an offset. Outputs are in UTC: `2026-11-21T08:30:00.000Z`. The year is from 1 to 9999.',
  serialize: toIsoText,
  parseValue: toMoment,
  parseLiteral: (node) => toMoment('value' in node ? node.value : null, node),
})

builder.scalarType('Decimal', {
  description: 'Exact decimal number as a string: `"0.0125"`. Inputs may also be numbers.',
  // A column of a row is a number of Prisma, whose own text may have an exponent.
  serialize: (value: string | Prisma.Decimal) => (typeof value === 'string' ? value : value.toFixed()),
  parseValue: toExactDecimal,
  // The text of a literal is exact where a number would not be.
  parseLiteral: (node) => toExactDecimal('value' in node ? node.value : null, node),
})

builder.addScalarType('SafeInt', GraphQLSafeInt, {
  description: 'Whole number from -(2^53 - 1) to 2^53 - 1, as a JSON number.',
})

builder.scalarType('JSON', {
  description: 'Any JSON value.',
  serialize: (value) => value,
  parseValue: toGivenJson,
  parseLiteral: (node: ValueNode, variables) => toGivenJson(jsonOf(node, variables), node),
})

builder.scalarType('Upload', {
  description:
    'File that comes with the request: null in the operation, and a part of a multipart request that `map` leads to it (GraphQL multipart request specification).',
  serialize: () => {
    throw new GraphQLError('An upload is never given out.')
  },
  parseValue: toUpload,
  parseLiteral: (node) => toUpload(null, node),
})

/** Only a part of a multipart request is one. */
function toUpload(value: unknown, node?: ValueNode): Upload {
  if (isUpload(value)) return value
  throw invalidScalar(
    'Upload takes a file of a multipart request: a variable that `map` leads to, and `multipart/form-data` as the type of the request.',
    node,
  )
}

/** Reads a caller's JSON. A number that would become another one is refused with its path (API-15). */
function toGivenJson(value: unknown, node?: ValueNode): Json {
  const found = findLargeNumber(value)
  if (found === null) return toJson(value)
  throw invalidScalar(`JSON ${numberFault(found)}.`, node)
}

/** The value of a literal, with a number that JavaScript does not hold as it is written. */
function jsonOf(node: ValueNode, variables: Parameters<typeof valueFromASTUntyped>[1]): unknown {
  switch (node.kind) {
    case Kind.INT:
    case Kind.FLOAT:
      return parseRawJson(node.value)
    case Kind.LIST:
      return node.values.map((item) => jsonOf(item, variables))
    case Kind.OBJECT:
      return Object.fromEntries(node.fields.map(({ name, value }) => [name.value, jsonOf(value, variables)]))
    default:
      return valueFromASTUntyped(node, variables)
  }
}

/** Reads a DateTime; an invalid one is INVALID_INPUT (API-15). */
function toMoment(value: unknown, node?: ValueNode): Date {
  const moment = typeof value === 'string' ? parseMoment(value) : null
  if (moment !== null) return moment
  const wanted = 'DateTime takes a moment of the years 1 to 9999 as ISO 8601 text with an offset'
  throw invalidScalar(`${wanted}, such as "2026-11-21T08:30:00Z"; got ${show(value)}.`, node)
}

function toExactDecimal(value: unknown, node?: ValueNode): string {
  const text = rawNumberText(value) ?? value
  if (typeof text === 'string' && isDecimal(text)) return text
  if (typeof value === 'number' && Math.abs(value) < 1e20) return toDecimal(value)
  throw invalidScalar(`Decimal takes a number as text, such as "0.50"; got ${show(value)}.`, node)
}

/**
 * An error of GraphQL itself is passed on unchanged: for any other, GraphQL would repeat the whole value. GraphQL puts the variable and its
 * field before the message.
 */
function invalidScalar(message: string, node: ValueNode | undefined): GraphQLError {
  return new GraphQLError(message, { nodes: node, extensions: { code: 'INVALID_INPUT' } })
}

function show(value: unknown): string {
  return JSON.stringify(value)?.slice(0, 80) ?? typeof value
}
