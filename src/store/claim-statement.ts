import { statusPlace } from './commit-order.ts'

/** The first key of the advisory locks that living workers hold; the second is the worker's own. */
export const workerLockSpace = 7777

/**
 * Claims runs for one worker. A run may be claimed when it is queued and due, its project has a free place and no earlier run
 * of its session is under way; or when it is RUNNING and its owner is gone: its lease ran out, it was given back or resumed
 * and no other run of its session is under way, or its worker's advisory lock is free. Only this statement raises `epoch`, under the row lock (DUR-2).
 * A tree of runs takes one place of its project: its children are claimed whatever the count, so that parents never wait for the places
 * that they hold themselves (SUB-1).
 * Run it in a transaction that holds the rows of the projects, so that the count of running runs is exact (LIM-12).
 */
export const claimStatement = `
with dead as (
  select r.id, true as recovered from "Run" r
  where r.status = 'RUNNING' and (
    r."leaseExpiresAt" is null or r."leaseExpiresAt" < clock_timestamp()
    or not exists (
      select 1 from pg_locks l
      where l.locktype = 'advisory' and l.database = (select oid from pg_database where datname = current_database())
        and l.classid = ${workerLockSpace}::oid and l.objid = r."leaseKey"::oid
    )
  ) and (r."sessionId" is null or r."leaseOwner" is not null or not exists (
    select 1 from "Run" s where s."sessionId" = r."sessionId" and s.id <> r.id and s.status = 'RUNNING'
      and (s."leaseOwner" is not null or (s."createdAt", s.id) < (r."createdAt", r.id))
  ))
  order by r.priority desc, r."createdAt", r.id
  limit $3
  for update of r skip locked
), free as (
  select p.id, p."maxConcurrentRuns" - (
    select count(*) from "Run" o where o."projectId" = p.id and o.status = 'RUNNING' and o.depth = 0
  ) as places
  from "Project" p where p.id = any($4::uuid[])
), queued as (
  select q.id, false as recovered from free f
  cross join lateral (
    select r.id, r.priority, r."createdAt" from "Run" r
    where r."projectId" = f.id and r.status = 'QUEUED' and r.depth = 0 and r."wakeAt" <= clock_timestamp()
      and (r."sessionId" is null or not exists (
        select 1 from "Run" s where s."sessionId" = r."sessionId" and s.id <> r.id and (
          s.status in ('RUNNING', 'WAITING') or (s.status = 'QUEUED' and (s."createdAt", s.id) < (r."createdAt", r.id))
        )
      ))
    order by r.priority desc, r."createdAt", r.id
    limit greatest(0, least(f.places, $3))
    for update of r skip locked
  ) q
  order by q.priority desc, q."createdAt", q.id
  limit greatest(0, $3 - (select count(*) from dead))
), children as (
  select r.id, false as recovered from "Run" r
  where r.status = 'QUEUED' and r.depth > 0 and r."wakeAt" <= clock_timestamp()
  order by r.priority desc, r."createdAt", r.id
  limit $3
  for update of r skip locked
), chosen as (
  (select * from dead union all select * from children union all select * from queued) limit $3
), claimed as (
  update "Run" r set
    status = 'RUNNING',
    ${statusPlace("r.status <> 'RUNNING'")},
    epoch = r.epoch + 1,
    recoveries = r.recoveries + (c.recovered and r."leaseOwner" is not null)::int,
    "leaseOwner" = $1,
    "leaseKey" = $2,
    "leaseExpiresAt" = clock_timestamp() + $5::int * interval '1 millisecond',
    "startedAt" = coalesce(r."startedAt", clock_timestamp()),
    "resumedAt" = case when c.recovered then coalesce(r."resumedAt", clock_timestamp()) else clock_timestamp() end
  from chosen c, "Run" before
  where r.id = c.id and before.id = r.id
  returning r.*, c.recovered and before."leaseOwner" is not null as recovered, before."startedAt" is null as "firstClaim"
)
select c.id, c.epoch, c."projectId", c."sessionId", c."parentId", c."rootId", c."ancestorIds", c.depth, c."threadId", c."startedAt",
  c."inputsTaken", c."inputCount" > c."inputsTaken" as "inputPending",
  (p."maxCostUsdPerDay" is not null or p."maxTokensPerDay" is not null) as "isProjectLimited", c."agentId", c."agentVersion", c.input,
  c.context, c.artifacts, c.plan, c.escalation, c."effectiveLimits", c."loopState", c."stepCount", c."actionCount", c."costUsd"::text, c.recoveries, c.recovered,
  c."firstClaim", c."nextSeq" = 1 as "isUntold", c."startCheckpoint" is not null as "tookOver", c."replayOfId", c."replayTools", c.overrides,
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
where exists (select 1 from "Run" r where r."projectId" = p.id and r.status = 'QUEUED' and r."wakeAt" <= clock_timestamp())
order by p.id for no key update`

/** Tells cheaply whether a claim could find anything: most polls end here, without a transaction. */
export const anythingToClaimStatement = `
select exists (select 1 from "Run" where status = 'QUEUED' and "wakeAt" <= clock_timestamp())
  or exists (
    select 1 from "Run" r where r.status = 'RUNNING' and (
      r."leaseExpiresAt" is null or r."leaseExpiresAt" < clock_timestamp()
      or not exists (
        select 1 from pg_locks l
        where l.locktype = 'advisory' and l.database = (select oid from pg_database where datname = current_database())
          and l.classid = ${workerLockSpace}::oid and l.objid = r."leaseKey"::oid
      )
    )
  ) as found`
