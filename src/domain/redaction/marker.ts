import { redacted } from '../redaction.ts'

/** What a look at a text that may go on can say: no, or that only more of it tells. */
export type Look = 'yes' | 'no' | 'more'

/** What a known value that was just found is read as, written as the marker: so it is told from a marker that was there before. */
export const mark = '\uffff'

/**
 * The length of what stands here for a secret; 0 where nothing does. Nothing is found that reaches into one or over it: so what is
 * redacted once stays as it is.
 */
export function markerAt(text: string, at: number, isLast: boolean): number | 'more' {
  const letter = text[at]
  if (letter === mark) return 1
  const is = letter === '[' ? lookFor(redacted, text, at, isLast) : 'no'
  if (is === 'more') return 'more'
  return is === 'yes' ? redacted.length : 0
}

/** Whether a word begins here. */
export function lookFor(word: string, text: string, at: number, isLast: boolean): Look {
  if (text.startsWith(word, at)) return 'yes'
  if (isLast || text.length - at >= word.length) return 'no'
  return word.startsWith(text.slice(at)) ? 'more' : 'no'
}
