import { redacted } from '../domain/redaction.ts'
import {
  isCredentialName,
  looksLikeCredential,
  maxCredentialChars,
  type NamesInUse,
  uniqueName,
} from './credential-names.ts'
import { isMarker, mark, markerAt, matchAt } from './marker.ts'
import type { Piece } from './piece.ts'
import {
  anywhere,
  type Cursor,
  type Mode,
  type Place,
  type Step,
  type Surroundings,
  type TextStream,
} from './scan-mode.ts'

interface Open {
  readonly kind: '{' | '['
  /** Of an array: the credential's name that its elements stand under. */
  readonly under: string | null
  /** The names in it that had to be changed, or look as if. */
  names: NamesInUse | null
}

type Expected = 'name' | 'name or end' | 'colon' | 'value' | 'value or end' | 'comma or end'

type InString =
  | { readonly kind: 'secret'; isMarked: boolean }
  /** Under a credential's name: it is read whole before it is decided whether it is one. */
  | { readonly kind: 'candidate'; readonly under: string }
  /** `name`: what was given of it so far, where it is one. */
  | { readonly kind: 'text'; readonly stream: TextStream; name: string | null }

/** A name is held back while it is read; a longer one is read as other strings are, and is no credential's. */
const maxHeldName = 2_048

const maxNumberChars = 400

/** Reads JSON, each of its strings as a text of its own. Where it is none after all, it is read on as plain text. */
export class JsonMode implements Mode {
  readonly #around: Surroundings
  readonly #open: Open[] = []
  readonly #secretName: string | null
  #expected: Expected = 'value'
  #inString: InString | null = null
  /** The name whose value is expected. */
  #name: string | null = null

  /** `under`: the credential's name that it is the value of, if any. */
  constructor(under: string | null, around: Surroundings) {
    this.#secretName = under
    this.#around = around
  }

  step(cursor: Cursor): Step {
    for (;;) {
      const step = this.#inString ? this.#readString(cursor, this.#inString) : this.#readOn(cursor)
      if (step !== null) return step
      if (this.#open.length === 0) return { to: 'plain', after: anywhere }
    }
  }

  /** `null`: it continued. */
  #readOn(cursor: Cursor): Step | null {
    if (cursor.isAtEnd) return 'more'
    const letter = cursor.text.charAt(cursor.at)
    if (isSpace(letter)) return this.#pass(cursor, this.#expected)
    switch (this.#expected) {
      case 'name or end':
        return letter === '}' ? this.#close(cursor) : this.#readName(cursor, letter)
      case 'name':
        return this.#readName(cursor, letter)
      case 'colon':
        return letter === ':' ? this.#pass(cursor, 'value') : this.#leave()
      case 'value or end':
        return letter === ']' ? this.#close(cursor) : this.#readValue(cursor, letter)
      case 'value':
        return this.#readValue(cursor, letter)
      case 'comma or end':
        return this.#readEnd(cursor, letter)
      default:
        return this.#expected satisfies never
    }
  }

  #pass(cursor: Cursor, expected: Expected): null {
    cursor.keep(cursor.at + 1)
    this.#expected = expected
    return null
  }

  #readEnd(cursor: Cursor, letter: string): Step | null {
    const isObject = this.#open.at(-1)?.kind === '{'
    if (letter === ',') return this.#pass(cursor, isObject ? 'name' : 'value')
    return letter === (isObject ? '}' : ']') ? this.#close(cursor) : this.#leave()
  }

  #close(cursor: Cursor): null {
    this.#open.pop()
    return this.#ended(cursor, cursor.at + 1)
  }

  /** A value was read up to `to`. */
  #ended(cursor: Cursor, to: number): null {
    cursor.keep(to)
    this.#name = null
    this.#expected = 'comma or end'
    return null
  }

  /** It is no JSON from here on. */
  #leave(): Step {
    return { to: 'plain', after: this.#place() }
  }

  #place(): Place {
    if (this.#expected === 'colon' && this.#name !== null) return { kind: 'name', name: this.#name }
    if (this.#around.mode !== 'STRICT') return anywhere
    const isValue = this.#expected === 'value' || this.#expected === 'value or end'
    const under = isValue ? this.#under() : null
    return under === null ? anywhere : { kind: 'value-of', name: under }
  }

  /** The credential's name that the next value stands under; `null`: none. */
  #under(): string | null {
    const { mode } = this.#around
    if (mode !== 'STRICT' && mode !== 'NAMED') return null
    const open = this.#open.at(-1)
    if (!open) return this.#secretName
    if (open.kind === '[') return open.under
    return this.#name !== null && isCredentialName(this.#name) ? this.#name : null
  }

  #readName(cursor: Cursor, letter: string): Step | null {
    if (letter !== '"') return this.#leave()
    const { text, at, isLast } = cursor
    const end = endOfString(text, at + 1, maxHeldName)
    if (end === null && !isLast && text.length - at <= maxHeldName) return 'more'
    if (end === null) return this.#beginString(cursor, true)
    const read = decode(cursor, at + 1, end, true).piece
    cursor.keep(at + 1)
    const output = this.#withoutSecrets(read, cursor.written(at + 1, end))
    cursor.give(output + this.#numberOf(output))
    cursor.drop(end)
    cursor.keep(end + 1)
    this.#name = read.text
    this.#expected = 'colon'
    return null
  }

  #withoutSecrets(read: Piece, written: string): string {
    if (!this.#around.mayHold(read.text)) return written
    const stream = this.#around.strings()
    return stream.push(read) + stream.end()
  }

  /** What has to follow a name, so that it is not one that its object has already. */
  #numberOf(name: string): string {
    const open = this.#open.at(-1)
    if (!open || !name.includes(redacted)) return ''
    open.names ??= new Map()
    return uniqueName(name, open.names).slice(name.length)
  }

  #readValue(cursor: Cursor, letter: string): Step | null {
    if (letter === '"') return this.#beginString(cursor, false)
    if (letter === '{') {
      this.#open.push({ kind: '{', under: null, names: null })
      return this.#pass(cursor, 'name or end')
    }
    const marker = markerAt(cursor.text, cursor.at, cursor.isLast)
    if (marker === 'more') return 'more'
    if (marker === 0 && letter === '[') {
      this.#open.push({ kind: '[', under: this.#under(), names: null })
      return this.#pass(cursor, 'value or end')
    }
    return /[tfn]/.test(letter) ? this.#readWord(cursor, letter) : this.#readNumber(cursor)
  }

  #readWord(cursor: Cursor, letter: string): Step | null {
    const { text, at, isLast } = cursor
    const word = letter === 't' ? 'true' : letter === 'f' ? 'false' : 'null'
    const is = matchAt(word, text, at, isLast)
    if (is !== 'yes') return is === 'more' ? 'more' : this.#leave()
    const after = at + word.length
    if (after === text.length && !isLast) return 'more'
    return endsValue(text.charAt(after)) ? this.#ended(cursor, after) : this.#leave()
  }

  /** A number, which may be a credential, or hold a known value. What then stands in its place is a string. */
  #readNumber(cursor: Cursor): Step | null {
    const { text, at, isLast } = cursor
    let end = at
    let isHidden = this.#around.mode === 'STRICT' && this.#under() !== null
    while (end < text.length && end - at < maxNumberChars) {
      const isMark = text[end] === mark && cursor.written(end, end + 1).startsWith('[redacted')
      if (!isMark && !/[0-9+.eE-]/.test(text.charAt(end))) break
      isHidden ||= isMark
      end += 1
    }
    if (end === text.length && !isLast && end - at < maxNumberChars) return 'more'
    const isNumber = /^-?\d[\d.eE+-]*$/.test(text.slice(at, end).replaceAll(mark, '0'))
    if (!isNumber || !endsValue(text.charAt(end))) return this.#leave()
    if (!isHidden) return this.#ended(cursor, end)
    const quote = `${'\\'.repeat(2 ** this.#around.level - 1)}"`
    cursor.give(`${quote}${cursor.markOfNumber(cursor.written(at, end))}${quote}`)
    cursor.drop(end)
    return this.#ended(cursor, end)
  }

  #beginString(cursor: Cursor, isName: boolean): null {
    const under = isName ? null : this.#under()
    cursor.keep(cursor.at + 1)
    if (under === null) this.#inString = this.#textString(isName)
    else if (this.#around.mode === 'STRICT') this.#inString = { kind: 'secret', isMarked: false }
    else this.#inString = { kind: 'candidate', under }
    return null
  }

  #textString(isName: boolean): InString {
    return { kind: 'text', stream: this.#around.strings(), name: isName ? '' : null }
  }

  #readString(cursor: Cursor, within: InString): Step | null {
    switch (within.kind) {
      case 'secret':
        return this.#readSecret(cursor, within)
      case 'candidate':
        return this.#readCandidate(cursor, within.under)
      case 'text':
        return this.#readText(cursor, within)
      default:
        return within satisfies never
    }
  }

  #readCandidate(cursor: Cursor, under: string): Step | null {
    const { text, at, isLast } = cursor
    const end = endOfString(text, at, maxCredentialChars)
    if (end === null && !isLast && text.length - at <= maxCredentialChars) return 'more'
    const read = end === null ? null : decode(cursor, at, end, true).piece.text
    if (
      end === null ||
      read === null ||
      isMarker(cursor.written(at, end)) ||
      !looksLikeCredential(under, read)
    ) {
      this.#inString = this.#textString(false)
      return null
    }
    cursor.mark('NAME')
    cursor.drop(end)
    this.#inString = null
    return this.#ended(cursor, end + 1)
  }

  #readSecret(cursor: Cursor, within: InString & { readonly kind: 'secret' }): Step | null {
    while (!cursor.isAtEnd) {
      const letter = cursor.text.charAt(cursor.at)
      if (letter === '"') {
        this.#inString = null
        return this.#ended(cursor, cursor.at + 1)
      }
      // No JSON has that: the string was begun and not ended.
      if (letter === '\n' || letter === '\r') {
        this.#inString = null
        return { to: 'plain', after: anywhere }
      }
      if (letter === '\\' && cursor.at + 1 === cursor.text.length && !cursor.isLast) return 'more'
      if (!within.isMarked) cursor.mark('NAME')
      within.isMarked = true
      cursor.drop(Math.min(cursor.text.length, cursor.at + (letter === '\\' ? 2 : 1)))
    }
    return 'more'
  }

  #readText(cursor: Cursor, within: InString & { readonly kind: 'text' }): Step | null {
    const { text, at, isLast } = cursor
    const quote = endOfString(text, at, text.length)
    const { piece, end } = decode(cursor, at, quote ?? text.length, isLast || quote !== null)
    const { stream } = within
    const isWhole = quote !== null || (isLast && end === text.length)
    const output = stream.push(piece) + (isWhole ? stream.end() : '')
    if (within.name !== null) within.name += output
    cursor.give(output)
    cursor.drop(end)
    if (quote === null) return 'more'
    this.#inString = null
    if (within.name === null) return this.#ended(cursor, quote + 1)
    cursor.give(this.#numberOf(within.name))
    return this.#pass(cursor, 'colon')
  }
}

/** Where the quote is that ends a string; `null` where it is not at hand. */
function endOfString(text: string, from: number, most: number): number | null {
  const limit = Math.min(text.length, from + most)
  for (let place = from; place < limit; place++) {
    if (text[place] === '"') return place
    if (text[place] === '\\') place++
  }
  return null
}

const escapes: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
}

/** A part of a string without its escapes, up to an escape that is not whole unless it `isWhole`. */
function decode(
  cursor: Cursor,
  from: number,
  to: number,
  isWhole: boolean,
): { readonly piece: Piece; readonly end: number } {
  const { text } = cursor
  // Within the part alone: a search to the end of the text, for each of its strings, takes the square of its length.
  if (!text.slice(from, to).includes('\\')) return { piece: cursor.part(from, to), end: to }
  const units: string[] = []
  const written: string[] = []
  let at = from
  while (at < to) {
    const length = escapeLength(text, at, to)
    if (at + length > to && !isWhole) break
    const end = Math.min(to, at + length)
    units.push(length === 1 ? text.charAt(at) : unescaped(text.slice(at, end)))
    written.push(cursor.written(at, end))
    at = end
  }
  return { piece: { text: units.join(''), written }, end: at }
}

function escapeLength(text: string, at: number, to: number): number {
  if (text[at] !== '\\') return 1
  if (at + 1 >= to) return 2
  const letter = text.charAt(at + 1)
  if (letter !== 'u') return letter in escapes ? 2 : 1
  const digits = text.slice(at + 2, Math.min(to, at + 6))
  return /^[0-9a-fA-F]*$/.test(digits) ? 6 : 1
}

function unescaped(written: string): string {
  if (/^\\u[0-9a-fA-F]{4}$/.test(written)) return String.fromCharCode(Number.parseInt(written.slice(2), 16))
  // Half an escape, at the end of what there is.
  return escapes[written.charAt(1)] ?? '\\'
}

function isSpace(letter: string): boolean {
  return letter === ' ' || letter === '\n' || letter === '\r' || letter === '\t'
}

/** What may stand after a value within an object or an array. */
function endsValue(letter: string): boolean {
  return letter === ',' || letter === ']' || letter === '}' || isSpace(letter)
}
