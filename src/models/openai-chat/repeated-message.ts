/** So many characters that come twice at the beginning of an answer are no accident; `2`, a bracket or a line break may be. */
const sureLength = 4

/**
 * Reads the texts of a stream whose choices have a `message` in place of a `delta`. Some servers give the pieces so (`2`, ` barges`), others
 * the whole so far in each (`2`, `2 barges`), and many end with the whole once more. A message that begins with all that was said may be
 * either: it is kept until the next one shows it, as the whole so far begins with it, too. Where none follows, the length of what they have
 * in common decides: words are neither lost nor doubled but for the first few characters of an answer in two messages. The message with the
 * finish reason is the whole, if it begins with what was said.
 */
export function createRepeatedText() {
  /** Whether each message has the whole so far; `null` until it shows. */
  let isWhole: boolean | null = null
  let held: string | null = null

  /** What a message adds to the text that is known. */
  function added(known: string, said: string, isLast: boolean): string {
    if (said === '') return ''
    if (held !== null) {
      const before = held
      held = null
      const isMore = said.length > before.length || before.length >= sureLength
      isWhole = said.startsWith(before) && (isMore || isLast)
      const more = isWhole ? before.slice(known.length) : before
      return more + added(known + more, said, isLast)
    }
    if (isLast && said.trim() === known.trim()) return ''
    if (known === '' || !said.startsWith(known)) return said
    if (isWhole === true || isLast) return said.slice(known.length)
    if (isWhole === false || (said === known && known.length < sureLength)) return said
    held = said
    return ''
  }

  return {
    added,
    /** What is kept at the end of the stream. */
    rest(known: string): string {
      const said = held ?? ''
      held = null
      return known.length >= sureLength ? said.slice(known.length) : said
    },
  }
}
