import type { ClientBase } from 'pg'

/**
 * Runs `insert`, which writes tens of thousands of rows, without triggers of foreign keys and without the secondary indexes of the tables, and then
 * builds the indexes: to keep these with each row takes most of the time. The rows must satisfy the foreign keys.
 */
export async function insertMany(
  client: Pick<ClientBase, 'query'>,
  tables: readonly string[],
  insert: () => Promise<unknown>,
): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i join pg_class c on c.oid = i.indrelid
     where c.oid = any($1::text[]::regclass[]) and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`,
    [tables.map((table) => `public."${table}"`)],
  )
  await client.query(`drop index ${indexes.map(({ name }) => name).join(', ')}`)
  await client.query('set session_replication_role = replica')
  await insert()
  await client.query('reset session_replication_role')
  for (const { definition } of indexes) await client.query(definition)
}
