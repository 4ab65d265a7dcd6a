import { createHash, randomBytes } from 'node:crypto'

/** How every key begins: secret scanners and the redaction of logs know it by that. */
const prefix = 'rg_'

/** A new key: 256 random bits, as its caller sends them. */
export function newKeyText(): string {
  return `${prefix}${randomBytes(32).toString('base64url')}`
}

/** What is stored of a key. It is too long to be guessed from its hash, so the hash needs no salt and can be looked up by. */
export function hashOfKey(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** The key of an `Authorization` header (RFC 6750); `null` where there is none that could be one. */
export function keyOf(authorization: string): string | null {
  const text = /^Bearer +(\S+) *$/i.exec(authorization)?.[1]
  return text?.startsWith(prefix) ? text : null
}
