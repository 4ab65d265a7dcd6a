import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import { listsOfSchemas, mapsOfSchemas } from '../schema-keywords.ts'
import { lookUp } from './openapi-document.ts'

/** Turns the schemas of one operation into JSON Schemas that stand by themselves. */
export interface SchemaReader {
  /** @throws Error where a reference leads to nothing, or out of the document */
  read(schema: Json | undefined): Json
  /** What the schemas that were read refer to, by name: for `$defs`. */
  defs(): JsonObject
}

/** References are kept as such, so that a schema may hold itself; each target is read once. */
export function createSchemaReader(document: JsonObject): SchemaReader {
  const names = new Map<string, string>()
  const defs = new Map<string, Json>()

  const refer = (ref: string): string => {
    const known = names.get(ref)
    if (known !== undefined) return known
    const name = freeName(ref, new Set(names.values()))
    names.set(ref, name)
    const target = lookUp(ref, document)
    defs.set(name, read(target))
    return name
  }

  const read = (schema: Json | undefined): Json => {
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
    return modern(Object.fromEntries(entries), schema)
  }

  const mapOf = (map: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(map)
        // A server gives these, and takes them from nobody.
        .filter(([, schema]) => !(isJsonObject(schema) && schema.readOnly === true))
        .map(([key, schema]) => [key, read(schema)]),
    )

  return { read, defs: () => Object.fromEntries(defs) }
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

/** What version 3.0 says in its own words, in those of JSON Schema. */
function modern(schema: JsonObject, given: JsonObject): JsonObject {
  const { exclusiveMinimum, exclusiveMaximum, minimum, maximum, ...rest } = schema
  const bounds = {
    ...boundOf('minimum', 'exclusiveMinimum', minimum, exclusiveMinimum),
    ...boundOf('maximum', 'exclusiveMaximum', maximum, exclusiveMaximum),
  }
  const hidden = hiddenIn(given)
  const whole: JsonObject = {
    ...rest,
    ...bounds,
    ...(Array.isArray(rest.required)
      ? { required: rest.required.filter((name) => !hidden.has(String(name))) }
      : {}),
  }
  if (given.nullable !== true) return whole
  const { type, enum: values } = whole
  if (typeof type !== 'string') return { anyOf: [whole, { type: 'null' }] }
  return { ...whole, type: [type, 'null'], ...(Array.isArray(values) ? { enum: [...values, null] } : {}) }
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
function freeName(ref: string, taken: ReadonlySet<string>): string {
  const name = ref.slice(ref.lastIndexOf('/') + 1).replace(/[^a-zA-Z0-9_.-]+/g, '_') || 'schema'
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${name}_${number}`
    if (!taken.has(candidate)) return candidate
  }
}
