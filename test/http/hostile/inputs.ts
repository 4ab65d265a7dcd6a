import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql'
import { toGlobalId } from '../../../src/graphql/global-id.ts'
import { schema } from '../../../src/graphql/schema.ts'

interface Asked {
  readonly what: string
  readonly query: string
  readonly variables: Readonly<Record<string, unknown>>
}

/** No input is nested deeper in what is tried. */
const maxDepth = 4

/** Every place of the API that takes a text, an id or JSON, each given this text once, with all else as small as it may be. */
export function withEverywhere(text: string): readonly Asked[] {
  const roots = [
    ['query', schema.getQueryType()],
    ['mutation', schema.getMutationType()],
    ['subscription', schema.getSubscriptionType()],
  ] as const
  return roots.flatMap(([kind, type]) =>
    Object.values(type?.getFields() ?? {}).flatMap((field) => ofField(kind, field, text)),
  )
}

function ofField(kind: string, field: GraphQLField<unknown, unknown>, text: string): readonly Asked[] {
  const { name, args } = field
  const types = args.map((argument) => `$${argument.name}: ${argument.type}`).join(', ')
  const given = args.map((argument) => `${argument.name}: $${argument.name}`).join(', ')
  const selection = isCompositeType(getNamedType(field.type)) ? ' { __typename }' : ''
  const query = args.length === 0 ? null : `${kind}(${types}) { ${name}(${given})${selection} }`
  if (query === null) return []
  return args.flatMap((argument) =>
    placesOf(argument.type, text, 0).map(([path, value]) => ({
      what: `${kind} ${name}(${argument.name}${path})`,
      query,
      variables: { ...smallest(args), [argument.name]: value },
    })),
  )
}

/** Each value of a type that holds the text in one place, with where that is. */
function placesOf(
  type: GraphQLInputType,
  text: string,
  depth: number,
): readonly (readonly [string, unknown])[] {
  if (isNonNullType(type)) return placesOf(type.ofType, text, depth)
  if (isListType(type))
    return placesOf(type.ofType, text, depth).map(([path, value]) => [`[]${path}`, [value]])
  if (isInputObjectType(type)) {
    if (depth === maxDepth) return []
    const fields = Object.values(type.getFields())
    return fields.flatMap((field) =>
      placesOf(field.type, text, depth + 1).map(
        ([path, value]) => [`.${field.name}${path}`, { ...smallest(fields), [field.name]: value }] as const,
      ),
    )
  }
  if (type.name === 'String') return [['', text]]
  if (type.name === 'JSON')
    return [
      ['', text],
      [' as a value', { a: [text] }],
      [' as a key', { [text]: 1 }],
    ]
  if (type.name === 'ID')
    return [
      ['', text],
      [' within', toGlobalId('Run', text)],
      [' within base64', Buffer.from(`Run:${text}`).toString('base64')],
    ]
  return []
}

/** Required fields, and nothing else. */
function smallest(
  places: readonly Pick<GraphQLArgument, 'name' | 'type' | 'defaultValue'>[],
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    places.filter(({ type }) => isNonNullType(type)).map(({ name, type }) => [name, smallestOf(type)]),
  )
}

function smallestOf(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return smallestOf(type.ofType)
  if (isListType(type)) return [smallestOf(type.ofType)]
  if (isInputObjectType(type)) return smallest(Object.values(type.getFields()))
  if (isEnumType(type)) return type.getValues()[0]?.name
  const values: Readonly<Record<string, unknown>> = {
    Boolean: false,
    Int: 1,
    Float: 1,
    Decimal: '1',
    DateTime: '2026-01-01T00:00:00Z',
    JSON: {},
  }
  return values[type.name] ?? 'demo-chat'
}
