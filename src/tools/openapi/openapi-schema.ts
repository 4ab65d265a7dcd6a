import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import { listsOfSchemas, mapsOfSchemas } from '../schema-keywords.ts'
import type { Located, References } from './openapi-references.ts'

/** As JSON, in characters: every call of a model carries it. */
const maxSchema = 100_000
/** Each takes three characters at least, `{},`: with more there is no need to read on, and a document of cycles has very many. */
const maxParts = maxSchema / 3

/** @throws Error where the schema of an operation is more than models are given */
export function checkSize(schema: JsonObject): void {
  if (JSON.stringify(schema).length > maxSchema) throw tooLarge()
}

function tooLarge(): Error {
  return new Error(`its input schema has more than ${maxSchema} characters`)
}

/** Turns the schemas of one operation into self-contained JSON Schemas. */
export interface SchemaReader {
  read(at: Located): Json
  /**
   * Returns the schemas that the schemas read so far refer to, by name, for `$defs`. @throws Error if a reference leads to nothing, or to a
   * document that cannot be had
   */
  defs(): Promise<JsonObject>
}

/** References are kept as such, so that a schema may hold itself; each target is read once. */
export function createSchemaReader(references: References): SchemaReader {
  const names = new Map<string, string>()
  const freeName = createNames()
  let parts = 0
  /** Referenced schemas that were not read yet. Nested reads would be as deep as the document has schemas. */
  const pending: { readonly name: string; readonly uri: string }[] = []

  const refer = (ref: string, base: string): string => {
    const uri = references.target(ref, base)
    const known = names.get(uri)
    if (known !== undefined) return known
    const name = freeName(uri)
    names.set(uri, name)
    pending.push({ name, uri })
    return name
  }

  const read = (at: Located): Json => {
    const { value: schema } = at
    parts += 1
    if (parts > maxParts) throw tooLarge()
    if (!isJsonObject(schema)) return typeof schema === 'boolean' ? schema : {}
    const base = references.baseOf(at)
    if (typeof schema.$ref !== 'string') return upgraded(keywordsOf(schema, base), schema)
    const ref = { $ref: `#/$defs/${refer(schema.$ref, base)}` }
    const { $ref: _ref, ...beside } = schema
    // 3.0 ignores what stands beside a reference; a description tells a model something all the same.
    if (references.hasSiblings) return { ...upgraded(keywordsOf(beside, base), beside), ...ref }
    const kept = Object.entries(beside).filter(([keyword]) => ['description', 'readOnly'].includes(keyword))
    return { ...Object.fromEntries(kept), ...ref }
  }

  const keywordsOf = (schema: JsonObject, base: string): JsonObject => {
    const entries = Object.entries(schema).flatMap(([keyword, value]): [string, Json][] => {
      if (isDropped(keyword)) return []
      if (mapsOfSchemas.includes(keyword) && isJsonObject(value)) return [[keyword, mapOf(value, base)]]
      if (listsOfSchemas.includes(keyword) && Array.isArray(value))
        return [[listOf(keyword, schema), value.map((one) => read({ value: one, base }))]]
      if (keyword === 'items' && Array.isArray(value))
        return [[keyword, value.map((one) => read({ value: one, base }))]]
      if (schemas.includes(keyword)) return [[keyword, read({ value, base })]]
      return [[keyword, value]]
    })
    return Object.fromEntries(entries)
  }

  const mapOf = (map: JsonObject, base: string): JsonObject =>
    Object.fromEntries(
      Object.entries(map)
        // Left out later (withoutReadOnly): what is in it is of no use.
        .map(([key, value]) => [key, isReadOnly(value) ? { readOnly: true } : read({ value, base })]),
    )

  const readDefs = async (): Promise<JsonObject> => {
    const defs = new Map<string, Json>()
    for (const { name, uri } of pending) {
      const target = await references.follow(uri, uri)
      if (!isJsonObject(target.value) && typeof target.value !== 'boolean')
        throw new Error(`its reference ${uri} leads to no schema`)
      defs.set(name, read(target))
    }
    return Object.fromEntries(defs)
  }

  return { read, defs: readDefs }
}

const schemas = [
  ...['items', 'not', 'if', 'then', 'else', 'contains', 'propertyNames', 'additionalProperties'],
  ...['unevaluatedItems', 'unevaluatedProperties'],
]
/** They say nothing of which values fit, or hold schemas that are read where they are referred to. */
const dropped = [
  ...['nullable', 'discriminator', 'xml', 'externalDocs', 'example', 'writeOnly'],
  ...['$schema', '$id', '$anchor', '$dynamicAnchor', '$comment', '$defs', 'definitions'],
]

/** Documents have alternatives that overlap, and a value that fits two of them may be right: the server says. */
function listOf(keyword: string, { anyOf }: JsonObject): string {
  return keyword === 'oneOf' && anyOf === undefined ? 'anyOf' : keyword
}

function isDropped(keyword: string): boolean {
  return dropped.includes(keyword) || keyword.startsWith('x-')
}

/** Converts keywords of version 3.0 to those of JSON Schema. */
function upgraded(schema: JsonObject, keywords: JsonObject): JsonObject {
  const { exclusiveMinimum, exclusiveMaximum, minimum, maximum, ...rest } = schema
  const bounds = {
    ...boundOf('minimum', 'exclusiveMinimum', minimum, exclusiveMinimum),
    ...boundOf('maximum', 'exclusiveMaximum', maximum, exclusiveMaximum),
  }
  const merged: JsonObject = { ...rest, ...bounds }
  if (keywords.nullable !== true) return merged
  const { type, enum: values } = merged
  if (typeof type !== 'string') return { anyOf: [merged, { type: 'null' }] }
  return {
    ...merged,
    type: [type, 'null'],
    ...(Array.isArray(values) ? { enum: [...new Set([...values, null])] } : {}),
  }
}

function boundOf(name: string, exclusive: string, bound?: Json, isExclusive?: Json): JsonObject {
  if (isExclusive === true) return bound === undefined ? {} : { [exclusive]: bound }
  return {
    ...(bound === undefined ? {} : { [name]: bound }),
    ...(typeof isExclusive === 'number' ? { [exclusive]: isExclusive } : {}),
  }
}

function isReadOnly(schema: Json): boolean {
  return isJsonObject(schema) && schema.readOnly === true
}

/** The last part of the reference, of a whole document its name; a number makes it unique. */
function createNames(): (uri: string) => string {
  const usedNames = new Set<string>()
  const last = new Map<string, number>()
  return (uri) => {
    const [document = '', fragment = ''] = uri.split('#')
    const part = fragment === '' ? document.replace(/\.(json|ya?ml)$/i, '') : fragment
    const name = part.slice(part.lastIndexOf('/') + 1).replace(/[^a-zA-Z0-9_.-]+/g, '_') || 'schema'
    for (let number = (last.get(name) ?? 0) + 1; ; number += 1) {
      const candidate = number === 1 ? name : `${name}_${number}`
      if (usedNames.has(candidate)) continue
      usedNames.add(candidate)
      last.set(name, number)
      return candidate
    }
  }
}
