import { whileOpen } from '../../app/disposer.ts'
import { bringUpToDate, checkDatabaseThere } from '../../app/open-database.ts'
import type { RungraphError } from '../../domain/errors.ts'
import type { Config } from '../../settings/config.ts'
import { reencrypt } from '../../store/reencrypt.ts'
import { createVault } from '../../store/vault.ts'
import { findVaultKey } from '../../store/vault-key.ts'
import { wrongArguments } from '../terminal/argument-values.ts'
import { connectDirectly } from './run-backup.ts'

/** Encrypts everything with the present key; gives the message for the user. @throws ARGUMENTS_INVALID */
export async function runReencrypt(config: Config): Promise<string> {
  const dataDir = 'dataDir' in config.database ? config.database.dataDir : null
  const key = await findVaultKey({ dataDir, configured: config.encryptionKey })
  if (key === null) throw wrong('There is no encryption key: set RUNGRAPH_ENCRYPTION_KEY.')
  if (config.decryptionKeys.length === 0) throw wrong('There is no other key: set RUNGRAPH_DECRYPTION_KEYS.')
  const vaults = { vault: createVault(key, config.decryptionKeys), present: createVault(key) }
  await checkDatabaseThere(config)
  return whileOpen(async (closing) => {
    const { directUrl } = await bringUpToDate(config, closing, () => undefined)
    const client = await connectDirectly(directUrl, closing)
    let changed = 0
    for (;;) {
      const round = await reencrypt(client, vaults)
      changed += round.changed
      if (round.changed > 0) continue
      const lost =
        round.unreadable === 0 ? '' : ` ${round.unreadable} values are encrypted with a key that is not here.`
      return `${changed} values were encrypted again.${lost} No stored value needs RUNGRAPH_DECRYPTION_KEYS any more.`
    }
  })
}

function wrong(problem: string): RungraphError {
  return wrongArguments('reencrypt', problem)
}
