import { type RedactionMode, redacted, type Sign } from '../domain/redaction.ts'
import {
  isCredentialName,
  looksLikeCredential,
  maxCredentialChars,
  maxNameChars,
} from './credential-names.ts'
import { type Cursor, type Piece, type Reading, type TextStream, unitsOf } from './cursor.ts'
import { foundMark, type NamesInUse, uniqueName } from './marker.ts'
import { match, pattern } from './pattern.ts'
import { readQuoted, readValue } from './read-value.ts'

/** State that all readers of one text share. */
export interface Surroundings {
  /** OWN: by the known values alone. */
  readonly mode: RedactionMode | 'OWN'
  /** In how many JSON texts this one stands as a string. */
  readonly level: number
  /** Opens the text of a string of JSON. */
  readonly strings: () => TextStream
  /** Whether a text may hold a secret: a text that surely holds none is not read. */
  readonly mayHold: (text: string) => boolean
  readonly sign: Sign
}

interface Open {
  readonly kind: '{' | '['
  /** The credential's name of the next value: of an object the name before it, of an array its own. */
  under: string | null
  /** In an object a name, the separator before its value, or the value. */
  expects: 'name' | 'separator' | 'value'
  names?: NamesInUse
}

/**
 * Reads JSON that begins at the cursor, each of its strings as a text of its own, to its end or to the first character that no JSON has.
 * Commas do not matter. `under`: the credential's name that it is the value of.
 */
export function* readJson(cursor: Cursor, under: string | null, around: Surroundings): Reading {
  const open: Open[] = []
  do {
    if (cursor.isAtEnd && !(yield* cursor.hasMore())) return
    const { letter } = cursor
    const top = open.at(-1)
    if (letter === '{' || letter === '[') {
      open.push(opened(letter, top ? top.under : under))
    } else if (letter === '}' || letter === ']') {
      open.pop()
      endValue(open.at(-1))
    } else if (top?.kind === '{' && top.expects !== 'name' && separators.includes(letter))
      top.expects = 'value'
    else if (!passed.includes(letter)) {
      const read = letter === '"' ? readString : readScalar
      if (!top || !(yield* read(cursor, top, around))) return
      continue
    }
    cursor.keep(cursor.at + 1)
  } while (open.length > 0)
}

/** Ruby writes `=>`. */
const separators = ':=>'

const passed = ' \n\r\t,'

function opened(kind: '{' | '[', under: string | null): Open {
  const isObject = kind === '{'
  return { kind, under: isObject ? null : under, expects: isObject ? 'name' : 'value' }
}

function endValue(top: Open | undefined): void {
  if (top) top.expects = top.kind === '{' ? 'name' : 'value'
}

/** Gives whether a string was here, with its end. */
function* readString(cursor: Cursor, top: Open, around: Surroundings): Reading<boolean> {
  cursor.keep(cursor.at + 1)
  const name = top.expects === 'name' ? { text: '', shown: '' } : null
  const under = name ? null : top.under
  endValue(top)
  if (under !== null && around.mode === 'STRICT') return yield* readQuoted(cursor, '"', 0)
  if (under !== null && (yield* readCandidate(cursor, under))) return true
  yield* readContent(cursor, name, around)
  if (!(yield* cursor.hasMore())) return false
  if (name) {
    const isNaming = around.mode === 'STRICT' || around.mode === 'NAMED'
    top.expects = 'separator'
    top.under = isNaming && isCredentialName(name.text) ? name.text : null
    top.names ??= new Map()
    cursor.replace(cursor.at, uniqueName(name.shown, top.names).slice(name.shown.length))
  }
  cursor.keep(cursor.at + 1)
  return true
}

/** NAMED: reads the value under a credential's name whole before it decides whether it is one. Gives whether it was hidden. */
function* readCandidate(cursor: Cursor, under: string): Reading<boolean> {
  let end = endOfString(cursor, maxCredentialChars)
  while (end === null && !cursor.isLast && cursor.text.length - cursor.at <= maxCredentialChars) {
    yield
    end = endOfString(cursor, maxCredentialChars)
  }
  if (end === null) return false
  const { text } = decode(cursor.part(end))
  if (!looksLikeCredential(under, text.replaceAll(/[\ufffe\uffff]/g, redacted))) return false
  cursor.begin('NAME')
  cursor.hide(end)
  cursor.keep(end + 1)
  return true
}

interface Name {
  text: string
  /** Without its secrets. */
  shown: string
}

/** Up to the quote that ends a string, or as far as the text goes. */
function* readContent(cursor: Cursor, name: Name | null, around: Surroundings): Reading {
  const whole = endOfString(cursor)
  const content = whole === null ? null : decode(cursor.part(whole)).text
  if (whole !== null && content !== null && !around.mayHold(content)) {
    if (name) name.text = content
    return cursor.keep(whole)
  }
  const stream = around.strings()
  for (;;) {
    const quote = endOfString(cursor)
    const isEnd = quote !== null || cursor.isLast
    const end = quote ?? cursor.text.length
    const piece = decode(cursor.part(end))
    const shown = stream.push(piece) + (isEnd ? stream.end() : '')
    cursor.replace(end, shown)
    if (name && name.text.length <= maxNameChars) name.text += piece.text
    if (name) name.shown += shown
    if (isEnd) return
    yield
  }
}

/** A number that is a credential, or holds a known value, becomes a string. Gives whether something of JSON was here. */
function* readScalar(cursor: Cursor, top: Open, { mode, level, sign }: Surroundings): Reading<boolean> {
  if (top.expects !== 'value') return false
  const [found] = (yield* match(cursor, scalar)) ?? []
  const isSecret = mode === 'STRICT' && top.under !== null
  if (found === undefined && isSecret) yield* readValue(cursor, 'at its end')
  if (found === undefined) return false
  endValue(top)
  const end = cursor.at + found.length
  if (found.includes(foundMark) || (isSecret && /[0-9]/.test(found))) {
    const quote = `${'\\'.repeat(2 ** level - 1)}"`
    cursor.replace(end, quote + sign(cursor.written(end), 'number', 'VALUE') + quote)
  } else cursor.keep(end)
  return true
}

const scalar = pattern(`(?:true|false|null|-?[0-9${foundMark}][0-9.eE+${foundMark}-]{0,400})(?=[,\\]}\\s])`)

/** Returns the position of the quote that ends a string; `null` if it is not available yet. */
function endOfString({ text, at }: Cursor, most = text.length): number | null {
  for (special.lastIndex = at; ; ) {
    const position = special.exec(text)?.index ?? text.length
    if (position >= text.length || position - at >= most) return null
    if (text[position] === '"') return position
    special.lastIndex = position + 2
  }
}

const special = /["\\]/g

/** Characters that escapes stand for. */
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

/**
 * A part of a string without its escapes. A backslash that begins none stands for itself: no part ends within an escape, for the search for
 * known values holds back text that may be the beginning of one.
 */
function decode(raw: Piece): Piece {
  const { length } = raw.text
  if (!raw.text.includes('\\')) return raw
  const units = unitsOf(raw)
  let text = ''
  const written: string[] = []
  for (let at = 0; at < length; ) {
    const found = raw.text.indexOf('\\', at)
    const next = found === -1 ? length : found
    text += raw.text.slice(at, next)
    for (; at < next; at++) written.push(units[at] ?? '')
    if (found === -1) break
    const begun = raw.text.slice(next, next + 6)
    const code = begun.charAt(1) === 'u' ? begun.slice(2) : ''
    const letter = isHex.test(code)
      ? String.fromCharCode(Number.parseInt(code, 16))
      : escapes[begun.charAt(1)]
    at = next + (letter === undefined ? 1 : code === '' ? 2 : 6)
    text += letter ?? '\\'
    written.push(units.slice(next, at).join(''))
  }
  return { text, written }
}

const isHex = /^[0-9a-fA-F]{4}$/
