/**
 * Characters that a text has and a reader does not see: controls of its direction, which reorder what stands around them, spaces without
 * a width, fillers, tags, and C0 and C1. Whoever decides about a text must know of them, so they are shown as escapes such as U+202E.
 *
 * Not among them are line breaks and tabs, and what letters and emoji need: the joiners within emoji and within the scripts that are
 * written with them, and the selectors behind an emoji.
 */

/** One pass finds that most texts have none. */
const mayHide = /[\p{DI}\p{Cc}\p{Zl}\p{Zp}\ufff9-\ufffb]/u

const joined =
  '[\\p{scx=Arab}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Gujr}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}\\p{scx=Taml}\\p{scx=Telu}]'
const needed = [
  '[\\t\\n\\r]',
  '(?<=[\\p{ExtPict}\\p{EMod}\\ufe0f])\\u200d(?=\\p{ExtPict})',
  '(?<=\\p{Emoji})[\\ufe0e\\ufe0f]',
  `(?<=${joined})[\\u200c\\u200d](?=${joined}|\\s|$)`,
].join('|')
const one = `(?!${needed})${mayHide.source}`
const runs = new RegExp(`((?:${one})+)`, 'gu')

/** Finds each hidden character. */
export const hiddenCharacter = new RegExp(one, 'gu')

/** The parts of a text: what is seen, and in turn with it what is not. A text that is seen whole is its only part. */
export function splitHidden(text: string): readonly string[] {
  return mayHide.test(text) ? text.split(runs) : [text]
}

/** Most that are named one by one. */
const mostNamed = 8

/** Hidden characters by their numbers: `U+202E U+2066`. */
export function escapeOf(characters: string): string {
  const all = [...characters]
  const named = all
    .slice(0, mostNamed)
    .map((each) => `U+${(each.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`)
    .join(' ')
  return all.length > mostNamed ? `${named} and ${all.length - mostNamed} more` : named
}

/** A text with escapes where it has hidden characters, for a place that takes text alone. */
export function withEscapes(text: string): string {
  const parts = splitHidden(text)
  if (parts.length === 1) return text
  return parts.map((part, index) => (index % 2 === 0 ? part : `‹${escapeOf(part)}›`)).join('')
}

/** The escapes of the hidden characters of a text, each once; null where it has none. */
export function hiddenIn(text: string): string | null {
  const found = splitHidden(text).filter((_, index) => index % 2 === 1)
  return found.length === 0 ? null : escapeOf([...new Set(found.join(''))].join(''))
}
