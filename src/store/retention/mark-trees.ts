import { noteRemovals } from '../../log/prune/note-removals.ts'

/**
 * Marks the trees of the query `trees` (`id`, `projectId` and `sessionId` of their roots) as removed at `$3`, and gives their `count`: from
 * then on readers do not see them. With the marks, the rows of their session and project are updated: the position of the last removed
 * event, and the time of the removal, which is later each time, so that a reader knows whether it has seen this removal (EVT-7).
 */
export function marking(trees: string): string {
  return `
with ${trees}, marked as (
  update "Run" r set "removedAt" = $3 from trees t where r.id = t.id
), ends as (
  select t."projectId", t."sessionId", e.* from trees t cross join lateral (
    select "commitXid", "runId", "lastSeq" as seq from "EventSegment" where "rootId" = t.id
    order by "commitXid" desc, "runId" desc, "lastSeq" desc limit 1
  ) e
), truncated as (${noteRemovals(
    `select 'project:' || "projectId" as feed, e.* from ends e
    union all select 'session:' || "sessionId", e.* from ends e where "sessionId" is not null`,
    '$3',
  )})
select count(*)::int as count from trees`
}
