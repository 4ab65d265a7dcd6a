import type pg from 'pg'
import { deltaTypes } from '../../domain/run-event.ts'
import { hasEnded, hasUnsettled } from '../../sql/fired-actions.ts'
import { inBatches } from './in-batches.ts'
import { noteRemovals } from './note-removals.ts'

/** Number of increments in one transaction, and maximum number of their runs: longer ones would delay live readers. */
const batch = 1_000

const runsAtOnce = 100

/**
 * Removes the increments of runs that ended before a time, and counts them. Each stretch of them becomes one event in the place of its
 * last, which describes the removed ones: all readers of the log, from any position, receive it.
 */
export async function removeDeltas(
  client: pg.PoolClient,
  { before, at, signal }: { readonly before: Date; readonly at: Date; readonly signal: AbortSignal },
): Promise<number> {
  let removed = 0
  while (!signal.aborted) {
    const { rows } = await client.query<{ id: string }>({
      name: 'rungraph-with-deltas',
      text: runsStatement,
      values: [before, runsAtOnce],
    })
    if (rows.length === 0) break
    const ids = rows.map(({ id }) => id)
    removed += await removeFrom(client, { ids, at, signal })
    await client.query({
      name: 'rungraph-without-deltas',
      text: doneStatement,
      values: [ids, deltaTypes, at],
    })
  }
  return removed
}

function removeFrom(
  client: pg.PoolClient,
  { ids, at, signal }: { readonly ids: readonly string[]; readonly at: Date; readonly signal: AbortSignal },
): Promise<number> {
  const values = [ids, deltaTypes, batch, at]
  return inBatches(
    client,
    { name: 'rungraph-remove-deltas', text: stretchesStatement, values, batch },
    signal,
  )
}

const runsStatement = `
select r.id from "Run" r
where r."completedAt" is not null and r."completedAt" < $1 and r."deltasPrunedAt" is null and ${hasEnded('r')} and not ${hasUnsettled('r.id')}
order by r."completedAt", r.id limit $2`

/**
 * A stretch that a batch cuts in two leaves two events, each of which describes its part. The segments with events of stretches are
 * rewritten; one that keeps no event, and from which no row follows, is deleted, which is noted for places whose witness it was (EVT-10).
 */
const stretchesStatement = `
with deltas as materialized (
  select e."runId", e.seq from unnest($1::uuid[]) as r(id)
  cross join lateral (select "runId", seq from "Event" where "runId" = r.id and type = any($2::text[]) order by "lastSeq", seq limit $3) e
  limit $3
), stretches as (
  select "runId", min(seq) as first, max(seq) as last
  from (select "runId", seq, seq - row_number() over (partition by "runId" order by seq) as stretch from deltas) d
  group by "runId", stretch
), segments as (
  select g."runId", g."lastSeq", json_agg(
    case when s.last is null then e.event
      else (e.event::jsonb || jsonb_build_object('type', 'HistoryTruncated', 'data', jsonb_build_object('removed', 'DELTAS', 'fromSeq', s.first, 'toSeq', s.last)))::json
    end order by e.number) filter (where s.last is null or e.seq = s.last) as events
  from (
    select distinct on (g."runId", g."lastSeq") g.* from stretches s
    cross join lateral (
      select "runId", "firstSeq", "lastSeq", events from "EventSegment"
      where "runId" = s."runId" and "lastSeq" >= s.first and "firstSeq" <= s.last offset 0
    ) g
  ) g
  cross join lateral (
    select a.event, a.number, g."firstSeq" + (a.event->>'place')::int as seq from json_array_elements(g.events) with ordinality a(event, number)
  ) e
  left join stretches s on s."runId" = g."runId" and e.seq between s.first and s.last
  group by g."runId", g."lastSeq"
), rewritten as (
  update "EventSegment" g set events = coalesce(s.events, '[]')
  from segments s where g."runId" = s."runId" and g."lastSeq" = s."lastSeq" and (s.events is not null or g.entries is not null)
), removed as (
  delete from "EventSegment" g using segments s
  where g."runId" = s."runId" and g."lastSeq" = s."lastSeq" and s.events is null and g.entries is null
  returning g."projectId", g."commitXid", g."runId", g."lastSeq" as seq
), noted as (${noteRemovals(`select 'deltas:' || "projectId" as feed, r.* from removed r`, '$4')})
select count(*)::int as count from deltas`

const doneStatement = `
update "Run" r set "deltasPrunedAt" = $3 where r.id = any($1::uuid[])
  and not exists (select from "Event" e where e."runId" = r.id and e.type = any($2::text[]))`
