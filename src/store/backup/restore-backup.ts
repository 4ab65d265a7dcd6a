import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { messageOf, RungraphError } from '../../domain/errors.ts'
import { createPartition, listPartitions } from '../../log/log-partitions.ts'
import { columnList } from '../../sql/columns.ts'
import { transact } from '../../sql/transaction.ts'
import type { BackupTable, OpenBackup } from './read-backup.ts'
import { leftOut, readTables, setSequences } from './tables.ts'
import { advanceTransactions } from './transaction-numbers.ts'

export interface RestoreOptions {
  /** A connection without limits of time, to a database with the schema of the backup. */
  readonly client: pg.PoolClient
  /** Called while numbers of transactions are used up, with how many are left (`advanceTransactions`). */
  readonly onAdvance?: (left: bigint) => void
}

/**
 * Writes a backup into an empty database, in one transaction: all of it, or nothing. Ids, numbers and cursors stay as they are. Rows that
 * are due get their jobs from the sweep of the first process. Resolves to the number of rows written.
 * @throws RESTORE_REFUSED where the database has rows, BACKUP_UNREADABLE
 */
export async function restoreBackup(
  { header, tables }: OpenBackup,
  { client, onAdvance }: RestoreOptions,
): Promise<number> {
  await refuseUsed(client)
  await advanceTransactions(client, BigInt(header.nextTransaction), onAdvance)
  return transact(client, async () => {
    await client.query(`set local timezone = 'UTC'; set local idle_in_transaction_session_timeout = 0`)
    const known = await lockTables(client)
    await refuseUsed(client)
    const existing = await listPartitions(client)
    for (const partition of header.partitions)
      if (!existing.some(({ name }) => name === partition.name)) await createPartition(client, partition)
    const missing = new Set([...known.keys()].filter((name) => !Object.hasOwn(leftOut, name)))
    let rows = 0
    for await (const table of tables) {
      rows += await takeTable(client, table, known)
      missing.delete(table.table)
    }
    if (missing.size > 0) throw damaged(`it lacks the tables ${[...missing].join(', ')}`)
    await setSequences(client)
    return rows
  })
}

/** Whether a database has no rows but those of its schema. @throws RESTORE_REFUSED */
export async function refuseUsed(client: pg.ClientBase): Promise<void> {
  for (const { name } of await readTables(client)) {
    if (name === '_prisma_migrations') continue
    const { rowCount } = await client.query(`select 1 from "${name}" limit 1`)
    if (rowCount === 0) continue
    throw new RungraphError('RESTORE_REFUSED', {
      reason: `the database is not empty: its table "${name}" has rows. Restore into a database that no Rungraph was started on`,
    })
  }
}

/** A process that starts meanwhile waits, and finds the restored rows. Gives the columns of each table. */
async function lockTables(client: pg.ClientBase): Promise<ReadonlyMap<string, readonly string[]>> {
  const tables = (await readTables(client)).filter(({ name }) => name !== '_prisma_migrations')
  await client.query(`lock table ${columnList(tables.map(({ name }) => name))} in exclusive mode`)
  return new Map(tables.map(({ name, columns }) => [name, columns]))
}

/** Names come from the file: only those that the database has get into a statement. */
async function takeTable(
  client: pg.ClientBase,
  { table, columns, rows }: BackupTable,
  known: ReadonlyMap<string, readonly string[]>,
): Promise<number> {
  if (!known.has(table) || Object.hasOwn(leftOut, table))
    throw damaged(`it has a table ${table} that the schema has not`)
  if (!columns.every((column) => known.get(table)?.includes(column)))
    throw damaged(`table ${table} has columns that the schema has not`)
  const copy = client.query(copyFrom(`copy "${table}" (${columnList(columns)}) from stdin`))
  await pipeline(rows, copy).catch((error: unknown) => {
    throw isOfRows(error) ? damaged(`table ${table} cannot be read (${messageOf(error)})`, error) : error
  })
  return copy.rowCount
}

/** Whether the server refused the rows: wrong data (SQLSTATE class 22), or rows that contradict each other (23). */
function isOfRows(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '')
}

function damaged(reason: string, cause?: unknown): RungraphError {
  return new RungraphError('BACKUP_UNREADABLE', { reason }, cause)
}
