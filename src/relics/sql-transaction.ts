import pg from 'pg'
import type { SqlSettings } from '../domain/relic-settings.ts'
import type { Statement } from './limited-query.ts'
import { type ConnectedServer, checkConnection, type SqlRules, serverColumns } from './sql-guard.ts'

/** Work to do in a transaction of its own. */
export interface SqlWork<Result> {
  readonly statement: Pick<Statement, 'sql' | 'values'>
  readonly mode: 'read only' | 'read write'
  perform(client: pg.ClientBase, statement: Statement): Promise<Result>
}

export interface SqlPool {
  readonly pool: pg.Pool
  readonly config: pg.ClientConfig
  readonly rules: SqlRules
}

const maxBytes = 8 * 1024 * 1024

/**
 * Executes one statement in a transaction of its own. PostgreSQL itself keeps a read-only one from writing: its mode cannot be changed once
 * the first statement ran. Effects of functions outside of transactions (files, other servers) depend on the privileges of the role, which
 * are checked first.
 */
export async function executeSql<Result>(
  { pool, config, rules }: SqlPool,
  { statement, mode, perform }: SqlWork<Result>,
  { schema, statementTimeoutMs, maxRows }: SqlSettings,
  signal: AbortSignal,
): Promise<Result> {
  const client = await connect(pool, signal)
  let cancelling: Promise<void> | null = null
  let cancel = () => {}
  let isClean = false
  try {
    await client.query(`begin ${mode}`)
    const { rows } = await client.query<ConnectedServer & { readonly pid: number }>(prepareStatement, [
      String(statementTimeoutMs),
      schema,
    ])
    const [connected] = rows
    if (!connected) throw new Error('the server does not say who it is')
    const { pid, server, session, role } = connected
    await checkConnection(client, { server, session, role }, rules)
    cancel = () => {
      cancelling = cancelBackend(config, pid)
    }
    signal.throwIfAborted()
    signal.addEventListener('abort', cancel, { once: true })
    const result = await perform(client, { ...statement, maxRows, maxBytes })
    await client.query(mode === 'read only' ? 'rollback' : 'commit')
    isClean = true
    return result
  } finally {
    signal.removeEventListener('abort', cancel)
    await cancelling
    // A cancellation that comes late would hit the next one on this connection.
    await release(client, isClean && !signal.aborted)
  }
}

/** It is the first of the transaction: from then on its mode is fixed. */
const prepareStatement = `
select pg_backend_pid() as pid, ${serverColumns},
  set_config('statement_timeout', $1, true), set_config('search_path', coalesce(quote_ident($2), current_setting('search_path')), true)`

async function connect(pool: pg.Pool, signal: AbortSignal): Promise<pg.PoolClient> {
  const client = await pool.connect()
  if (!signal.aborted) return client
  client.release()
  throw signal.reason
}

/** Session state of a statement (settings, locks, listeners) must not reach the next one. */
async function release(client: pg.PoolClient, isClean: boolean): Promise<void> {
  if (!isClean) return client.release(true)
  try {
    await client.query('discard all')
    client.release()
  } catch {
    client.release(true)
  }
}

/**
 * The server continues a statement whose client has left, so it is cancelled over another connection. If the cancellation fails,
 * `statement_timeout` ends the statement.
 */
async function cancelBackend(config: pg.ClientConfig, pid: number): Promise<void> {
  const client = new pg.Client(config)
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select pg_cancel_backend($1)', [pid])
  } catch {
    // See above.
  } finally {
    await client.end().catch(() => undefined)
  }
}
