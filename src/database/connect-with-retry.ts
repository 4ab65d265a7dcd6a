import pg from 'pg'
import { isRungraphError, messageOf, RungraphError } from '../domain/errors.ts'
import { prepareSession } from './prepare-session.ts'

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

/**
 * Lets a process outlive the connections of a pool, whenever the server ends one. The pool drops an idle one, and one that is given back;
 * the query on one in use fails. Without a listener of its own, a connection would end the process where its end comes with the answer to
 * a query, in one packet: the pool has then lent it to the next that waits, who could not listen yet.
 */
export function surviveLosses(pool: pg.Pool): void {
  pool.on('error', ignore)
  pool.on('connect', (client) => {
    client.on('error', ignore)
  })
}

function ignore(): void {}

/**
 * A failed connection as `DATABASE_UNREACHABLE`, with the message of the system or the server. `setting`: the one that has the URL of the
 * database. An error of the table says itself what is wrong.
 */
export function unreachable(error: unknown, setting = 'DATABASE_URL'): RungraphError {
  if (isRungraphError(error)) return error
  // Node tries every address of a name and wraps the error of each.
  const first = error instanceof AggregateError ? error.errors[0] : error
  return new RungraphError('DATABASE_UNREACHABLE', { reason: `${messageOf(first)}.`, setting }, error)
}
