import pg from 'pg'
import { workerLockSpace } from './claim-statement.ts'

const retryMs = 500
const connectWithinMs = 5_000

/**
 * Holds the advisory lock that says this worker lives, on a connection of its own: it goes with the process,
 * so that others find a dead worker in about a second. A false alarm is harmless, the epoch fences it.
 */
export async function holdPresence(options: {
  readonly connectionString: string
  readonly key: number
  readonly log: (message: string) => void
}): Promise<{ close(): Promise<void> }> {
  let closed = false
  let retry: NodeJS.Timeout | undefined
  let opening: Promise<void> = Promise.resolve()
  let client = await connect()

  async function connect(): Promise<pg.Client> {
    const next = new pg.Client({
      connectionString: options.connectionString,
      keepAlive: true,
      connectionTimeoutMillis: connectWithinMs,
      application_name: 'rungraph worker',
    })
    next.on('error', () => undefined) // 'end' follows
    try {
      await next.connect()
      await next.query('select pg_advisory_lock($1, $2)', [workerLockSpace, options.key])
    } catch (error) {
      await next.end().catch(() => undefined)
      throw error
    }
    next.once('end', () => connectLater())
    return next
  }

  function connectLater(): void {
    if (closed) return
    retry = setTimeout(() => {
      opening = connectAgain()
    }, retryMs)
    retry.unref()
  }

  async function connectAgain(): Promise<void> {
    try {
      client = await connect()
    } catch (error) {
      options.log(`The worker's lock is not held: ${String(error)}`)
      connectLater()
    }
  }

  return {
    close: async () => {
      closed = true
      clearTimeout(retry)
      await opening
      await client.end().catch(() => undefined) // a broken connection is as good as an ended one
    },
  }
}
