import pg from 'pg'
import { prepareSession } from './prepare-session.ts'
import { surviveLosses } from './survive-losses.ts'
import { unreachable } from './unreachable.ts'

/**
 * A pool of one, for installations and migrations: everything happens on one connection, and may take as long as it needs, also where it
 * waits for another process that does the same. @throws DATABASE_UNREACHABLE, which names the `setting` that has the URL, and
 * DATABASE_SETTING_UNUSABLE
 */
export async function connectWithRetry(connectionString: string, setting?: string): Promise<pg.Pool> {
  const connection = new pg.Pool({
    ...{ connectionString, max: 1, idleTimeoutMillis: 0, keepAlive: true },
    onConnect: async (client) => {
      await prepareSession(client, 'longWork')
    },
  })
  surviveLosses(connection)
  try {
    await firstAnswer(connection)
    return connection
  } catch (error) {
    await connection.end()
    throw unreachable(error, setting)
  }
}

/** So many sessions are begun for the first answer. */
const attempts = 5

/**
 * Waits for the first answer of a new pool. The server may end a session while it is prepared: an administrator's limits of a few milliseconds
 * are in force up to its first statement. Another one is begun then; a server that is not there is told at once.
 */
export async function firstAnswer(pool: pg.Pool): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await pool.query('SELECT 1')
      return
    } catch (error) {
      if (attempt === attempts || !isEnded(error)) throw error
    }
  }
}

/** Whether the server took the connection, and ended the session: as the driver says it, or by one of its limits (25P03, 25P04). */
function isEnded(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.code === '25P03' || error.code === '25P04'
  return (
    error instanceof Error &&
    /^(Connection terminated unexpectedly|Client has encountered)/.test(error.message)
  )
}
