import type pg from 'pg'

/**
 * Whether a connection leads to a pooler, such as PgBouncer: it makes up the process id that it gives at connecting, as its clients
 * share the processes of the server.
 */
export async function leadsToPooler(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  return 'processID' in client && client.processID !== rows[0]?.pid
}

/**
 * Has the client prepare every statement anew: where each transaction may meet another session of the server, a statement of that name
 * is not there, or is there already. PgBouncer before 1.21 knows no way around that; later ones do only where it is set up.
 */
export function dropStatementNames(client: pg.ClientBase): void {
  const { query } = client
  Object.assign(client, {
    query: (statement: unknown, ...rest: readonly unknown[]): unknown =>
      Reflect.apply(query, client, [withoutName(statement), ...rest]),
  })
}

function withoutName(statement: unknown): unknown {
  const isConfig = typeof statement === 'object' && statement !== null && !('submit' in statement)
  return isConfig ? { ...statement, name: undefined } : statement
}
