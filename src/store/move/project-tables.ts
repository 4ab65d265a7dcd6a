import type pg from 'pg'

/** A table with rows of projects, as the catalog of the database describes it. */
export interface ProjectTable {
  readonly name: string
  readonly columns: readonly string[]
  /** The column with the id of the project. */
  readonly owner: 'id' | 'projectId'
  /** Numbers of transactions of the database that wrote the row. */
  readonly transactions: readonly string[]
  /** Numbers that a sequence of the database gave. */
  readonly serials: readonly string[]
}

/** The tables that stay when a project moves, with why. Every other table has rows of projects, and moves. */
export const staying: Readonly<Record<string, string>> = {
  _prisma_migrations: 'It describes the schema of the database.',
  AgentSetHolder: 'It describes the processes on the database.',
  EncryptionKey: 'It describes the processes on the database.',
  ProjectMove: 'It describes the move itself.',
  Worker: 'It describes the processes on the database.',
}

/**
 * The tables whose rows move with a project, each after those that it refers to. They come from the catalog, so a table or a column that
 * is added to the schema moves too.
 */
export async function readProjectTables(
  client: Pick<pg.ClientBase, 'query'>,
): Promise<readonly ProjectTable[]> {
  const ordered = await readTables(client, (name) => !Object.hasOwn(staying, name))
  return ordered.map(({ name, columns, serials }) => ({
    name,
    columns,
    owner: name === 'Project' ? 'id' : 'projectId',
    transactions: columns.filter((column) => column.endsWith('Xid')),
    serials,
  }))
}

/** The tables of the schema that are wanted, each after those that it refers to. */
export async function readTables(
  client: Pick<pg.ClientBase, 'query'>,
  isWanted: (name: string) => boolean,
): Promise<readonly Table[]> {
  const { rows } = await client.query<TableRow>(tablesStatement)
  const tables = rows.filter(({ name }) => isWanted(name))
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
export interface Table {
  readonly name: string
  readonly columns: readonly string[]
  readonly serials: readonly string[]
}

interface TableRow extends Table {
  /** Other tables, by its foreign keys. */
  readonly refersTo: readonly string[]
}

const tablesStatement = `
select c.relname as name,
  (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
  (select coalesce(array_agg(a.attname::text), '{}') from pg_attribute a
    where a.attrelid = c.oid and a.attnum > 0 and pg_get_serial_sequence(quote_ident(c.relname), a.attname) is not null) as serials,
  (select coalesce(array_agg(distinct t.relname::text), '{}') from pg_constraint f join pg_class t on t.oid = f.confrelid
    where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as "refersTo"
from pg_class c
where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
order by c.relname`
