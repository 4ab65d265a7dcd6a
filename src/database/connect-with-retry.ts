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
    await connection.query('SELECT 1')
    return connection
  } catch (error) {
    await connection.end()
    throw unreachable(error, setting)
  }
}
