import { EventEmitter } from 'node:events'
import { Readable } from 'node:stream'
import { types } from 'node:util'
import { readEntries } from '../../domain/json.ts'

/** Values that are looked at in one result. */
const maxValues = 50_000

/**
 * Why a result of a tool cannot be shown to a model, and what to return instead; `null` where it can. Such values have no form as JSON:
 * they would become `{}` without a word. Dates, errors, bytes, a Map, a Set and whatever has a `toJSON` have one.
 */
export function unshownValue(result: unknown): string | null {
  const seen = new Set<unknown>()
  const pending: { readonly value: unknown; readonly at: string }[] = [{ value: result, at: '' }]
  for (let next = pending.pop(); next && seen.size < maxValues; next = pending.pop()) {
    const { value, at } = next
    if (typeof value !== 'object' && typeof value !== 'function' && typeof value !== 'symbol') continue
    // A field that is a function is left out, as JSON has it.
    if (value === null || seen.has(value) || (at !== '' && typeof value !== 'object')) continue
    seen.add(value)
    const form = ownForm(value)
    if (form) {
      pending.push({ value: form.value, at })
      continue
    }
    const fault = faultOfValue(value)
    if (fault !== null) return `${at === '' ? 'It returned' : `Its result has, at ${at},`} ${fault}`
    if (typeof value === 'object')
      for (const [key, part] of partsOfValue(value)) pending.push({ value: part, at: `${at}/${key}` })
  }
  return null
}

/** What stands in the way, and the way around it. */
const kinds: readonly (readonly [name: string, is: (value: object) => boolean, remedy: string])[] = [
  [
    'a Response',
    (value) => isOfClass('Response')(value) || isLikeResponse(value),
    'Return `await response.json()` or `await response.text()`',
  ],
  [
    'a Request',
    (value) => isOfClass('Request')(value) || isLikeRequest(value),
    'Return its `url`, or what the answer says',
  ],
  [
    'a file',
    (value) => isOfClass('Blob', 'File')(value) || isLikeFile(value),
    'Return its text (`await blob.text()`), or keep it with `context.addArtifact`',
  ],
  ['the answer of an HTTP client', isHttpAnswer, 'Return its `data`'],
  ['a regular expression', types.isRegExp, 'Return `String(expression)`'],
  ['a promise', (value) => hasMethod(value, 'then'), 'Await it'],
  [
    'search parameters',
    isOfClass('URLSearchParams'),
    'Return `Object.fromEntries(parameters)` or their text',
  ],
  [
    'headers',
    (value) => isOfClass('Headers')(value) || isLike(value, 'get', 'has', 'append', 'getSetCookie'),
    'Return `Object.fromEntries(headers)`',
  ],
  [
    'form data',
    (value) => isOfClass('FormData')(value) || isLike(value, 'get', 'getAll', 'has', 'append', 'forEach'),
    'Return `Object.fromEntries(data)`',
  ],
  [
    'an iterator',
    (value) => hasMethod(value, 'next') && hasMethod(value, Symbol.iterator),
    'Return `[...iterator]`',
  ],
  [
    'a stream that was read to its end',
    (value) => value instanceof Readable && value.readableEnded,
    'Return what was read of it, such as `response.body`',
  ],
  ['a stream', (value) => hasMethod(value, Symbol.asyncIterator), 'Return the stream itself, or its text'],
  ['an ArrayBuffer', types.isAnyArrayBuffer, 'Return its text, such as `Buffer.from(buffer).toString()`'],
  ['a WeakMap', types.isWeakMap, 'Return an object'],
  ['a WeakSet', types.isWeakSet, 'Return a list'],
]

/** What the `toJSON` of a value gives; `null` where it has none. One that throws is shown as unreadable. */
function ownForm(value: object | symbol): { readonly value: unknown } | null {
  // That of a Buffer is a list of its bytes.
  if (typeof value !== 'object' || isShown(value)) return null
  try {
    const toJSON: unknown = Reflect.get(value, 'toJSON')
    return typeof toJSON === 'function' ? { value: toJSON.call(value, '') } : null
  } catch {
    return { value: null }
  }
}

function faultOfValue(value: object | symbol): string | null {
  if (typeof value === 'function') return 'a function. Return what it gives'
  if (typeof value === 'symbol') return 'a symbol. Return its description'
  try {
    const kind = kinds.find(([, is]) => is(value))
    if (kind) return `${kind[0]}, which cannot be shown. ${kind[2]}`
    return isHollow(value)
      ? `an object of the class ${nameOfClass(value)}, which has no fields to show. Return an object with the values that matter`
      : null
  } catch {
    // A proxy, or a getter that throws: that is shown as unreadable.
    return null
  }
}

function isOfClass(...names: readonly string[]): (value: object) => boolean {
  return (value) => names.includes(tagOf(value)) || names.includes(nameOfClass(value))
}

/** Classes of libraries, and those that a bundler renamed, have other names; as the platform's their methods are those of the class. */
function isLike(value: object, ...methods: readonly string[]): boolean {
  return methods.every((name) => !Object.hasOwn(value, name) && hasMethod(value, name))
}

function isLikeResponse(value: object): boolean {
  const isBody = isLike(value, 'text', 'arrayBuffer')
  return isBody && 'status' in value && typeof value.status === 'number' && 'headers' in value
}

function isLikeRequest(value: object): boolean {
  return isLike(value, 'text', 'arrayBuffer') && 'method' in value && 'url' in value
}

function isLikeFile(value: object): boolean {
  return isLike(value, 'text', 'arrayBuffer') && 'size' in value && typeof value.size === 'number'
}

/** As axios gives it: with the request and all its sockets. */
function isHttpAnswer(value: object): boolean {
  const names = ['data', 'status', 'headers', 'config', 'request']
  if (!names.every((name) => Object.hasOwn(value, name))) return false
  const request: unknown = Reflect.get(value, 'request')
  return typeof request === 'object' && request !== null && nameOfClass(request) !== 'Object'
}

function hasMethod(value: object, name: string | symbol): boolean {
  return typeof Reflect.get(value, name) === 'function'
}

function isHollow(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  const isPlain = prototype === null || nameOfClass(value) === 'Object'
  // The names of a Buffer are the places of its bytes.
  if (isPlain || Array.isArray(value) || isShown(value)) return false
  // Those of an emitter are its own affair.
  return Object.keys(value).every((name) => value instanceof EventEmitter && name.startsWith('_'))
}

/** `Math` of an object of the language that is no class. */
function tagOf(value: object): string {
  return Object.prototype.toString.call(value).slice(8, -1)
}

/** Of these `toJson` makes texts. */
function isShown(value: object): boolean {
  return (
    types.isMap(value) ||
    types.isSet(value) ||
    types.isNativeError(value) ||
    value instanceof Error ||
    ArrayBuffer.isView(value) ||
    types.isBoxedPrimitive(value)
  )
}

function nameOfClass(value: object): string {
  const made: unknown = Reflect.get(value, 'constructor')
  const name = typeof made === 'function' ? made.name : ''
  return name === 'Object' ? tagOf(value) : name
}

function partsOfValue(value: object): readonly (readonly [string, unknown])[] {
  if (types.isMap(value) || types.isSet(value)) return Object.entries([...value])
  if (isShown(value)) return []
  try {
    return readEntries(value)
  } catch {
    return []
  }
}
