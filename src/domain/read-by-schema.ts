import { isExactNumber, rawNumberText, tryParseRawJson } from './exact-numbers.ts'
import {
  isDeeper,
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  pointerPart,
  resolved,
} from './json.ts'

/** A value with its parts in the forms that a schema takes. */
export interface SchemaReading {
  readonly value: Json
  /** What was read otherwise than it was written, each with its place: `/count: a text as a number`. No value is in them. */
  readonly readAs: readonly string[]
}

/**
 * Reads a value of a model in the forms that a schema takes, where exactly one reading is possible: the text of a number, a boolean, a list
 * or an object as that value, a number or a boolean as its text, and `null` for a property that may be left out as absent. A part in a form
 * that the schema takes stays as it is. Whether the result fits is for a check to say.
 *
 * @param value as `tryParseWrittenJson` gives it: no digit of a number is lost
 * @returns `null` where everything stays as it is
 */
export function readBySchema(value: Json, schema: JsonObject): SchemaReading | null {
  if (isDeeper(value, maxValueDepth)) return null
  const readAs: string[] = []
  const reader = createReader(schema, (place, what) => readAs.push(`${place || '/'}: ${what}`))
  try {
    const read = reader(value, [schema], '')
    return readAs.length === 0 ? null : { value: read, readAs }
  } catch (error) {
    if (error instanceof TooMuch) return null
    throw error
  }
}

/** Schema and value are of others: a value that takes longer to read stays as it is. */
class TooMuch extends Error {}

const maxSteps = 200_000
const maxValueDepth = 256

function createReader(root: JsonObject, note: (place: string, what: string) => void) {
  let steps = 0

  function read(value: Json, schemas: readonly (Json | undefined)[], at: string): Json {
    steps += 1
    if (steps > maxSteps) throw new TooMuch()
    const place = alternativesOfAll(schemas)
    const taken = place.filter((schema) => takes(schema, value))
    if (taken.length === 0)
      return typeof value === 'string' ? readText(value, place, at) : readAsText(value, place, at)
    if (isJsonArray(value)) return readList(value, taken, at)
    return isJsonObject(value) && rawNumberText(value) === null ? readObject(value, taken, at) : value
  }

  function readText(text: string, place: readonly JsonObject[], at: string): Json {
    const found = valueIn(text.trim())
    if (found === undefined || !place.some((schema) => takes(schema, found))) return text
    note(at, `a text as ${nameOf(found)}`)
    return read(found, place, at)
  }

  /** A number as it is written, or a boolean, where nothing but a text is taken. */
  function readAsText(value: Json, place: readonly JsonObject[], at: string): Json {
    const text = typeof value === 'object' ? rawNumberText(value) : String(value)
    const isOnly = place.length > 0 && place.every(takesTextOnly)
    if (text === null || !isOnly || !place.some((schema) => takes(schema, text))) return value
    note(at, `${nameOf(value)} as a text`)
    return text
  }

  function readList(list: readonly Json[], place: readonly JsonObject[], at: string): Json {
    return list.map((item, index) =>
      read(
        item,
        place.map((schema) => itemSchema(schema, index)),
        `${at}/${index}`,
      ),
    )
  }

  function readObject(object: JsonObject, alternatives: readonly JsonObject[], at: string): Json {
    const place = meant(object, alternatives)
    const entries = Object.entries(object).flatMap(([key, value]) => {
      const schemas = place.map((schema) => propertySchema(schema, key))
      const inner = `${at}/${pointerPart(key)}`
      if (value !== null || !mayBeAbsent(key, place) || mayBeNull(schemas)) {
        return [[key, read(value, schemas, inner)] as const]
      }
      note(inner, 'null as left out')
      return []
    })
    return Object.fromEntries(entries)
  }

  function mayBeNull(schemas: readonly (Json | undefined)[]): boolean {
    return alternativesOfAll(schemas).some((schema) => takes(schema, null))
  }

  function alternativesOfAll(schemas: readonly (Json | undefined)[]): readonly JsonObject[] {
    return schemas.flatMap((schema) => alternativesOf(schema, root, 0))
  }

  return read
}

/** References and alternatives within each other can double at each step. */
const maxDepth = 20
const maxAlternatives = 64

const anything: readonly JsonObject[] = [{}]

/** The schemas one of which a value has to fit, each without references and alternatives of its own. */
function alternativesOf(schema: Json | undefined, root: JsonObject, depth: number): readonly JsonObject[] {
  if (schema === false) return []
  if (!isJsonObject(schema) || depth > maxDepth) return anything
  const { $ref: reference, anyOf, oneOf, allOf, ...own } = schema
  const parts: Json[][] = [
    ...(typeof reference === 'string' ? [[resolved(root, reference) ?? true]] : []),
    ...[anyOf, oneOf].flatMap((list) => (isList(list) ? [[...list]] : [])),
    ...listOf(allOf).map((part) => [part]),
  ]
  let found: readonly JsonObject[] = [own]
  for (const part of parts) {
    const inner = part.flatMap((alternative) => alternativesOf(alternative, root, depth + 1))
    found = found.flatMap((one) => inner.map((other) => joined(one, other)))
    if (found.length > maxAlternatives) return anything
  }
  return found
}

/** A schema that wants what both want, as far as it tells forms apart. */
function joined(one: JsonObject, other: JsonObject): JsonObject {
  const types = [typesOf(one), typesOf(other)].filter((list) => list !== null)
  const [some = null, more = some] = types
  const properties = { ...objectOf(one.properties), ...objectOf(other.properties) }
  const required = [...listOf(one.required), ...listOf(other.required)]
  return {
    ...one,
    ...other,
    ...(some && more && { type: [...both(some, more), ...both(more, some)] }),
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
  }
}

function both(types: readonly string[], others: readonly string[]): readonly string[] {
  return types.filter((type) => others.some((wanted) => isKind(type, wanted)))
}

/** `null`: of any type. */
function typesOf({ type, const: constant, enum: values }: JsonObject): readonly string[] | null {
  if (typeof type === 'string') return [type]
  if (isList(type)) return type.filter((name) => typeof name === 'string')
  if (constant !== undefined) return [kindOf(constant)]
  return isList(values) ? [...new Set(values.map(kindOf))] : null
}

function kindOf(value: Json | undefined): string {
  if (value === null || value === undefined) return 'null'
  if (isList(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  const raw = rawNumberText(value)
  if (raw === null) return typeof value
  return Number.isFinite(Number(raw)) && !Number.isInteger(Number(raw)) ? 'number' : 'integer'
}

function isKind(kind: string, wanted: string): boolean {
  return kind === wanted || (kind === 'integer' && wanted === 'number')
}

function takes(schema: JsonObject, value: Json | undefined): boolean {
  const kind = kindOf(value)
  return (typesOf(schema) ?? [kind]).some((type) => isKind(kind, type))
}

function takesTextOnly(schema: JsonObject): boolean {
  return typesOf(schema)?.every((type) => type === 'string' || type === 'null') ?? false
}

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const words: Readonly<Record<string, boolean | null>> = {
  ...{ true: true, True: true, false: false, False: false },
  ...{ null: null, None: null },
}

/** The one value that a text can stand for; `undefined` where there is none, or a number would lose digits. */
function valueIn(text: string): Json | undefined {
  if (Object.hasOwn(words, text)) return words[text]
  if (number.test(text)) return isExactNumber(text) && hasAllDigits(text) ? Number(text) : undefined
  return /^[[{]/.test(text) ? tryParseRawJson(text) : undefined
}

/** A fraction that rounds to a whole number is none. */
function hasAllDigits(text: string): boolean {
  return !Number.isInteger(Number(text)) || /^(?:[^.eE]+(?:\.0+)?|-?\d+[eE]\+?\d+)$/.test(text)
}

function nameOf(value: Json): string {
  const kind = kindOf(value)
  const names: Readonly<Record<string, string>> = {
    ...{ null: 'null', array: 'a list', object: 'an object', boolean: 'a boolean' },
    ...{ integer: 'a number', number: 'a number' },
  }
  return names[kind] ?? kind
}

/** The alternatives that the constants of an object select; all of them where it selects none. */
function meant(object: JsonObject, alternatives: readonly JsonObject[]): readonly JsonObject[] {
  const fitting = alternatives.filter(({ properties }) =>
    Object.entries(objectOf(properties)).every(([key, schema]) => {
      const { const: constant } = objectOf(schema)
      const value = object[key]
      const raw = rawNumberText(value)
      return (
        constant === undefined || value === undefined || (raw === null ? value : Number(raw)) === constant
      )
    }),
  )
  return fitting.length > 0 ? fitting : alternatives
}

function mayBeAbsent(key: string, alternatives: readonly JsonObject[]): boolean {
  return alternatives.some(({ required, properties }) => {
    return Object.hasOwn(objectOf(properties), key) && !listOf(required).includes(key)
  })
}

function propertySchema(
  { properties, patternProperties, additionalProperties }: JsonObject,
  key: string,
): Json {
  const known = objectOf(properties)
  if (Object.hasOwn(known, key)) return known[key] ?? true
  return patternProperties === undefined ? (additionalProperties ?? true) : true
}

function itemSchema({ items = true, prefixItems }: JsonObject, index: number): Json {
  // Before draft 2020-12, `items` has the list.
  const first = listOf(prefixItems)[index] ?? listOf(items)[index]
  return first ?? (isJsonArray(items) ? true : items)
}

function objectOf(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {}
}

function listOf(value: Json | undefined): readonly Json[] {
  return isList(value) ? value : []
}

function isList(value: Json | undefined): value is readonly Json[] {
  return value !== undefined && isJsonArray(value)
}
