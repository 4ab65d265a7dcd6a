/** A text of others within a length, in characters; the cut is marked. */
export function cutMarked(text: string, maxChars: number): string {
  return text.length <= maxChars ? text : `${text.slice(0, maxChars - 1).toWellFormed()}…`
}
