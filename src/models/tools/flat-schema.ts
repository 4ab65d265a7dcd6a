import { isJsonObject, type Json, type JsonObject, resolved } from '../../domain/json.ts'

/** Keywords that providers refuse at the top of a tool's schema. */
const refusedAtTop = ['anyOf', 'oneOf', 'allOf', 'enum', 'const', 'not', 'if', 'then', 'else', '$ref']

/**
 * A tool's schema as an object with properties, which every provider takes; the same where it is one already. Of alternatives (`anyOf`,
 * `oneOf`) it has the properties of all, and requires what all of them require; of parts (`allOf`) those of all. The engine checks the
 * arguments against the schema as it was given.
 */
export function flatSchema(schema: JsonObject): JsonObject {
  const isFlat = schema.type === 'object' && refusedAtTop.every((keyword) => !(keyword in schema))
  if (isFlat) return schema
  const { properties, required } = partsOf(schema, schema, 0)
  const kept = Object.entries(schema).filter(([keyword]) => !refusedAtTop.includes(keyword))
  return {
    ...Object.fromEntries(kept),
    type: 'object',
    properties,
    ...(required.length > 0 && { required }),
  }
}

interface Parts {
  readonly properties: JsonObject
  readonly required: string[]
}

const maxDepth = 20

function partsOf(schema: Json, root: JsonObject, depth: number): Parts {
  if (!isJsonObject(schema) || depth > maxDepth) return { properties: {}, required: [] }
  const inner = (part: Json) => partsOf(part, root, depth + 1)
  const own: Parts = {
    properties: isJsonObject(schema.properties) ? schema.properties : {},
    required: listOf(schema.required).filter((name) => typeof name === 'string'),
  }
  const target = typeof schema.$ref === 'string' ? resolved(root, schema.$ref) : undefined
  const together = [own, ...(target === undefined ? [] : [inner(target)]), ...listOf(schema.allOf).map(inner)]
  const choices = [listOf(schema.anyOf), listOf(schema.oneOf)].map((list) => list.map(inner))
  const all = [
    ...together,
    ...choices.flat(),
    ...[schema.then, schema.else].flatMap((part) => (part ? [inner(part)] : [])),
  ]
  return {
    properties: all.reduce((sum: JsonObject, { properties }) => joined(sum, properties), {}),
    required: [...new Set([...together.flatMap(({ required }) => required), ...choices.flatMap(commonOf)])],
  }
}

function commonOf([first, ...others]: readonly Parts[]): readonly string[] {
  return (first?.required ?? []).filter((name) => others.every(({ required }) => required.includes(name)))
}

/** A property that two alternatives describe otherwise may be either. */
function joined(some: JsonObject, others: JsonObject): JsonObject {
  const properties: Record<string, Json> = { ...some }
  for (const [name, schema] of Object.entries(others)) {
    const known = properties[name]
    const isSame = known === undefined || JSON.stringify(known) === JSON.stringify(schema)
    properties[name] = isSame ? schema : { anyOf: [...alternativesOf(known), schema] }
  }
  return properties
}

function alternativesOf(schema: Json): readonly Json[] {
  const isChoice = isJsonObject(schema) && Array.isArray(schema.anyOf) && Object.keys(schema).length === 1
  return isChoice ? listOf(schema.anyOf) : [schema]
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : []
}
