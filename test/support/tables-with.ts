import type { TestDatabase } from './database.ts'

/** The tables of the database with rows that contain a text in lower case, whatever the schema: the queue has a schema of its own. */
export async function tablesWith(
  { pool }: Pick<TestDatabase, 'pool'>,
  text: string,
): Promise<readonly string[]> {
  const { rows } = await pool.query<{ schema: string; name: string }>(
    `select table_schema as schema, table_name as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by 2`,
  )
  const found: string[] = []
  for (const { schema, name } of rows) {
    const { rowCount } = await pool.query(
      `select from "${schema}"."${name}" t where position($1 in lower(t::text)) > 0 limit 1`,
      [text],
    )
    if (rowCount === 1) found.push(name)
  }
  return found
}
