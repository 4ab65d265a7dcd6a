import type pg from 'pg'
import { statusPosition } from '../sql/commit-order.ts'
import { inTransaction } from '../sql/transaction.ts'

/*
 * Rows that callers attach to runs: ratings and comments. Each write locks the row of the run, and gives it another position among the changes
 * of the project's runs: those who follow the run, and live lists and statistics, see it, as they see a change of tags.
 */

/** The tables, and the column with the author of a row. */
const authors = { Rating: 'ratedBy', RunComment: 'commentedBy' } as const

/** A statement that locks run $2 of project $1 and reads these columns of it; it gives no row if the run is missing or being removed. */
export function lockRunStatement(columns: string): string {
  return `
select ${columns} from "Run" r join "Run" root on root.id = r."rootId" and root."removedAt" is null
where r."projectId" = $1 and r.id = $2 for no key update of r`
}

/** Gives a locked run another position among the changes of its project's runs. */
export async function noteChange(client: pg.PoolClient, runId: string): Promise<void> {
  await client.query(noteStatement, [runId])
}

const noteStatement = `update "Run" r set ${statusPosition('true')} where id = $1`

interface AttachedRow {
  readonly projectId: string
  readonly id: string
  /** The author that the row must have; `null`: any. */
  readonly by: string | null
}

/** Deletes a row that is attached to a run; false if there is none. */
export function deleteAttached(
  pool: pg.Pool,
  table: keyof typeof authors,
  { projectId, id, by }: AttachedRow,
): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ runId: string }>(lockOfStatement(table), [projectId, id, by])
    if (!rows[0]) return false
    const { rowCount } = await client.query(`delete from "${table}" where id = $1`, [id])
    if (rowCount === 1) await noteChange(client, rows[0].runId)
    return rowCount === 1
  })
}

/** Locks the run of a row. */
function lockOfStatement(table: keyof typeof authors): string {
  return `
select a."runId" from "${table}" a join "Run" r on r.id = a."runId" join "Run" root on root.id = r."rootId" and root."removedAt" is null
where a."projectId" = $1 and a.id = $2 and ($3::text is null or a."${authors[table]}" = $3)
for no key update of r`
}
