import pg from 'pg'
import { z } from 'zod'
import { isRungraphError, messageOf } from '../domain/errors.ts'
import { type Json, toJson } from '../domain/json.ts'
import { relicSettings, type SqlSettings } from '../domain/relic-settings.ts'
import { boundMessages } from './bounded-messages.ts'
import { type Environment, hide } from './environment.ts'
import {
  executeStatement,
  explainQuery,
  type LimitedRows,
  readQuery,
  type Statement,
} from './limited-query.ts'
import type { RelicGuard } from './relic-guard.ts'
import { type KindCall, type KindOfRelic, type KindOperation, operation, postgresText } from './relic-kind.ts'
import { sqlTarget } from './sql-connection.ts'
import type { OwnServerRule } from './sql-guard.ts'
import { executeSql, type SqlWork } from './sql-transaction.ts'

type Call = KindCall<SqlSettings>

interface Services {
  /** Rungraph's own database. */
  readonly pool: pg.Pool
  readonly environment: Environment
  readonly ownServer: OwnServerRule
  /** Variables of the environment whose role may be a superuser, or reach the machine of its server. */
  readonly unsafeRoles: readonly string[]
  guardOf(rules: { readonly allowPrivate: boolean }): RelicGuard
}

/** The server ends a statement that takes too long; this is additional time for the network. */
const graceMs = 15_000

/**
 * A database that is queried in SQL: read only, unless its settings allow writes. The role of the URL decides which objects can be reached.
 */
export function createSql(services: Services): KindOfRelic<SqlSettings> {
  const pools = createPools(services)
  const read = (statement: Asked, call: Call) =>
    pools.execute({ statement, mode: 'read only', perform: readQuery }, call)
  const query = operation({
    description:
      'Reads from the database with one query (PostgreSQL: SELECT, VALUES, TABLE or WITH … SELECT), in a read-only transaction. Values stand as $1, $2, … in it.',
    input: statementInput,
    effect: 'read',
    perform: async (input, call: Call) => toResult(await read(toStatement(input), call)),
  })
  const explain = operation({
    description:
      'Gives the plan that PostgreSQL has for one statement, as JSON. The statement is not executed.',
    input: statementInput,
    effect: 'read',
    perform: async (input, call: Call) => {
      const work = { statement: toStatement(input), mode: 'read only', perform: explainQuery } as const
      return { plan: await pools.execute(work, call) }
    },
  })
  const schema = operation({
    description: 'Lists the tables and views of the database with their columns and types.',
    input: z.strictObject({
      table: postgresText.max(63).optional().describe('Only this table or view.'),
    }),
    effect: 'read',
    perform: async ({ table = null }, call: Call) => {
      const values = [call.settings.schema, table]
      const { rows, isCut } = await read({ sql: columnsStatement, values }, call)
      return { tables: rows, isCut }
    },
  })
  const execute = operation({
    description:
      'Changes the database with one SQL statement (PostgreSQL), in a transaction of its own. Values stand as $1, $2, … in it.',
    input: statementInput,
    effect: 'once',
    perform: async (input, call: Call) => {
      const statement = toStatement(input)
      return toResult(await pools.execute({ statement, mode: 'read write', perform: executeStatement }, call))
    },
  })
  const reading: Readonly<Record<string, KindOperation<SqlSettings>>> = { query, explain, schema }
  return {
    settings: relicSettings.SQL,
    timeoutMs: ({ statementTimeoutMs }) => statementTimeoutMs,
    graceMs,
    operations: ({ allowWrites }) => (allowWrites ? { ...reading, execute } : reading),
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

type Asked = Pick<Statement, 'sql' | 'values'>

function toStatement({ sql, parameters }: z.output<typeof statementInput>): Asked {
  return { sql, values: parameters.map(toText) }
}

/** PostgreSQL reads a text as the type that the statement wants; `null` is NULL. */
function toText(value: unknown): string | null {
  const json: Json = toJson(value)
  if (json === null) return null
  return typeof json === 'object' ? JSON.stringify(json) : String(json)
}

function toResult({ rows, rowCount, isCut }: LimitedRows): Json {
  return { rows, rowCount, isCut }
}

const columnsStatement = `
select table_schema as schema, table_name as "table",
  json_agg(json_build_object('name', column_name, 'type', data_type, 'nullable', is_nullable = 'YES') order by ordinal_position) as columns
from information_schema.columns
where case when $1::text is null then table_schema not in ('pg_catalog', 'information_schema') else table_schema = $1 end
  and ($2::text is null or table_name = $2)
group by 1, 2 order by 1, 2`

/** SQLSTATE of a statement that PostgreSQL ended because of its time limit. */
const queryCanceled = '57014'

/** The connections of all SQL relics: as many pools as there are servers and limits. One without connections is forgotten. */
function createPools({ pool: own, environment, ownServer, unsafeRoles, guardOf }: Services) {
  const open = new Map<string, pg.Pool>()

  const poolOf = (id: string, config: pg.ClientConfig, max: number): pg.Pool => {
    const known = open.get(id)
    if (known) return known
    const pool = new pg.Pool({ ...config, max, idleTimeoutMillis: 10_000, allowExitOnIdle: true })
    // The loss of an idle connection: the pool drops it.
    pool.on('error', () => undefined)
    pool.on('connect', (client) => {
      // The loss of one in use: its statement fails by it. Unheard, it would end the process.
      client.on('error', () => undefined)
      boundMessages(client)
    })
    pool.on('remove', () => {
      if (pool.totalCount === 0 && open.get(id) === pool) open.delete(id)
    })
    open.set(id, pool)
    return pool
  }

  return {
    execute: async <Result>(work: SqlWork<Result>, call: Call): Promise<Result> => {
      const { relic, settings, signal } = call
      const { config, id, secrets } = sqlTarget(settings, environment, guardOf({ allowPrivate: true }))
      const allowsUnsafeRole = settings.env !== null && unsafeRoles.includes(settings.env)
      try {
        const pool = poolOf(`${relic.id} ${settings.maxConnections} ${id}`, config, settings.maxConnections)
        const rules = { own, ownServer, allowsUnsafeRole }
        return await executeSql({ pool, config, rules }, work, settings, signal)
      } catch (error) {
        signal.throwIfAborted()
        if (isRungraphError(error)) throw error
        if (error instanceof pg.DatabaseError && error.code === queryCanceled) throw call.timeUp
        // Without its cause: that may hold the secrets that are hidden here.
        throw new Error(hide(faultOf(error), secrets))
      }
    },
    close: async () => {
      await Promise.all([...open.values()].map((pool) => pool.end()))
      open.clear()
    },
  }
}

/** Formats an error of PostgreSQL, with its code and its hint. */
function faultOf(error: unknown): string {
  if (!(error instanceof pg.DatabaseError)) return messageOf(error)
  const { message, code, hint, position } = error
  const where = position === undefined ? '' : ` at character ${position}`
  return `${message}${where} (SQLSTATE ${code})${hint === undefined ? '' : `. ${hint}`}`
}
