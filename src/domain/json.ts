import { messageOf } from './errors.ts'

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
export type JsonObject = { readonly [key: string]: Json }

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** `Array.isArray` does not narrow a readonly array, nor a value that is none. */
export function isJsonArray(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}

/** Whether two values are the same; the order of keys says nothing. */
export function isSameJson(a: Json, b: Json): boolean {
  if (a === b) return true
  if (isJsonArray(a)) {
    return (
      isJsonArray(b) && a.length === b.length && a.every((item, index) => isSameJson(item, b[index] ?? null))
    )
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return false
  const names = Object.keys(a)
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && isSameJson(a[name] ?? null, b[name] ?? null))
  )
}

/** Whether objects and arrays are nested more than so many levels deep. */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  // No lists of keys or values are made: the value may be large.
  if (Array.isArray(value)) return value.some((item) => isDeeper(item, levels - 1))
  for (const key in value) if (isDeeper(Reflect.get(value, key), levels - 1)) return true
  return false
}

/**
 * Returns a lower bound of the size of a value as JSON, in bytes. It stops counting beyond `most`. For a large value this takes a small
 * part of the time of serialising it.
 */
export function leastBytes(value: unknown, most: number): number {
  if (typeof value === 'string') return value.length + 2
  if (typeof value !== 'object' || value === null) return 1
  // Two brackets, and a comma less than there are items.
  let bytes = 1
  if (Array.isArray(value)) {
    for (const item of value) {
      bytes += 1 + leastBytes(item, most - bytes)
      if (bytes > most) break
    }
  } else if (isJsonObject(value)) {
    for (const key in value) {
      bytes += key.length + 4 + leastBytes(value[key] ?? null, most - bytes)
      if (bytes > most) break
    }
  }
  return bytes
}

/** A key as a part of a JSON Pointer (RFC 6901). */
export function pointerPart(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** The key that a part of a JSON Pointer means. */
export function pointerKey(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~')
}

/** The part of a document that a reference within it names: `#/$defs/order`. `undefined`: none. */
export function resolved(root: JsonObject, reference: string): Json | undefined {
  if (reference === '#') return root
  if (!reference.startsWith('#/')) return undefined
  const parts = reference.slice(2).split('/')
  return parts.reduce<Json | undefined>(
    (found, part) => (isJsonObject(found) ? found[pointerKey(part)] : undefined),
    root,
  )
}

/** No real value is as deep; recursive code that handles JSON would overflow the stack at some thousands. */
export const maxDepth = 500

/**
 * Anything as JSON that PostgreSQL's `jsonb` takes: values that JSON has no form for are converted (BigInt to text, Map and Set to arrays,
 * cycles to `"[Circular]"`), NUL is dropped and lone surrogates are replaced. Never throws.
 */
export function toJson(value: unknown): Json {
  return cleanCopyOf(value) ?? render(value, [])
}

/** A copy of a value that is such JSON already; undefined of anything else, including a proxy that throws when it is read. */
function cleanCopyOf(value: unknown): Json | undefined {
  try {
    return isClean(value, 0) ? copyJson(value) : undefined
  } catch {
    return undefined
  }
}

/** Whether a value is such JSON already, which most are: it is then copied in a tenth of the time. */
function isClean(value: unknown, depth: number): value is Json {
  switch (typeof value) {
    case 'string':
      return isCleanText(value)
    case 'number':
      return Number.isFinite(value)
    case 'boolean':
      return true
    case 'object':
      return value === null || (depth < maxDepth && arePartsClean(value, depth + 1))
    default:
      return false
  }
}

function arePartsClean(value: object, depth: number): boolean {
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at += 1) if (!isClean(value[at], depth)) return false
    return true
  }
  const prototype: unknown = Object.getPrototypeOf(value)
  if ((prototype !== Object.prototype && prototype !== null) || 'toJSON' in value) return false
  for (const key in value) {
    const property = Object.getOwnPropertyDescriptor(value, key)
    if (!property || !('value' in property)) return false
    if (!isCleanText(key) || !isClean(property.value, depth)) return false
  }
  return true
}

/** A copy for code that may change what it is given, or has given. */
export function copyJson(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value
  if (isJsonArray(value)) return value.map(copyJson)
  const copy: Record<string, Json> = {}
  for (const key in value) {
    const item = copyJson(value[key] ?? null)
    // The assignment would change the prototype.
    if (key === '__proto__')
      Object.defineProperty(copy, key, { value: item, enumerable: true, configurable: true, writable: true })
    else copy[key] = item
  }
  return copy
}

/** Whether PostgreSQL can hold a text as it is. */
export function isCleanText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000')
}

/** Whether a value is a text of 1 to `maxChars` characters that PostgreSQL can hold as it is. */
export function isName(value: unknown, maxChars: number): value is string {
  return typeof value === 'string' && value !== '' && value.length <= maxChars && isCleanText(value)
}

/** Whether JSON may hold a character that `jsonb` refuses: NUL, or half of a surrogate pair. Now and then true of JSON that holds none. */
export function mayHoldRefusedText(json: string): boolean {
  // Most texts have no such escape at all, which is found several times as fast.
  return json.includes('\\u') && /\\u0000|\\ud[89a-f]/i.test(json)
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
  const entries = readEntries(value).filter(([, item]) => item !== undefined && typeof item !== 'function')
  return Object.fromEntries(entries.map(([key, item]) => [cleanText(key), render(item, inside)]))
}

/** The members of an object; one whose getter throws is a text that says so. */
export function readEntries(value: object): readonly (readonly [name: string, item: unknown])[] {
  return Object.keys(value).map((name) => {
    try {
      return [name, Reflect.get(value, name)]
    } catch (error) {
      return [name, `[unreadable: ${messageOf(error)}]`]
    }
  })
}

/** Dates and other things with a `toJSON` of their own. */
function plainOf(value: object): unknown {
  return 'toJSON' in value && typeof value.toJSON === 'function' ? value.toJSON() : value
}

/** PostgreSQL text holds neither NUL nor half a surrogate pair. */
export function cleanText(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '')
}
