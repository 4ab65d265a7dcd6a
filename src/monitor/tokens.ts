import { sha256 } from '../domain/hash.ts'
import type { Json } from '../domain/json.ts'

/** Words that only give the time, or the number, of an action. */
const passing =
  /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b|\b\d{4}-\d\d-\d\d[t ]\d\d:\d\d(:\d\d(\.\d+)?)?(z|[+-]\d\d:?\d\d)?/g

/** The words and numbers of a value, in order, in small letters, without times and unique ids. */
export function tokensOf(value: Json): readonly string[] {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text
    .toLowerCase()
    .replace(passing, ' ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((token) => token !== '')
}

export function hashOf(parts: readonly string[]): string {
  return sha256(parts.join('\n'), 'base64')
}
