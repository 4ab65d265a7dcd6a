import { isJsonObject, isSameJson, type Json, type JsonObject } from '../../domain/json.ts'
import { plainSchema } from '../plain-schema.ts'

/** How a tool's schema is sent, from the richest to the barest: each is tried where a provider refuses the one before. */
export const schemaForms = ['OWN', 'SIMPLE', 'BARE'] as const
export type SchemaForm = (typeof schemaForms)[number]

/** Each form in words, for the log. */
export const formWords: Readonly<Record<SchemaForm, string>> = {
  OWN: 'as they are',
  SIMPLE: 'with types, properties and enums alone',
  BARE: 'with types, properties and enums alone, and without alternatives',
}

/** The schema in a form; the same where it is that already. The engine checks the arguments against the schema as it was given. */
export function schemaIn(form: SchemaForm, schema: JsonObject): JsonObject {
  if (form === 'OWN') return schema
  return form === 'SIMPLE' ? simpleSchema(schema) : bareSchema(schema)
}

const simpleSchemas = new WeakMap<JsonObject, JsonObject>()
const bareSchemas = new WeakMap<JsonObject, JsonObject>()

/**
 * A tool's schema in the words that every grammar knows: types, properties, items, enums and alternatives. It takes all that the schema
 * takes, and more.
 */
function simpleSchema(schema: JsonObject): JsonObject {
  return madeOnce(simpleSchemas, schema, () => {
    const plain = plainSchema(schema)
    return { ...simplified(plain), type: 'object', properties: propertiesOf(plain) }
  })
}

/** The simple schema with one type for each value: of alternatives the only one that is not null, the first object, or none. */
function bareSchema(schema: JsonObject): JsonObject {
  return madeOnce(bareSchemas, schema, () => {
    const simple = simpleSchema(schema)
    const made = bared(simple)
    return isSameJson(made, simple) ? simple : made
  })
}

function madeOnce(
  made: WeakMap<JsonObject, JsonObject>,
  schema: JsonObject,
  make: () => JsonObject,
): JsonObject {
  const known = made.get(schema)
  if (known) return known
  const changed = make()
  const one = isSameJson(changed, schema) ? schema : changed
  made.set(schema, one)
  return one
}

const types: readonly Json[] = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']

function simplified(schema: JsonObject): JsonObject {
  const { type, description, enum: listed, const: only, properties, required, items, anyOf, oneOf } = schema
  const values = listed ?? (only === undefined ? undefined : [only])
  const choices = [anyOf, oneOf].flatMap((list) => (Array.isArray(list) ? list.map(inner) : []))
  const known = Array.isArray(type) ? type.every((one) => types.includes(one)) : types.includes(type ?? '')
  const isList = type === 'array' || (Array.isArray(type) && type.includes('array'))
  const needed = Array.isArray(required) ? required.filter((name) => isPropertyOf(schema, name)) : []
  return {
    ...(type !== undefined && known && { type }),
    ...(typeof description === 'string' && { description }),
    ...(Array.isArray(values) && values.length > 0 && { enum: values }),
    ...(isJsonObject(properties) && { properties: propertiesOf(schema) }),
    ...(needed.length > 0 && { required: needed }),
    // Many refuse a list that does not say of what.
    ...(isJsonObject(items) ? { items: simplified(items) } : isList && { items: {} }),
    ...(choices.length > 0 && { anyOf: choices }),
  }
}

function isPropertyOf({ properties }: JsonObject, name: Json): boolean {
  return isJsonObject(properties) && typeof name === 'string' && Object.hasOwn(properties, name)
}

function propertiesOf({ properties }: JsonObject): JsonObject {
  if (!isJsonObject(properties)) return {}
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, inner(schema)]))
}

function inner(schema: Json): JsonObject {
  return isJsonObject(schema) ? simplified(schema) : {}
}

/** Of a simple schema. */
function bared({ anyOf, ...schema }: JsonObject): JsonObject {
  const { type, enum: values, properties, items, ...rest } = { ...chosen(schema, anyOf), ...schema }
  const listed = Array.isArray(type) ? type.filter((one) => one !== 'null') : type === undefined ? [] : [type]
  const [one] = listed
  const isNamed = Array.isArray(values) && values.every((value) => typeof value === 'string' && value !== '')
  return {
    ...(one !== undefined && listed.length === 1 && { type: one }),
    ...rest,
    ...(isNamed && { enum: values }),
    ...(isJsonObject(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, value]) => [name, isJsonObject(value) ? bared(value) : {}]),
      ),
    }),
    ...(isJsonObject(items) && { items: bared(items) }),
  }
}

function chosen(schema: JsonObject, anyOf: Json | undefined): JsonObject {
  if (!Array.isArray(anyOf) || schema.properties !== undefined) return {}
  const variants: readonly JsonObject[] = anyOf.filter(isJsonObject).filter(({ type }) => type !== 'null')
  const [only, ...others] = variants
  const found =
    others.length === 0 ? only : variants.find(({ type, properties }) => type === 'object' || properties)
  if (found === undefined) return {}
  const { anyOf: further, ...one } = found
  return { ...chosen(one, further), ...one }
}
