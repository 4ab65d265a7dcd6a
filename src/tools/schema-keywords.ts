import { messageOf } from '../domain/errors.ts'
import { isJsonArray, isJsonObject, type Json, type JsonObject, pointerPart } from '../domain/json.ts'

/** A schema within a schema, and where it stands, as a JSON Pointer. */
export interface SchemaPart {
  readonly part: Json
  readonly pointer: string
}

const types = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']

interface Shape {
  readonly keywords: readonly string[]
  readonly fits: (value: Json) => boolean
  readonly words: string
}

/** Keywords whose value is a list of schemas. */
export const listsOfSchemas = ['allOf', 'anyOf', 'oneOf', 'prefixItems']
/** Keywords whose value is an object of schemas. */
export const mapsOfSchemas = ['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions']
const schemas = [
  ...['not', 'if', 'then', 'else', 'contains', 'propertyNames', 'additionalItems', 'additionalProperties'],
  ...['unevaluatedItems', 'unevaluatedProperties'],
]

const shapes: readonly Shape[] = [
  {
    keywords: ['type'],
    fits: (value) => (isJsonArray(value) ? value.length > 0 && value.every(isType) : isType(value)),
    words: `must be one of ${types.join(', ')}, or a list of them`,
  },
  { keywords: ['enum'], fits: isJsonArray, words: 'must be a list of values' },
  { keywords: ['required'], fits: isNames, words: 'must be a list of property names' },
  { keywords: mapsOfSchemas, fits: isMapOfSchemas, words: 'must be an object whose values are schemas' },
  { keywords: listsOfSchemas, fits: isListOfSchemas, words: 'must be a list of schemas' },
  { keywords: schemas, fits: isSchema, words: 'must be a schema' },
  {
    keywords: ['items'],
    fits: (value) => isSchema(value) || isListOfSchemas(value),
    words: 'must be a schema, or a list of them',
  },
  {
    keywords: ['dependencies'],
    fits: (value) =>
      isJsonObject(value) && Object.values(value).every((one) => isSchema(one) || isNames(one)),
    words: 'must be an object whose values are schemas or lists of property names',
  },
  {
    keywords: ['dependentRequired'],
    fits: (value) => isJsonObject(value) && Object.values(value).every(isNames),
    words: 'must be an object whose values are lists of property names',
  },
  {
    keywords: ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'],
    fits: isCount,
    words: 'must be a whole number from 0',
  },
  { keywords: ['minimum', 'maximum', 'multipleOf'], fits: isNumber, words: 'must be a number' },
  { keywords: ['pattern', 'format', '$ref'], fits: isText, words: 'must be a text' },
  {
    keywords: ['$recursiveRef', '$dynamicRef'],
    fits: () => false,
    words: 'is not supported. Use $ref',
  },
]

const shapeOf = new Map(shapes.flatMap((shape) => shape.keywords.map((keyword) => [keyword, shape] as const)))

/**
 * Returns the problem of one schema alone, with its location; subschemas are not checked. We do not use the meta-schema of a draft: its
 * `uniqueItems` takes the validator about a second for 10,000 names, that of 2020-12 needs `$dynamicRef`, which the validator does not
 * know, and schemas mix drafts.
 */
export function validateKeyword(schema: JsonObject, pointer: string): string | null {
  for (const [keyword, value] of Object.entries(schema)) {
    const fault = keywordFault(keyword, value)
    if (fault !== null) return `${pointer}/${keyword} ${fault}`
  }
  const patterns = [schema.pattern ?? '', ...Object.keys(Object(schema.patternProperties))]
  const wrong = patterns.flatMap((pattern) => validatePattern(String(pattern)) ?? [])
  return wrong[0] === undefined ? null : `${wrong[0]}, in ${pointer || 'the schema itself'}`
}

/** The subschemas of a schema, of the given keywords. */
export function subschemasOf(
  schema: JsonObject,
  pointer: string,
  isWanted: (keyword: string) => boolean = () => true,
): readonly SchemaPart[] {
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (!isWanted(keyword)) return []
    const at = `${pointer}/${keyword}`
    if (isJsonArray(value) && (keyword === 'items' || listsOfSchemas.includes(keyword)))
      return value.map((part, index) => ({ part, pointer: `${at}/${index}` }))
    if (isJsonObject(value) && (keyword === 'dependencies' || mapsOfSchemas.includes(keyword)))
      return Object.entries(value).map(([key, part]) => ({ part, pointer: `${at}/${pointerPart(key)}` }))
    return keyword === 'items' || schemas.includes(keyword) ? [{ part: value, pointer: at }] : []
  })
}

function isType(value: Json): boolean {
  return isText(value) && types.includes(value)
}

function isNames(value: Json): boolean {
  return isJsonArray(value) && value.every(isText)
}

export function isSchema(value: Json): boolean {
  return isJsonObject(value) || typeof value === 'boolean'
}

function isListOfSchemas(value: Json): boolean {
  return isJsonArray(value) && value.every(isSchema)
}

function isMapOfSchemas(value: Json): boolean {
  return isJsonObject(value) && Object.values(value).every(isSchema)
}

function isCount(value: Json): boolean {
  return isNumber(value) && Number.isInteger(value) && value >= 0
}

function isNumber(value: Json): value is number {
  return typeof value === 'number'
}

function isText(value: Json): value is string {
  return typeof value === 'string'
}

/** The problem of one keyword alone; `null` where its value may stand. */
export function keywordFault(keyword: string, value: Json): string | null {
  const shape = shapeOf.get(keyword)
  return shape && !shape.fits(value) ? shape.words : null
}

/** Of a regular expression, as the check of arguments reads it; `null` where there is none. */
export function validatePattern(pattern: string): string | null {
  try {
    RegExp(pattern, 'u')
    return null
  } catch (error) {
    return messageOf(error)
  }
}
