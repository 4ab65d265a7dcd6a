import type { EnumRef, ObjectRef } from '@pothos/core'
import { z } from 'zod'
import { type Declared, declared } from '../domain/declared.ts'
import { describedEnum, type Types } from './builder.ts'
import {
  type Field,
  type Fields,
  type FieldsOf,
  type GivenInput,
  idOf,
  inputObject,
  keyOf,
  type More,
  type ReadInput,
  readBy,
  valueObject,
} from './fields.ts'
import type { NodeKind } from './global-id.ts'

/** The enum of the schema for one of the domain. */
export function enumOf<Entries extends z.core.util.EnumLike>(
  choice: z.ZodEnum<Entries>,
): EnumRef<Types, z.output<z.ZodEnum<Entries>>> {
  const { name, description = '', values = {} } = declarationOf(choice)
  return once(name, () => describedEnum(name, description, values))
}

/** The value object of the schema for an object of the domain: a property that may be left out is null where it is. */
export function objectOf<Object extends z.ZodObject, Value extends z.output<Object> = z.output<Object>>(
  object: Object,
  more: More<Value> = {},
): ObjectRef<Types, Value> {
  const { name, description = '' } = declarationOf(object)
  if (made.has(name) && more.fields) throw new Error(`${name} was made before without its other fields.`)
  // The fields are those of the object; the compiler sees all types of all fields at once.
  const fields = fieldsOf(object, 'OUTPUT') as FieldsOf<Value>
  return once(name, () => valueObject<Value>(name, description, fields, more))
}

/** The input of the schema for an object of the domain, named after it. The operation that gets it checks it by the declaration. */
export function inputObjectOf<Object extends z.ZodObject>(object: Object): ReadInput<z.output<Object>> {
  const { name, description = '', isOneOf = false } = declarationOf(object)
  return once(`${name}Input`, () =>
    inputObject(`${name}Input`, description, fieldsOf(object, 'INPUT'), { isOneOf }),
  )
}

/** The same where callers may leave out every field. The operation that gets it also sees the nulls. */
export function changesOf(object: z.ZodObject, note: string): ReadInput<GivenInput> {
  const { name, description } = declarationOf(object)
  const input = inputObject(`${name}Input`, `${description} ${note}`, fieldsOf(object.partial(), 'INPUT'))
  return readBy(input, (given) => given)
}

/** The fields of a mutation's input for an object of the domain. */
export function inputFields<Object extends z.ZodObject>(object: Object): InputFields<z.output<Object>> {
  // The fields are those of the object; the compiler sees all types of all fields at once.
  return fieldsOf(object, 'INPUT') as InputFields<z.output<Object>>
}

type InputFields<Value> = {
  readonly [Name in keyof Value & string]-?: undefined extends Value[Name]
    ? Field<never, Exclude<Value[Name], undefined>>
    : Field<never, Value[Name]> & { readonly isRequired: true }
}

type Side = 'INPUT' | 'OUTPUT'

/** A property that is not described is none of the API. */
function fieldsOf(object: z.ZodObject, side: Side): Fields {
  const described = Object.entries(object.shape).filter(([, schema]) => descriptionOf(schema) !== '')
  return Object.fromEntries(described.map(([name, schema]) => [name, fieldOf(schema, side)]))
}

function descriptionOf(schema: z.core.$ZodType): string {
  return (
    layersOf(schema)
      .map((layer) => z.globalRegistry.get(layer)?.description)
      .find((text) => text !== undefined) ?? ''
  )
}

function fieldOf(schema: z.core.$ZodType, side: Side): Field {
  const layers = layersOf(schema)
  const isAbsent = layers.some((layer) => layer instanceof z.ZodOptional && !declared.get(layer)?.isFilled)
  const inner = layers.at(-1)
  const isList = inner instanceof z.ZodArray
  const { idOf: ofId, keyOf: ofKey } = (inner && declared.get(inner)) ?? {}
  return {
    ...(ofId && idOf(ofId as NodeKind, '')),
    ...(ofKey && keyOf(ofKey, '')),
    type: typeOf(isList ? layersOf(inner.element).at(-1) : inner, side),
    description: descriptionOf(schema),
    isList,
    isNullable: layers.some((layer) => layer instanceof z.ZodNullable) || (side === 'OUTPUT' && isAbsent),
    isRequired: !z.safeParse(schema, undefined).success,
  }
}

/** A schema, and what is within it: what may be null or left out, or is made of what a caller gives. */
function layersOf(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  if (schema instanceof z.ZodPipe) return [schema, ...layersOf(schema.in)]
  const isWrapped =
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodCatch ||
    schema instanceof z.ZodReadonly
  return isWrapped ? [schema, ...layersOf(schema.unwrap())] : [schema]
}

function typeOf(schema: z.core.$ZodType | undefined, side: Side): Field['type'] {
  if (schema instanceof z.ZodEnum) return enumOf(schema)
  if (schema instanceof z.ZodObject && declared.get(schema)?.name)
    return side === 'INPUT' ? inputObjectOf(schema) : objectOf(schema)
  const scalar = schema && declared.get(schema)?.scalar
  if (scalar !== undefined) return scalar
  if (schema instanceof z.ZodNumber) return schema.isInt ? 'Int' : 'Float'
  if (schema instanceof z.ZodString) return 'String'
  if (schema instanceof z.ZodBoolean) return 'Boolean'
  return schema instanceof z.ZodDate ? 'DateTime' : 'JSON'
}

/** Name that the API has for a type of the domain. */
export function nameOf(schema: z.core.$ZodType): string {
  return declarationOf(schema).name
}

function declarationOf(schema: z.core.$ZodType): Declared & { readonly name: string } {
  const found = declared.get(schema)
  if (found?.name === undefined) throw new Error('The API knows a type of the domain by no name.')
  return { ...found, name: found.name }
}

const made = new Map<string, unknown>()

/** A name has one declaration, and its type is made when it is first asked for. */
function once<Type>(name: string, make: () => unknown): Type {
  const type = made.get(name) ?? make()
  made.set(name, type)
  // The type that was made under this name.
  return type as Type
}
