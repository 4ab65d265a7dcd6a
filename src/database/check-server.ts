import type pg from 'pg'
import { RungraphError } from '../domain/errors.ts'
import { readOrigins, remedyFor } from './setting-origin.ts'

/** The oldest PostgreSQL on which the migrations and runs were tried (test/checks/postgres-versions.ts): 12 lacks `pg_current_xact_id`. */
const oldestPostgres = 13

/**
 * Refuses a server that lacks features the schema needs, by its version rather than at the first statement that fails. @throws
 * DATABASE_TOO_OLD
 */
export async function checkServerVersion(server: VersionedServer): Promise<void> {
  const { rows } = await server.query(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number`,
  )
  const [found] = rows
  if (!found || found.number >= oldestPostgres * 10_000) return
  throw new RungraphError('DATABASE_TOO_OLD', { version: found.version, oldest: String(oldestPostgres) })
}

interface VersionedServer {
  query(
    text: string,
  ): Promise<{ readonly rows: readonly { readonly version: string; readonly number: number }[] }>
}

/**
 * Refuses a database that takes no writes, as it can be neither migrated nor used: a standby, or one whose sessions are read-only by
 * default. Nothing overrides that: it is set where no writes are wanted, as services do when the disk is nearly full. @throws DATABASE_READ_ONLY
 */
export async function checkWritable(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  const { rows } = await client.query<{ isStandby: boolean; isReadOnly: boolean }>(
    `select pg_is_in_recovery() as "isStandby", current_setting('transaction_read_only')::bool as "isReadOnly"`,
  )
  const [found] = rows
  if (found?.isStandby) throw new RungraphError('DATABASE_READ_ONLY', standby)
  if (!found?.isReadOnly) return
  const [origin] = await readOrigins(client, ['default_transaction_read_only'])
  throw new RungraphError('DATABASE_READ_ONLY', {
    reason: 'default_transaction_read_only = "on".',
    remedy: origin ? remedyFor(origin, 'off') : '',
  })
}

const standby = {
  reason: 'The server is a standby.',
  remedy: 'Set DATABASE_URL to the primary server, or promote this one.',
}
