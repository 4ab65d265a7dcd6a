import type { Json } from './json.ts'

/** What stands in the place of a secret. */
export const redacted = '[redacted]'

/** Takes secrets out of what is logged, stored or streamed (TAS-7). Idempotent: what is redacted stays as it is. */
export interface Redactor {
  text(text: string): string
  /** Gives the same object where nothing in it is a secret. */
  value(value: Json): Json
  /** For a text that comes piece by piece; see `StreamRedactor`. */
  stream(): StreamRedactor
}

/**
 * Redacts a growing text: what it gives, put together, is `text()` of the whole. It holds back what may yet turn out to be the
 * beginning of a secret.
 */
export interface StreamRedactor {
  /** What can be shown now, after all that was given before. */
  push(piece: string): string
  /** What was held back. */
  end(): string
}

/** Leaves everything as it is. */
export const noRedaction: Redactor = {
  text: (text) => text,
  value: (value) => value,
  stream: () => ({ push: (piece) => piece, end: () => '' }),
}

/** Keeps arguments that hold secrets between two owners of a run, encrypted (TAS-7). */
export interface Vault {
  seal(value: Json): string
  /** `null` where it was sealed with another key, or is damaged. */
  open(sealed: string): Json | null
}
