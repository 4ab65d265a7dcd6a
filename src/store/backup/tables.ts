import type pg from 'pg'

/** The tables that are in no backup, with why. */
export const leftOut: Readonly<Record<string, string>> = {
  _prisma_migrations: 'The header names the migrations, and the program that restores applies them.',
  ProjectMove: 'Only 0.1.0 has it, and has none in its backups.',
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

/** Makes the sequences of restored columns go on after the numbers that the rows have. */
export async function setSequences(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(sequencesStatement)
  for (const { table, column, sequence } of rows)
    await client.query(`select setval($1, max("${column}")) from "${table}" having max("${column}") > 0`, [
      sequence,
    ])
}

const sequencesStatement = `
select c.relname as table, a.attname as column, pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
from pg_class c join pg_attribute a on a.attrelid = c.oid
where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  and a.attnum > 0 and not a.attisdropped and pg_get_serial_sequence(quote_ident(c.relname), a.attname) is not null
order by 1, 2`
