import type { Cursor, Reading } from './cursor.ts'
import { hideRun, match, type Pattern, pattern } from './pattern.ts'

/** Hides the value of a credential's name in text that is no JSON: quoted, to the end of its line, or as far as it goes. */
export function* readValue(cursor: Cursor, ends: 'at its end' | 'with its line'): Reading {
  const opening = yield* match(cursor, quoted)
  if (opening) {
    const [all, slashes = '', quote = ''] = opening
    cursor.keep(cursor.at + all.length)
    yield* readQuoted(cursor, quote, slashes.length)
  } else if ((yield* cursor.hasMore()) && !/[\r\n,;&<>(){}[\]|\\]/.test(cursor.letter)) {
    yield* readBare(cursor, ends === 'with its line' ? line : word)
  }
}

/** Maximum number of backslashes that are read together; an even number, so that the character they escape stays the same. */
const slashes = '\\\\{0,64}'

/** A quote, possibly after escapes: then the quote that closes it has as many. */
const quoted = pattern(`(${slashes})(["'\`])`)

const unit = pattern(`(${slashes})([^\\\\])`)

/** Hides a text up to its quote, which is kept, or to the end of its line. Gives whether the quote was there. */
export function* readQuoted(cursor: Cursor, quote: string, opening: number): Reading<boolean> {
  cursor.begin('NAME')
  while (yield* cursor.hasMore()) {
    yield* hideRun(cursor, content)
    const [all = '', before = '', letter = ''] = (yield* match(cursor, unit)) ?? []
    const isPair = before.length % 2 === 0
    if ((letter === '\n' || letter === '\r') && isPair) {
      cursor.hide(cursor.at + before.length)
      return false
    }
    if (letter === quote && (opening === 0 ? isPair : before.length <= opening)) {
      // Outside of escapes, an even number of them before the quote belongs to the value.
      if (opening === 0) cursor.hide(cursor.at + before.length)
      cursor.keep(cursor.at + all.length - (opening === 0 ? before.length : 0))
      return true
    }
    cursor.hide(Math.min(cursor.text.length, cursor.at + (all.length || 64)))
  }
  return false
}

const content = /[^"'`\\\r\n]+/y

interface Bare {
  readonly run: RegExp
  /** Words that say that there is no value, or of what type it is. */
  readonly harmless: Pattern
}

function bare(ends: string): Bare {
  const words = 'null|undefined|none|true|false|string|number|boolean'
  return {
    run: new RegExp(`[^${ends}]+`, 'y'),
    harmless: pattern(`(?:${words})(?=[${ends}]|$)`, { isOpen: true, flags: 'i' }),
  }
}

const word = bare('\\s"\'`,;&<>(){}[\\]|\\\\')

const line = bare('\\r\\n"\'`\\\\<')

const scheme = /^(?:bearer|basic|token|digest)$/i

function* readBare(cursor: Cursor, { run, harmless }: Bare): Reading {
  const none = yield* match(cursor, harmless)
  if (none) return cursor.keep(cursor.at + none[0].length)
  cursor.begin('NAME')
  for (;;) {
    const begun = yield* hideRun(cursor, run)
    // After the name of a scheme the credential follows.
    if (!scheme.test(begun) || !(yield* cursor.hasMore()) || cursor.letter !== ' ') return
    cursor.hide(cursor.at + 1)
  }
}
