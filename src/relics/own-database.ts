import type pg from 'pg'
import { isDatabaseUnavailable } from '../domain/database-unavailable.ts'
import { RungraphError } from '../domain/errors.ts'

/**
 * The rows of one statement on Rungraph's own database. That it cannot serve now is no failure of a relic: the run is given up,
 * and goes on when it can (guarded-stores.ts).
 * @throws DATABASE_UNAVAILABLE
 */
export async function askOwnDatabase<Row extends pg.QueryResultRow>(
  pool: Pick<pg.Pool, 'query'>,
  statement: string,
  values: readonly unknown[] = [],
): Promise<readonly Row[]> {
  try {
    const { rows } = await pool.query<Row>(statement, [...values])
    return rows
  } catch (error) {
    throw isDatabaseUnavailable(error) ? new RungraphError('DATABASE_UNAVAILABLE', {}, error) : error
  }
}
