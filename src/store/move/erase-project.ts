import type pg from 'pg'
import type { ProjectTable } from './project-tables.ts'

/** Number of runs, or rows of a table that has none of runs, in one transaction: longer ones would delay live readers. */
const runsAtOnce = 100
const rowsAtOnce = 1_000

/**
 * Removes the rows of a project that another database has, but for the project itself, in short transactions; it may stop between any
 * two, and be called again.
 */
export async function eraseProject(
  client: pg.ClientBase,
  { tables, projectId, onBatch }: Erasure,
): Promise<void> {
  const parts = tables.filter(({ columns }) => columns.includes('runId')).toReversed()
  for (;;) {
    // The deepest first: a run refers to its root.
    const { rows } = await client.query<{ id: string }>(
      `select id from "Run" where "projectId" = $1 order by depth desc, id limit ${runsAtOnce}`,
      [projectId],
    )
    if (rows.length === 0) break
    const ids = rows.map(({ id }) => id)
    for (const { name } of parts)
      await client.query(`delete from "${name}" where "runId" = any($1::uuid[])`, [ids])
    await client.query('delete from "Run" where id = any($1::uuid[])', [ids])
    await onBatch()
  }
  for (const table of tables.toReversed())
    if (table.owner === 'projectId') await erase(client, table, projectId)
}

interface Erasure {
  readonly tables: readonly ProjectTable[]
  readonly projectId: string
  readonly onBatch: () => Promise<void>
}

async function erase(client: pg.ClientBase, { name }: ProjectTable, projectId: string): Promise<void> {
  const text = `delete from "${name}" where (tableoid, ctid) in (
    select tableoid, ctid from "${name}" where "projectId" = $1 limit ${rowsAtOnce})`
  while (((await client.query(text, [projectId])).rowCount ?? 0) === rowsAtOnce);
}
