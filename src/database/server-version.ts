import { RungraphError } from '../domain/errors.ts'

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
