import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLInterfaceType,
  type GraphQLNamedType,
  GraphQLNonNull,
  type GraphQLObjectType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isObjectType,
} from 'graphql'
import { schema } from '../../../src/graphql/schema.ts'

/** A document with its variables. */
export interface Question {
  /** Subject: a type, or a field with its argument. */
  readonly name: string
  readonly query: string
  readonly variables: Readonly<Record<string, unknown>>
}

/** Arguments that must be given, by their place (`Query.run.id`), each as the text of a document. */
export type Given = Readonly<Record<string, string>>

type Composite = GraphQLObjectType | GraphQLInterfaceType
type Field = GraphQLField<unknown, unknown>

/** A field that can be asked for, and how a document leads to the type that has it. */
export interface FoundField {
  readonly of: GraphQLObjectType
  readonly field: Field
  /** The document around what is asked of the type. */
  readonly way: Way
}

type Way = (inside: string) => string

/** The longest list of any run is its log: one event of each type. */
const pageSize = 60

/**
 * Every type that a query leads to, with the shortest path through fields that may be passed.
 * @throws where a field needs an argument that is not given, so that it cannot be queried
 */
export function findWays(
  given: Given,
  mayPass: (of: GraphQLObjectType, field: Field) => boolean = leadsToOneType,
): ReadonlyMap<GraphQLObjectType, Way> {
  const query = schema.getQueryType()
  if (!query) throw new Error('The schema has no queries.')
  const ways = new Map<GraphQLObjectType, Way>([[query, (inside) => inside]])
  for (const [type, way] of ways)
    for (const field of Object.values(type.getFields())) {
      if (!mayPass(type, field)) continue
      const call = callOf(type, field, given)
      const target = getNamedType(field.type)
      for (const next of objectsOf(target)) {
        const cast = next === target ? '' : `... on ${next.name} `
        if (!ways.has(next))
          ways.set(next, (inside) =>
            way(cast === '' ? `${call} { ${inside} }` : `${call} { ${cast}{ ${inside} } }`),
          )
      }
    }
  return ways
}

/**
 * `node` leads to the object of its id; `relic` leads to settings of one kind, `relics` to those of all, and so do gates to their contexts.
 */
function leadsToOneType(of: GraphQLObjectType, { name }: Field): boolean {
  return !['node', 'nodes', 'relic'].includes(name) && !(of.name === 'Query' && name === 'gate')
}

/** Every field of every type that a query leads to. */
export function findFields(given: Given): readonly FoundField[] {
  return [...findWays(given)].flatMap(([of, way]) =>
    Object.values(of.getFields()).map((field) => ({ of, field, way })),
  )
}

/** A document for each type that asks for all of its fields, and of what they lead to for all that leads nowhere else. */
export function everything(given: Given): readonly Question[] {
  return [...findWays(given)].flatMap(([type, way]) => {
    const fields = Object.values(type.getFields()).map((field) => selected(type, field, given))
    // The fields of the query itself are too many for one document.
    const parts = type === schema.getQueryType() ? fields : [fields.join(' ')]
    return parts.map((part) => ({
      name: type.name,
      query: `{ ${way(`__typename ${part}`)} }`,
      variables: {},
    }))
  })
}

/** The field with all that it leads to, as a part of a document. */
export function selected(of: GraphQLObjectType, field: Field, given: Given, call?: string): string {
  const type = getNamedType(field.type)
  const asked = call ?? callOf(of, field, given)
  return isLeafType(type) ? asked : `${asked} { ${leavesOf(type)} }`
}

/** Returns the fields of a type that need no argument and lead to no other object. A page of a list is followed to its entries. */
export function leavesOf(type: GraphQLNamedType): string {
  if (!isComposite(type)) return '__typename'
  const parts = Object.values(type.getFields()).flatMap((field) => {
    const target = getNamedType(field.type)
    if (field.args.some(isRequired)) return []
    if (isLeafType(target)) return [field.name]
    return isOfPage(type, field) ? [`${field.name} { ${leavesOf(target)} }`] : []
  })
  return ['__typename', ...parts].join(' ')
}

function isOfPage(type: Composite, { name }: Field): boolean {
  return /(Connection|Edge)$/.test(type.name) && ['edges', 'node', 'pageInfo'].includes(name)
}

function isComposite(type: GraphQLNamedType): type is Composite {
  return isObjectType(type) || isInterfaceType(type)
}

function objectsOf(type: GraphQLNamedType): readonly GraphQLObjectType[] {
  if (isObjectType(type)) return [type]
  return isInterfaceType(type) ? schema.getPossibleTypes(type) : []
}

/** The field with the arguments that it needs, and with a page that has everything. */
export function callOf(of: GraphQLObjectType, field: Field, given: Given): string {
  return callWith(of, field, given, {})
}

/** The field with these arguments beside those that it needs. */
export function callWith(
  of: GraphQLObjectType,
  { name, args }: Field,
  given: Given,
  more: Readonly<Record<string, string>>,
): string {
  const pages = 'after' in more || !args.some((arg) => arg.name === 'first') || 'before' in more
  const all: Record<string, string> = pages ? {} : { first: String(pageSize) }
  for (const arg of args) {
    const argument = `${of.name}.${name}.${arg.name}`
    const value = more[arg.name] ?? given[argument]
    if (value !== undefined) all[arg.name] = value
    else if (isRequired(arg))
      throw new Error(`${argument} must be given: say in the test what there is to ask.`)
  }
  const texts = Object.entries(all).map(([key, value]) => `${key}: ${value}`)
  return texts.length === 0 ? name : `${name}(${texts.join(', ')})`
}

function isRequired({ type, defaultValue }: Pick<GraphQLArgument, 'type' | 'defaultValue'>): boolean {
  return type instanceof GraphQLNonNull && defaultValue === undefined
}

/** A place of an argument, down to the fields of input objects, that takes a value of a scalar or an enum. */
export interface SchemaField {
  /** `filter.sessionKey`. */
  readonly path: readonly string[]
  readonly type: GraphQLInputType
}

/** The places of some arguments, or of the fields of an input; one that leads into itself is followed once. */
export function fieldsOf(
  args: readonly { readonly name: string; readonly type: GraphQLInputType }[],
  seen: readonly GraphQLNamedType[] = [],
): readonly SchemaField[] {
  return args.flatMap(({ name, type }) => {
    const named = getNamedType(type)
    if (!isInputObjectType(named)) return [{ path: [name], type }]
    if (seen.includes(named)) return []
    return fieldsOf(Object.values(named.getFields()), [...seen, named]).map((argument) => ({
      ...argument,
      path: [name, ...argument.path],
    }))
  })
}

/** An argument's text in a document that has `value` at a place, and beside it what must be there. */
export function textAt(
  { type }: { readonly type: GraphQLInputType },
  [first, ...rest]: readonly string[],
  value: string,
): string {
  const named = getNamedType(type)
  if (first === undefined || !isInputObjectType(named)) return value
  const fields = Object.values(named.getFields())
  const needed = fields.filter((field) => field.name !== first && isRequired(field))
  const wanted = fields.filter((field) => field.name === first)
  const texts = [
    ...needed.map((field) => `${field.name}: ${anyOf(field.type)}`),
    ...wanted.map((field) => `${field.name}: ${textAt(field, rest, value)}`),
  ]
  return `{ ${texts.join(', ')} }`
}

function anyOf(type: GraphQLInputType): string {
  const named = getNamedType(type)
  if (isEnumType(named)) return named.getValues()[0]?.name ?? 'null'
  if (named.name === 'String') return '"any"'
  throw new Error(`Nobody knows what to give for ${String(type)}.`)
}

/** The values of a place that are harmless: they name nothing. `null` where a value may name something. */
export function harmlessValues(type: GraphQLInputType): readonly string[] | null {
  const named = getNamedType(type)
  if (isEnumType(named)) return named.getValues().map(({ name }) => name)
  if (named.name === 'Boolean') return ['true', 'false']
  if (['Int', 'Float', 'SafeInt'].includes(named.name)) return ['1', '2']
  if (named.name === 'DateTime') return ['"2000-01-01T00:00:00Z"', '"2100-01-01T00:00:00Z"']
  // Bytes of the caller.
  if (named.name === 'Upload') return ['null']
  if (named.name === 'Decimal') return ['"0.5"']
  if (['ID', 'String', 'JSON', '_Any'].includes(named.name)) return null
  throw new Error(`Nobody knows whether a ${named.name} can name something of another project.`)
}
