import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'

/** What a server gives where the protocol has a list: a single item may stand without it. */
export function listOf(value: Json | undefined): readonly Json[] {
  if (value === undefined || value === null || value === '') return []
  return isJsonArray(value) ? value : [value]
}

/** What a server gives where the protocol has an object; any other value is one without members. */
export function mapOf(value: Json | undefined): JsonObject {
  return value !== undefined && isJsonObject(value) ? value : {}
}

/** What a server gives where the protocol has true or false. */
export function isTrue(value: Json | undefined): boolean {
  return /^(true|1)$/i.test(String(value))
}

/** What a server gives where the protocol has a text. */
export function textOfJson(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
