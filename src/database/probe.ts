import pg from 'pg'
import { waitAtMost } from '../domain/time-limit.ts'

/** A server that gives no sign within this time is not there. */
const withinMs = 2_000
/** `too_many_connections`, and time limits of its sessions: it is full, or slow, and there. */
const isThere = /^(53300|57014|25P0[34])$/

/**
 * Whether a database answers, by a connection of its own: a busy pool does not mean that the database is unavailable.
 * Never rejects. Concurrent callers share one probe.
 */
export function createProbe(connectionString: string): () => Promise<boolean> {
  let looking: Promise<boolean> | null = null
  return () => {
    looking ??= canConnect(connectionString).finally(() => {
      looking = null
    })
    return looking
  }
}

async function canConnect(connectionString: string): Promise<boolean> {
  // Without the client's own timeouts: they go by the clock, and would take a process that stood still for a database that is away.
  const client = new pg.Client({ connectionString, application_name: 'rungraph probe' })
  client.on('error', ignore)
  try {
    const sign = await waitAtMost(withinMs, askForSign(client))
    if (sign === null) client.connection.stream.destroy()
    return sign !== null
  } catch (error) {
    return error instanceof pg.DatabaseError && isThere.test(error.code ?? '')
  } finally {
    // A connection that does not answer is not awaited.
    void client.end().catch(ignore)
  }
}

async function askForSign(client: pg.Client): Promise<void> {
  await client.connect()
  await client.query('select 1')
}

function ignore(): void {}
