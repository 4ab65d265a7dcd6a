import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { sha256 } from '../domain/hash.ts'

/** One step of the schema's history: a folder with a `migration.sql`. */
export interface Migration {
  readonly name: string
  readonly sql: string
}

export const migrationsFolder = fileURLToPath(new URL('../../prisma/migrations/', import.meta.url))

/** The migrations of a folder, oldest first: their names begin with the time. */
export async function readMigrations(folder: string): Promise<readonly Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  const read = async (name: string) => ({
    name,
    sql: await readFile(join(folder, name, 'migration.sql'), 'utf8'),
  })
  return Promise.all(names.toSorted().map(read))
}

/** Compares with the SHA-256 that Prisma stored; another system's line ends are no change. */
function hasChecksum({ sql }: Migration, checksum: string): boolean {
  const unix = sql.replaceAll('\r\n', '\n')
  return [sql, unix, unix.replaceAll('\n', '\r\n')].some((text) => sha256(text) === checksum)
}

/** State of a database in relation to the migrations of this version. */
export type MigrationState =
  | { readonly kind: 'upToDate' }
  | { readonly kind: 'behind'; readonly pending: readonly Migration[] }
  | { readonly kind: 'refused'; readonly reason: string }

/** Compares the migrations with Prisma's record of those that the database has had. */
export async function readMigrationState(
  client: Queryable,
  migrations: readonly Migration[],
): Promise<MigrationState> {
  const records = await readRecords(client)
  if (records === null) return { kind: 'refused', reason: foreignTables }
  const reason = reasonToRefuse(records, migrations)
  if (reason !== undefined) return { kind: 'refused', reason }
  const applied = new Set(records.map((record) => record.name))
  const pending = migrations.filter(({ name }) => !applied.has(name))
  return pending.length === 0 ? { kind: 'upToDate' } : { kind: 'behind', pending }
}

type Queryable = Pick<pg.Pool, 'query'> | Pick<pg.ClientBase, 'query'>

interface MigrationRecord {
  readonly name: string
  readonly checksum: string
  readonly isFinished: boolean
  readonly logs: string | null
}

/** `null`: the database has tables, and no records. */
async function readRecords(client: Queryable): Promise<readonly MigrationRecord[] | null> {
  const { rows: found } = await client.query<Found>(foundStatement)
  if (!found[0]?.hasRecords) return found[0]?.hasTables ? null : []
  const { rows } = await client.query<MigrationRecord>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS "isFinished", logs
       FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY started_at, migration_name`,
  )
  return rows
}

interface Found {
  readonly hasRecords: boolean
  readonly hasTables: boolean
}

const foundStatement = `
SELECT to_regclass('_prisma_migrations') IS NOT NULL AS "hasRecords", EXISTS (
  SELECT FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
) AS "hasTables"`

const foreignTables = 'its schema has tables of another program. Use another database.'

function reasonToRefuse(
  records: readonly MigrationRecord[],
  migrations: readonly Migration[],
): string | undefined {
  const failed = records.find((record) => !record.isFinished)
  if (failed) {
    const log = failed.logs?.trim().split('\n').slice(0, 2).join(' ') ?? 'it was interrupted'
    return `an earlier attempt to apply ${failed.name} failed (${log}). Fix the cause, then run \`npx prisma migrate resolve --rolled-back ${failed.name}\` and start again.`
  }
  const byName = new Map(migrations.map((migration) => [migration.name, migration]))
  const unknown = records.filter(({ name }) => !byName.has(name)).map(({ name }) => name)
  if (unknown.length > 0) {
    return `it has migrations that this version does not know: ${unknown.join(', ')}. It is used by a newer Rungraph, or by another program: update Rungraph, or use another database.`
  }
  const edited = records.find(({ name, checksum }) => {
    const migration = byName.get(name)
    return migration && !hasChecksum(migration, checksum)
  })
  return (
    edited &&
    `prisma/migrations/${edited.name} was edited after it was applied. Restore the file, and put the change into a new migration.`
  )
}
