import type { Cursor, Reading } from './cursor.ts'

/** A pattern for text that comes piece by piece. */
export interface Pattern {
  readonly whole: RegExp
  /** Matches text that reaches to the end and may become a match with more. */
  readonly begun: RegExp
  /** Whether more text may change the match; otherwise a match stays one. */
  readonly isOpen: boolean
}

/**
 * Makes a pattern from the source of a regular expression without constructs that cannot be cut: no negative assertions, no `$` and `^`, no
 * braces except those of counts.
 */
export function pattern(source: string, { isOpen = false, flags = '' } = {}): Pattern {
  const begun = source.replaceAll(tokens, (token, atom?: string) =>
    atom === undefined ? token : `(?:${atom}|$)`,
  )
  return { whole: new RegExp(source, `y${flags}`), begun: new RegExp(`(?:${begun})$`, `y${flags}`), isOpen }
}

/** The parts of a regular expression; the group: a part that matches one character. */
const tokens = /\(\?[:=]|[()|?*+]|\{\d+,?\d*\}|(\[(?:\\.|[^\]\\])*\]|\\.|.)/gs

/** Finds where the end of a text may begin one of these, by its first `chars` characters. */
export function beginningPattern(words: readonly string[], chars: number): RegExp {
  const begun = words.map((word) => {
    const [first = '', ...rest] = Array.from(word.slice(0, chars).split(''), escaped)
    return first + rest.map((letter) => `(?:${letter}|$)`).join('')
  })
  return new RegExp([...new Set(begun)].join('|') || '(?!)', 'g')
}

export function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
}

/** Returns the match at the cursor; `null` if there is none. Waits for more text while that may change the result. */
export function* match(cursor: Cursor, { whole, begun, isOpen }: Pattern): Reading<RegExpExecArray | null> {
  for (;;) {
    const { text, at, isLast } = cursor
    whole.lastIndex = at
    const found = whole.exec(text)
    if (isLast || (found && !isOpen)) return found
    begun.lastIndex = at
    if (!begun.test(text)) return found
    yield
  }
}

/** Hides the match, over any number of pieces. Gives its beginning. */
export function* hideRun(cursor: Cursor, run: RegExp): Reading<string> {
  let begun = ''
  while (yield* cursor.hasMore()) {
    run.lastIndex = cursor.at
    const [found] = run.exec(cursor.text) ?? []
    if (found === undefined) break
    if (begun.length < maxBegunChars) begun += found.slice(0, maxBegunChars)
    cursor.hide(cursor.at + found.length)
  }
  return begun
}

const maxBegunChars = 16
