import { beginningSource, begunChars, formatByBeginning, privateKey } from './credential-formats.ts'
import { credentialNameAtEnd, isCredentialHeader, maxNameAtEndChars } from './credential-names.ts'
import { Cursor, maxBefore, type Reading, streamOf, type TextStream } from './cursor.ts'
import type { KnownValues } from './known-values.ts'
import { hideRun, match, pattern } from './pattern.ts'
import { readJson, type Surroundings } from './read-json.ts'
import { readValue } from './read-value.ts'

/** Reads text: prose, logs, code, headers, queries. JSON in it is read as JSON, in lines that begin as such or, STRICT, anywhere. */
export function* readText(cursor: Cursor, around: Surroundings): Reading {
  const { mode } = around
  const stops = stopsOf[mode]
  let isInHead = mode !== 'STRICT' && (yield* readLineStart(cursor, around, false))
  for (;;) {
    const stop = yield* passTo(cursor, stops, mode)
    switch (stop) {
      case '':
        return
      case '\n':
        cursor.keep(cursor.at + 1)
        if (isInHead || cursor.isAtEnd || notable.test(cursor.letter))
          isInHead = yield* readLineStart(cursor, around, isInHead)
        break
      case '{':
      case '[':
        yield* readJson(cursor, null, around)
        break
      case ':':
      case '=':
        yield* readSeparator(cursor, around)
        break
      case privateKey.begins:
        yield* readPrivateKey(cursor)
        break
      default:
        yield* readFormat(cursor, stop)
    }
  }
}

type Mode = Surroundings['mode']

/** Characters at which reading stops. A text without any of them contains only known values and values written with JSON escapes. */
const stopsOf: Readonly<Record<Mode, RegExp>> = {
  STRICT: new RegExp(`[{[:=]|${beginningSource}`, 'g'),
  NAMED: new RegExp(`[\\n:]|${beginningSource}`, 'g'),
  VALUES: new RegExp(`[\\n:]|${beginningSource}`, 'g'),
  OWN: /\n/g,
}

/** Keeps all text up to a stop, and gives the stop; at the end, an empty text. Text that may become one is held back. */
function* passTo(cursor: Cursor, stops: RegExp, mode: Mode): Reading<string> {
  while (!cursor.isAtEnd || (yield* cursor.hasMore())) {
    const { text, at, isLast } = cursor
    stops.lastIndex = at
    const found = stops.exec(text)
    const held = isLast || mode === 'OWN' ? 0 : begunChars(text, at)
    const end = text.length - held
    if (found && found.index <= end) {
      cursor.keep(found.index)
      return found[0]
    }
    cursor.keep(end)
    if (held > 0) yield
  }
  return ''
}

/** Beginnings of lines that are read as more than text. */
const notable = /[\s{[<>HGPDOCT]/

/** At the beginning of a line: JSON, the first line of an HTTP message, or one of its headers. Gives whether headers may follow. */
function* readLineStart(cursor: Cursor, around: Surroundings, isInHead: boolean): Reading<boolean> {
  const header = isInHead ? yield* match(cursor, headerLine) : null
  if (header) {
    const [all, name = ''] = header
    if (!isCredentialHeader(name)) return true
    cursor.keep(cursor.at + all.length)
    yield* readNamed(cursor, name, around, 'with its line')
    return true
  }
  yield* pass(cursor, indentation)
  if (!(yield* cursor.hasMore())) return false
  if (cursor.letter === '{' || cursor.letter === '[') yield* readJson(cursor, null, around)
  else if (around.mode === 'NAMED') return (yield* match(cursor, startLine)) !== null
  return false
}

/** Also as curl shows them, after `>` and `<`. */
const startLine = pattern(
  '(?:[<>] )?(?:HTTP/[0-9](?:\\.[0-9])? [0-9]{3}|(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|CONNECT|TRACE) \\S{1,2000} HTTP/[0-9])',
)

const headerLine = pattern('(?:[<>] )?([A-Za-z0-9-]{1,64}):')

const indentation = /[^\S\n]+/y

const blanks = /[ \t]+/y

function* pass(cursor: Cursor, run: RegExp): Reading {
  while (!cursor.isAtEnd || (yield* cursor.hasMore())) {
    run.lastIndex = cursor.at
    if (!run.test(cursor.text)) return
    cursor.keep(run.lastIndex)
  }
}

/** After a URL's user its password; STRICT: after a credential's name its value. */
function* readSeparator(cursor: Cursor, around: Surroundings): Reading {
  const before = cursor.letter === ':' ? cursor.before(maxBefore) : ''
  const isUser = user.test(before.slice(Math.max(0, before.lastIndexOf(':'))))
  if (isUser && (yield* readPassword(cursor))) return
  const name = around.mode === 'STRICT' ? credentialNameAtEnd(cursor.before(maxNameAtEndChars)) : null
  if (name === null) return cursor.keep(cursor.at + 1)
  const [mark = ''] = (yield* match(cursor, separator)) ?? []
  cursor.keep(cursor.at + mark.length)
  // The right side of a comparison is no value, and neither is the rest of a URL.
  if (mark === '==' || mark === '://') return
  yield* readNamed(
    cursor,
    name,
    around,
    mark === ':' && isCredentialHeader(name) ? 'with its line' : 'at its end',
  )
}

const separator = pattern(':=|=>|==|://|:|=', { isOpen: true })

function* readNamed(
  cursor: Cursor,
  name: string,
  around: Surroundings,
  ends: 'at its end' | 'with its line',
): Reading {
  yield* pass(cursor, blanks)
  if (!(yield* cursor.hasMore())) return
  if (cursor.letter === '[') yield* readJson(cursor, name, around)
  else yield* readValue(cursor, ends)
}

/** `\/\/` is how some write `//`. */
const user = /^:(?:\\?\/){2}[^\s/@?#"'`<>:\\]*$/

/** A password in a URL is no longer. One that is redacted already stays so. */
const password = pattern(':(?:[\\ufffe\\uffff]@|[^\\s/?#"\'`<>\\\\\\ufffe\\uffff]{0,1024})', { isOpen: true })

/** Up to the last `@` before the host of the URL ends. Gives whether there was one. */
function* readPassword(cursor: Cursor): Reading<boolean> {
  const [found = ''] = (yield* match(cursor, password)) ?? []
  const end = cursor.at + found.lastIndexOf('@')
  if (end <= cursor.at + 1) return false
  cursor.keep(cursor.at + 1)
  cursor.begin('FORM')
  cursor.hide(end)
  return true
}

function* readFormat(cursor: Cursor, beginning: string): Reading {
  const format = formatByBeginning.get(beginning)
  // The letter of an escape is none of the text.
  const isBegun = format && !format.notAfter.test(cursor.before(2).replace(/\\[bfnrtu]$/, ''))
  const found = isBegun ? yield* match(cursor, format.pattern) : null
  if (!format || !found) return cursor.keep(cursor.at + 1)
  const end = cursor.at + found[0].length
  cursor.keep(cursor.at + format.announced)
  cursor.begin('FORM')
  cursor.hide(end)
  yield* hideRun(cursor, format.body)
}

/** Up to and with its last line. */
function* readPrivateKey(cursor: Cursor): Reading {
  const first = yield* match(cursor, privateKey.first)
  if (!first) return cursor.keep(cursor.at + 1)
  cursor.begin('FORM')
  cursor.hide(cursor.at + first[0].length)
  for (let room = privateKey.maxChars; room > 0 && (yield* cursor.hasMore()); ) {
    const last = yield* match(cursor, privateKey.last)
    if (last) return cursor.hide(cursor.at + last[0].length)
    privateKey.body.lastIndex = cursor.at
    const [part] = cursor.letter === '-' ? ['-'] : (privateKey.body.exec(cursor.text) ?? [])
    if (part === undefined) return
    cursor.hide(cursor.at + Math.min(part.length, room))
    room -= part.length
  }
}

interface Parts extends Omit<Surroundings, 'level' | 'strings'> {
  readonly known: () => KnownValues
}

/** A text without its secrets: first known values, then those that are recognised by format or name. */
export function openText(parts: Parts, level = 0): TextStream {
  const values = parts.known().stream(parts.sign)
  const cursor = new Cursor(parts.sign)
  const around = { ...parts, level, strings: () => openText(parts, level + 1) }
  const text = streamOf(cursor, readText(cursor, around))
  return {
    push: (piece) => values.push(piece).map(text.push).join(''),
    end: () => values.end().map(text.push).join('') + text.end(),
  }
}
