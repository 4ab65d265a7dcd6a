/**
 * Text of models, tools and pages inside a text that the engine writes. None of its lines may look like one of the engine: a line that
 * begins at the margin is the engine's, and so is text outside of quotes.
 */

const lineBreak = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g
const lineBreaks = /[\n\v\f\r\u0085\u2028\u2029]+/g

export function hasLineBreak(text: string): boolean {
  return text.search(lineBreaks) >= 0
}

/** For a place that has one line. */
export function oneLine(text: string): string {
  return text.replace(lineBreaks, ' ')
}

/** For words behind which others follow in their line: one sentence, whatever breaks and spaces it had, that ends as it did or with a full stop. */
export function sentence(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return /[.!?…。！？]["'”’)\]`]*$/.test(line) ? line : `${line}.`
}

/** For a text of several lines that begins within a line: the others are indented. */
export function indented(text: string): string {
  return text.replace(lineBreak, '$&  ')
}

/** For words within a sentence. */
export function quoted(text: string): string {
  return JSON.stringify(oneLine(text))
}
