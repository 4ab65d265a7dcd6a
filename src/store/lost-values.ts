import type pg from 'pg'
import type { Vault } from '../domain/redaction.ts'
import { lookAtSealed, type SealedLook } from './encryption-keys.ts'
import { createVault } from './vault.ts'
import { findVaultKey, vaultKeyFile } from './vault-key.ts'

interface Keys {
  /** The folder of a private database; `null` where the database is another's. */
  readonly dataDir: string | null
  /** The present key. */
  readonly key: Buffer
  readonly decryptionKeys: readonly Buffer[]
}

/** What is wrong where no key of the settings opens some values, and the remedy, both as sentences for the operator. */
export interface LostValues {
  readonly text: string
  readonly remedy: string
}

/** Describes values that `lookAtSealed` found lost. The key file of a private database may have their key, where another one is set. */
export async function describeLost(
  client: Pick<pg.ClientBase, 'query'>,
  look: SealedLook,
  { dataDir, key, decryptionKeys }: Keys,
): Promise<LostValues> {
  const fileKey = dataDir === null ? null : await findVaultKey({ dataDir, configured: null })
  const isInFile =
    fileKey !== null && (await opensMore(client, look, createVault(key, [...decryptionKeys, fileKey])))
  const { lost, tried, unreadable } = look
  const from =
    isInFile && dataDir !== null
      ? `Unset RUNGRAPH_ENCRYPTION_KEY: ${vaultKeyFile(dataDir)} has their key. If a new key is wanted, add`
      : 'Set RUNGRAPH_ENCRYPTION_KEY to the key with which they were encrypted. If it was changed on purpose, add'
  return {
    text: `RUNGRAPH_ENCRYPTION_KEY is not the key of ${lost} of ${tried} that were tried (${unreadable.join(', ')}): they cannot be read.`,
    remedy: `${from} the former key to RUNGRAPH_DECRYPTION_KEYS, and run \`npx rungraph reencrypt\`. If that key is lost, set the secrets again, and sign in again.`,
  }
}

async function opensMore(
  client: Pick<pg.ClientBase, 'query'>,
  { lost }: SealedLook,
  vault: Vault,
): Promise<boolean> {
  return (await lookAtSealed(client, { present: vault, vault })).lost < lost
}
