import pg from 'pg'
import { unreachable } from './unreachable.ts'

/**
 * A pool of one, for installations and migrations: everything happens on one connection, and may take as long as it needs, also where it
 * waits for another process that does the same. @throws DATABASE_UNREACHABLE, which names the `setting` that has the URL
 */
export async function connectWithRetry(connectionString: string, setting?: string): Promise<pg.Pool> {
  const connection = new pg.Pool({ connectionString, max: 1, idleTimeoutMillis: 0, keepAlive: true })
  connection.on('error', () => {}) // The next query fails.
  try {
    // A migration may take longer than the server grants to other statements.
    await connection.query(
      'SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0',
    )
    return connection
  } catch (error) {
    await connection.end()
    throw unreachable(error, setting)
  }
}
