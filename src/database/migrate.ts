import { PrismaPg } from '@prisma/adapter-pg'
import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import type { MigrationList, SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg'
import type pg from 'pg'
import { messageOf, RungraphError } from '../domain/errors.ts'
import { checkWritable } from './check-writable.ts'
import { connectWithRetry } from './connect-with-retry.ts'
import {
  type Migration,
  type MigrationState,
  migrationsFolder,
  readMigrationState,
  readMigrations,
} from './migration-files.ts'
import { loadSchemaEngine, wholeSchema } from './schema-engine.ts'
import { checkServerVersion } from './server-version.ts'

export interface MigrateOptions {
  readonly connectionString: string
  /** The setting that has it. Default: DATABASE_URL. */
  readonly setting?: string
  readonly log: (line: string) => void
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
    await connection.query('SELECT pg_advisory_lock($1)', [prismaLock])
    const pending = demand(await readMigrationState(connection, migrations))
    await applyAll(connection, migrations, pending, options.log)
    return { applied: pending }
  } finally {
    await connection.end()
  }
}

/**
 * The lock that Prisma's engine takes too, on the same connection. Held by the connection that migrates, it lasts until the server has
 * rolled back the work of a killed process.
 */
const prismaLock = 72_707_369

function demand(state: MigrationState): readonly string[] {
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

async function applyAll(
  connection: pg.Pool,
  migrations: readonly Migration[],
  pending: readonly string[],
  log: (line: string) => void,
): Promise<void> {
  if (pending.length === 0) return
  const script: ScriptOutcome = {}
  const engine = await loadSchemaEngine(adapterOn(connection, script))
  try {
    for (const name of pending) {
      const upToIt = migrations.slice(0, migrations.findIndex((migration) => migration.name === name) + 1)
      await applyLast(connection, engine, upToIt).catch((error: unknown) => {
        throw failed(name, script.error ?? error)
      })
      log(`Applied the migration ${name}.`)
    }
  } finally {
    engine.free()
  }
}

/** One transaction for a migration and its record. The engine alone would commit each statement separately. */
async function applyLast(
  connection: pg.Pool,
  engine: SchemaEngine,
  migrations: readonly Migration[],
): Promise<void> {
  await connection.query('BEGIN')
  try {
    await engine.applyMigrations({ migrationsList: toMigrationList(migrations), filters: wholeSchema })
    await connection.query('COMMIT')
  } catch (error) {
    await connection.query('ROLLBACK').catch(() => {})
    throw error
  }
}

/** Result of the script that failed, from the database itself, because the engine passes on only a part of it. */
interface ScriptOutcome {
  error?: unknown
}

/** Prisma's adapter, but for scripts: it would split them at each semicolon, also inside a function's body. */
function adapterOn(connection: pg.Pool, script: ScriptOutcome): SqlMigrationAwareDriverAdapterFactory {
  const prisma = new PrismaPg(connection)
  const connect = async () => {
    const adapter = await prisma.connect()
    const executeScript = async (sql: string) => {
      try {
        await connection.query(sql)
      } catch (error) {
        script.error = error
        throw error
      }
    }
    return Object.assign(adapter, { executeScript })
  }
  return { provider: prisma.provider, adapterName: prisma.adapterName, connect, connectToShadowDb: connect }
}

function toMigrationList(migrations: readonly Migration[]): MigrationList {
  return {
    baseDir: migrationsFolder,
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
    shadowDbInitScript: '',
    migrationDirectories: migrations.map(({ name, sql }) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: sql } },
    })),
  }
}

function failed(name: string, error: unknown): RungraphError {
  const line = messageOf(error).split('\n', 1)[0] ?? ''
  const reason = `${name}: ${line}. It was rolled back. Fix the cause and start again.`
  return new RungraphError('DATABASE_MIGRATION_FAILED', { reason }, error)
}
