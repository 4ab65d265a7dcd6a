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
), truncated as (${noting(
    `select 'project:' || "projectId" as feed, e.* from ends e
    union all select 'session:' || "sessionId", e.* from ends e where "sessionId" is not null`,
    '$3',
  )})
select count(*)::int as count from trees`
}

/** Notes the last of the removed `events` of each feed: `feed`, `projectId` and their places. Both are SQL. */
export function noting(events: string, removedAt: string): string {
  return `
  insert into "Removal" as known (feed, "projectId", "commitXid", "runId", seq, "removedAt")
  select distinct on (feed) feed, "projectId", "commitXid", "runId", seq, ${removedAt}::timestamptz from (
    ${events}
  ) e order by feed, "commitXid" desc, "runId" desc, seq desc
  on conflict (feed) do update set
    ("commitXid", "runId", seq) = (
      select * from (values (known."commitXid", known."runId", known.seq), (excluded."commitXid", excluded."runId", excluded.seq)) e
      order by 1 desc, 2 desc, 3 desc limit 1
    ),
    "removedAt" = greatest(excluded."removedAt", known."removedAt" + interval '1 ms')
`
}
