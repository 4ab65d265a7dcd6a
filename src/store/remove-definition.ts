import type pg from 'pg'
import type { RemovedDefinition } from '../domain/agent-store.ts'
import { inTransaction } from '../sql/transaction.ts'

/** Columns that refer to an agent or a workflow and keep it from being deleted, by the names of their rows in messages. */
const references = {
  Agent: { runs: ['Run', 'agentId'], schedules: ['Schedule', 'agentId'], bindings: ['Binding', 'agentId'] },
  Workflow: { runs: ['Run', 'workflowId'] },
} as const

/**
 * Deletes an agent or a workflow with its versions, unless something refers to it. The lock of its row lets nothing refer to it in
 * between. Each reference is one look into an index, however many rows there are.
 */
export function removeDefinition(
  pool: pg.Pool,
  table: keyof typeof references,
  { projectId, id }: { readonly projectId: string; readonly id: string },
): Promise<RemovedDefinition> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ slug: string }>(
      `select slug from "${table}" where "projectId" = $1 and id = $2 for update`,
      [projectId, id],
    )
    const [row] = rows
    if (!row) return { kind: 'missing' }
    const checks = Object.entries(references[table]).map(
      ([name, [of, column]]) => `exists (select from "${of}" where "${column}" = $1) as ${name}`,
    )
    const used = await client.query<Record<string, boolean>>(`select ${checks.join(', ')}`, [id])
    const by = Object.entries(used.rows[0] ?? {}).flatMap(([name, isUsed]) => (isUsed ? [name] : []))
    if (by.length > 0) return { kind: 'used', slug: row.slug, by }
    await client.query(`delete from "${table}Version" where "${table.toLowerCase()}Id" = $1`, [id])
    await client.query(`delete from "${table}" where "projectId" = $1 and id = $2`, [projectId, id])
    return { kind: 'removed' }
  })
}
