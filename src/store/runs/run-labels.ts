import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import type { RunLabels } from '../../domain/run-labels.ts'
import { statusPosition } from '../../sql/commit-order.ts'
import { inTransaction } from '../../sql/transaction.ts'
import { lockRunStatement } from '../attached-rows.ts'

/**
 * Replaces the tags and metadata of a run by the result of `change`; if it throws, they stay as they are. False where the project has no
 * such run. The row of the run is locked from before its tags are read: changes follow each other.
 */
export function updateLabels(
  pool: pg.Pool,
  { projectId, runId }: { readonly projectId: string; readonly runId: string },
  change: (labels: RunLabels) => RunLabels,
): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const run = await client.query<Pick<RunLabels, 'metadata'>>(lockRunStatement('r.metadata'), [
      projectId,
      runId,
    ])
    if (!run.rows[0]) return false
    const tags = await client.query<{ tag: string }>(`select tag from "RunTag" where "runId" = $1`, [runId])
    const before = { metadata: run.rows[0].metadata, tags: tags.rows.map(({ tag }) => tag) }
    const next = change(before)
    if (!areSame(before, next))
      await client.query(writeStatement, [runId, next.tags, JSON.stringify(next.metadata)])
    return true
  })
}

/** Labels that stay as they were write nothing, and send nobody an update. */
function areSame(one: RunLabels, other: RunLabels): boolean {
  return (
    isDeepStrictEqual(one.metadata, other.metadata) &&
    isDeepStrictEqual(new Set(one.tags), new Set(other.tags))
  )
}

const writeStatement = `
with removed as (
  delete from "RunTag" where "runId" = $1 and tag <> all($2::text[])
), added as (
  insert into "RunTag" ("runId", tag, "projectId", "createdAt")
  select r.id, g.tag, r."projectId", r."createdAt" from "Run" r cross join unnest($2::text[]) as g (tag) where r.id = $1
  on conflict do nothing
)
update "Run" r set metadata = $3::jsonb, ${statusPosition('true')} where id = $1`
