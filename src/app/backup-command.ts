import { parseArgs } from 'node:util'
import type { Config } from '../config.ts'
import { connectWithRetry } from '../database/connect-with-retry.ts'
import { RungraphError } from '../domain/errors.ts'
import type { BackupProgress } from '../store/backup/backup-format.ts'
import { readBackup } from '../store/backup/write-backup.ts'
import { findVaultKey, vaultKeyFile } from '../store/vault-key.ts'
import { standardStream, writeBackup, writeBackupFile } from './backup-file.ts'
import { only, readArguments } from './command-line.ts'
import { createDisposer } from './disposer.ts'
import { addressOf } from './open-database.ts'
import { readVersion } from './version.ts'

/** How the command is called. */
export const backupUsage = `npm run backup -- <file> [--with-key]

Write a backup of the whole database to a new file, or to standard output (-). A server may run meanwhile.

Options:
  --with-key  The file also contains the encryption key. Whoever has the file can then read the encrypted secrets
  -h, --help  Print this help`

/** Writes a backup of the database of the settings; gives what to say of it. @throws ARGUMENTS_INVALID, BACKUP_REFUSED */
export async function runBackup(config: Config, args: readonly string[]): Promise<string> {
  const { values, positionals } = readArguments(backupUsage, () =>
    parseArgs({ args: [...args], allowPositionals: true, options: { 'with-key': { type: 'boolean' } } }),
  )
  const file = only(positionals, 'The file', backupUsage)
  const key = values['with-key'] ? await keyOf(config) : undefined
  const closing = createDisposer()
  try {
    const { directUrl } = await addressOf(config, closing, () => undefined)
    const pool = await connectWithRetry(directUrl)
    closing.add(() => pool.end())
    const client = await pool.connect()
    closing.add(async () => client.release(true))
    const onProgress = reportProgress('Reading')
    const bytes = readBackup(client, { version: readVersion(), key, onProgress })
    if (file === standardStream) await writeBackup(bytes, process.stdout)
    else await writeBackupFile(bytes, file, backupUsage)
    const where = file === standardStream ? 'to standard output' : `to ${file}`
    return `Backup written ${where}${key === undefined ? withoutKey(config) : ', with the encryption key'}.`
  } finally {
    await closing.closeAll()
  }
}

function withoutKey({ database }: Config): string {
  const where = 'dataDir' in database ? vaultKeyFile(database.dataDir) : 'RUNGRAPH_ENCRYPTION_KEY'
  return `. It does not contain the encryption key: keep ${where} in another place`
}

async function keyOf({ database, encryptionKey }: Config): Promise<string> {
  const dataDir = 'dataDir' in database ? database.dataDir : null
  const key = await findVaultKey({ dataDir, configured: encryptionKey })
  if (key !== null) return key.toString('base64')
  throw new RungraphError('BACKUP_REFUSED', {
    reason: 'there is no encryption key to include. Set RUNGRAPH_ENCRYPTION_KEY, or leave out --with-key',
  })
}

/** Says on standard error where a backup has come to, at most once in two seconds. */
export function reportProgress(what: string): (progress: BackupProgress) => void {
  let next = performance.now() + progressEveryMs
  return ({ table, bytes }) => {
    if (performance.now() < next) return
    next = performance.now() + progressEveryMs
    console.error(`${what} ${table}: ${Math.round(bytes / 1e6)} MB so far`)
  }
}

const progressEveryMs = 2_000
