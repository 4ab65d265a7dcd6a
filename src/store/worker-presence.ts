import pg from 'pg'
import { workerLockSpace } from './claim-statement.ts'

const retryMs = 500

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
  let client = await connect()

  async function connect(): Promise<pg.Client> {
    const next = new pg.Client({
      connectionString: options.connectionString,
      keepAlive: true,
      application_name: 'rungraph worker',
    })
    next.on('error', () => undefined) // 'end' follows
    await next.connect()
    await next.query('select pg_advisory_lock($1, $2)', [workerLockSpace, options.key])
    next.once('end', () => reconnect())
    return next
  }

  function reconnect(): void {
    if (closed) return
    setTimeout(() => {
      connect().then(
        (next) => {
          client = next
        },
        (error: unknown) => {
          options.log(`The worker's lock is not held: ${String(error)}`)
          reconnect()
        },
      )
    }, retryMs).unref()
  }

  return {
    close: async () => {
      closed = true
      await client.end().catch(() => undefined) // a broken connection is as good as an ended one
    },
  }
}
