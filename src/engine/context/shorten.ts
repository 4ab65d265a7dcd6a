import { isInsideCharacter } from '../../domain/whole-character.ts'

/** The head and the tail of a text, with `mark` between them, in at most `maxChars` characters; the text itself where it is no longer. */
export function shorten(text: string, maxChars: number, mark: string): string {
  if (text.length <= maxChars) return text
  const room = maxChars - mark.length
  if (room <= 0) return wholeEnd(mark, maxChars)
  const half = Math.floor(room / 2)
  const tail = text.length - half
  const from = isInsideCharacter(text, tail) ? tail + 1 : tail
  return wholeEnd(text, room - half) + mark + text.slice(from)
}

/** The end of a text, after `mark`, in at most `maxChars` characters; the text itself where it is no longer. */
export function endOf(text: string, maxChars: number, mark: string): string {
  if (text.length <= maxChars) return text
  const from = text.length - Math.max(0, maxChars - mark.length)
  return mark + text.slice(isInsideCharacter(text, from) ? from + 1 : from)
}

/** The beginning of a text that ends with a whole character. */
function wholeEnd(text: string, end: number): string {
  return text.slice(0, isInsideCharacter(text, end) ? end - 1 : end)
}

/** The same with a mark that says how much there was. */
export function cutText(text: string, maxChars: number): string {
  return shorten(text, maxChars, `\n[… cut from ${text.length} characters …]\n`)
}
