import type pg from 'pg'
import type { BackupHeader } from './backup-format.ts'

/** The tables that are in no backup, with why. */
export const leftOut: Readonly<Record<string, string>> = {
  _prisma_migrations: 'The header names the migrations, and the program that restores applies them.',
  AgentSetHolder: 'It describes processes on the database.',
  Worker: 'It describes processes on the database.',
}

/** The tables of the schema, each after those that it refers to. */
export async function readTables(client: Pick<pg.ClientBase, 'query'>): Promise<readonly Table[]> {
  const { rows: tables } = await client.query<TableRow>(tablesStatement)
  const ordered: TableRow[] = []
  while (ordered.length < tables.length) {
    const isPlaced = (name: string) => ordered.some((table) => table.name === name)
    const next = tables.filter(({ name, refersTo }) => !isPlaced(name) && refersTo.every(isPlaced))
    if (next.length === 0) throw new Error('Tables refer to each other in a circle.')
    ordered.push(...next)
  }
  return ordered
}

/** A table as the catalog of the database describes it. */
interface Table {
  readonly name: string
  readonly columns: readonly string[]
}

interface TableRow extends Table {
  /** Other tables, by its foreign keys. */
  readonly refersTo: readonly string[]
}

const tablesStatement = `
select c.relname as name,
  (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
  (select coalesce(array_agg(distinct t.relname::text), '{}') from pg_constraint f join pg_class t on t.oid = f.confrelid
    where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as "refersTo"
from pg_class c
where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
order by c.relname`

/** The largest numbers that the sequences of the database gave. */
export async function readSequences(client: pg.ClientBase): Promise<BackupHeader['sequences']> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(sequencesStatement)
  const read = []
  for (const { table, column, sequence } of rows) {
    const { rows: found } = await client.query<{ last: string }>(
      `select case when is_called then last_value else last_value - 1 end::text as last from ${sequence}`,
    )
    read.push({ table, column, last: found[0]?.last ?? '0' })
  }
  return read
}

const sequencesStatement = `
select c.relname as table, a.attname as column, pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
from pg_class c join pg_attribute a on a.attrelid = c.oid
where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  and a.attnum > 0 and not a.attisdropped and pg_get_serial_sequence(quote_ident(c.relname), a.attname) is not null
order by 1, 2`

export async function setSequences(
  client: pg.ClientBase,
  sequences: BackupHeader['sequences'],
): Promise<void> {
  for (const { table, column, last } of sequences)
    if (BigInt(last) > 0n)
      await client.query(`select setval(pg_get_serial_sequence(quote_ident($1), $2), $3::bigint)`, [
        table,
        column,
        last,
      ])
}
