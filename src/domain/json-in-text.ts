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

/**
 * The JSON that a text nearly is: without its comments and the commas before a closing bracket, and with the line ends in its texts
 * escaped. The same text where it has none of them.
 */
export function strictJson(text: string): string {
  const parts = text.match(/"(?:[^"\\]|\\[\s\S])*"|\/\/[^\n]*|\/\*[\s\S]*?\*\/|[^"/]+|["/]/g) ?? []
  const bare = parts
    .filter((part) => !/^\/[/*]/.test(part))
    .map((part) => (part.startsWith('"') ? escaped(part) : part))
  // A comma and its bracket may have had a comment between.
  return joined(bare)
    .map((part) => (part.startsWith('"') ? part : part.replaceAll(/,(\s*[}\]])/g, '$1')))
    .join('')
}

function escaped(text: string): string {
  return text.replaceAll(/[\n\r\t]/g, (letter) => JSON.stringify(letter).slice(1, -1))
}

/** What stands between texts, in one piece. */
function joined(parts: readonly string[]): readonly string[] {
  const pieces: string[] = []
  for (const part of parts) {
    const isOwn = part.startsWith('"') || pieces.at(-1)?.startsWith('"') !== false
    if (isOwn) pieces.push(part)
    else pieces.push((pieces.pop() ?? '') + part)
  }
  return pieces
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
