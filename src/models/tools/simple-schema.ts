import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import { plainSchema } from '../plain-schema.ts'

const simpleSchemas = new WeakMap<JsonObject, JsonObject>()

/**
 * A tool's schema in the words that every grammar knows: types, properties, items, enums and alternatives. It takes all that the schema
 * takes, and more: the engine checks the arguments against the schema as it was given.
 */
export function simpleSchema(schema: JsonObject): JsonObject {
  const known = simpleSchemas.get(schema)
  if (known) return known
  const plain = plainSchema(schema)
  const made = { ...simplified(plain), type: 'object', properties: propertiesOf(plain) }
  const simple = JSON.stringify(made) === JSON.stringify(schema) ? schema : made
  simpleSchemas.set(schema, simple)
  return simple
}

function simplified(schema: JsonObject): JsonObject {
  const { type, description, enum: listed, const: only, properties, required, items, anyOf, oneOf } = schema
  const values = listed ?? (only === undefined ? undefined : [only])
  const choices = [anyOf, oneOf].flatMap((list) => (Array.isArray(list) ? list.map(inner) : []))
  return {
    ...(type !== undefined && { type }),
    ...(description !== undefined && { description }),
    ...(values !== undefined && { enum: values }),
    ...(isJsonObject(properties) && { properties: propertiesOf(schema) }),
    ...(required !== undefined && { required }),
    ...(isJsonObject(items) && { items: simplified(items) }),
    ...(choices.length > 0 && { anyOf: choices }),
  }
}

function propertiesOf({ properties }: JsonObject): JsonObject {
  if (!isJsonObject(properties)) return {}
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, inner(schema)]))
}

function inner(schema: Json): Json {
  return isJsonObject(schema) ? simplified(schema) : schema
}
