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
 * Seals with AES-256-GCM under a key of 32 bytes. Sealed bytes are: a byte for this format, the nonce, the tag, the ciphertext; a sealed
 * value is base64 of them. `further` keys only open: former ones, and the next one. The nonce is random: a key seals some four billion
 * values before two might meet (NIST SP 800-38D, 8.3).
 */
export function createVault(key: Buffer, further: readonly Buffer[] = []): Vault {
  const opening = [key, ...further]
  if (opening.some(({ length }) => length !== vaultKeyBytes))
    throw new RangeError(`The key of a vault has ${vaultKeyBytes} bytes.`)
  const signingKey = derived(key, 'rungraph secret ids')
  return {
    deriveKey: (purpose) => derived(key, purpose),
    deriveFurtherKeys: (purpose) => further.map((one) => derived(one, purpose)),
    sign: (text) => createHmac('sha256', signingKey).update(text).digest('hex').slice(0, 16),

    seal: (value) => sealBytes(key, Buffer.from(JSON.stringify(value), 'utf8')).toString('base64'),
    open(sealed) {
      const bytes = openWithAny(opening, Buffer.from(sealed, 'base64'))
      if (bytes === null) return null
      try {
        const value: Json = JSON.parse(bytes.toString('utf8'))
        return value
      } catch {
        // Sealed as other bytes.
        return null
      }
    },

    sealBytes: (bytes) => sealBytes(key, bytes),
    openBytes: (sealed) => openWithAny(opening, sealed),
  }
}

function derived(key: Buffer, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', key, '', purpose, vaultKeyBytes))
}

/** The tag fits one key. */
function openWithAny(keys: readonly Buffer[], sealed: Uint8Array): Buffer | null {
  for (const key of keys) {
    const bytes = openBytes(key, sealed)
    if (bytes !== null) return bytes
  }
  return null
}

function sealBytes(key: Buffer, bytes: Uint8Array): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, key, nonce)
  const ciphertext = [cipher.update(bytes), cipher.final()]
  return Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), ...ciphertext])
}

function openBytes(key: Buffer, sealed: Uint8Array): Buffer | null {
  const from = 1 + nonceBytes + tagBytes
  if (sealed.length < from || sealed[0] !== version) return null
  try {
    const options = { authTagLength: tagBytes }
    const decipher = createDecipheriv(algorithm, key, sealed.subarray(1, 1 + nonceBytes), options)
    decipher.setAuthTag(sealed.subarray(1 + nonceBytes, from))
    return Buffer.concat([decipher.update(sealed.subarray(from)), decipher.final()])
  } catch {
    // Sealed with another key, or damaged: the tag does not fit.
    return null
  }
}
