import { redacted } from '../redaction.ts'
import type { Letters } from './credential-shapes.ts'
import { joined, nothing, type Piece, partOf, writtenPart } from './piece.ts'

/** What a mode did with the text at the cursor: all it can until more comes, or it leaves the rest to another mode. */
export type Step = 'more' | Turn

export type Turn =
  | { readonly to: 'plain'; readonly after: Place }
  /** `isSecret`: the elements of an array are credentials. */
  | { readonly to: 'json'; readonly isSecret: boolean }
  /** The value of a credential's name; `isLine`: it goes to the end of its line. */
  | { readonly to: 'value'; readonly isLine: boolean }
  /** A secret is under way that goes as far as its letters do. */
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

/** The text that is at hand, a place in it, and what becomes of what was read. */
export class Cursor {
  at = 0
  isLast = false
  #piece: Piece = nothing
  /** From here to `at` all stays as it was written: it is given at once, not letter by letter. */
  #keptFrom = 0
  #given: string[] = []

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

  /** Goes on to `to`; what was passed stays as it was written. */
  keep(to: number): void {
    if (to < this.at) this.drop(to)
    else this.at = to
  }

  /** Goes on to `to`; what was passed is gone. */
  drop(to: number): void {
    this.#giveKept()
    this.at = to
    this.#keptFrom = to
  }

  give(written: string): void {
    this.#giveKept()
    this.#given.push(written)
  }

  mark(): void {
    this.give(redacted)
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
    const given = this.#given.join('')
    this.#given = []
    return given
  }

  #giveKept(): void {
    if (this.at > this.#keptFrom) this.#given.push(writtenPart(this.#piece, this.#keptFrom, this.at))
    this.#keptFrom = this.at
  }
}

/** No more backslashes than this are looked at together; an even number, so that what they escape stays the same. */
export const maxSlashes = 64
