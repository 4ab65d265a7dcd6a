import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'

/** Values of a schema that are data, not schemas. */
const data = new Set(['default', 'example', 'examples', 'enum', 'const'])

/** All descriptions in a schema, at any depth. */
export function descriptionsIn(schema: Json): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap(descriptionsIn)
  if (!isJsonObject(schema)) return []
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (data.has(keyword)) return []
    return keyword === 'description' && typeof value === 'string' ? [value] : descriptionsIn(value)
  })
}

/** The schema with descriptions of at most `max` characters; the same where they are. */
export function withShortDescriptions(schema: JsonObject, max: number): JsonObject {
  if (descriptionsIn(schema).every((text) => text.length <= max)) return schema
  const short = shorten(schema, max)
  return isJsonObject(short) ? short : schema
}

function shorten(schema: Json, max: number): Json {
  if (Array.isArray(schema)) return schema.map((part) => shorten(part, max))
  if (!isJsonObject(schema)) return schema
  const entries = Object.entries(schema).map(([keyword, value]) => {
    if (data.has(keyword)) return [keyword, value]
    const isText = keyword === 'description' && typeof value === 'string'
    return [keyword, isText ? shortened(value, max) : shorten(value, max)]
  })
  return Object.fromEntries(entries)
}

export function shortened(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1)}…`
}
