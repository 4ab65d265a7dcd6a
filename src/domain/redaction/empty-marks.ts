import { isJsonObject, type Json } from '../json.ts'
import type { Redactor, StreamRedactor } from '../redaction.ts'
import { markerAt, markerOf, noSecretId } from './marker.ts'

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
