import { statusPlace } from '../commit-order.ts'
import { hasWorkLeft, withUnsettled } from '../fired-actions.ts'
import { lockSpaces } from '../lock-spaces.ts'

/** A worker is alive while it holds its lock. */
const isOrphaned = `(
    r."leaseExpiresAt" is null or r."leaseExpiresAt" < clock_timestamp()
    or not exists (
      select 1 from pg_locks l
      where l.locktype = 'advisory' and l.database = (select oid from pg_database where datname = current_database())
        and l.classid = ${lockSpaces.workers}::oid and l.objid = r."leaseKey"::oid
    )
  )`

/** So many owners of a run died, without it getting any further, and it counts as a cause. */
const suspectFrom = 3

const isSuspect = (alias: string) => `${alias}."crashesSinceProgress" >= ${suspectFrom}`

/** Whether this worker has one in its hands that a condition speaks of, which is to name few by an index. */
const hasSuspect = (isAtWork: string) => `exists (
    select 1 from "Run" o
    where ${isAtWork} and o."leaseKey" = $2 and o."leaseExpiresAt" >= clock_timestamp() and ${isSuspect('o')}
  )`

/** A run that was given back, woken or resumed goes on before others of its session. */
const isNextOfSession = `(r."sessionId" is null or not exists (
    select 1 from "Run" s where s."sessionId" = r."sessionId" and s.id <> r.id and s.status = 'RUNNING'
      and (s."leaseOwner" is not null or (s."createdAt", s.id) < (r."createdAt", r.id))
  ))`

/** A run of a session begins when every earlier one rests, but for those that are not to begin yet (CTX-5). */
const isFirstOfSession = `(r."sessionId" is null or not exists (
    select 1 from "Run" s where s."sessionId" = r."sessionId" and s.id <> r.id and (
      s.status in ('RUNNING', 'WAITING') or (s.status = 'QUEUED' and s."startAt" <= clock_timestamp() and (s."createdAt", s.id) < (r."createdAt", r.id))
    )
  ))`

const isDue = `r.status = 'QUEUED' and r."startAt" <= clock_timestamp()`

/** RUNNING, and in nobody's hands: given back, woken, or resumed. */
const isReturned = `r.status = 'RUNNING' and r."leaseOwner" is null`

const inOrder = `r.priority desc, r."createdAt", r.id`

/** The places of the projects among `$4`, and how many of them are taken: by trees of runs that somebody owns, or owned when it died. */
const freePlaces = `
  select p.id, p."maxConcurrentRuns" - o.running as places, o.running
  from "Project" p cross join lateral (
    select count(*)::int as running from "Run" r
    where r."projectId" = p.id and r.status = 'RUNNING' and r."leaseOwner" is not null and r.depth = 0
  ) o
  where p.id = any($4::uuid[])`

/**
 * Claims runs for one worker. A run may be claimed when it is queued and due, its project has a free place and no earlier run
 * of its session is under way; when it was given back, woken or resumed, under the same conditions; or when its owner is gone: its
 * lease ran out, or its worker's advisory lock is free. A run whose owners died again and again, and that got no further, may be what
 * they died of: a worker takes one such at a time, so that it takes no other down with it. Only this statement raises `epoch`, under the row lock (DUR-2).
 * A tree of runs takes one place of its project: its children are claimed whatever the count, so that parents never wait for the places
 * that they hold themselves (SUB-1). Among projects the one that has the fewest runs under way is served first, so that a project
 * with a long queue takes from others no more than its share; within a project the most urgent, then the oldest.
 * A run that has ended, and fired what nobody looks after any more, is claimed as it is: its status stays (DAG-4). It may be a cause, too.
 * Run it in a transaction that holds the rows of the projects, so that the count of running runs is exact (LIM-12).
 */
export const claimStatement = `
with hands as materialized (
  select ${hasSuspect(`o.status = 'RUNNING'`)} or ${hasSuspect(`o.id in (${withUnsettled})`)} as "hasSuspect"
), suspect as (
  select r.id, true as recovered from "Run" r
  where r.status = 'RUNNING' and r."leaseOwner" is not null and ${isSuspect('r')} and ${isOrphaned} and not (select h."hasSuspect" from hands h)
  order by ${inOrder}
  limit least(1, $3)
  for update of r skip locked
), dead as (
  select r.id, true as recovered from "Run" r
  where r.status = 'RUNNING' and r."leaseOwner" is not null and not ${isSuspect('r')} and ${isOrphaned}
  order by ${inOrder}
  limit $3
  for update of r skip locked
), unsettled as (
  select r.id, ${isSuspect('r')} as "isSuspect" from "Run" r
  where ${hasWorkLeft} and ${isOrphaned} and not (${isSuspect('r')} and (select h."hasSuspect" from hands h))
  order by ${isSuspect('r')}, r.id
  limit $3
  for update of r skip locked
), children as (
  select r.id, false as recovered from "Run" r
  where ${isDue} and r.depth > 0
  order by ${inOrder}
  limit $3
  for update of r skip locked
), returned_children as (
  select r.id, true as recovered from "Run" r
  where ${isReturned} and r.depth > 0 and ${isNextOfSession}
  order by ${inOrder}
  limit $3
  for update of r skip locked
), free as (${freePlaces}
), returned as (
  select q.* from free f cross join lateral (
    select r.id, r."projectId", r.priority, r."createdAt" from "Run" r
    where r."projectId" = f.id and ${isReturned} and r.depth = 0 and ${isNextOfSession}
    order by ${inOrder}
    limit greatest(0, least(f.places, $3))
    for update of r skip locked
  ) q
), left_over as (
  select f.id, f.places - count(r.id)::int as places, f.running + count(r.id)::int as running
  from free f left join returned r on r."projectId" = f.id group by f.id, f.places, f.running
), queued as (
  select q.* from left_over f cross join lateral (
    select r.id, r."projectId", r.priority, r."createdAt" from "Run" r
    where r."projectId" = f.id and ${isDue} and r.depth = 0 and ${isFirstOfSession}
    order by ${inOrder}
    limit greatest(0, least(f.places, $3))
    for update of r skip locked
  ) q
), in_turn as (
  select n.id, n.recovered, n.priority, n."createdAt",
    f.running + row_number() over (partition by f.id order by n.recovered desc, n.priority desc, n."createdAt", n.id) as turn
  from free f join (
    select *, true as recovered from returned union all select *, false from queued
  ) n on n."projectId" = f.id
), chosen as (
  select c.id, c.recovered, c."isEnded" from (
    select id, recovered, false as "isEnded", 0 as class, 0 as turn, 0 as priority, null::timestamptz as "createdAt" from dead
    union all select id, recovered, false, 0, 0, 0, null from suspect
    union all select id, true, true, 0, 0, 0, null from unsettled where not "isSuspect"
    union all (
      select id, true, true, 0, 0, 0, null from unsettled where "isSuspect" and not exists (select from suspect)
      order by id limit 1
    )
    union all select id, recovered, false, 1, 0, 0, null from returned_children
    union all select id, recovered, false, 1, 0, 0, null from children
    union all select id, recovered, false, 2, turn, priority, "createdAt" from in_turn
  ) c
  order by c.class, c.turn, c.priority desc, c."createdAt", c.id limit $3
), claimed as (
  update "Run" r set
    status = case when c."isEnded" then r.status else 'RUNNING' end,
    ${statusPlace(`not c."isEnded" and r.status <> 'RUNNING'`)},
    epoch = r.epoch + 1,
    recoveries = r.recoveries + (c.recovered and r."leaseOwner" is not null)::int,
    "crashesSinceProgress" = r."crashesSinceProgress" + (c.recovered and r."leaseOwner" is not null)::int,
    "leaseOwner" = $1,
    "leaseKey" = $2,
    "leaseExpiresAt" = clock_timestamp() + $5::int * interval '1 millisecond',
    "startedAt" = coalesce(r."startedAt", clock_timestamp()),
    "resumedAt" = case when c.recovered then coalesce(r."resumedAt", clock_timestamp()) else clock_timestamp() end
  from chosen c, "Run" before
  where r.id = c.id and before.id = r.id
  returning r.*, c."isEnded", c.recovered and before."leaseOwner" is not null as recovered, before."startedAt" is null as "firstClaim"
)
select c.id, c.epoch, c."projectId", c."sessionId", c."parentId", c."rootId", c."ancestorIds", c.depth, c."threadId", c.traceparent, c.tracestate, c."startedAt",
  c."inputsConsumed", c."inputsReceived" > c."inputsConsumed" as "inputPending",
  (p."maxCostUsdPerDay" is not null or p."maxTokensPerDay" is not null) as "isProjectLimited", c."agentId", c."agentVersion", c.input,
  c.context, c.artifacts, c.plan, c.escalation, c."effectiveLimits", c."loopState", c."stepCount", c."actionCount", c."costUsd"::text, c.recoveries, c."crashesSinceProgress", c.recovered,
  c."firstClaim", c."isEnded", c."nextSeq" = 1 as "hasNoEvents", c."startCheckpoint" is not null as "isForked", c."replayOfId", c."replayTools", c.overrides,
  c."abortRequestedAt" is not null as "abortRequested",
  round(c."activeMs" + extract(epoch from greatest(clock_timestamp() - c."resumedAt", interval '0')) * 1000)::float8 as "activeMs",
  a.slug, v.definition,
  case when w.id is not null then jsonb_build_object('workflowId', w.id, 'slug', w.slug, 'version', wv.version, 'definition', wv.definition) end as workflow
from claimed c
join "Project" p on p.id = c."projectId"
join "Agent" a on a.id = c."agentId"
join "AgentVersion" v on v."agentId" = c."agentId" and v.version = c."agentVersion"
left join "Workflow" w on w.id = c."workflowId"
left join "WorkflowVersion" wv on wv."workflowId" = c."workflowId" and wv.version = c."workflowVersion"`

/** Locks the projects that have a run to claim, in one order for all claimers; new runs may be inserted meanwhile. */
export const lockProjectsStatement = `
select p.id from "Project" p
where exists (select 1 from "Run" r where r."projectId" = p.id and ${isDue} and r.depth = 0)
  or exists (select 1 from "Run" r where r."projectId" = p.id and ${isReturned} and r.depth = 0)
order by p.id for no key update`

/** Tells cheaply whether a claim could find anything: most that look without having been told of a run end here, without a transaction. */
export const anythingToClaimStatement = `
select exists (select 1 from "Run" r where ${isDue})
  or exists (
    select 1 from "Run" r where r.status = 'RUNNING' and (r."leaseOwner" is null or ${isOrphaned})
  ) or exists (select 1 from "Run" r where ${hasWorkLeft} and ${isOrphaned}) as found`

/** The runs that a claim would find now, at most `$1` of each project: what the sweep looks for (DUR-1). Locks nothing. */
export const claimableStatement = `
with free as (${freePlaces.replace('where p.id = any($4::uuid[])', '')})
(
  select r.id, r.priority, ${isSuspect('r')} as "isSuspect" from "Run" r
  where r.status = 'RUNNING' and r."leaseOwner" is not null and ${isOrphaned} limit $1
) union all (
  select r.id, r.priority, ${isSuspect('r')} from "Run" r where ${hasWorkLeft} and ${isOrphaned} limit $1
) union all (
  select r.id, r.priority, false from "Run" r
  where r.depth > 0 and ((${isDue}) or (${isReturned} and ${isNextOfSession})) limit $1
) union all (
  select q.id, q.priority, false from free f cross join lateral (
    select r.id, r.priority from "Run" r
    where r."projectId" = f.id and r.depth = 0 and ((${isReturned} and ${isNextOfSession}) or (${isDue} and ${isFirstOfSession}))
    order by ${inOrder}
    limit greatest(0, least(f.places, $1))
  ) q
)`
