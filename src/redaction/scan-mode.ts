import { type RedactionMode, redacted, type SecretOrigin, type Sign } from '../domain/redaction.ts'
import type { Letters } from './credential-shapes.ts'
import { isMarker } from './marker.ts'
import { joined, nothing, type Piece, partOf, writtenPart } from './piece.ts'

/** What a mode did with the text at the cursor: all it can until more comes, or it leaves the rest to another mode. */
export type Step = 'more' | Turn

export type Turn =
  | { readonly to: 'plain'; readonly after: Place }
  /** `under`: the credential's name that it is the value of. */
  | { readonly to: 'json'; readonly under: string | null }
  /** The value of a credential's name; `isLine`: it goes to the end of its line. */
  | { readonly to: 'value'; readonly isLine: boolean }
  /** Inside a secret that ends where its characters end. */
  | { readonly to: 'run'; readonly body: Letters }
  | { readonly to: 'private-key' }

/** What stands before a place in plain text: a name that a separator may follow, or a credential's name and its separator. */
export type Place =
  | { readonly kind: 'anywhere' }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'value-of'; readonly name: string }

export const anywhere: Place = { kind: 'anywhere' }

/** A way to read text. It changes the cursor, and holds nothing back but what it leaves there. */
export interface Mode {
  step(cursor: Cursor): Step
}

/** Takes the secrets out of a string's text. */
export interface TextStream {
  /** What is given is written as the pieces were. */
  push(piece: Piece): string
  end(): string
}

/** What all modes of one text share. */
export interface Surroundings {
  /** OWN: by the known values alone. */
  readonly mode: RedactionMode | 'OWN'
  /** In how many JSON texts this one stands as a string. */
  readonly level: number
  /** For the text of a string of JSON. */
  readonly strings: () => TextStream
  /** Whether a text may hold a secret: what surely does not is not read letter by letter. */
  readonly mayHold: (text: string) => boolean
  readonly sign: Sign
}

/** No longer secret is kept. */
const maxSecretChars = 65_536

/** The text that is at hand, a place in it, and what becomes of what was read. */
export class Cursor {
  readonly #sign: Sign
  /** The current secret as it was written, and its length so far. */
  #secret: { readonly parts: string[]; chars: number; readonly origin: SecretOrigin } | null = null

  at = 0
  isLast = false
  #piece: Piece = nothing
  /** From here to `at` all stays as it was written: it is given at once, not letter by letter. */
  #keptFrom = 0
  #output: string[] = []

  constructor(sign: Sign) {
    this.#sign = sign
  }

  get text(): string {
    return this.#piece.text
  }

  get isAtEnd(): boolean {
    return this.at >= this.#piece.text.length
  }

  add(piece: Piece): void {
    this.#giveKept()
    this.#piece = joined([partOf(this.#piece, this.at, this.#piece.text.length), piece])
    this.at = 0
    this.#keptFrom = 0
  }

  /** Continues to `to`; what was passed stays as it was written. */
  keep(to: number): void {
    if (to < this.at) this.drop(to)
    else this.at = to
  }

  /** Continues to `to`; what was passed is dropped, or part of the current secret. */
  drop(to: number): void {
    this.#giveKept()
    if (this.#secret && to > this.at) {
      if (this.#secret.chars <= maxSecretChars) this.#secret.parts.push(this.written(this.at, to))
      this.#secret.chars += to - this.at
    }
    this.at = to
    this.#keptFrom = to
  }

  give(written: string): void {
    this.#giveKept()
    this.#endSecret()
    this.#output.push(written)
  }

  /** A secret begins here: all that is dropped until something is kept or given. */
  mark(origin: SecretOrigin): void {
    this.#giveKept()
    this.#endSecret()
    this.#secret = { parts: [], chars: 0, origin }
  }

  /** What stands in the place of a number, which is a secret. */
  markOfNumber(written: string): string {
    return this.#sign(written, 'number', 'VALUE')
  }

  #endSecret(): void {
    if (!this.#secret) return
    const { parts, chars, origin } = this.#secret
    this.#secret = null
    const secret = parts.join('')
    if (chars > maxSecretChars) this.#output.push(redacted)
    // What stands for a secret already stays as it is.
    else this.#output.push(isMarker(secret) ? secret : this.#sign(secret, 'text', origin))
  }

  written(from: number, to: number): string {
    return writtenPart(this.#piece, from, to)
  }

  /** A part of what is at hand, with how it was written. */
  part(from: number, to: number): Piece {
    return partOf(this.#piece, from, to)
  }

  /** What was given since the last time. */
  take(): string {
    this.#giveKept()
    if (this.isLast) this.#endSecret()
    const output = this.#output.join('')
    this.#output = []
    return output
  }

  #giveKept(): void {
    if (this.at > this.#keptFrom) {
      this.#endSecret()
      this.#output.push(writtenPart(this.#piece, this.#keptFrom, this.at))
    }
    this.#keptFrom = this.at
  }
}

/** Maximum number of backslashes that are read together; an even number, so that what they escape stays the same. */
export const maxSlashes = 64
