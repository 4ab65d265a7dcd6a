import pg from 'pg'
import { isRungraphError, type RungraphError } from '../domain/errors.ts'
import { checkWritable } from './check-server.ts'
import { unreachable } from './connect-with-retry.ts'
import {
  type MigrationState,
  migrationsFolder,
  readMigrationState,
  readMigrations,
} from './migration-files.ts'
import { prepareSession } from './prepare-session.ts'

/** Facts that a database and its server report: version, privileges, connections, migrations. */
export interface DatabaseFacts {
  /** Such as `18.1`. */
  readonly version: string
  /** 180001 is 18.1. */
  readonly versionNumber: number
  readonly database: string
  readonly role: string
  /** Privileges that a migration needs and the role lacks, as GRANT names them with their object. */
  readonly missing: readonly string[]
  /** Why it takes no writes, and the remedy; `null` where it does. */
  readonly readOnly: RungraphError | null
  /** The settings of its sessions that the engine cannot work with, and their remedies; `null` where there are none. */
  readonly unusable: RungraphError | null
  /** Settings of the server that are off and by which a crash of its machine loses what was committed. */
  readonly unsafe: readonly string[]
  /** The connection shares sessions of the server with others. */
  readonly isPooled: boolean
  readonly connections: { readonly used: number; readonly most: number }
  /** How far the clock of the server is ahead of this machine's, in milliseconds, as far as the question took no time. */
  readonly clockAheadMs: number
  readonly migrations: MigrationState
  /** Number of API keys, and of those in force. */
  readonly keys: KeyCounts
}

export interface KeyCounts {
  readonly all: number
  readonly inForce: number
}

interface ExaminedRow {
  readonly version: string
  readonly versionNumber: string
  readonly database: string
  readonly role: string
  readonly schema: string | null
  readonly mayCreateSchemas: boolean
  readonly mayCreateTables: boolean | null
  readonly unsafe: readonly string[]
  readonly pid: number
  readonly used: string
  readonly most: string
  readonly now: Date
}

const question = `
  select current_setting('server_version') as version, current_setting('server_version_num') as "versionNumber",
    current_database() as database, current_user as role, current_schema() as schema,
    has_database_privilege(current_database(), 'CREATE') as "mayCreateSchemas",
    has_schema_privilege(current_schema(), 'CREATE') as "mayCreateTables",
    (select coalesce(json_agg(n), '[]') from unnest('{fsync,full_page_writes}'::text[]) n where current_setting(n) = 'off') as unsafe,
    pg_backend_pid() as pid,
    (select count(*) from pg_stat_activity where backend_type = 'client backend') as used,
    current_setting('max_connections') as most, clock_timestamp() as now`

/** Time for a connection, in milliseconds. */
const connectWithinMs = 5_000
/** Time for an answer, in milliseconds. */
const answerWithinMs = 10_000

/** Asks a database about itself, and changes nothing. @throws DATABASE_UNREACHABLE, which names the `setting` that has the URL */
export async function examineDatabase(connectionString: string, setting: string): Promise<DatabaseFacts> {
  const client = new pg.Client({
    ...{ connectionString, application_name: 'rungraph doctor' },
    ...{ connectionTimeoutMillis: connectWithinMs, query_timeout: answerWithinMs },
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await examine(client)
  } catch (error) {
    throw unreachable(error, setting)
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function examine(client: pg.Client): Promise<DatabaseFacts> {
  const unusable = await refusalOf(prepareSession(client, 'serving'))
  const askedAt = Date.now()
  const { rows } = await client.query<ExaminedRow>(question)
  const answeredAt = Date.now()
  const [row] = rows
  if (!row) throw new Error('The server gave no answer')
  const { version, database, role, unsafe } = row
  return {
    ...{ version, database, role, unusable, unsafe },
    readOnly: await refusalOf(checkWritable(client)),
    versionNumber: Number(row.versionNumber),
    missing: [
      ...(row.mayCreateSchemas ? [] : [`CREATE ON DATABASE ${database}`]),
      ...(row.mayCreateTables ? [] : [`CREATE ON SCHEMA ${row.schema ?? 'public'}`]),
    ],
    // A pooler makes up a process id for its clients.
    isPooled: 'processID' in client && client.processID !== row.pid,
    connections: { used: Number(row.used), most: Number(row.most) },
    clockAheadMs: row.now.getTime() - Math.min(Math.max(row.now.getTime(), askedAt), answeredAt),
    migrations: await readMigrationState(client, await readMigrations(migrationsFolder)),
    keys: await countKeys(client),
  }
}

/** The error of the table with which a check refuses the database; `null` where it takes it. */
async function refusalOf(check: Promise<unknown>): Promise<RungraphError | null> {
  try {
    await check
    return null
  } catch (error) {
    if (isRungraphError(error)) return error
    throw error
  }
}

async function countKeys(client: pg.Client): Promise<KeyCounts> {
  const { rows: tables } = await client.query<{ hasTable: boolean }>(
    `select to_regclass('"ApiKey"') is not null as "hasTable"`,
  )
  if (!tables[0]?.hasTable) return { all: 0, inForce: 0 } // there is no schema yet
  const { rows } = await client.query<KeyCounts>(
    `select count(*)::int as "all", (count(*) filter (where "revokedAt" is null and ("expiresAt" is null or "expiresAt" > clock_timestamp())))::int as "inForce" from "ApiKey"`,
  )
  return rows[0] ?? { all: 0, inForce: 0 }
}
