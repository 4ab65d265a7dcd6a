import { sha256 } from '../domain/hash.ts'
import { isJsonObject, type Json } from '../domain/json.ts'

/** Fingerprint of a call, for comparison with other calls in bounded memory. */
export interface CallPrint {
  readonly target: string
  /** The words of each text of several words, by its place in the arguments: these may vary a little. */
  readonly texts: ReadonlyMap<string, ReadonlySet<string>>
  /** A hash of all else: numbers, ids, names, paths, and other parts of a text than plain words. Another hash means another object. */
  readonly values: string
}

/** Texts are alike from this Jaccard index of their words on. */
const similarity = 0.8
/** A longer text is one thing, the same or another. */
const maxWords = 200
/** Arguments of more parts are one thing too. */
const maxParts = 100

/** Arguments that differ between calls for the same thing. */
const volatileField = /^(nonce|timestamp|attempt|retry|(request|trace|correlation)_?id|idempotency_?key)$/i

export function printCall(target: string, parameters: Json): CallPrint {
  const parts = partsOf(parameters, '')
  if (parts.length > maxParts) return { target, texts: new Map(), values: hashOf(tokensOf(parameters)) }
  const texts = new Map<string, ReadonlySet<string>>()
  const values: string[] = []
  for (const { place, value } of parts) {
    const spoken = typeof value === 'string' ? wordsOf(value) : null
    if (!spoken) values.push(`${place}=${JSON.stringify(value)}`)
    else {
      texts.set(place, new Set(spoken.words))
      values.push(...spoken.otherWords.map((other) => `${place}~${other}`))
    }
  }
  return { target, texts, values: hashOf(values) }
}

/** Whether two calls are of one target, in nearly the same words; their values are compared over more than two calls. */
export function isAlike(one: CallPrint, other: CallPrint): boolean {
  if (one.target !== other.target || one.texts.size !== other.texts.size) return false
  return [...one.texts].every(([place, words]) => {
    const otherWords = other.texts.get(place)
    return otherWords !== undefined && jaccard(words, otherWords) >= similarity
  })
}

function jaccard(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((word) => other.has(word)).length
  const all = one.size + other.size - shared
  return all === 0 ? 1 : shared / all
}

interface Part {
  readonly place: string
  readonly value: Json
}

/** The arguments, split down to scalar values, in an order that does not depend on how they were written. */
function partsOf(value: Json, place: string): readonly Part[] {
  if (Array.isArray(value)) return value.flatMap((item: Json, index) => partsOf(item, `${place}/${index}`))
  if (!isJsonObject(value)) return [{ place, value }]
  return Object.keys(value)
    .filter((key) => !volatileField.test(key))
    .toSorted()
    .flatMap((key) => partsOf(value[key] ?? null, `${place}/${key}`))
}

/** A text of several words: its plain words, without case and punctuation, and whatever else is in it. */
function wordsOf(text: string) {
  const pieces = text.trim().split(/\s+/)
  if (pieces.length < 2 || pieces.length > maxWords) return null
  const bare = pieces.map((piece) => piece.replace(/[.,;:!?]+$/u, '').toLowerCase())
  const isWord = (piece: string) => /^\p{L}+(['’-]\p{L}+)*$/u.test(piece)
  return { words: bare.filter(isWord), otherWords: bare.filter((piece) => piece !== '' && !isWord(piece)) }
}

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
