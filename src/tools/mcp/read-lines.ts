import type { Readable } from 'node:stream'

/** A line that does not end is given in pieces of this length, in characters. */
const maxLine = 16_384

/** Gives each line of a text that comes in pieces, without the empty ones. */
export function readLines(stream: Readable, onLine: (line: string) => void): void {
  let rest = ''
  const give = (line: string) => {
    if (line.trim() !== '') onLine(line.trimEnd())
  }
  stream.setEncoding('utf8')
  stream.on('data', (piece: string) => {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) give(line)
    for (; rest.length > maxLine; rest = rest.slice(maxLine)) give(rest.slice(0, maxLine))
  })
  stream.once('end', () => give(rest))
}
