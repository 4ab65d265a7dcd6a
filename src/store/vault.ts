import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { Json } from '../domain/json.ts'
import type { Vault } from '../domain/redaction.ts'

/** The bytes of a vault's key: AES-256. */
export const vaultKeyBytes = 32

const version = 1
const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/**
 * Seals with AES-256-GCM under a key of 32 bytes. A sealed value is base64 of: a byte for this format, the nonce, the tag, the
 * ciphertext. The nonce is random: a key seals some four billion values before two might meet (NIST SP 800-38D, 8.3).
 */
export function createVault(key: Buffer): Vault {
  if (key.length !== vaultKeyBytes) throw new RangeError(`The key of a vault has ${vaultKeyBytes} bytes.`)
  const deriveKey = (purpose: string) => new Uint8Array(hkdfSync('sha256', key, '', purpose, vaultKeyBytes))
  const signingKey = deriveKey('rungraph secret ids')
  return {
    deriveKey,
    sign: (text) => createHmac('sha256', signingKey).update(text).digest('hex').slice(0, 16),

    seal(value) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, key, nonce)
      const sealed = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), sealed]).toString('base64')
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64')
      const from = 1 + nonceBytes + tagBytes
      if (bytes.length < from || bytes[0] !== version) return null
      try {
        const options = { authTagLength: tagBytes }
        const decipher = createDecipheriv(algorithm, key, bytes.subarray(1, 1 + nonceBytes), options)
        decipher.setAuthTag(bytes.subarray(1 + nonceBytes, from))
        const text = Buffer.concat([decipher.update(bytes.subarray(from)), decipher.final()]).toString('utf8')
        const value: Json = JSON.parse(text)
        return value
      } catch {
        // Sealed with another key, or damaged: the tag does not fit.
        return null
      }
    },
  }
}
