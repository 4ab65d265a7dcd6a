import type pg from 'pg'

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
