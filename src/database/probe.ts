import pg from 'pg'

/** A server that gives no sign within this time is not there. */
const withinMs = 2_000
/** `too_many_connections`: it is full, and there. */
const isFull = '53300'

/**
 * Tells whether a database is there, by a connection of its own: a pool that is busy is no absence.
 * Never rejects. Those who ask at the same moment share one look.
 */
export function createProbe(connectionString: string): () => Promise<boolean> {
  let looking: Promise<boolean> | null = null
  return () => {
    looking ??= look(connectionString).finally(() => {
      looking = null
    })
    return looking
  }
}

async function look(connectionString: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: withinMs,
    application_name: 'rungraph probe',
  })
  client.on('error', ignore)
  const startedAt = performance.now()
  try {
    await client.connect()
    const leftMs = Math.ceil(withinMs - (performance.now() - startedAt))
    const sign = { text: 'select 1', query_timeout: Math.max(1, leftMs) }
    await client.query(sign)
    return true
  } catch (error) {
    return error instanceof pg.DatabaseError && error.code === isFull
  } finally {
    // What does not answer is not waited for.
    void client.end().catch(ignore)
  }
}

function ignore(): void {}
