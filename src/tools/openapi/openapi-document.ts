import { parse } from 'yaml'
import { messageOf } from '../../domain/errors.ts'
import { isJsonObject, type Json, type JsonObject, toJson } from '../../domain/json.ts'

/**
 * The document where an OpenAPI description begins, of version 3.0, 3.1 or 3.2, from JSON or YAML.
 * @throws Error with the fault of the document
 */
export function parseEntry(text: string): JsonObject {
  const document = parseDocument(text)
  if (!isJsonObject(document)) throw new Error('it is no object')
  const { openapi, swagger } = document
  if (swagger !== undefined) throw new Error('it is of Swagger 2.0. Convert it to OpenAPI 3')
  // YAML has `openapi: 3.1` as a number.
  if (!/^3\.[012](\.|$)/.test(typeof openapi === 'number' ? String(openapi) : textOr(openapi)))
    throw new Error('its field "openapi" does not say version 3.0, 3.1 or 3.2')
  return document
}

/** Whether its schemas are JSON Schema, where keywords beside a `$ref` and `$id` count: 3.0 ignores them. */
export function hasJsonSchemas({ openapi }: JsonObject): boolean {
  return !String(openapi).startsWith('3.0')
}

/** JSON or YAML of any kind: a document may refer to one that holds a part only. @throws Error with the fault of the text */
export function parseDocument(text: string): Json {
  const content = text.startsWith('\uFEFF') ? text.slice(1) : text
  if (!content.trimStart().startsWith('{')) return toJson(readYaml(content))
  try {
    return toJson(JSON.parse(content))
  } catch (error) {
    return toJson(flowMapping(content, error))
  }
}

/** YAML may begin with a brace too. @throws the fault that it has as JSON */
function flowMapping(text: string, fault: unknown): unknown {
  try {
    return readYaml(text)
  } catch {
    throw new Error(`it is not JSON: ${messageOf(fault)}`, { cause: fault })
  }
}

/** The library limits aliases, so that a small text cannot become a huge one. Documents use merge keys (`<<`), which 1.2 leaves open. */
function readYaml(text: string): unknown {
  return parse(text, { merge: true, logLevel: 'error' })
}

function textOr(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}
