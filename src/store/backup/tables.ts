import type pg from 'pg'

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
