import type { FieldMap, InputFieldMap, InputObjectRef, InterfaceParam, ObjectRef } from '@pothos/core'
import type { PrismaModelTypes } from '@pothos/plugin-prisma'
import type { ObjectKey } from '../domain/object-key.ts'
import { getDatamodel } from '../generated/pothos.ts'
import { builder, type Types } from './builder.ts'
import { type NodeKind, readId, toGlobalId, toKey } from './global-id.ts'

type Scalar =
  | 'ID'
  | 'Upload'
  | 'String'
  | 'Int'
  | 'Float'
  | 'Boolean'
  | 'SafeInt'
  | 'Decimal'
  | 'DateTime'
  | 'JSON'
/** An enum, an object or an input of the schema. */
type Ref = { readonly $inferType: unknown } | { readonly $inferInput: unknown }
type Type = Scalar | Ref

/** A field of a value object or of an input, declared once. `Gives`: what it gives callers; `Takes`: what it takes from them. */
export interface Field<in Gives = never, out Takes = unknown> {
  readonly type: Type
  readonly description: string
  readonly isList: boolean
  /** Whether null is a value of its own. In an input, null otherwise says that the field is left out. */
  readonly isNullable: boolean
  /** Whether an input must have it. */
  readonly isRequired: boolean
  /** Reads what callers give for it, such as a global id. `place`: where it stands, from the argument or the input inwards. @throws INVALID_ID */
  readonly read?: (given: never, place: string) => unknown
  /** Shows what callers get for it, such as a global id. */
  readonly show?: (value: string) => string
  /** Never there: for the compiler, as is the next. */
  readonly gives?: (value: Gives) => void
  readonly takes?: () => Takes
}

type Shown<Of> = Of extends Scalar
  ? Types['outputShapes'][Of]
  : Of extends { readonly $inferType: infer Value }
    ? Value
    : never
type Taken<Of> = Of extends Scalar
  ? Types['inputShapes'][Of]
  : Of extends { readonly $inferRead: infer Value }
    ? Value
    : Of extends { readonly $inferInput: infer Value }
      ? Value
      : never

export type Fields = Readonly<Record<string, Field>>

const plain = { isList: false, isNullable: false, isRequired: false } as const

/** Declares a field with a value of a type. */
export function one<Of extends Type>(type: Of, description: string): Field<Shown<Of>, Taken<Of>> {
  return { type, description, ...plain }
}

/** Declares a field with a list. */
export function many<Of extends Type>(
  type: Of,
  description: string,
): Field<readonly Shown<Of>[], readonly Taken<Of>[]> {
  return { type, description, ...plain, isList: true }
}

const scalar =
  <Of extends Scalar>(type: Of) =>
  (description: string) =>
    one(type, description)

export const id = scalar('ID')
export const string = scalar('String')
export const int = scalar('Int')
export const safeInt = scalar('SafeInt')
export const boolean = scalar('Boolean')
export const decimal = scalar('Decimal')
export const moment = scalar('DateTime')
export const json = scalar('JSON')

/** Fields that may also be null: an absent property of a value object, or something of its own to say in an input. */
export const nullable = {
  one: <Of extends Type>(type: Of, description: string) => orNull(one(type, description)),
  string: (description: string) => orNull(string(description)),
  int: (description: string) => orNull(int(description)),
  safeInt: (description: string) => orNull(safeInt(description)),
  decimal: (description: string) => orNull(decimal(description)),
  moment: (description: string) => orNull(moment(description)),
  json: (description: string) => orNull(json(description)),
}

/** Fields that an input must have. */
export const required = {
  one: <Of extends Type>(type: Of, description: string) => needed(one(type, description)),
  many: <Of extends Type>(type: Of, description: string) => needed(many(type, description)),
  id: (description: string) => needed(id(description)),
  string: (description: string) => needed(string(description)),
  int: (description: string) => needed(int(description)),
  idsOf: (kind: NodeKind, description: string) => needed(idsOf(kind, description)),
  idOf: (kind: NodeKind, description = `Global id of the ${wordOf(kind)}.`) =>
    needed(idOf(kind, description)),
  keyOf: (kind: 'Agent' | 'Workflow' | 'DataSet', description: string) => needed(keyOf(kind, description)),
}

function orNull<Gives, Takes>(field: Field<Gives, Takes>): Field<Gives | null | undefined, Takes | null> {
  const { type, description, isList } = field
  return { type, description, isList, isNullable: true, isRequired: false }
}

function needed<Gives, Takes>(field: Field<Gives, Takes>) {
  return { ...field, isRequired: true } as const
}

/** The id of an object: its UUID is read from the global id and shown as it. @throws INVALID_ID */
export function idOf(kind: NodeKind, description: string): Field<string, string> {
  return {
    ...id(description),
    read: (given: string, place) => readId(kind, given, place),
    show: (uuid) => toGlobalId(kind, uuid),
  }
}

/** The ids of objects. @throws INVALID_ID */
export function idsOf(kind: NodeKind, description: string): Field<never, readonly string[]> {
  const read = (given: readonly string[], place: string) =>
    given.map((one, index) => readId(kind, one, `${place}.${index}`))
  return { ...many('ID', description), read }
}

/** The id or the slug of an object. */
export function keyOf(kind: 'Agent' | 'Workflow' | 'DataSet', description: string): Field<never, ObjectKey> {
  return { type: 'ID', description, ...plain, read: (given: string) => toKey(kind, given) }
}

const ownWords: Readonly<Record<string, string>> = {
  ApiKey: 'API key',
  WebhookDelivery: 'delivery',
  DataSetItem: 'item',
  EvaluationResult: 'result',
}

/** The name of a type in a sentence: `data set`. */
export function wordOf(type: string): string {
  return ownWords[type] ?? type.replaceAll(/(?<=[a-z])[A-Z]/g, ' $&').toLowerCase()
}

/** A text with a capital at its beginning. */
export function capital(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

/** Fields of a value object, by the names of its properties. */
export type FieldsOf<Value> = { readonly [Name in keyof Value as string & Name]?: Field<Value[Name]> }

type Builder<Value extends object> = PothosSchemaTypes.ObjectFieldBuilder<Types, Value>

export interface More<Value extends object> {
  readonly interfaces?: InterfaceParam<Types>[]
  /** Fields that are not properties of the value. */
  readonly fields?: (t: Builder<Value>) => FieldMap
}

/** A value object of the schema: its fields are properties of the value with their types. */
export function valueObject<Value extends object>(
  name: string,
  description: string,
  fields: FieldsOf<Value>,
  { interfaces = [], fields: others = () => ({}) }: More<Value> = {},
): ObjectRef<Types, Value> {
  return builder.objectRef<Value>(name).implement({
    description,
    interfaces,
    fields: (t) => ({ ...properties(t, fields), ...others(t) }),
  })
}

/** Fields that give properties of an object. */
function properties<Value extends object>(t: Builder<Value>, fields: FieldsOf<Value>): FieldMap {
  return Object.fromEntries(
    Object.entries(fields as Fields).map(([name, { type, isList, isNullable, description, show }]) => [
      name,
      t.field({
        // `FieldsOf` ties the types of the fields to those of the value; the compiler sees all types of all fields at once.
        type: (isList ? [type] : type) as 'JSON',
        nullable: isNullable,
        description,
        resolve: (object) => {
          const value = Reflect.get(object, name) ?? null
          return show === undefined || typeof value !== 'string' ? value : show(value)
        },
      }),
    ]),
  )
}

type TakenBy<Of> = Of extends Field<never, infer Takes> ? Takes : never
type RequiredIn<Of extends Fields> = {
  [Name in keyof Of]: Of[Name] extends { readonly isRequired: true } ? Name : never
}[keyof Of]

/** An input as it is read: nulls without a meaning of their own are left out, and ids are those of rows. */
export type Read<Of extends Fields> = { readonly [Name in RequiredIn<Of>]: TakenBy<Of[Name]> } & {
  readonly [Name in Exclude<keyof Of, RequiredIn<Of>>]?: TakenBy<Of[Name]>
}

/** An input of the schema that is read, alone or as a field of another one. */
export type ReadInput<Value> = InputObjectRef<Types, GivenInput> & { readonly $inferRead: Value }

/** An input as callers give it: GraphQL has checked it by its type. */
export type GivenInput = Readonly<Record<string, unknown>>

/** Has an input read where it is a field of another one. */
export function readBy<Value>(
  input: InputObjectRef<Types, GivenInput>,
  read: (given: GivenInput, place: string) => Value,
): ReadInput<Value> {
  readers.set(input, read)
  // For the compiler alone: there is no such property.
  return input as ReadInput<Value>
}

const readers = new Map<unknown, (given: GivenInput, place: string) => unknown>()

/** Reads an input. `parent`: the field that it is, with a dot. @throws INVALID_ID naming the place */
export function readGivenInput<Of extends Fields>(given: GivenInput, fields: Of, parent = ''): Read<Of> {
  const read = Object.entries(given).flatMap(([name, value]) => {
    const field = fields[name]
    if (value === null && !field?.isNullable) return []
    return [[name, field && value !== null ? readField(field, value, `${parent}${name}`) : value]]
  })
  // Object.fromEntries forgets which keys it was given; they are those of the input.
  return Object.fromEntries(read) as Read<Of>
}

function readField({ type, isList, read }: Field, value: unknown, place: string): unknown {
  // GraphQL has checked the value by the type of its field.
  if (read !== undefined) return read(value as never, place)
  const readOne = readers.get(type)
  if (readOne === undefined) return value
  if (!isList) return readOne(value as GivenInput, place)
  return (value as readonly GivenInput[]).map((one, index) => readOne(one, `${place}.${index}`))
}

/** An input of the schema; `isOneOf`: callers give exactly one of its fields. */
export function inputObject<const Of extends Fields>(
  name: string,
  description: string,
  fields: Of,
  { isOneOf = false }: { readonly isOneOf?: boolean } = {},
): ReadInput<Read<Of>> {
  const input = builder.inputType(name, {
    description,
    ...(isOneOf && { isOneOf }),
    fields: (t) => {
      const declared = Object.entries(fields).map(([field, { type, isList, isRequired, ...described }]) => [
        field,
        t.field({
          // The compiler sees all types of all fields at once, and forgets their names: `Read` has both.
          type: (isList ? [type] : type) as 'JSON',
          required: isRequired,
          description: described.description,
        }),
      ])
      return Object.fromEntries(declared) as InputFieldMap
    },
  })
  return readBy<Read<Of>>(input, (given, place) => readGivenInput(given, fields, `${place}.`))
}

/** Columns and relations of a model: each with its description, or as a field whose type is narrower than that of the table. */
export type RowFields<Model extends PrismaModelTypes> = {
  readonly [Name in (keyof Model['Shape'] & string) | Model['RelationName']]?: string | Field
}

const { models } = getDatamodel().datamodel

/** Types of columns that the schema has under another name. */
const columnTypes: Readonly<Record<string, string>> = { Json: 'JSON', BigInt: 'SafeInt' }

/** Values of columns that the schema shows in another form. */
const columnForms: Readonly<Record<string, (value: { toFixed(): string } | null) => unknown>> = {
  Decimal: (value) => value?.toFixed() ?? null,
  BigInt: (value) => (value === null ? null : Number(value)),
}

/** Fields that give columns and relations of a row: the tables say their types, and whether they may be null. */
export function rowFields<Model extends PrismaModelTypes, Row extends object>(
  t: PothosSchemaTypes.PrismaObjectFieldBuilder<Types, Model, Row>,
  fields: RowFields<Model>,
): FieldMap {
  const columns = new Map(models[t.model]?.fields.map((column) => [column.name, column]))
  return Object.fromEntries(
    Object.entries<string | Field | undefined>(fields).map(([name, declared]) => {
      const { kind, type, isList, isRequired } = columns.get(name) ?? {}
      const given = typeof declared === 'object' ? declared : { description: declared, type: undefined }
      const options = { nullable: isRequired === false, description: given.description }
      // The names are of the model, and the types those of its columns; the compiler sees all models at once.
      if (kind === 'object') return [name, t.relation(name as never, options as never)]
      const ofColumn = given.type ?? columnTypes[String(type)] ?? type
      const field = { type: isList ? [ofColumn] : ofColumn, ...options }
      const form = columnForms[String(type)]
      if (form === undefined) return [name, t.expose(name as never, field as never)]
      const resolve = (row: object) => form(Reflect.get(row, name))
      return [name, t.field({ ...field, select: { [name]: true }, resolve } as never)]
    }),
  )
}
