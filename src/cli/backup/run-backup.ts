import type pg from 'pg'
import { type Disposer, whileOpen } from '../../app/disposer.ts'
import { addressOf, checkDatabaseThere } from '../../app/open-database.ts'
import { readVersion } from '../../app/version.ts'
import { connectWithRetry } from '../../database/connect-with-retry.ts'
import { directSetting } from '../../database/same-database.ts'
import { RungraphError } from '../../domain/errors.ts'
import type { Config } from '../../settings/config.ts'
import { countObjects, readBackup } from '../../store/backup/write-backup.ts'
import { findVaultKey, vaultKeyFile } from '../../store/vault-key.ts'
import { writeNewFile } from '../terminal/new-file.ts'
import { standardStream, writeBackup } from './backup-file.ts'

interface BackupCall {
  /** Path of a new file, or `-` for standard output. */
  readonly file: string
  /** Whether the file also contains the encryption key. */
  readonly withKey: boolean
}

/** Writes a backup of the database of the settings; gives the message for the user. @throws ARGUMENTS_INVALID, BACKUP_REFUSED */
export async function runBackup(config: Config, { file, withKey }: BackupCall): Promise<string> {
  const key = withKey ? await keyOf(config) : undefined
  await checkDatabaseThere(config)
  return whileOpen(async (closing) => {
    const address = await addressOf(config, closing, () => undefined)
    const client = await connectDirectly(address.directUrl, closing, directSetting(address))
    const bytes = readBackup(client, { version: readVersion(), key })
    if (file === standardStream) await writeBackup(bytes, process.stdout)
    else await writeNewFile({ file, command: 'backup' }, (output) => writeBackup(bytes, output))
    const where = file === standardStream ? 'to standard output' : `to ${file}`
    const written = `Backup written ${where}${key === undefined ? withoutKey(config) : ', with the encryption key'}.`
    return `${written}${withoutObjects(await countObjects(client))}`
  })
}

function withoutKey({ database }: Config): string {
  const where = 'dataDir' in database ? vaultKeyFile(database.dataDir) : 'RUNGRAPH_ENCRYPTION_KEY'
  return `. It does not contain the encryption key: keep ${where} in another place`
}

function withoutObjects(count: number): string {
  return count === 0
    ? ''
    : ` It names objects with contents of files (${count}), and does not contain their bytes: keep the bucket of RUNGRAPH_FILES_URL too.`
}

async function keyOf({ database, encryptionKey }: Config): Promise<string> {
  const dataDir = 'dataDir' in database ? database.dataDir : null
  const key = await findVaultKey({ dataDir, configured: encryptionKey })
  if (key !== null) return key.toString('base64')
  throw new RungraphError('BACKUP_REFUSED', {
    reason: 'there is no encryption key to include. Set RUNGRAPH_ENCRYPTION_KEY, or leave out --with-key',
  })
}

/** A connection for as long as `closing` is not closed. @throws DATABASE_UNREACHABLE, which names the `setting` that has the URL */
export async function connectDirectly(
  url: string,
  closing: Disposer,
  setting?: string,
): Promise<pg.PoolClient> {
  const pool = await connectWithRetry(url, setting)
  closing.add(() => pool.end())
  const client = await pool.connect()
  closing.add(async () => client.release(true))
  return client
}
