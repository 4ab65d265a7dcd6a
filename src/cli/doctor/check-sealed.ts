import type pg from 'pg'
import type { Config } from '../../settings/config.ts'
import { lookAtSealed, type SealedLook } from '../../store/encryption-keys.ts'
import { describeLost } from '../../store/lost-values.ts'
import { createVault } from '../../store/vault.ts'
import { findVaultKey } from '../../store/vault-key.ts'
import { broken, type DoctorFinding, type Findings, ok, warning } from './finding.ts'

const check = 'encrypted values'

/** Whether the keys of the settings open what the database has encrypted: some values of each table are tried. */
export async function checkSealed(client: Pick<pg.Pool, 'query'>, config: Config): Promise<Findings> {
  const { encryptionKey, decryptionKeys } = config
  const dataDir = 'dataDir' in config.database ? config.database.dataDir : null
  const key = await findVaultKey({ dataDir, configured: encryptionKey })
  const present = key && createVault(key)
  const look = await lookAtSealed(client, { present, vault: key && createVault(key, decryptionKeys) })
  if (look.tried === 0) return []
  if (key === null)
    return [
      broken(
        check,
        `The database has encrypted values (${look.unreadable.join(', ')}), and RUNGRAPH_ENCRYPTION_KEY is not set.`,
        'Set it to the key with which they were encrypted, the same in all processes.',
      ),
    ]
  if (look.unreadable.length === 0) return [readable(look)]
  const { text, remedy } = await describeLost(client, look, { dataDir, key, decryptionKeys })
  return [(look.lost === look.tried ? broken : warning)(check, text, remedy)]
}

function readable({ tried, former }: SealedLook): DoctorFinding {
  if (former === 0) return ok(check, `The key opens all that were tried (${tried}).`)
  return warning(
    check,
    `${former} of ${tried} that were tried need RUNGRAPH_DECRYPTION_KEYS.`,
    'Run `npx rungraph reencrypt`, then remove the former keys.',
  )
}
