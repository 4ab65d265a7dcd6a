import { isJsonObject, type Json, type JsonObject, resolved } from '../domain/json.ts'

/**
 * A tool's schema as every server reads it: an object that says its properties, and no references, which are written out
 * where they stand. One that refers to itself becomes any value there.
 */
export function plainSchema(schema: JsonObject): JsonObject {
  const { $defs: _defs, definitions: _definitions, $schema: _schema, ...rest } = schema
  const plain = createInliner(schema)(rest, [])
  return { ...plain, type: 'object', properties: isJsonObject(plain.properties) ? plain.properties : {} }
}

/** References can multiply: so many are written out, and those beyond are any value. */
const maxReferences = 500

function createInliner(root: JsonObject): (schema: JsonObject, within: readonly string[]) => JsonObject {
  let references = 0

  function inlined(schema: JsonObject, within: readonly string[]): JsonObject {
    const { $ref: reference, ...rest } = schema
    if (typeof reference !== 'string') return mapped(schema, within)
    references += 1
    const isOpen = references <= maxReferences && !within.includes(reference)
    const target = isOpen ? resolved(root, reference) : undefined
    const found = isJsonObject(target) ? inlined(target, [...within, reference]) : {}
    return { ...found, ...mapped(rest, within) }
  }

  function mapped(schema: JsonObject, within: readonly string[]): JsonObject {
    return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, anyValue(value, within)]))
  }

  function anyValue(value: Json, within: readonly string[]): Json {
    if (Array.isArray(value)) return value.map((item) => anyValue(item, within))
    return isJsonObject(value) ? inlined(value, within) : value
  }

  return inlined
}
