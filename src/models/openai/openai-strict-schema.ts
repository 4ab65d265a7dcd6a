import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'

/**
 * Whether OpenAI's structured outputs hold a model to this schema to the letter: each object closed, with all of its
 * properties required, and no keyword beyond the ones it knows. Any other schema is refused with `strict: true`
 * (developers.openai.com/api/docs/guides/structured-outputs#supported-schemas, November 2026).
 */
export function isStrictSchema(schema: JsonObject): boolean {
  return schema.type === 'object' && schema.anyOf === undefined && fits(schema)
}

function fits(schema: Json): boolean {
  if (!isJsonObject(schema)) return false
  const isKnown = Object.keys(schema).every((keyword) => keywords.has(keyword))
  return isKnown && isClosed(schema) && subschemas(schema).every(fits)
}

function isClosed({ type, properties, required, additionalProperties }: JsonObject): boolean {
  if (!has(type, 'object') && properties === undefined) return true
  const names = isJsonObject(properties) ? Object.keys(properties) : []
  return additionalProperties === false && names.every((name) => has(required, name))
}

function has(list: Json | undefined, word: string): boolean {
  return list === word || (Array.isArray(list) && list.includes(word))
}

function subschemas({ properties, $defs, definitions, items, anyOf }: JsonObject): readonly Json[] {
  const named = [properties, $defs, definitions].flatMap((group) =>
    isJsonObject(group) ? Object.values(group) : [],
  )
  return [...named, ...(items === undefined ? [] : [items]), ...(Array.isArray(anyOf) ? anyOf : [])]
}

const keywords: ReadonlySet<string> = new Set([
  ...['$schema', '$id', '$ref', '$defs', 'definitions', 'title', 'description'],
  ...['type', 'enum', 'const', 'anyOf', 'properties', 'required', 'additionalProperties', 'items'],
  ...['pattern', 'format', 'minItems', 'maxItems'],
  ...['multipleOf', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
])
