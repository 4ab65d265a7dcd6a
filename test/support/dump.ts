import type { Json } from '../../src/domain/json.ts'
import type { TestDatabase } from './database.ts'

/** Every row of every table, as text. */
export async function dump({ pool }: Pick<TestDatabase, 'pool'>): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = current_schema()`,
  )
  const tables: string[] = []
  for (const { name } of rows) {
    const { rows: found } = await pool.query<{ text: string }>(
      `select row_to_json(t)::text as text from ${name} t`,
    )
    tables.push(...found.map(({ text }) => `${name} ${text}`))
  }
  return tables.join('\n')
}

/** With `[redacted]` in the place of each mark, whatever its id. */
export function unmarked<Value extends Json>(value: Value): Json {
  return JSON.parse(JSON.stringify(value).replaceAll(/\[redacted:[0-9a-f]{16}n?\]/g, '[redacted]'))
}
