import { parseJson } from '../../ui/json-check.ts'

/** The object of a JSON text; null where it is none. */
export function readObject(text: string): Record<string, unknown> | null {
  const value = parseJson(text)
  return isObject(value) ? value : null
}

/** Schema of an editor of an object. */
export const anObject = { type: 'object' }

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
