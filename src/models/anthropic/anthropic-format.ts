import { transformJSONSchema } from '@anthropic-ai/sdk/lib/transform-json-schema'
import type { JSONOutputFormat } from '@anthropic-ai/sdk/resources/messages'
import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import type { ModelRequest } from '../../domain/model.ts'

/**
 * The schema of an answer in JSON, as the API takes it: its SDK writes constraints that the API cannot enforce into the descriptions.
 * `null` for models before 4.5, which refuse it, and for schemas that it would change: objects must be closed, and recursion is refused
 * (platform.claude.com/docs/en/build-with-claude/structured-outputs, November 2026).
 */
export function toOutputFormat({ model, responseFormat }: ModelRequest): JSONOutputFormat | null {
  if (responseFormat === null || isTooOld.test(model) || !isExpressible(responseFormat.schema)) return null
  return { type: 'json_schema', schema: { ...transformJSONSchema(responseFormat.schema) } }
}

const isTooOld = /^claude-(2|3|instant|(opus|sonnet)-4(-0|-\d{8}|$))/

function isExpressible(schema: Json): boolean {
  if (!isJsonObject(schema)) return false
  const { type, $ref, additionalProperties = false, items } = schema
  const isClosed = type !== 'object' || additionalProperties === false || isJsonObject(schema.properties)
  const isNamed = isOneType(type) || isLiteral(schema) || variantsOf(schema).length > 0
  const inner = [...namedOf(schema), ...variantsOf(schema), ...(items === undefined ? [] : [items])]
  // A reference may lead back to where it stands.
  return $ref === undefined && isClosed && isNamed && inner.every(isExpressible)
}

/** A list of types may name plain values only: keywords of an object go by its one type. */
function isOneType(type: Json | undefined): boolean {
  if (!Array.isArray(type)) return typeof type === 'string'
  return !type.includes('object') && !type.includes('array')
}

function isLiteral({ enum: values, const: value }: JsonObject): boolean {
  return Array.isArray(values) || value !== undefined
}

function variantsOf({ anyOf, oneOf, allOf }: JsonObject): readonly Json[] {
  return [anyOf, oneOf, allOf].flatMap((list) => (Array.isArray(list) ? list : []))
}

function namedOf({ properties, $defs }: JsonObject): readonly Json[] {
  return [properties, $defs].flatMap((group) => (isJsonObject(group) ? Object.values(group) : []))
}
