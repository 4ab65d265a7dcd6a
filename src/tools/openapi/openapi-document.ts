import { parse } from 'yaml'
import { isJsonObject, type Json, type JsonObject, toJson } from '../../domain/json.ts'

/** An OpenAPI document of version 3.0 or 3.1, from JSON or YAML. @throws Error with the fault of the document */
export function parseDocument(text: string): JsonObject {
  // The library limits aliases, so that a small text cannot become a huge one.
  const document = toJson(text.trimStart().startsWith('{') ? JSON.parse(text) : parse(text))
  if (!isJsonObject(document)) throw new Error('it is no object')
  const { openapi, swagger } = document
  if (swagger !== undefined) throw new Error('it is of Swagger 2.0. Convert it to OpenAPI 3')
  if (typeof openapi !== 'string' || !/^3\.[01]\./.test(openapi)) {
    throw new Error('its field "openapi" does not say version 3.0 or 3.1')
  }
  return document
}

/**
 * Resolves the `$ref` of a value within the document; other documents are never fetched. We do not use @apidevtools/swagger-parser: it
 * overflows the stack on a chain of 3,000 references, and reads the files that a document names unless that is disabled. @throws Error if
 * the reference leads to nothing, or has no end
 */
export function resolveRef(value: Json | undefined, document: JsonObject): Json | undefined {
  let found = value
  for (let hops = 0; isJsonObject(found) && typeof found.$ref === 'string'; hops += 1) {
    if (hops > 20) throw new Error(`the reference ${found.$ref} comes back to itself`)
    found = lookUp(found.$ref, document)
  }
  return found
}

/** @throws Error where there is nothing */
export function lookUp(ref: string, document: JsonObject): Json {
  if (!ref.startsWith('#/')) throw new Error(`it refers to another document, ${ref}, which is not supported`)
  const keys = ref.slice(2).split('/').map(unescaped)
  let found: Json | undefined = document
  for (const key of keys) {
    if (Array.isArray(found)) found = found[Number(key)]
    else found = isJsonObject(found) && Object.hasOwn(found, key) ? found[key] : undefined
  }
  if (found === undefined) throw new Error(`its reference ${ref} leads to nothing`)
  return found
}

function unescaped(key: string): string {
  try {
    return decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~')
  } catch {
    return key
  }
}
