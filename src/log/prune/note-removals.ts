/** Notes the last of the removed `events` of each feed: `feed`, `projectId` and their places. Both are SQL. */
export function noteRemovals(events: string, removedAt: string): string {
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
