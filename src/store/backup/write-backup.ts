import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { listPartitions } from '../../log/log-partitions.ts'
import { columnList } from '../../sql/columns.ts'
import { isSealed } from '../encryption-keys.ts'
import { type BackupHeader, backupVersion, rowsEnd } from './backup-format.ts'
import { leftOut, readTables } from './tables.ts'

export interface BackupOptions {
  /** Version of the Rungraph that makes it. */
  readonly version: string
  /** The key of the database in base64, if the backup is to contain it. */
  readonly key?: string | undefined
}

/** The lock of migrations (src/database/migrate.ts): the schema stays as it is while the tables are read. */
const migrationLock = 72_707_369

/** Reads every table of the database as it is at one moment, while others continue to write. The connection must have no limits of time. */
export async function* readBackup(
  client: pg.ClientBase,
  options: BackupOptions,
): AsyncGenerator<Buffer, void, void> {
  await client.query('select pg_advisory_lock_shared($1)', [migrationLock])
  try {
    await client.query(`begin isolation level repeatable read, read only; ${settings}`)
    yield line(await readHeader(client, options))
    for (const { name: table, columns } of await readTables(client)) {
      if (Object.hasOwn(leftOut, table)) continue
      yield line({ table, columns })
      yield* client.query(copyTo(`copy (select ${columnList(columns)} from "${table}") to stdout`))
      yield Buffer.from(`${rowsEnd}\n`)
    }
    yield line({ end: true })
  } finally {
    await client.query('rollback').catch(() => undefined) // a lost connection has ended its transaction
    await client.query('select pg_advisory_unlock_shared($1)', [migrationLock]).catch(() => undefined)
  }
}

/** Number of the contents of files that are objects: a backup has their names, and not their bytes. */
export async function countObjects(client: pg.ClientBase): Promise<number> {
  // An older schema has none.
  const known = await client.query(
    `select from pg_attribute where attrelid = to_regclass('"FileContent"') and attname = 'objectKey'`,
  )
  if (known.rowCount === 0) return 0
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from "FileContent" where "objectKey" is not null',
  )
  return rows[0]?.count ?? 0
}

/** How values are written as text does not depend on the server. */
const settings = `set local timezone = 'UTC'; set local datestyle = 'ISO'; set local intervalstyle = 'postgres';
  set local extra_float_digits = 1; set local bytea_output = 'hex'`

async function readHeader(client: pg.ClientBase, { version, key }: BackupOptions): Promise<BackupHeader> {
  const { rows } =
    await client.query<
      Pick<BackupHeader, 'postgres' | 'takenAt' | 'migrations' | 'encryption' | 'nextTransaction'>
    >(standingStatement)
  const [standing] = rows
  if (!standing) throw new Error('A statement without a table gives one row.')
  return {
    format: 'rungraph-backup',
    version: backupVersion,
    rungraph: version,
    ...standing,
    encryption: (await isSealed(client)) ? standing.encryption : null,
    ...(key !== undefined && { key }),
    partitions: [...(await listPartitions(client))],
  }
}

const standingStatement = `
select current_setting('server_version') as postgres,
  to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "takenAt",
  (select array_agg(migration_name::text order by migration_name) from "_prisma_migrations"
    where finished_at is not null and rolled_back_at is null) as migrations,
  (select fingerprint from "EncryptionKey" order by "usedAt" desc, fingerprint limit 1) as encryption,
  pg_snapshot_xmax(pg_current_snapshot())::text as "nextTransaction"`

function line(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`)
}
