import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../domain/json.ts'
import { leaveOutLostReferences } from './lost-references.ts'
import {
  isSchema,
  keywordFault,
  listsOfSchemas,
  mapsOfSchemas,
  subschemasOf,
  validatePattern,
} from './schema-keywords.ts'

/** A schema without its faults, and those that took something from it. */
export interface RepairedSchema {
  readonly schema: JsonObject
  readonly faults: readonly string[]
}

/**
 * A schema from outside, without what is wrong in it: a tool is not lost for one keyword. Some write `null` for what is not said,
 * and `required: true` at a property. A pattern of another language goes to the description, where a model reads it; the server checks
 * whatever is not checked here. What is left may still be wrong: a reference that comes back to itself.
 */
export function repairedSchema(given: JsonObject): RepairedSchema {
  const schema = structuredClone(given)
  const faults: string[] = []
  const pending: { readonly part: Json; readonly pointer: string }[] = [{ part: schema, pointer: '' }]
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (!isJsonObject(next.part)) continue
    faults.push(...repair(next.part, next.pointer))
    pending.push(...subschemasOf(next.part, next.pointer))
  }
  faults.push(...leaveOutLostReferences(schema))
  return { schema: structuredClone(schema), faults }
}

/** Changes one schema, which is a copy, and says what it loses. */
function repair(schema: JsonObject, pointer: string): readonly string[] {
  const { required, properties, pattern, description } = schema
  if (pattern !== undefined && pattern !== null && validatePattern(String(pattern)) !== null) {
    const words = typeof description === 'string' ? [description] : []
    Reflect.set(schema, 'description', [...words, `Pattern: ${String(pattern)}`].join(' '))
    Reflect.deleteProperty(schema, 'pattern')
  }
  const names = requiredIn(required, properties)
  if (names.length > 0) Reflect.set(schema, 'required', names)
  else if (required === true || required === false) Reflect.deleteProperty(schema, 'required')
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (value === null && !mayBeNull.includes(keyword)) Reflect.deleteProperty(schema, keyword)
    if (value === null) return []
    if (isJsonArray(value) && value.length === 0 && mayBeMap(keyword)) {
      Reflect.set(schema, keyword, {})
      return []
    }
    if (mapsOfSchemas.includes(keyword) && isJsonObject(value))
      Reflect.set(schema, keyword, Object.fromEntries(schemasIn(value, keyword)))
    else if (listsOfSchemas.includes(keyword) && isJsonArray(value) && value.some(isSchema))
      Reflect.set(schema, keyword, value.filter(isSchema))
    const fault = keywordFault(keyword, schema[keyword] ?? value)
    if (fault === null) return []
    Reflect.deleteProperty(schema, keyword)
    return [`${pointer}/${keyword} ${fault}`]
  })
}

/** PHP writes a map without members as a list. */
function mayBeMap(keyword: string): boolean {
  return keywordFault(keyword, []) !== null && keywordFault(keyword, {}) === null
}

const mayBeNull = ['const', 'default', 'example']

function schemasIn(map: JsonObject, keyword: string): readonly (readonly [string, Json])[] {
  return Object.entries(map)
    .filter(([name]) => keyword !== 'patternProperties' || validatePattern(name) === null)
    .map(([name, one]) => [name, isSchema(one) ? one : {}])
}

/** The names of a schema's list, and of the properties that say it of themselves. */
function requiredIn(required: Json | undefined, properties: Json | undefined): readonly Json[] {
  const said = isJsonObject(properties)
    ? Object.entries(properties).flatMap(([name, one]) =>
        isJsonObject(one) && one.required === true ? [name] : [],
      )
    : []
  const list = typeof required === 'string' ? [required] : (required ?? null)
  const names = isJsonArray(list) ? list.filter((name) => typeof name === 'string') : []
  return [...new Set([...names, ...said])]
}
