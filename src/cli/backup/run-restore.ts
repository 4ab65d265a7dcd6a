import type pg from 'pg'
import { whileOpen } from '../../app/disposer.ts'
import { addressOf } from '../../app/open-database.ts'
import { migrate } from '../../database/migrate.ts'
import { migrationsFolder, readMigrations } from '../../database/migration-files.ts'
import { directSetting } from '../../database/same-database.ts'
import { RungraphError } from '../../domain/errors.ts'
import type { Config } from '../../settings/config.ts'
import type { BackupHeader } from '../../store/backup/backup-format.ts'
import type { OpenBackup } from '../../store/backup/read-backup.ts'
import { refuseUsed, restoreBackup } from '../../store/backup/restore-backup.ts'
import { countObjects } from '../../store/backup/write-backup.ts'
import { fingerprintOf } from '../../store/encryption-keys.ts'
import { createVault } from '../../store/vault.ts'
import { findVaultKey, writeKeyFile } from '../../store/vault-key.ts'
import { checkBackupFile, openBackupFile, standardStream } from './backup-file.ts'
import { connectDirectly } from './run-backup.ts'

interface RestoreCall {
  /** Path of the backup, or `-` for standard input. */
  readonly file: string
  /** Whether to restore also if its encryption key is missing. */
  readonly withoutKey: boolean
}

/**
 * Restores a backup into the database of the settings; gives the message for the user. A file is read to its end and checked before
 * anything is written. @throws ARGUMENTS_INVALID, BACKUP_UNREADABLE, BACKUP_TOO_NEW, RESTORE_REFUSED
 */
export async function runRestore(config: Config, { file, withoutKey }: RestoreCall): Promise<string> {
  if (file !== standardStream) {
    console.error(`Checking ${file}`)
    await checkBackupFile(file)
  }
  const backup = await openBackupFile(file)
  const keyMatter = withoutKey ? null : await keyFault(config, backup.header)
  if (keyMatter !== null) throw new RungraphError('RESTORE_REFUSED', { reason: keyMatter })
  return whileOpen(async (closing) => {
    const address = await addressOf(config, closing, () => undefined)
    const client = await connectDirectly(address.directUrl, closing, directSetting(address))
    const rows = await restoreInto(address.directUrl, backup, client)
    await keepKey(config, backup.header)
    const restored = `Restored ${rows} rows of ${backup.header.takenAt}. Start Rungraph on this database: its active runs continue.`
    const objects = await countObjects(client)
    return objects === 0
      ? restored
      : `${restored} It names objects with contents of files (${objects}): set RUNGRAPH_FILES_URL to their bucket, or to a copy of it if the database of the backup is still in use.`
  })
}

/** Brings the schema to that of the backup, restores, and brings the schema up to date. @throws those of `runRestore` */
async function restoreInto(url: string, backup: OpenBackup, client: pg.PoolClient): Promise<number> {
  const until = await schemaOf(backup.header)
  if (await hasSchema(client)) {
    await refuseUsed(client)
    await refuseNewerSchema(client, until)
  }
  await migrate({ connectionString: url, log: () => undefined, until })
  const rows = await restoreBackup(backup, {
    client,
    onAdvance: (left) => console.error(`Advancing the transaction numbers of the server: ${left} left`),
  })
  await migrate({ connectionString: url, log: () => undefined })
  return rows
}

/** The newest migration of a backup. @throws BACKUP_TOO_NEW where it has one that this version does not have */
async function schemaOf({ migrations, rungraph }: BackupHeader): Promise<string> {
  const known = new Set((await readMigrations(migrationsFolder)).map(({ name }) => name))
  const unknown = migrations.filter((name) => !known.has(name))
  if (unknown.length > 0)
    throw new RungraphError('BACKUP_TOO_NEW', {
      reason: `it is of Rungraph ${rungraph}, and has the migrations ${unknown.join(', ')}`,
    })
  return migrations.toSorted().at(-1) ?? ''
}

/** Rows go into the schema that they were in: migrations after it change rows too. @throws RESTORE_REFUSED */
async function refuseNewerSchema(client: pg.ClientBase, until: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'select migration_name as name from _prisma_migrations where migration_name > $1 and rolled_back_at is null order by 1 limit 1',
    [until],
  )
  if (rows[0] === undefined) return
  throw new RungraphError('RESTORE_REFUSED', {
    reason: `the database has the migration ${rows[0].name}, which the backup does not have. Restore into a database without tables: its schema is migrated afterwards`,
  })
}

async function hasSchema(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ isThere: boolean }>(
    `select to_regclass('"_prisma_migrations"') is not null as "isThere"`,
  )
  return rows[0]?.isThere ?? false
}

/** Why the encrypted values of a backup could not be read in this place; `null` where they can, or there are none. */
async function keyFault(config: Config, { encryption, key }: BackupHeader): Promise<string | null> {
  if (encryption === null) return null
  const dataDir = 'dataDir' in config.database ? config.database.dataDir : null
  const own = await findVaultKey({ dataDir, configured: config.encryptionKey })
  const used = own ?? (dataDir !== null && key !== undefined ? Buffer.from(key, 'base64') : null)
  if (used !== null && fingerprintOf(createVault(used)) === encryption) return null
  const where =
    dataDir === null
      ? 'Set RUNGRAPH_ENCRYPTION_KEY to'
      : `Set RUNGRAPH_ENCRYPTION_KEY to, or copy to ${dataDir},`
  const what = used === null ? 'there is no encryption key here' : 'the encryption key here is another one'
  return `the backup has encrypted secrets, and ${what}. ${where} the key of the database that it is of (vault.key in its data directory), or restore with --without-key and lose these secrets`
}

/** A private database has its key beside it. */
async function keepKey({ database, encryptionKey }: Config, { key }: BackupHeader): Promise<void> {
  if (key === undefined || encryptionKey !== null || !('dataDir' in database)) return
  await writeKeyFile(database.dataDir, Buffer.from(key, 'base64'))
}
