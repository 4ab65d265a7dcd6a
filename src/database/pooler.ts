import type pg from 'pg'

/**
 * Has the client prepare every statement anew: where each transaction may meet another session of the server, a statement of that name does
 * not exist there, or exists already. PgBouncer before 1.21 has no remedy; later ones do only where it is configured.
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
