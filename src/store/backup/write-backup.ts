import { createHash } from 'node:crypto'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { quoted } from '../columns.ts'
import { isSealed } from '../encryption-keys.ts'
import { listPartitions } from '../log/log-partitions.ts'
import {
  type BackupHeader,
  type BackupProgress,
  backupVersion,
  leftOut,
  readSequences,
  rowsEnd,
} from './backup-format.ts'
import { readTables, type Table } from './tables.ts'

export interface BackupOptions {
  /** Version of the Rungraph that makes it. */
  readonly version: string
  /** The key of the database in base64, if the backup is to contain it. */
  readonly key?: string | undefined
  readonly onProgress?: (progress: BackupProgress) => void
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
    await client.query('begin isolation level repeatable read, read only')
    yield* readSnapshot(client, options)
  } finally {
    await client.query('rollback').catch(() => undefined) // a lost connection has ended its transaction
    await client.query('select pg_advisory_unlock_shared($1)', [migrationLock]).catch(() => undefined)
  }
}

/** The same in a transaction of the caller's, which sees one moment. */
export async function* readSnapshot(
  client: pg.ClientBase,
  options: BackupOptions,
): AsyncGenerator<Buffer, void, void> {
  await client.query(settings)
  const tables = await readTables(client, (name) => !Object.hasOwn(leftOut, name))
  const header = await readHeader(client, options)
  const hash = createHash('sha256')
  let rows = 0
  let bytes = 0
  const hashed = (piece: Buffer) => {
    hash.update(piece)
    bytes += piece.length
    return piece
  }
  yield hashed(line(header))
  for (const table of tables) {
    yield hashed(line({ table: table.name, columns: table.columns }))
    const sent = client.query(copyTo(copyStatement(table)))
    for await (const piece of sent) {
      yield hashed(piece)
      options.onProgress?.({ table: table.name, bytes })
    }
    rows += sent.rowCount
    yield hashed(Buffer.concat([Buffer.from(`${rowsEnd}\n`), line({ rows: sent.rowCount })]))
  }
  yield line({ end: { rows, sha256: hash.digest('hex') } })
}

/** How values are written as text does not depend on the server. */
const settings = `set local timezone = 'UTC'; set local datestyle = 'ISO'; set local intervalstyle = 'postgres';
  set local extra_float_digits = 1; set local bytea_output = 'hex'`

function copyStatement({ name, columns }: Table): string {
  return `copy (select ${quoted(columns)} from "${name}") to stdout`
}

async function readHeader(client: pg.ClientBase, { version, key }: BackupOptions): Promise<BackupHeader> {
  const { rows } = await client.query<Standing>(standingStatement)
  const [standing] = rows
  if (!standing) throw new Error('A statement without a table gives one row.')
  return {
    format: 'rungraph-backup',
    version: backupVersion,
    rungraph: version,
    postgres: standing.postgres,
    takenAt: standing.takenAt,
    migrations: standing.migrations,
    encryption: (await isSealed(client)) ? standing.fingerprint : null,
    ...(key !== undefined && { key }),
    nextTransaction: standing.nextTransaction,
    partitions: [...(await listPartitions(client))],
    sequences: await readSequences(client),
  }
}

interface Standing {
  readonly postgres: string
  readonly takenAt: string
  readonly migrations: string[]
  readonly fingerprint: string | null
  readonly nextTransaction: string
}

const standingStatement = `
select current_setting('server_version') as postgres,
  to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "takenAt",
  (select array_agg(migration_name::text order by migration_name) from "_prisma_migrations"
    where finished_at is not null and rolled_back_at is null) as migrations,
  (select fingerprint from "EncryptionKey" order by "usedAt" desc, fingerprint limit 1) as fingerprint,
  pg_snapshot_xmax(pg_current_snapshot())::text as "nextTransaction"`

function line(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`)
}
