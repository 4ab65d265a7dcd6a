import type pg from 'pg'
import type { RemovedRow } from '../domain/definition-store.ts'
import { inTransaction } from '../sql/transaction.ts'

/** What is known of the rows of a table that callers delete one by one. */
export interface RemovableRows {
  readonly table: string
  /** Column with what a refusal calls the row. Default: `id`. */
  readonly named?: 'id' | 'slug'
  /** Tables whose rows go with it, and the column by which they name it. */
  readonly parts?: Readonly<Record<string, string>>
  /** Selects of rows that keep the row `$1` from being deleted, by the word for such rows in messages. */
  readonly references?: Readonly<Record<string, string>>
}

/**
 * Deletes a row of a project with its parts, unless something refers to it. The lock of the row lets nothing refer to it in between, and a
 * writer of a part waits for it and then finds none. Each reference is one look into an index, however many rows there are.
 */
export function removeRow(
  pool: pg.Pool,
  { table, named = 'id', parts = {}, references = {} }: RemovableRows,
  { projectId, id }: { readonly projectId: string; readonly id: string },
): Promise<RemovedRow> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select ${named} as name from "${table}" where "projectId" = $1 and id = $2 for update`,
      [projectId, id],
    )
    const [row] = rows
    if (!row) return { kind: 'missing' }
    const by = await referringTo(client, references, id)
    if (by.length > 0) return { kind: 'used', name: row.name, by }
    for (const [part, column] of Object.entries(parts))
      await client.query(`delete from "${part}" where "${column}" = $1`, [id])
    await client.query(`delete from "${table}" where "projectId" = $1 and id = $2`, [projectId, id])
    return { kind: 'removed' }
  })
}

async function referringTo(
  client: pg.PoolClient,
  references: Readonly<Record<string, string>>,
  id: string,
): Promise<readonly string[]> {
  const checks = Object.entries(references).map(([word, select]) => `exists (${select}) as ${word}`)
  if (checks.length === 0) return []
  const { rows } = await client.query<Record<string, boolean>>(`select ${checks.join(', ')}`, [id])
  return Object.entries(rows[0] ?? {}).flatMap(([word, isThere]) => (isThere ? [word] : []))
}
