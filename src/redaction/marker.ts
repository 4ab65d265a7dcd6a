import { isJsonObject, type Json } from '../domain/json.ts'
import { type Redactor, redacted, type StreamRedactor } from '../domain/redaction.ts'

/** Result of a match against a text that may continue: yes, no, or undecided without more text. */
type Match = 'yes' | 'no' | 'more'

/** What a known value that was just found is read as, written as the marker: so it differs from a marker that was there before. */
export const mark = '\uffff'

/**
 * The length of what stands here for a secret; 0 where nothing does. Nothing is found that reaches into one or over it: so what is
 * redacted once stays as it is.
 */
export function markerAt(text: string, at: number, isLast: boolean): number | 'more' {
  const letter = text[at]
  if (letter === mark) return 1
  if (letter !== '[') return 0
  const rest = text.slice(at, at + maxMarkerChars)
  const [found] = marker.exec(rest) ?? []
  if (found !== undefined) return found.length
  return !isLast && rest.length < maxMarkerChars && beginsMarker(rest) ? 'more' : 0
}

/** `[redacted]`, or with the id of the secret that is kept: `[redacted:0123456789abcdef]`, an `n` at its end where it was a number. */
const marker = /^\[redacted(?::[0-9a-f]{16}n?)?\]/

const maxMarkerChars = '[redacted:0123456789abcdefn]'.length

/** Whether a text is what stands for a secret, and nothing else. */
export function isMarker(text: string): boolean {
  return text.length <= maxMarkerChars && marker.exec(text)?.[0] === text
}

function beginsMarker(text: string): boolean {
  return redacted.startsWith(text) || /^\[redacted:[0-9a-f]{0,16}n?$/.test(text)
}

/** The id of no secret: what stands here is a mark that somebody else wrote. */
export const noSecretId = '0'.repeat(16)

/** What stands for a secret that is kept under this id. */
export function markerOf(id: string, isNumber: boolean): string {
  return `[redacted:${id}${isNumber ? 'n' : ''}]`
}

/** Whether a word begins here. */
export function matchAt(word: string, text: string, at: number, isLast: boolean): Match {
  if (text.startsWith(word, at)) return 'yes'
  if (isLast || text.length - at >= word.length) return 'no'
  return word.startsWith(text.slice(at)) ? 'more' : 'no'
}

/**
 * For what comes from outside: takes the id out of each mark too (TAS-7). Only the engine writes marks, and it reads back what they
 * stand for; one that a page, a mail, a log or a model repeats must not get anybody the secret.
 */
export function withEmptyMarks(redactor: Redactor): Redactor {
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
    return items.some((item, place) => item !== value[place]) ? items : value
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

/** Holds back what may yet become a mark. */
function streamOf(stream: StreamRedactor): StreamRedactor {
  let held = ''

  function pass(piece: string): string {
    const text = emptyMarksIn(held + piece)
    const last = text.lastIndexOf('[')
    const from = last >= 0 && markerAt(text, last, false) === 'more' ? last : text.length
    held = text.slice(from)
    return text.slice(0, from)
  }

  return {
    push: (piece) => pass(stream.push(piece)),
    end: () => pass(stream.end()) + held,
  }
}
