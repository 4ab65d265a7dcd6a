import { randomBytes } from 'node:crypto'
import type { Vault } from '../../domain/redaction.ts'

/** What the deliveries of a server are signed with. */
export interface SigningServices {
  /** Keeps the secrets of webhooks; `null`: there is no key to keep them under. */
  readonly vault: Vault | null
  /** The key of RUNGRAPH_WEBHOOK_SECRET, which signs besides a webhook's own; `null` where it is not set. */
  readonly serverKey: Buffer | null
}

const keyBytes = 32

/** A new secret in the form that verifying libraries take, and as it is stored. */
export function newSecret(vault: Vault): { readonly secret: string; readonly sealed: string } {
  const key = randomBytes(keyBytes).toString('base64')
  return { secret: `whsec_${key}`, sealed: vault.seal(key) }
}

/** The keys that a delivery is signed with, the webhook's own first; none where its own was sealed with a key that is lost. */
export function signingKeys(sealed: string | null, { vault, serverKey }: SigningServices): readonly Buffer[] {
  const own = sealed === null ? null : (vault?.open(sealed) ?? null)
  return [
    ...(typeof own === 'string' ? [Buffer.from(own, 'base64')] : []),
    ...(serverKey === null ? [] : [serverKey]),
  ]
}
