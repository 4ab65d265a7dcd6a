import { unreadable } from './archive-row.ts'

/** No row of a run comes near: input without line ends is no such file, and is not read into memory whole. */
const maxLineChars = 256 * 1024 * 1024

/** The lines of a text that comes piece by piece; they end with line feeds alone, and other line ends within JSON stay. */
export async function* splitLines(pieces: AsyncIterable<string>): AsyncGenerator<string, void, void> {
  let parts: string[] = []
  let chars = 0
  let number = 1
  for await (const piece of pieces) {
    const [first = '', ...others] = piece.split('\n')
    parts.push(first)
    chars += first.length
    if (chars > maxLineChars) throw unreadable(number, 'it is too long')
    for (const next of others) {
      yield parts.join('')
      number += 1
      parts = [next]
      chars = next.length
    }
  }
  const rest = parts.join('')
  if (rest !== '') yield rest
}
