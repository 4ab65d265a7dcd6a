import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { messageOf, RungraphError } from '../domain/errors.ts'
import { sha256 } from '../domain/hash.ts'
import { transact } from '../sql/transaction.ts'
import { checkServerVersion, checkWritable } from './check-server.ts'
import { connectWithRetry } from './connect-with-retry.ts'
import {
  type Migration,
  type MigrationState,
  migrationsFolder,
  readMigrationState,
  readMigrations,
} from './migration-files.ts'

export type MigrationLog = (line: string, level: 'info' | 'debug') => void

export interface MigrateOptions {
  readonly connectionString: string
  /** The setting that has it. Default: DATABASE_URL. */
  readonly setting?: string
  /** Receives one line of all that were applied, and for `debug` one of each. */
  readonly log: MigrationLog
  /** A folder as Prisma lays it out. Default: the project's. */
  readonly folder?: string
  /** The last migration to apply. Default: the newest. */
  readonly until?: string
}

/**
 * Brings the database's schema up to date and resolves to the names of the migrations that this call applied.
 * Each is applied whole or not at all, also under kill -9; any number of processes may call it at once.
 * The record is Prisma's own, so `prisma migrate deploy` may take turns with it.
 * @throws DATABASE_UNREACHABLE, DATABASE_SETTING_UNUSABLE, DATABASE_TOO_OLD, DATABASE_READ_ONLY, DATABASE_MIGRATION_FAILED
 */
export async function migrate(options: MigrateOptions): Promise<{ readonly applied: readonly string[] }> {
  const { folder = migrationsFolder, until } = options
  const migrations = (await readMigrations(folder)).filter(({ name }) => until === undefined || name <= until)
  const connection = await connectWithRetry(options.connectionString, options.setting)
  try {
    await checkServerVersion(connection)
    await checkWritable(connection)
    if (demand(await readMigrationState(connection, migrations)).length === 0) return { applied: [] }
    const client = await connection.connect()
    try {
      await client.query('SELECT pg_advisory_lock($1)', [prismaLock])
      const pending = demand(await readMigrationState(client, migrations))
      for (const migration of pending) {
        await apply(client, migration)
        options.log(`Applied the migration ${migration.name}.`, 'debug')
      }
      const applied = pending.map(({ name }) => name)
      if (applied.length > 0) options.log(summaryOf(applied), 'info')
      return { applied }
    } finally {
      client.release(true)
    }
  } finally {
    await connection.end()
  }
}

/**
 * The lock that `prisma migrate deploy` takes too. Held by the connection that migrates, it lasts until the server has
 * rolled back the work of a killed process.
 */
const prismaLock = 72_707_369

function summaryOf(applied: readonly string[]): string {
  return applied.length === 1
    ? `Applied the migration ${applied[0]}.`
    : `Applied ${applied.length} migrations, from ${applied[0]} to ${applied.at(-1)}.`
}

function demand(state: MigrationState): readonly Migration[] {
  switch (state.kind) {
    case 'upToDate':
      return []
    case 'behind':
      return state.pending
    case 'refused':
      throw new RungraphError('DATABASE_MIGRATION_FAILED', { reason: state.reason })
    default:
      return state satisfies never
  }
}

/** One transaction for a migration and its record. */
async function apply(client: pg.PoolClient, { name, sql }: Migration): Promise<void> {
  try {
    await transact(client, async () => {
      await client.query(recordsStatement)
      // Without values, the text may be several statements.
      await client.query(sql)
      await client.query(recordStatement, [randomUUID(), sha256(sql), name])
    })
  } catch (error) {
    throw failed(name, error)
  }
}

/** As Prisma makes it. */
const recordsStatement = `
CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id varchar(36) PRIMARY KEY NOT NULL, checksum varchar(64) NOT NULL, finished_at timestamptz, migration_name varchar(255) NOT NULL,
  logs text, rolled_back_at timestamptz, started_at timestamptz NOT NULL DEFAULT now(), applied_steps_count integer NOT NULL DEFAULT 0)`

const recordStatement = `
INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`

function failed(name: string, error: unknown): RungraphError {
  const line = messageOf(error).split('\n', 1)[0] ?? ''
  const reason = `${name}: ${line}. It was rolled back. Fix the cause and start again.`
  return new RungraphError('DATABASE_MIGRATION_FAILED', { reason }, error)
}
