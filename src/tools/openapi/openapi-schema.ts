import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import { listsOfSchemas, mapsOfSchemas } from '../schema-keywords.ts'
import { lookUp } from './openapi-document.ts'

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
  read(schema: Json | undefined): Json
  /**
   * Returns the schemas that the schemas read so far refer to, by name, for `$defs`. @throws Error if a reference leads to nothing, or out
   * of the document
   */
  defs(): JsonObject
}

/** References are kept as such, so that a schema may hold itself; each target is read once. */
export function createSchemaReader(document: JsonObject): SchemaReader {
  const names = new Map<string, string>()
  const freeName = createNames()
  let parts = 0
  /** Referenced schemas that were not read yet. Nested reads would be as deep as the document has schemas. */
  const pending: { readonly name: string; readonly ref: string }[] = []

  const refer = (ref: string): string => {
    const known = names.get(ref)
    if (known !== undefined) return known
    const name = freeName(ref)
    names.set(ref, name)
    pending.push({ name, ref })
    return name
  }

  const read = (schema: Json | undefined): Json => {
    parts += 1
    if (parts > maxParts) throw tooLarge()
    if (!isJsonObject(schema)) return typeof schema === 'boolean' ? schema : {}
    if (typeof schema.$ref === 'string') return { $ref: `#/$defs/${refer(schema.$ref)}` }
    const entries = Object.entries(schema).flatMap(([keyword, value]): [string, Json][] => {
      if (isDropped(keyword)) return []
      if (mapsOfSchemas.includes(keyword) && isJsonObject(value)) return [[keyword, mapOf(value)]]
      if (listsOfSchemas.includes(keyword) && Array.isArray(value))
        return [[keyword, value.map((one) => read(one))]]
      if (schemas.includes(keyword)) return [[keyword, read(value)]]
      return [[keyword, value]]
    })
    return upgraded(Object.fromEntries(entries), schema)
  }

  const mapOf = (map: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(map)
        // A server gives these, and takes them from nobody.
        .filter(([, schema]) => !(isJsonObject(schema) && schema.readOnly === true))
        .map(([key, schema]) => [key, read(schema)]),
    )

  const readDefs = (): JsonObject => {
    const defs = new Map<string, Json>()
    for (const { name, ref } of pending) defs.set(name, read(lookUp(ref, document)))
    return Object.fromEntries(defs)
  }

  return { read, defs: readDefs }
}

const schemas = [
  ...['items', 'not', 'if', 'then', 'else', 'contains', 'propertyNames', 'additionalProperties'],
  ...['unevaluatedItems', 'unevaluatedProperties'],
]
/** They say nothing of which values fit. */
const dropped = [
  'nullable',
  'discriminator',
  'xml',
  'externalDocs',
  'example',
  'readOnly',
  'writeOnly',
  '$schema',
  '$id',
]

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
  const hidden = hiddenIn(keywords)
  const merged: JsonObject = {
    ...rest,
    ...bounds,
    ...(Array.isArray(rest.required)
      ? { required: rest.required.filter((name) => !hidden.has(String(name))) }
      : {}),
  }
  if (keywords.nullable !== true) return merged
  const { type, enum: values } = merged
  if (typeof type !== 'string') return { anyOf: [merged, { type: 'null' }] }
  return { ...merged, type: [type, 'null'], ...(Array.isArray(values) ? { enum: [...values, null] } : {}) }
}

function boundOf(name: string, exclusive: string, bound?: Json, isExclusive?: Json): JsonObject {
  if (isExclusive === true) return bound === undefined ? {} : { [exclusive]: bound }
  return {
    ...(bound === undefined ? {} : { [name]: bound }),
    ...(typeof isExclusive === 'number' ? { [exclusive]: isExclusive } : {}),
  }
}

function hiddenIn({ properties }: JsonObject): ReadonlySet<string> {
  if (!isJsonObject(properties)) return new Set()
  return new Set(
    Object.entries(properties).flatMap(([name, schema]) =>
      isJsonObject(schema) && schema.readOnly === true ? [name] : [],
    ),
  )
}

/** The last part of the reference; a number makes it unique. */
function createNames(): (ref: string) => string {
  const usedNames = new Set<string>()
  const last = new Map<string, number>()
  return (ref) => {
    const name = ref.slice(ref.lastIndexOf('/') + 1).replace(/[^a-zA-Z0-9_.-]+/g, '_') || 'schema'
    for (let number = (last.get(name) ?? 0) + 1; ; number += 1) {
      const candidate = number === 1 ? name : `${name}_${number}`
      if (usedNames.has(candidate)) continue
      usedNames.add(candidate)
      last.set(name, number)
      return candidate
    }
  }
}
