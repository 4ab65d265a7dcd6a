import { dash, endOfRun, type Letters, labelLetters, maxLabelChars } from './credential-shapes.ts'
import { markerAt, matchAt } from './marker.ts'
import { anywhere, type Cursor, type Mode, maxSlashes, type Step } from './scan-mode.ts'

const inPlain: Step = { to: 'plain', after: anywhere }

/** Drops the rest of a secret that is as long as its letters go. */
export function runMode(body: Letters): Mode {
  return {
    step(cursor) {
      cursor.drop(endOfRun(cursor.text, cursor.at, body, cursor.text.length))
      return cursor.isAtEnd ? 'more' : inPlain
    },
  }
}

/** No private key has more characters; after an opening line without an end so many are dropped at most. */
const maxKeyChars = 32_768

const endOfKey = '-----END '

/** Drops a private key after its first line, up to and with its last. */
export function privateKeyMode(): Mode {
  let charsLeft = maxKeyChars
  return {
    step(cursor) {
      while (!cursor.isAtEnd) {
        const ends = matchAt(endOfKey, cursor.text, cursor.at, cursor.isLast)
        if (ends === 'more') return 'more'
        if (ends === 'yes') return dropLastLine(cursor)
        if (charsLeft === 0 || !/[A-Za-z0-9+/=\s\\:,.-]/.test(cursor.text.charAt(cursor.at))) return inPlain
        charsLeft -= 1
        cursor.drop(cursor.at + 1)
      }
      return 'more'
    },
  }
}

function dropLastLine(cursor: Cursor): Step {
  const { text, isLast } = cursor
  const label = endOfRun(text, cursor.at + endOfKey.length, labelLetters, maxLabelChars)
  const end = endOfRun(text, label, dash, 5)
  if (end === text.length && end - label < 5 && !isLast) return 'more'
  cursor.drop(end)
  return inPlain
}

/** Words that say that there is no value, or of what type it is. */
const harmless = ['null', 'undefined', 'none', 'true', 'false', 'string', 'number', 'boolean']

const schemes = ['bearer', 'basic', 'token', 'digest']

const maxWordChars = 10

/** Drops the value of a credential's name in text that is no JSON: quoted, or as far as it goes. */
export function valueMode(isLine: boolean): Mode {
  let mode: Mode | null = null
  return {
    step(cursor) {
      if (cursor.isAtEnd) return 'more'
      mode ??= quotedAt(cursor) ?? bareMode(isLine)
      return mode.step(cursor)
    },
  }
}

/** The caller has seen that a whole opening is at hand. */
function quotedAt({ text, at }: Cursor): Mode | null {
  const [opening, slashes = '', quote = ''] = /^(\\{0,64})(["'`])/.exec(text.slice(at, at + 65)) ?? []
  return opening === undefined ? null : quotedMode(opening.length, slashes.length, quote)
}

function quotedMode(opening: number, slashes: number, quote: string): Mode {
  let place: 'before' | 'first' | 'inside' = 'before'
  return {
    step(cursor) {
      if (place === 'before') {
        cursor.keep(cursor.at + opening)
        place = 'first'
      }
      while (!cursor.isAtEnd) {
        const { text, at } = cursor
        let after = at
        while (text[after] === '\\' && after - at < maxSlashes) after++
        if (after === text.length && !cursor.isLast) return 'more'
        const count = after - at
        const isNewline = text[after] === '\n' || text[after] === '\r'
        if (isNewline && count % 2 === 0) {
          if (place === 'first' && count > 0) cursor.mark('NAME')
          cursor.drop(after)
          return inPlain
        }
        if (text[after] === quote && closes(count, slashes)) {
          // Outside of escapes, an even number of them before the quote belongs to the value.
          const closing = slashes === 0 ? after : at
          if (place === 'first' && closing > at) cursor.mark('NAME')
          cursor.drop(closing)
          cursor.keep(after + 1)
          return inPlain
        }
        if (place === 'first') cursor.mark('NAME')
        place = 'inside'
        cursor.drop(Math.min(text.length, after + 1))
      }
      return 'more'
    },
  }
}

function closes(count: number, slashes: number): boolean {
  return slashes === 0 ? count % 2 === 0 : count <= slashes
}

function bareMode(isLine: boolean): Mode {
  const ends = isLine ? /[\r\n"'`\\<]/ : /[\s"'`,;&<>(){}[\]|\\]/
  let isMarked = false
  /** The current word, as long as it may be the name of a scheme. */
  let word = ''
  return {
    step(cursor) {
      if (!isMarked) {
        const secretName = secretNameHere(cursor, ends)
        if (secretName === 'more') return 'more'
        if (secretName > 0) {
          cursor.keep(cursor.at + secretName)
          return inPlain
        }
        cursor.mark('NAME')
        isMarked = true
      }
      while (!cursor.isAtEnd) {
        const marker = markerAt(cursor.text, cursor.at, cursor.isLast)
        if (marker === 'more') return 'more'
        if (marker > 0) {
          cursor.drop(cursor.at + marker)
          word = ''
          continue
        }
        const letter = cursor.text.charAt(cursor.at)
        const isAfterScheme = letter === ' ' && (word === '' ? false : schemes.includes(word.toLowerCase()))
        if (!isAfterScheme && ends.test(letter)) return inPlain
        word = isAfterScheme || word.length > maxWordChars ? '' : word + letter
        cursor.drop(cursor.at + 1)
      }
      return 'more'
    },
  }
}

/** How long the harmless word is that the whole value is; 0 where it is another. */
function secretNameHere({ text, at, isLast }: Cursor, ends: RegExp): number | 'more' {
  const rest = text.slice(at, at + maxWordChars)
  const end = rest.search(ends)
  const word = (end === -1 ? rest : rest.slice(0, end)).toLowerCase()
  if (end === -1 && rest.length < maxWordChars && !isLast)
    return harmless.some((other) => other.startsWith(word)) ? 'more' : 0
  return harmless.includes(word) ? word.length : 0
}
