import { isCredentialHeader, isCredentialName, maxNameChars } from './credential-names.ts'
import { findShape } from './credential-shapes.ts'
import { markerAt, matchAt } from './marker.ts'
import {
  anywhere,
  type Cursor,
  type Mode,
  maxSlashes,
  type Place,
  type Step,
  type Surroundings,
} from './scan-mode.ts'

/** Reads text that is no JSON: prose, logs, code, headers, queries, and the rest of broken JSON. */
export class PlainMode implements Mode {
  #place: Place = anywhere
  /** Whether the name may continue with the next letter. */
  #isInName = false
  /** Of what stands after a credential's name. */
  #separator = ''
  #isAfterLetter = false
  #isInsideRun = false
  /** Inside of the part of a URL where a user may be named. */
  #isInUser = false

  readonly #mode: Surroundings['mode']
  /** Nothing but spaces stands between here and the beginning of the line. */
  #isLineStart = true
  /** Among the headers of an HTTP message. */
  #isInHead = false

  constructor(after: Place, mode: Surroundings['mode']) {
    this.#mode = mode
    this.enter(after)
  }

  /** Continues after something else was read. */
  enter(after: Place): void {
    this.#place = after
    this.#separator = after.kind === 'value-of' ? ':' : ''
    this.#isInName = false
    this.#isAfterLetter = false
    this.#isInsideRun = false
  }

  step(cursor: Cursor): Step {
    while (!cursor.isAtEnd) {
      const step = this.#readOn(cursor)
      if (step !== null) return step
    }
    return 'more'
  }

  /** `null`: it continued. */
  #readOn(cursor: Cursor): Step | null {
    if (this.#isAfterLetter && this.#readWord(cursor)) return null
    const { text, at, isLast } = cursor
    const letter = text.charAt(at)
    const marker = markerAt(text, at, isLast)
    if (marker === 'more') return 'more'
    const isLineStart = this.#isLineStart
    if (isLineStart && this.#isExamined(letter)) {
      const step = this.#readLineStart(cursor)
      if (step !== 'no header') return step
    }
    this.#isLineStart = isLineStart ? /\s/.test(letter) : letter === '\n'
    if (this.#place.kind === 'value-of') {
      const step = this.#readValue(cursor, letter, marker > 0)
      if (step !== 'no value') return step
      this.enter(anywhere)
    }
    if (marker > 0) {
      cursor.keep(at + marker)
      this.enter(anywhere)
      return null
    }
    const shape = this.#mode === 'OWN' ? null : this.#readShape(cursor)
    return shape ?? this.#readLetter(cursor, letter, isLineStart)
  }

  #readValue(cursor: Cursor, letter: string, isMarker: boolean): Step | null | 'no value' {
    const { text, at, isLast } = cursor
    const { name } = this.#place.kind === 'value-of' ? this.#place : { name: '' }
    if (!isMarker && (letter === ' ' || letter === '\t')) return this.#pass(cursor)
    if (!isMarker && /^(?:[:=]=|=>)$/.test(this.#separator + letter)) {
      // What is compared is no value.
      if (this.#separator === '=' && letter === '=') return 'no value'
      this.#separator += letter
      return this.#pass(cursor)
    }
    if (letter === '\\') {
      const after = endOfSlashes(text, at)
      if (after === text.length && !isLast) return 'more'
      if (!/["'`]/.test(text.charAt(after))) return 'no value'
    } else if (!isMarker && letter === '[') return { to: 'json', under: name }
    else if (!isMarker && /[\r\n,;&<>(){}\]|]/.test(letter)) return 'no value'
    const isLine = isCredentialHeader(name) && this.#separator === ':'
    this.enter(anywhere)
    return { to: 'value', isLine }
  }

  #isSecretName(name: string): boolean {
    return this.#mode === 'STRICT' && isCredentialName(name)
  }

  /** A line of spaces ends a head, and begins nothing. */
  #isExamined(letter: string): boolean {
    if (this.#mode !== 'NAMED' || this.#place.kind === 'value-of') return false
    return this.#isInHead || !/\s/.test(letter)
  }

  /** A header with a credential goes to the end of its line; a start line says that headers follow. */
  #readLineStart(cursor: Cursor): Step | null | 'no header' {
    const { text, at, isLast } = cursor
    const rest = text.slice(at, at + maxStartLineChars)
    const newline = rest.indexOf('\n')
    const isWhole = newline >= 0 || isLast || rest.length === maxStartLineChars
    const line = newline < 0 ? rest : rest.slice(0, newline)
    if (!this.#isInHead) {
      if (!isWhole && mayBeStartLine(line)) return 'more'
      // What cannot continue as one may be one already, with words behind it: `HTTP/1.1 200 O`.
      this.#isInHead = startLine.test(line)
      return 'no header'
    }
    const [begin, name = ''] = headerLine.exec(line) ?? []
    if (begin === undefined) {
      if (!isWhole && /^(?:[<>] ?)?[A-Za-z0-9-]{0,64}$/.test(line)) return 'more'
      this.#isInHead = false
      return 'no header'
    }
    this.#isLineStart = false
    if (!isCredentialHeader(name)) return 'no header'
    cursor.keep(at + begin.length)
    this.enter({ kind: 'value-of', name })
    return null
  }

  #pass(cursor: Cursor): null {
    cursor.keep(cursor.at + 1)
    return null
  }

  #readShape(cursor: Cursor): Step | null {
    if (this.#isAfterLetter) return null
    const { text, at, isLast } = cursor
    const found = findShape(text, at, { isLast, isInsideRun: this.#isInsideRun })
    if (found === null || found === 'more') return found
    if (found.kind === 'private-key') {
      cursor.mark('FORM')
      cursor.drop(found.to)
      return { to: 'private-key' }
    }
    cursor.keep(found.from)
    cursor.mark('FORM')
    cursor.drop(found.to)
    return { to: 'run', body: found.body }
  }

  #readLetter(cursor: Cursor, letter: string, isLineStart: boolean): Step | null {
    const { at } = cursor
    if (letter === ':') return this.#readColon(cursor)
    if (letter === '\\') return this.#readSlashes(cursor)
    if ((letter === '{' || letter === '[') && (isLineStart || this.#mode === 'STRICT')) {
      this.enter(anywhere)
      return { to: 'json', under: null }
    }
    if (isNameLetter(letter)) this.#readName(letter)
    else this.#readMark(letter)
    cursor.keep(at + 1)
    return null
  }

  /** The rest of a word at once: in the middle of one no secret begins, and nothing but its name comes of it. */
  #readWord(cursor: Cursor): boolean {
    wordLetters.lastIndex = cursor.at
    const [letters] = wordLetters.exec(cursor.text) ?? []
    if (letters === undefined) return false
    this.#readName(letters)
    cursor.keep(cursor.at + letters.length)
    return true
  }

  /** One letter, or several of a word. */
  #readName(letters: string): void {
    const before = this.#isInName && this.#place.kind === 'name' ? this.#place.name : ''
    // Of a name that is too long for one nothing more is of interest than that it is.
    const name = before + letters.slice(0, maxNameChars + 1)
    this.#place = before.length > maxNameChars ? this.#place : { kind: 'name', name }
    this.#isInName = true
    this.#isAfterLetter = /^[A-Za-z0-9]/.test(letters)
    this.#isInsideRun = letters !== '.'
  }

  /** What is no part of a name: it may stand between a name and its separator, be the separator, or end all that. */
  #readMark(letter: string): void {
    const { name } = this.#place.kind === 'name' ? this.#place : { name: '' }
    if (letter === '=' && this.#isSecretName(name)) {
      this.enter({ kind: 'value-of', name })
      this.#separator = '='
    } else if (' \t"\'`]'.includes(letter)) {
      this.#isInName = false
      this.#isAfterLetter = false
      this.#isInsideRun = false
    } else this.enter(anywhere)
    if (/[\s/@?#"'`<>]/.test(letter)) this.#isInUser = false
  }

  #readColon(cursor: Cursor): Step | null {
    const { text, at, isLast } = cursor
    const scheme = matchAt('://', text, at, isLast)
    if (scheme === 'more') return 'more'
    if (scheme === 'yes' && this.#mode !== 'OWN') {
      cursor.keep(at + 3)
      this.enter(anywhere)
      this.#isInUser = true
      return null
    }
    if (this.#isInUser) {
      const end = endOfPassword(text, at + 1, isLast)
      if (end === 'more') return 'more'
      this.#isInUser = false
      if (end !== null) {
        cursor.keep(at + 1)
        cursor.mark('FORM')
        cursor.drop(end)
        this.enter(anywhere)
        return null
      }
    }
    const { name } = this.#place.kind === 'name' ? this.#place : { name: '' }
    cursor.keep(at + 1)
    this.enter(this.#isSecretName(name) ? { kind: 'value-of', name } : anywhere)
    return null
  }

  /** An escape: of a quote, which then counts as one, or of something that ends a name. */
  #readSlashes(cursor: Cursor): Step | null {
    const { text, at, isLast } = cursor
    const after = endOfSlashes(text, at)
    if (after === text.length && !isLast) return 'more'
    const letter = text.charAt(after)
    if (/["'`]/.test(letter)) {
      cursor.keep(after + 1)
      this.#readMark(letter)
      return null
    }
    const isEscape = (after - at) % 2 === 1 && /[bfnrtu/]/.test(letter)
    this.enter(anywhere)
    // `\/\/` is how some write `//`.
    if (letter !== '/') this.#isInUser = false
    cursor.keep(isEscape && letter !== '/' ? after + 1 : after)
    return null
  }
}

/** No start line is longer. */
const maxStartLineChars = 2_048

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'CONNECT', 'TRACE']

/** Also as curl shows them, after `>` and `<`. */
const startLine = new RegExp(
  `^(?:[<>] )?(?:HTTP/\\d(?:\\.\\d)? \\d{3}\\b|(?:${methods.join('|')}) \\S+ HTTP/\\d)`,
)

const headerLine = /^(?:[<>] )?([A-Za-z0-9-]{1,64}):/

/** Whether the beginning of a line may continue as a start line. */
function mayBeStartLine(line: string): boolean {
  const text = line.replace(/^[<>](?: |$)/, '')
  const [word = '', target, version, ...rest] = text.split(' ')
  if (word.startsWith('HTTP/') || 'HTTP/'.startsWith(word))
    return target === undefined || (version === undefined && target.length <= 3)
  if (target === undefined) return methods.some((method) => method.startsWith(word))
  if (!methods.includes(word) || rest.length > 0) return false
  return version === undefined || version.startsWith('HTTP/') || 'HTTP/'.startsWith(version)
}

const wordLetters = /[A-Za-z0-9]+/y

function endOfSlashes(text: string, at: number): number {
  let after = at
  while (after < text.length && after - at < maxSlashes && text[after] === '\\') after++
  return after
}

function isNameLetter(letter: string): boolean {
  return /[A-Za-z0-9_.-]/.test(letter)
}

/** A password in a URL is no longer. */
const maxPasswordChars = 1_024

/** Where the password ends that a URL has here: at the last `@` before its host ends. `null` where there is none. */
function endOfPassword(text: string, from: number, isLast: boolean): number | 'more' | null {
  let end: number | null = null
  const limit = from + maxPasswordChars
  for (let place = from; place < limit; place++) {
    if (place === text.length) {
      if (!isLast) return 'more'
      break
    }
    const letter = text.charAt(place)
    const marker = markerAt(text, place, isLast)
    if (marker === 'more') return 'more'
    if (marker > 0) {
      if (place > from) break
      // A password that is redacted already: as the value of the name before it, it would take what follows along.
      const after = place + marker
      if (after === text.length && !isLast) return 'more'
      return text[after] === '@' ? after : null
    }
    if (letter === '@' && place > from) end = place
    if (/[\s/?#"'`<>\\]/.test(letter)) break
  }
  return end
}
