import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { quoted } from '../columns.ts'
import type { ProjectTable } from './project-tables.ts'

/**
 * Offsets of the numbers of one database in the other. The order of the rows stays; all of them come before the numbers that the other
 * database gives from then on.
 */
export interface Shifts {
  /** Subtracted from each number of a transaction; 0 where the other database has come further than this one. */
  readonly transactions: bigint
}

/** `to` is in a transaction, whose number comes after all that are copied. */
export async function readShifts(
  from: pg.ClientBase,
  to: pg.ClientBase,
  { tables, projectId }: { readonly tables: readonly ProjectTable[]; readonly projectId: string },
): Promise<Shifts> {
  const highest = tables.flatMap(({ name, owner, transactions }) =>
    transactions.map((column) => `(select max("${column}") from "${name}" where "${owner}" = $1)`),
  )
  const [here, there] = await Promise.all([
    from.query<{ xid: string }>(`select greatest(0, ${highest.join(', ')})::text as xid`, [projectId]),
    to.query<{ xid: string }>('select pg_current_xact_id()::text as xid'),
  ])
  const ahead = BigInt(here.rows[0]?.xid ?? 0) - BigInt(there.rows[0]?.xid ?? 0) + 1n
  return { transactions: ahead > 0n ? ahead : 0n }
}

/** Copies the rows of a project in a table, as a stream, and counts them. @throws Error where not all of them came */
export async function copyRows(
  from: pg.ClientBase,
  to: pg.ClientBase,
  { table, projectId, shifts }: Copy,
): Promise<number> {
  const { name, columns, owner } = table
  const into = quoted(columns)
  const values = columns.map((column) => copiedValue(column, { table, projectId, shifts })).join(', ')
  const sent = from.query(
    copyTo(`copy (select ${values} from "${name}" where "${owner}" = '${projectId}') to stdout`),
  )
  await pipeline(sent, to.query(copyFrom(`copy "${name}" (${into}) from stdin`)))
  const { rows } = await to.query<{ count: string }>(`select count(*) from "${name}" where "${owner}" = $1`, [
    projectId,
  ])
  const count = Number(rows[0]?.count)
  if (count !== sent.rowCount)
    throw new Error(`${sent.rowCount} rows of "${name}" were sent, and ${count} have arrived.`)
  return count
}

interface Copy {
  readonly table: ProjectTable
  /** A UUID from the database: it is written into the statement, because COPY takes no parameters. */
  readonly projectId: string
  readonly shifts: Shifts
}

/** Numbers of a sequence become negative, and so come before those that the sequence of the other database gives. */
function copiedValue(column: string, { table, projectId, shifts }: Copy): string {
  if (table.transactions.includes(column)) return `"${column}" - ${shifts.transactions}`
  if (!table.serials.includes(column)) return `"${column}"`
  const highest = `select max("${column}") from "${table.name}" where "${table.owner}" = '${projectId}'`
  return `"${column}" - (select greatest(0, (${highest})) + 1)`
}
