import { hash } from 'node:crypto'
import { configure } from 'safe-stable-stringify'

/** The SHA-256 of bytes, or of a text in UTF-8. Many are stored, and compared with later ones: none may come out differently. */
export function sha256(data: string | Uint8Array, encoding: 'hex' | 'base64' | 'base64url' = 'hex'): string {
  return hash('sha256', data, encoding)
}

const stringify = configure({ deterministic: true })

/** A value as JSON, with the keys of its objects in one order: equal values have the same text. */
export function canonicalJson(value: unknown): string {
  return stringify(value) ?? ''
}

/** The SHA-256 of a value as canonical JSON, in hexadecimal. */
export function sha256OfJson(value: unknown): string {
  return sha256(canonicalJson(value))
}
