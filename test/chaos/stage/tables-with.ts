import type { Stage } from './stage.ts'

/** The tables of which a row has a text in it. */
export async function tablesWith(stage: Stage, text: string): Promise<readonly string[]> {
  const tables = await stage.database.rows<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const counted = await Promise.all(
    tables.map(async ({ name }) => {
      const sql = `select count(*)::int as count from ${name} t where strpos(to_jsonb(t)::text, $1) > 0`
      const [row] = await stage.database.rows<{ count: number }>(sql, [text])
      return { name, count: row?.count ?? 0 }
    }),
  )
  return counted.flatMap(({ name, count }) => (count > 0 ? [name] : []))
}
