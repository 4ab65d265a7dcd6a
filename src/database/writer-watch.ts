import pg from 'pg'
import { stateOfReadOnly } from '../domain/database-unavailable.ts'
import type { PreparedSession } from './prepare-session.ts'

/**
 * Keeps a pool from holding connections that take writes beside ones that do not: a run would be claimed by one, and its commit refused by
 * another. After a failover, a name or a proxy may lead to a standby for a while; or new sessions of the database are read-only from some
 * moment on. A connection that is made then serves the query that it was made for, if that only reads, and is closed when it is given back;
 * so is one whose statement was refused as a write (SQLSTATE 25006). From the first one on, the connections of before are closed too. The
 * next query connects anew, and reaches the primary as soon as the address does. Returns what is to be called with each new connection.
 */
export function watchWriters(pool: pg.Pool): (client: pg.ClientBase, session: PreparedSession) => void {
  const writers = new Set<pg.ClientBase>()
  const leaving = new WeakSet<pg.ClientBase>()
  pool.on('remove', (client) => writers.delete(client))
  // The pool keeps no connection that is ending.
  pool.on('release', (_error, client) => {
    if (leaving.has(client) && client instanceof pg.Client) client.end().catch(() => undefined)
  })
  return (client, { isReadOnly }) => {
    if (isReadOnly) {
      for (const each of [client, ...writers]) leaving.add(each)
      writers.clear()
      closeIdle(pool)
    } else {
      writers.add(client)
    }
    if (!(client instanceof pg.Client)) return
    client.connection.on('errorMessage', ({ code }: { readonly code?: string }) => {
      if (code !== stateOfReadOnly) return
      leaving.add(client)
      writers.delete(client)
    })
  }
}

/** An idle connection is taken from the pool to be closed. */
function closeIdle(pool: pg.Pool): void {
  for (let left = pool.idleCount; left > 0; left--)
    pool.connect().then(
      (client) => client.release(true),
      () => undefined, // nobody waits for it
    )
}
