import type { z } from 'zod'
import { choice } from './declared.ts'
import type { Json } from './json.ts'

/** Replacement of a secret that is not stored. */
export const redacted = '[redacted]'

export const redactionMode = choice(
  'Redaction',
  'Detection of secrets in the data that the runs of an agent store and show.',
  {
    STRICT:
      'Like NAMED, and also values under the name of a secret in any text, such as `password: hunter2`.',
    NAMED:
      'Like VALUES, and also strings under the name of a secret in JSON, and credentials in the headers of HTTP messages.',
    VALUES: 'Known values, and credentials in a format that identifies their issuer.',
  },
)
export type RedactionMode = z.infer<typeof redactionMode>

/** Removes secrets from logged, stored or streamed data (TAS-7). Idempotent: redacted text stays as it is. */
export interface Redactor {
  text(text: string): string
  /** Gives the same object where nothing in it is a secret. */
  value(value: Json): Json
  /** For a text that comes piece by piece; see `StreamRedactor`. */
  stream(): StreamRedactor
}

/** The redactor of a process. */
export interface ServerRedactor extends Redactor {
  /** Takes out the server's own secrets alone, known by their values. */
  readonly own: Redactor
  /** The redactor of one run. */
  within(options: RunRedactorOptions): RunRedactor
}

export interface RunRedactorOptions {
  readonly mode: RedactionMode
  /** Gives the replacement of a secret, from the text of it, or of the number that it was. */
  readonly sign: Sign
}

export type Sign = (secret: string, kind: SecretKind, origin: SecretOrigin) => string

export type SecretKind = 'text' | 'number'
/** How a secret was detected: by its value, by the format of its issuer, or by its field name. */
export type SecretOrigin = 'VALUE' | 'FORM' | 'NAME'

/** Also finds a secret by its value once it has seen it under a name. */
export interface RunRedactor extends Redactor {
  /** Searches for these values from now on, as far as they are long and rare enough to differ from other text. */
  learn(values: readonly string[]): void
  /** Searches for both parts of a known value that the end of a text cuts in two. Gives whether it learnt any. */
  learnCut(text: string): boolean
  /** Number of values learnt so far. Data that was redacted earlier may contain values learnt since. */
  readonly learnt: number
}

/**
 * Redacts a growing text: its outputs, joined, are `text()` of the whole. It holds back text that may turn out to be the beginning of a
 * secret.
 */
export interface StreamRedactor {
  /** Adds a piece and returns the text that can be shown now. */
  push(piece: string): string
  /** Returns the text that was held back. */
  end(): string
}

const nothing: Redactor = {
  text: (text) => text,
  value: (value) => value,
  stream: () => ({ push: (piece) => piece, end: () => '' }),
}

/** Leaves everything as it is. */
export const noRedaction: ServerRedactor = {
  ...nothing,
  own: nothing,
  within: () => ({ ...nothing, learn: () => undefined, learnCut: () => false, learnt: 0 }),
}

/** Keeps secrets in a database, encrypted (TAS-7). */
export interface Vault {
  seal(value: Json): string
  /** `null` where it was sealed with a key that is not here, or is damaged. */
  open(sealed: string): Json | null
  sealBytes(bytes: Uint8Array): Buffer
  /** `null` as `open` gives it. */
  openBytes(sealed: Uint8Array): Buffer | null
  /** The same 16 hexadecimal digits for the same text under the same key; they reveal nothing about it. */
  sign(text: string): string
  /** A key of 32 bytes for another purpose. It reveals nothing about the key of the vault, nor about that of another purpose. */
  deriveKey(purpose: string): Uint8Array
  /** The same of each key that only opens. */
  deriveFurtherKeys(purpose: string): readonly Uint8Array[]
}
