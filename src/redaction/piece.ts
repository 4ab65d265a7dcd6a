/**
 * Some text as it is read, and how each of its UTF-16 units was written, where that is another thing: inside of JSON a newline is
 * written `\n`. So what is no secret goes out as it came in, whatever it was escaped by.
 */
export interface Piece {
  readonly text: string
  /** One for each unit of the text; `null`: each as it is read. */
  readonly written: readonly string[] | null
}

export const nothing: Piece = { text: '', written: null }

export function plainPiece(text: string): Piece {
  return { text, written: null }
}

/** A part of a piece as it was written. */
export function writtenPart({ text, written }: Piece, from: number, to: number): string {
  return written === null ? text.slice(from, to) : written.slice(from, to).join('')
}

export function partOf({ text, written }: Piece, from: number, to: number): Piece {
  return { text: text.slice(from, to), written: written === null ? null : written.slice(from, to) }
}

export function joined(pieces: readonly Piece[]): Piece {
  const full = pieces.filter(({ text }) => text !== '')
  const [only] = full
  if (full.length <= 1) return only ?? nothing
  const text = full.map((piece) => piece.text).join('')
  if (full.every(({ written }) => written === null)) return { text, written: null }
  return { text, written: full.flatMap((piece) => piece.written ?? piece.text.split('')) }
}
