import { isJsonObject, type Json } from '../domain/json.ts'
import { type Redactor, redacted, type StreamRedactor } from '../domain/redaction.ts'

/** Stand-in for a marker that was in a text before: one character, so that no match extends into it. */
export const oldMark = '\ufffe'

/** Stand-in for a known value that was just found. */
export const foundMark = '\uffff'

/** `[redacted]`, or with the id of the secret that is kept: `[redacted:0123456789abcdef]`, an `n` at its end where it was a number. */
export const markerSource = '\\[redacted(?::[0-9a-f]{16}n?)?\\]'

const marker = new RegExp(`^${markerSource}$`)

/** Whether a text is the marker of a secret, and nothing else. */
export function isMarker(text: string): boolean {
  return text.startsWith('[redacted') && marker.test(text)
}

/** Whether a text may become a marker with more. */
export function beginsMarker(text: string): boolean {
  return redacted.startsWith(text) || /^\[redacted:[0-9a-f]{0,16}n?$/.test(text)
}

/** The id of no secret: of a mark that somebody else wrote. */
export const noSecretId = '0'.repeat(16)

/** Returns the marker of a secret that is kept under this id. */
export function markerOf(id: string, isNumber: boolean): string {
  return `[redacted:${id}${isNumber ? 'n' : ''}]`
}

/** The names of one object, and how often each was asked for. */
export type NamesInUse = Map<string, number>

/** A name that is not among those in use yet, which it joins: two secrets must not become one name. */
export function uniqueName(name: string, inUse: NamesInUse): string {
  if (!name.includes(redacted)) return name
  // No lower number is free: a search from the first takes quadratic time where many names are alike.
  let count = inUse.get(name) ?? 0
  let unique: string
  do {
    count += 1
    unique = count === 1 ? name : `${name} (${count})`
  } while (inUse.has(unique))
  inUse.set(unique, 1)
  inUse.set(name, count)
  return unique
}

/**
 * For text from outside: removes the id of each mark too (TAS-7). Only the engine writes marks, and it restores their secrets; a mark that
 * a page, a mail, a log or a model repeats must not reveal the secret to anybody.
 */
export function emptyingMarks(redactor: Redactor): Redactor {
  return {
    text: (text) => emptyMarksIn(redactor.text(text)),
    value: (value) => emptyMarks(redactor.value(value)),
    stream: () => streamOf(redactor.stream()),
  }
}

const anyMark = /\[redacted:[0-9a-f]{16}n?\]/g

const emptyMark = markerOf(noSecretId, false)

export function emptyMarksIn(text: string): string {
  return text.includes('[redacted:') ? text.replaceAll(anyMark, emptyMark) : text
}

/** Gives the same object where it holds no mark. */
export function emptyMarks(value: Json): Json {
  if (typeof value === 'string') return emptyMarksIn(value)
  if (Array.isArray(value)) {
    const items = value.map((item: Json) => emptyMarks(item))
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  if (!isJsonObject(value)) return value
  let isChanged = false
  const entries = Object.entries(value).map(([name, item]) => {
    const entry = [emptyMarksIn(name), emptyMarks(item)] as const
    isChanged ||= entry[0] !== name || entry[1] !== item
    return entry
  })
  return isChanged ? Object.fromEntries(entries) : value
}

/** Holds back text that may become a mark. */
function streamOf(stream: StreamRedactor): StreamRedactor {
  let held = ''

  function pass(piece: string): string {
    const text = emptyMarksIn(held + piece)
    const last = text.lastIndexOf('[')
    const from = last >= 0 && beginsMarker(text.slice(last)) ? last : text.length
    held = text.slice(from)
    return text.slice(0, from)
  }

  return {
    push: (piece) => pass(stream.push(piece)),
    end: () => pass(stream.end()) + held,
  }
}
