import { tryParseRawJson } from './exact-numbers.ts'
import type { Json } from './json.ts'

/** A value that stands in a text, from `at` to before `end`. */
export interface FoundJson {
  readonly value: Json
  readonly at: number
  readonly end: number
}

/** In a text of many brackets the rest is words: each that is never closed is read to the end. */
const maxMisses = 100

/** The whole objects and lists in a text, one behind the other. */
export function jsonIn(text: string): readonly FoundJson[] {
  const found: FoundJson[] = []
  let misses = 0
  for (let at = 0; at < text.length && misses < maxMisses; at++) {
    if (text[at] !== '{' && text[at] !== '[') continue
    const end = endOfJson(text, at)
    const value = end === null ? undefined : tryParseRawJson(text.slice(at, end))
    if (end === null || value === undefined) {
      misses += 1
      continue
    }
    found.push({ value, at, end })
    at = end - 1
  }
  return found
}

/** The end of the value that begins here, by its brackets; `null`: it has none. */
function endOfJson(text: string, from: number): number | null {
  let depth = 0
  let isInText = false
  for (let at = from; at < text.length; at++) {
    const letter = text[at]
    if (isInText) {
      if (letter === '\\') at += 1
      else if (letter === '"') isInText = false
    } else if (letter === '"') isInText = true
    else if (letter === '{' || letter === '[') depth += 1
    else if ((letter === '}' || letter === ']') && --depth === 0) return at + 1
  }
  return null
}
