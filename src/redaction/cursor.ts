import type { SecretOrigin, Sign } from '../domain/redaction.ts'
import { isMarker } from './marker.ts'

/**
 * Text as it is read, and how each of its UTF-16 units was written, where that differs: inside JSON a newline is written `\n`, and a marker
 * is read as one character. Text that is no secret is output as it was written.
 */
export interface Piece {
  readonly text: string
  /** One for each unit of the text; `null`: each as it is read. */
  readonly written: readonly string[] | null
}

export function writtenPart({ text, written }: Piece, from: number, to: number): string {
  return written === null ? text.slice(from, to) : written.slice(from, to).join('')
}

export function partOf({ text, written }: Piece, from: number, to = text.length): Piece {
  return { text: text.slice(from, to), written: written === null ? null : written.slice(from, to) }
}

export function joined(first: Piece, second: Piece): Piece {
  if (first.text === '') return second
  const isPlain = first.written === null && second.written === null
  return { text: first.text + second.text, written: isPlain ? null : [...unitsOf(first), ...unitsOf(second)] }
}

/** Returns the written form of each unit. */
export function unitsOf({ text, written }: Piece): readonly string[] {
  return written ?? text.split('')
}

/** Removes the secrets from a text that comes piece by piece. Its output is written as the pieces were. */
export interface TextStream {
  push(piece: Piece): string
  end(): string
}

/**
 * A procedure that reads text which comes piece by piece: it yields where it cannot decide without more. Until then it leaves undecided
 * text at the cursor. Positions are valid up to the next yield only.
 */
export type Reading<Result = void> = Generator<undefined, Result, undefined>

/** Reads a text with one reader. */
export function streamOf(cursor: Cursor, reading: Reading): TextStream {
  return {
    push(piece) {
      cursor.add(piece)
      reading.next()
      return cursor.take()
    },
    end() {
      cursor.isLast = true
      reading.next()
      return cursor.take()
    },
  }
}

/** Length of the text before the cursor that is kept, for rules that depend on it. */
export const maxBefore = 512

/** No longer secret is kept. */
export const maxSecretChars = 65_536

/** The text that is available, a position in it, and the output for the text before it. */
export class Cursor {
  at = 0
  /** Whether no more comes. */
  isLast = false
  readonly #sign: Sign
  #piece: Piece = { text: '', written: null }
  /** The end of the last secret: nothing depends on text before it. */
  #floor = 0
  /** Text of earlier pieces that was passed since then. */
  #passed = ''
  /** From here to `at` all stays as it was written. */
  #keptFrom = 0
  #output = ''
  /** The current secret as it was written, as far as it may be kept, and its length so far. */
  #secret: { readonly parts: string[]; chars: number; readonly origin: SecretOrigin } | null = null

  constructor(sign: Sign) {
    this.#sign = sign
  }

  get text(): string {
    return this.#piece.text
  }

  get letter(): string {
    return this.#piece.text.charAt(this.at)
  }

  get isAtEnd(): boolean {
    return this.at >= this.#piece.text.length
  }

  add(piece: Piece): void {
    this.#giveKept()
    this.#passed += this.text.slice(this.#floor, this.at)
    if (this.#passed.length > 4 * maxBefore) this.#passed = this.#passed.slice(-maxBefore)
    this.#piece = joined(partOf(this.#piece, this.at), piece)
    this.at = 0
    this.#keptFrom = 0
    this.#floor = 0
  }

  /** Waits for the next character; `false` at the end of the text. */
  *hasMore(): Reading<boolean> {
    while (this.isAtEnd) {
      if (this.isLast) return false
      yield
    }
    return true
  }

  /** Returns the text before this position, back to the last secret. */
  before(chars: number): string {
    const near = this.text.slice(Math.max(this.#floor, this.at - chars), this.at)
    return near.length < chars && this.#passed !== '' ? (this.#passed + near).slice(-chars) : near
  }

  /** Returns the text from here to `to`. */
  part(to: number): Piece {
    return partOf(this.#piece, this.at, to)
  }

  written(to: number): string {
    return writtenPart(this.#piece, this.at, to)
  }

  /** Continues at `to`; the text before it stays as it was written. */
  keep(to: number): void {
    if (to > this.at) this.#endSecret()
    this.at = to
  }

  /** Begins a secret: all that is hidden until something is kept or replaced. */
  begin(origin: SecretOrigin): void {
    this.#giveKept()
    this.#endSecret()
    this.#secret = { parts: [], chars: 0, origin }
  }

  /** Continues at `to`; the text before it is part of the secret that was begun. */
  hide(to: number): void {
    if (this.#secret) {
      if (this.#secret.chars <= maxSecretChars) this.#secret.parts.push(this.written(to))
      this.#secret.chars += to - this.at
    }
    this.#skip(to)
  }

  /** Continues at `to`, with this in the place of the text before it. */
  replace(to: number, shown: string): void {
    this.#giveKept()
    this.#endSecret()
    this.#output += shown
    this.#skip(to)
  }

  /** Returns the output since the last call. */
  take(): string {
    this.#giveKept()
    if (this.isLast) this.#endSecret()
    const output = this.#output
    this.#output = ''
    return output
  }

  #skip(to: number): void {
    this.at = to
    this.#keptFrom = to
    this.#floor = to
    this.#passed = ''
  }

  #giveKept(): void {
    if (this.at > this.#keptFrom) this.#output += writtenPart(this.#piece, this.#keptFrom, this.at)
    this.#keptFrom = this.at
  }

  #endSecret(): void {
    if (!this.#secret) return
    const { parts, origin } = this.#secret
    this.#secret = null
    const secret = parts.join('')
    // A marker of a secret stays as it is.
    if (secret !== '') this.#output += isMarker(secret) ? secret : this.#sign(secret, 'text', origin)
  }
}
