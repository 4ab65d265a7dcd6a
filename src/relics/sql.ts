import pg from 'pg'
import { z } from 'zod'
import { isRungraphError, messageOf } from '../domain/errors.ts'
import { type Json, toJson } from '../domain/json.ts'
import { relicSettings, type SqlSettings } from '../domain/relic-settings.ts'
import { hide, type KindCall, type KindOfRelic, operation, postgresText, type Reach } from './relic-kind.ts'
import { createSqlPools, sqlTarget } from './sql-connection.ts'
import { type ConnectedServer, checkConnection, type SqlRules, serverColumns } from './sql-guard.ts'
import { executeStatement, explainQuery, readQuery, type Statement } from './sql-rows.ts'

type Call = KindCall<SqlSettings>

interface SqlServices extends Reach {
  /** Rungraph's own database. */
  readonly pool: pg.Pool
  readonly ownServer: SqlRules['ownServer']
  /** Variables of the environment whose role may be a superuser, or reach the machine of its server. */
  readonly unsafeRoles: readonly string[]
}

/** The server ends a statement that takes too long; this is additional time for the network. */
const graceMs = 15_000

/**
 * A database that is queried in SQL: read only, unless its settings allow writes. The role of the URL decides which objects can be reached.
 */
export function createSqlKind(services: SqlServices): KindOfRelic<SqlSettings> {
  const pools = createSqlPools()
  /** Does work in a transaction of its own. Its errors hold no secret. */
  const perform = async <Result>(work: SqlWork<Result>, call: Call): Promise<Result> => {
    const { relic, settings, signal } = call
    const target = sqlTarget(settings, services)
    try {
      const pool = pools.of(`${relic.id} ${target.id}`, target.config, settings.maxConnections)
      return await transact(
        pool,
        { ...work, config: target.config, rules: rulesOf(settings, services) },
        call,
      )
    } catch (error) {
      signal.throwIfAborted()
      if (isRungraphError(error)) throw error
      if (error instanceof pg.DatabaseError && error.code === queryCanceled) throw call.timeUp
      // Without its cause: that may hold the secrets that are hidden here.
      throw new Error(hide(faultOf(error), target.secrets))
    }
  }
  const query = operation({
    description:
      'Reads from the database with one query (PostgreSQL: SELECT, VALUES, TABLE or WITH … SELECT), in a read-only transaction. Values stand as $1, $2, … in it.',
    input: statementInput,
    effect: 'read',
    perform: (input, call: Call) => perform({ ...input, mode: 'read only', perform: readQuery }, call),
  })
  const explain = operation({
    description:
      'Gives the plan that PostgreSQL has for one statement, as JSON. The statement is not executed.',
    input: statementInput,
    effect: 'read',
    perform: async (input, call: Call) => ({
      plan: await perform({ ...input, mode: 'read only', perform: explainQuery }, call),
    }),
  })
  const schema = operation({
    description: 'Lists the tables and views of the database with their columns and types.',
    input: z.strictObject({
      table: postgresText.max(63).optional().describe('Only this table or view.'),
    }),
    effect: 'read',
    perform: async ({ table = null }, call: Call) => {
      const statement = { sql: columnsStatement, parameters: [call.settings.schema, table] }
      const { rows, isCut } = await perform({ ...statement, mode: 'read only', perform: readQuery }, call)
      return { tables: rows, isCut }
    },
  })
  const execute = operation({
    description:
      'Changes the database with one SQL statement (PostgreSQL), in a transaction of its own. Values stand as $1, $2, … in it.',
    input: statementInput,
    effect: 'once',
    perform: (input, call: Call) =>
      perform({ ...input, mode: 'read write', perform: executeStatement }, call),
  })
  const reading = { query, explain, schema }
  return {
    settings: relicSettings.SQL,
    offer: ({ allowWrites, statementTimeoutMs: timeoutMs }) => ({
      ...{ operations: allowWrites ? { ...reading, execute } : reading, timeoutMs, graceMs },
    }),
    close: () => pools.close(),
  }
}

const statementInput = z.strictObject({
  sql: postgresText.min(1).max(100_000).describe('One statement.'),
  parameters: z
    .array(z.unknown())
    .max(1_000)
    .default([])
    .describe('The values of $1, $2, … in this order. Objects and arrays are given as JSON.'),
})

const columnsStatement = `
select table_schema as schema, table_name as "table",
  json_agg(json_build_object('name', column_name, 'type', data_type, 'nullable', is_nullable = 'YES') order by ordinal_position) as columns
from information_schema.columns
where case when $1::text is null then table_schema not in ('pg_catalog', 'information_schema') else table_schema = $1 end
  and ($2::text is null or table_name = $2)
group by 1, 2 order by 1, 2`

function rulesOf({ env }: SqlSettings, { pool: own, ownServer, unsafeRoles }: SqlServices): SqlRules {
  return { own, ownServer, allowsUnsafeRole: env !== null && unsafeRoles.includes(env) }
}

/** SQLSTATE of a statement that PostgreSQL ended because of its time limit. */
const queryCanceled = '57014'

/** Formats an error of PostgreSQL, with its code and its hint. */
function faultOf(error: unknown): string {
  if (!(error instanceof pg.DatabaseError)) return messageOf(error)
  const { message, code, hint, position } = error
  const where = position === undefined ? '' : ` at character ${position}`
  return `${message}${where} (SQLSTATE ${code})${hint === undefined ? '' : `. ${hint}`}`
}

/** Work to do in a transaction of its own. */
interface SqlWork<Result> extends z.output<typeof statementInput> {
  readonly mode: 'read only' | 'read write'
  perform(client: pg.ClientBase, statement: Statement): Promise<Result>
}

interface Surroundings {
  readonly config: pg.ClientConfig
  readonly rules: SqlRules
}

const maxBytes = 8 * 1024 * 1024

/**
 * Executes one statement in a transaction of its own. PostgreSQL itself keeps a read-only one from writing: its mode cannot be changed once
 * the first statement ran. Effects of functions outside of transactions (files, other servers) depend on the privileges of the role, which
 * are checked first.
 */
async function transact<Result>(
  pool: pg.Pool,
  { sql, parameters, mode, perform, config, rules }: SqlWork<Result> & Surroundings,
  { settings: { schema, statementTimeoutMs, maxRows }, signal }: Call,
): Promise<Result> {
  const client = await pool.connect()
  let cancelling: Promise<void> | null = null
  let cancel = () => {}
  let isClean = false
  try {
    signal.throwIfAborted()
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
    const result = await perform(client, { sql, values: parameters.map(textOfParameter), maxRows, maxBytes })
    // Session state of the statement (settings, locks, listeners) must not reach the next one.
    await client.query(mode === 'read only' ? 'rollback' : 'commit')
    isClean =
      !signal.aborted &&
      (await client.query('discard all').then(
        () => true,
        () => false,
      ))
    return result
  } finally {
    signal.removeEventListener('abort', cancel)
    await cancelling
    // A cancellation that comes late would hit the next one on this connection.
    client.release(!isClean || signal.aborted)
  }
}

/** It is the first of the transaction: from then on its mode is fixed. */
const prepareStatement = `
select pg_backend_pid() as pid, ${serverColumns},
  set_config('statement_timeout', $1, true), set_config('search_path', coalesce(quote_ident($2), current_setting('search_path')), true)`

/** PostgreSQL reads a text as the type that the statement wants; `null` is NULL. */
function textOfParameter(value: unknown): string | null {
  const json: Json = toJson(value)
  if (json === null) return null
  return typeof json === 'object' ? JSON.stringify(json) : String(json)
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
