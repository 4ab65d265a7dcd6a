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

/** For a command that a person pastes into a shell: one word. */
export function shellWord(text: string): string {
  return /^[\w:./@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}

/** So much of a page has its title. */
const longestPage = 16_384

const beginOfPage = /<(?:!doctype|html|head|body|\?xml)\b/i
const fragment = /^\s*(?:\d{3}\s+)?(<[a-z][\w-]*[^<>]*>)[\s\S]*<\/[a-z][\w-]*>\s*$/i

/** A message that has the page of a proxy in it, with the title of the page in its place, or with its text; any other text as it is. */
export function withoutPage(text: string): string {
  const beginning = text.slice(0, longestPage)
  const start = fragment.test(beginning) ? beginning.indexOf('<') : beginning.search(beginOfPage)
  if (start < 0) return text
  const before = beginning.slice(0, start).trim()
  const page = beginning.slice(start)
  const words = textIn(/<title[^<>]*>([^<]*)/i.exec(page)?.[1] ?? '') || textIn(page) || '(a web page)'
  // The SDKs begin with the status, and so do most titles.
  return before === '' || words.startsWith(before) ? words : `${before} ${words}`
}

function textIn(page: string): string {
  return page
    .replace(/<!--[\s\S]*?-->|<(script|style)\b[\s\S]*?<\/\1>/gi, ' ')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(?:nbsp|#160);/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#0*39;|&apos;/g, "'")
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim()
}
