import { messageOf } from './errors.ts'

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
export type JsonObject = { readonly [key: string]: Json }

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** `Array.isArray` does not narrow a readonly array, nor what is none. */
export function isJsonArray(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}

/** Whether objects and arrays stand in one another more than so many levels deep. */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((item) => isDeeper(item, levels - 1))
}

/** No real value is as deep; what goes through JSON by recursion would run out of stack at some thousands. */
const maxDepth = 500

/**
 * Anything as JSON that PostgreSQL's `jsonb` takes: what JSON cannot say is rendered
 * (BigInt as text, Map and Set as arrays, cycles as `"[Circular]"`), NUL is dropped and lone surrogates are replaced.
 * Never throws.
 */
export function toJson(value: unknown): Json {
  return render(value, [])
}

function render(value: unknown, above: readonly object[]): Json {
  switch (typeof value) {
    case 'string':
      return cleanText(value)
    case 'number':
      return Number.isFinite(value) ? value : String(value)
    case 'boolean':
      return value
    case 'bigint':
      return value.toString()
    case 'object':
      return value === null ? null : renderObject(value, above)
    default:
      return null
  }
}

function renderObject(value: object, above: readonly object[]): Json {
  if (above.includes(value)) return '[Circular]'
  if (above.length >= maxDepth) return '[Too deep]'
  try {
    return renderParts(value, [...above, value])
  } catch (error) {
    // A getter, an iterator or a `toJSON` of its own.
    return cleanText(`[unreadable: ${messageOf(error)}]`)
  }
}

function renderParts(value: object, inside: readonly object[]): Json {
  if (value instanceof Error) return cleanText(`${value.name}: ${value.message}`)
  if (value instanceof Map || value instanceof Set) return [...value].map((item) => render(item, inside))
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`
  if (Array.isArray(value)) return Array.from(value, (item) => render(item, inside))
  const plain = plainOf(value)
  if (plain !== value) return render(plain, inside)
  const entries = Object.entries(value).filter(([, item]) => item !== undefined && typeof item !== 'function')
  return Object.fromEntries(entries.map(([key, item]) => [cleanText(key), render(item, inside)]))
}

/** Dates and other things with a `toJSON` of their own. */
function plainOf(value: object): unknown {
  return 'toJSON' in value && typeof value.toJSON === 'function' ? value.toJSON() : value
}

/** PostgreSQL text holds neither NUL nor half a surrogate pair. */
export function cleanText(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '')
}
