import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Dispatch } from '../../domain/dispatch.ts'
import { messageOf, RungraphError } from '../../domain/errors.ts'
import { quoted } from '../columns.ts'
import { createPartition, listPartitions } from '../log/log-partitions.ts'
import { transact } from '../transaction.ts'
import {
  type BackupHeader,
  type BackupPart,
  type BackupProgress,
  leftOut,
  type TableHead,
} from './backup-format.ts'
import { jobsOfProject } from './jobs-of-project.ts'
import type { OpenBackup } from './read-parts.ts'
import { readTables, type Table } from './tables.ts'
import { advanceTransactions } from './transaction-numbers.ts'

export interface RestoreOptions {
  /** A connection without limits of time, to a database with the schema of the backup. */
  readonly client: pg.PoolClient
  /** The queue of that database. */
  readonly dispatch: Dispatch
  readonly onProgress?: (progress: BackupProgress) => void
  /** Called while numbers of transactions are used up, with how many are left (`advanceTransactions`). */
  readonly onAdvance?: (left: bigint) => void
}

/**
 * Writes a backup into an empty database, in one transaction: all of it, or nothing. Ids, numbers and cursors stay as they are; jobs of
 * objects that are due later are inserted with the rows. Resolves to the number of rows written.
 * @throws RESTORE_REFUSED where the database has rows, BACKUP_UNREADABLE
 */
export async function restoreBackup(
  { header, parts }: OpenBackup,
  { client, dispatch, onProgress, onAdvance }: RestoreOptions,
): Promise<{ readonly rows: number }> {
  await refuseUsed(client)
  await advanceTransactions(client, BigInt(header.nextTransaction), onAdvance)
  return transact(client, async (_, transaction) => {
    await client.query(`set local timezone = 'UTC'; set local idle_in_transaction_session_timeout = 0`)
    const tables = await lockTables(client)
    await refuseUsed(client)
    await createPartitions(client, header)
    let bytes = 0
    const note = (table: string, more: number) => {
      bytes += more
      onProgress?.({ table, bytes })
    }
    const rows = await takeRows(client, { parts, tables, note })
    await setSequences(client, header)
    for (const id of await projectIds(client))
      for await (const jobs of jobsOfProject(client, id)) await dispatch.enqueue(jobs, transaction)
    return { rows }
  })
}

/** Whether a database has no rows but those of its schema. @throws RESTORE_REFUSED */
export async function refuseUsed(client: pg.ClientBase): Promise<void> {
  const { rows: found } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = current_schema()::regnamespace
       and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  )
  for (const { name } of found) {
    if (name === '_prisma_migrations') continue
    const { rowCount } = await client.query(`select 1 from "${name}" limit 1`)
    if (rowCount === 0) continue
    throw new RungraphError('RESTORE_REFUSED', {
      reason: `the database is not empty: its table "${name}" has rows. Restore into a database that no Rungraph was started on`,
    })
  }
}

/** A process that starts meanwhile waits, and finds the restored rows. */
async function lockTables(client: pg.ClientBase): Promise<ReadonlyMap<string, Table>> {
  const tables = await readTables(client, (name) => name !== '_prisma_migrations')
  await client.query(`lock table ${tables.map(({ name }) => `"${name}"`).join(', ')} in exclusive mode`)
  return new Map(tables.map((table) => [table.name, table]))
}

async function createPartitions(client: pg.ClientBase, { partitions }: BackupHeader): Promise<void> {
  const existing = await listPartitions(client)
  for (const partition of partitions)
    if (!existing.some(({ name }) => name === partition.name)) await createPartition(client, partition)
}

interface Taking {
  readonly parts: AsyncGenerator<BackupPart, void, void>
  readonly tables: ReadonlyMap<string, Table>
  readonly note: (table: string, bytes: number) => void
}

async function takeRows(client: pg.ClientBase, taking: Taking): Promise<number> {
  const { parts, tables } = taking
  const missing = new Set([...tables.keys()].filter((name) => !Object.hasOwn(leftOut, name)))
  let rows = 0
  for (;;) {
    const { value: part } = await parts.next()
    if (!part) break
    if (part.kind !== 'table') throw damaged(`rows without a table`)
    const { head } = part
    checkHead(head, tables)
    rows += await takeTable(client, head, taking)
    missing.delete(head.table)
  }
  if (missing.size > 0) throw damaged(`it lacks the tables ${[...missing].join(', ')}`)
  return rows
}

/** Names come from the file: only those that the database has get into a statement. */
function checkHead({ table, columns }: TableHead, tables: ReadonlyMap<string, Table>): void {
  const known = tables.get(table)
  if (!known || Object.hasOwn(leftOut, table))
    throw damaged(`it has a table ${table} that the schema has not`)
  const unknown = columns.filter((column) => !known.columns.includes(column))
  if (unknown.length > 0) throw damaged(`table ${table} has columns that the schema has not`)
}

async function takeTable(
  client: pg.ClientBase,
  { table, columns }: TableHead,
  { parts, note }: Taking,
): Promise<number> {
  const into = quoted(columns)
  const copy = client.query(copyFrom(`copy "${table}" (${into}) from stdin`))
  let sent: number | null = null
  async function* rowsOfTable(): AsyncGenerator<Uint8Array, void, void> {
    for (;;) {
      const { value: part } = await parts.next()
      if (part?.kind !== 'rows') {
        sent = part?.kind === 'tableEnd' ? part.rows : null
        return
      }
      note(table, part.bytes.length)
      yield part.bytes
    }
  }
  await pipeline(Readable.from(rowsOfTable(), { objectMode: false }), copy).catch((error: unknown) => {
    throw isOfRows(error) ? damaged(`table ${table} cannot be read (${messageOf(error)})`, error) : error
  })
  if (copy.rowCount !== sent)
    throw damaged(`table ${table} was written with ${sent} rows, and ${copy.rowCount} have arrived`)
  return copy.rowCount
}

/** Whether the server refused the rows: wrong data (SQLSTATE class 22), or rows that contradict each other (23). */
function isOfRows(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '')
}

async function setSequences(client: pg.ClientBase, { sequences }: BackupHeader): Promise<void> {
  for (const { table, column, last } of sequences)
    if (BigInt(last) > 0n)
      await client.query(`select setval(pg_get_serial_sequence(quote_ident($1), $2), $3::bigint)`, [
        table,
        column,
        last,
      ])
}

async function projectIds(client: pg.ClientBase): Promise<readonly string[]> {
  const { rows } = await client.query<{ id: string }>('select id from "Project" order by id')
  return rows.map(({ id }) => id)
}

function damaged(reason: string, cause?: unknown): RungraphError {
  return new RungraphError('BACKUP_UNREADABLE', { reason }, cause)
}
