import { mostClaims } from '../../domain/worker-claim.ts'
import { causeOf, isDue, isNextChild, isNextTree, isReturned, queueOrder } from '../../sql/claimable-runs.ts'
import { statusPosition } from '../../sql/commit-order.ts'
import { hasWorkLeft, withUnsettled } from '../../sql/fired-actions.ts'
import { lockSpaces } from '../../sql/lock-spaces.ts'

/**
 * Owners of a run that are lost without getting it any further follow each other ever later, from the third on: after 0.25 s, 0.5 s, 1 s and so
 * on, up to a minute. A run whose abort was requested is claimed at once: its next owner ends it.
 */
const isBackedOff = `(
    r."crashesSinceProgress" >= 2 and r."abortRequestedAt" is null and r."claimedAt" is not null
    and r."claimedAt" > clock_timestamp() - least(60, 0.0625 * 2.0 ^ least(r."crashesSinceProgress", 10)) * interval '1 second'
  )`

const isExpired = (alias: string) =>
  `(${alias}."leaseExpiresAt" is null or ${alias}."leaseExpiresAt" < clock_timestamp())`

/** Nobody renews its lease any more. A worker is alive while it holds its lock. */
const isUnheld = `(
    ${isExpired('r')}
    or not exists (
      select 1 from pg_locks l
      where l.locktype = 'advisory' and l.database = (select oid from pg_database where datname = current_database())
        and l.classid = ${lockSpaces.workers}::oid and l.objid = r."leaseKey"::oid
    )
  )`

const isOrphaned = `not ${isBackedOff} and ${isUnheld}`

/** In the hands of a worker, or it was when that was lost. */
const isOwned = `r.status = 'RUNNING' and r."leaseOwner" is not null`

/** RUNNING, and its owner is gone; also while its next claim is put off. */
export const hasLostOwner = `${isOwned} and ${isUnheld}`

/** So many owners of a run were lost, without it getting any further, and it counts as a cause. */
const suspectFrom = 3

const isSuspect = (alias: string) => `${alias}."crashesSinceProgress" >= ${suspectFrom}`

/** Those that this worker has in its hands, of the runs that a condition speaks of, which is to name few by an index. */
const suspectsAtHand = (isAtWork: string) => `
    select o.id from "Run" o
    where ${isAtWork} and o."leaseKey" = $2 and o."leaseExpiresAt" >= clock_timestamp() and ${isSuspect('o')}`

/** A suspect that waits for the run, which is below it, does nothing else meanwhile: it is no reason to leave the run. */
const hasOtherSuspect = (alias: string) =>
  `exists (select from hands h where h.id <> all(${alias}."ancestorIds"))`

/** Number of trees of Project "p" that are owned, or were when their owner was lost. Each takes one slot. */
export const runningTrees = `(
    select count(*)::int from "Run" o
    where o."projectId" = p.id and o.status = 'RUNNING' and o."leaseOwner" is not null and o.depth = 0
  )`

/** A claim as `Run.workerClaims` keeps it; all are SQL. */
interface KeptClaim {
  readonly name: string
  readonly key: string
  readonly version: string
  readonly since: string
  readonly recoveries: string
}

export function keptClaim({ name, key, version, since, recoveries }: KeptClaim): string {
  return `jsonb_build_object('name', ${name}, 'key', ${key}, 'version', ${version},
        'since', date_trunc('milliseconds', ${since}), 'recoveries', ${recoveries})`
}

const lossCause = (alias: string) => `case when ${isExpired(alias)} then 'LEASE_EXPIRED' else 'LOCK_LOST' end`

/** The chosen run `c` had an owner, who is lost. */
const isTakenOver = `(c.recovered and r."leaseOwner" is not null)`

/** The claims of the run before this one, of which the last may have ended in a loss. The oldest makes room. */
const earlierClaims = `(
      case when ${isTakenOver} then jsonb_set(r."workerClaims", '{-1,lost}', to_jsonb(${lossCause('r')})) else r."workerClaims" end
      - case when jsonb_array_length(r."workerClaims") < ${mostClaims} then ${mostClaims} else 0 end
    )`

const ownClaim = keptClaim({
  ...{ name: '$1::text', key: '$2::int', version: '$6::text', since: 'clock_timestamp()' },
  recoveries: `r.recoveries + ${isTakenOver}::int`,
})

/** With this one. A worker that has the run again after a wait goes on with its claim: the column keeps its value. */
const workerClaims = `case
      when (r."workerClaims"->-1->>'key')::int = $2 and not ${isTakenOver} then r."workerClaims"
      else ${earlierClaims} || ${ownClaim}
    end`

/** Columns of the run `c`: the runs above it, from the root to the parent, and who asked for its tree. A root has both in its own row. */
export const lineage = `
  case when c.depth = 0 then '[]'::jsonb else (
    select jsonb_agg(jsonb_build_object('runId', o.id, 'agentId', o."agentId", 'agent', g.slug, 'agentVersion', o."agentVersion") order by o.depth)
    from "Run" o join "Agent" g on g.id = o."agentId" where o.id = any(c."ancestorIds")
  ) end as ancestors,
  case when c.depth = 0 then jsonb_build_object('name', c."triggeredBy", 'kind', c."triggeredByKind") else (
    select jsonb_build_object('name', o."triggeredBy", 'kind', o."triggeredByKind") from "Run" o where o.id = c."rootId"
  ) end as caller,
  (select n.key from "Session" n where n.id = c."sessionId") as "sessionKey"`

/**
 * What an owner is given of each run that it has claimed: a `ClaimedRow` for each row of `claimed`, which has the columns of "Run" and says how
 * the run came to be claimed.
 */
export const claimedRows = `
select c.id, c.epoch, c."unprojectedFrom", c."projectId", c."sessionId", c."parentId", c."rootId", c."ancestorIds", c.depth, c."threadId", c.traceparent, c.tracestate, c."startedAt",
  c."inputsConsumed", c."inputsReceived" > c."inputsConsumed" as "inputPending",
  (p."maxCostUsdPerDay" is not null or p."maxTokensPerDay" is not null) as "isProjectLimited", c."agentId", c."agentVersion", c.input, c."inputFiles",
  c.context, c.artifacts, c.plan, c.escalation, c."effectiveLimits", c."loopState", c."stepCount", c."actionCount", c."costUsd"::text, c.recoveries, c."crashesSinceProgress", c.recovered, c."lostOwner",
  c."firstClaim", c."isEnded", c."nextSeq" = 1 as "hasNoEvents", c."startCheckpoint" is not null as "isForked", c."replayOfId", c."replayTools", c.overrides, c.bound,
  c."startAt" + c."batchDeadlineMs" * interval '1 millisecond' as "batchUntil",
  c."abortRequestedAt" is not null as "abortRequested",
  round(c."activeMs" + extract(epoch from greatest(clock_timestamp() - c."resumedAt", interval '0')) * 1000)::float8 as "activeMs",
  a.slug, v.definition,
  case when w.id is not null then json_build_object('workflowId', w.id, 'slug', w.slug, 'version', wv.version, 'definition', wv.definition) end as workflow,
  ${lineage}
from claimed c
join "Project" p on p.id = c."projectId"
join "Agent" a on a.id = c."agentId"
join "AgentVersion" v on v."agentId" = c."agentId" and v.version = c."agentVersion"
left join "Workflow" w on w.id = c."workflowId"
left join "WorkflowVersion" wv on wv."workflowId" = c."workflowId" and wv.version = c."workflowVersion"`

/**
 * Claims the runs among `$3`, whose jobs this transaction holds: the queue has decided which they are. The statement fences. A run may be
 * claimed when it is queued and due, its project has a free slot and no earlier run of its session is active; when it was released, woken
 * or resumed, under the same conditions; or when its owner is gone: its lease ran out, or its worker's advisory lock is free. A run whose
 * owners were lost again and again, and that made no progress, may be the cause: a worker takes one such at a time, so that it
 * takes no other down with it. Only this statement raises `epoch`, under the row lock (DUR-2).
 * A tree of runs takes one slot of its project: its children are claimed whatever the count, so that parents never wait for the slots that
 * they hold themselves (SUB-1). A run that has ended, with fired actions that no process looks after any more, is claimed as it is: its
 * status stays (DAG-4). It may be a cause, too.
 * The transaction holds the rows of the projects `$4`, so that the count of running trees is exact (LIM-12).
 */
export const claimStatement = `
with hands as materialized (
  ${suspectsAtHand(`o.status = 'RUNNING'`)}
  union${suspectsAtHand(`o.id in (${withUnsettled})`)}
), suspect as (
  select r.id from "Run" r
  where r.id = any($3::uuid[]) and ${isOwned} and ${isSuspect('r')} and ${isOrphaned}
    and not ${hasOtherSuspect('r')}
  order by ${queueOrder} limit 1
  for update of r skip locked
), orphaned as (
  select r.id from "Run" r
  where r.id = any($3::uuid[]) and ${isOwned} and not ${isSuspect('r')} and ${isOrphaned}
  for update of r skip locked
), unsettled as (
  select r.id, ${isSuspect('r')} as "isSuspect" from "Run" r
  where r.id = any($3::uuid[]) and ${hasWorkLeft} and ${isOrphaned} and not (${isSuspect('r')} and ${hasOtherSuspect('r')})
  for update of r skip locked
), children as (
  select r.id, r.status = 'RUNNING' as recovered from "Run" r
  where r.id = any($3::uuid[]) and ${isNextChild}
  for update of r skip locked
), trees as (
  select r.id, r."projectId", r.status = 'RUNNING' as recovered, r.priority, r."createdAt" from "Run" r
  where r.id = any($3::uuid[]) and ${isNextTree}
  for update of r skip locked
), free as (
  select p.id, p."maxConcurrentRuns" - ${runningTrees} as slots from "Project" p where p.id = any($4::uuid[])
), placed as (
  select t.id, t.recovered, f.slots,
    row_number() over (partition by f.id order by t.recovered desc, t.priority desc, t."createdAt", t.id) as place
  from trees t join free f on f.id = t."projectId"
), chosen as (
  select id, true as recovered, false as "isEnded" from orphaned
  union all select id, true, false from suspect
  union all select id, true, true from unsettled where not "isSuspect"
  union all (
    select id, true, true from unsettled where "isSuspect" and not exists (select from suspect) order by id limit 1
  )
  union all select id, recovered, false from children
  union all select id, recovered, false from placed where place <= slots
), claimed as (
  update "Run" r set
    status = case when c."isEnded" then r.status else 'RUNNING' end,
    ${statusPosition(`not c."isEnded" and r.status <> 'RUNNING'`)},
    epoch = r.epoch + 1,
    "ownerCommits" = 0,
    "claimedAt" = clock_timestamp(),
    recoveries = r.recoveries + ${isTakenOver}::int,
    "crashesSinceProgress" = r."crashesSinceProgress" + ${isTakenOver}::int,
    "workerClaims" = ${workerClaims},
    "leaseOwner" = $1,
    "leaseKey" = $2,
    "leaseExpiresAt" = clock_timestamp() + $5::int * interval '1 millisecond',
    "startedAt" = coalesce(r."startedAt", clock_timestamp()),
    "resumedAt" = case when c.recovered then coalesce(r."resumedAt", clock_timestamp()) else clock_timestamp() end
  from chosen c, "Run" before
  where r.id = c.id and before.id = r.id
  returning r.*, c."isEnded", c.recovered and before."leaseOwner" is not null as recovered, before."startedAt" is null as "firstClaim",
    case when c.recovered and before."leaseOwner" is not null
      then jsonb_build_object('name', before."leaseOwner", 'cause', ${lossCause('before')})
    end as "lostOwner"
)
${claimedRows}`

/** Locks the projects that have a top-level run to claim, in one order for all claimers; new runs may be inserted meanwhile. */
export const lockProjectsStatement = `
select p.id from "Project" p
where exists (select 1 from "Run" r where r."projectId" = p.id and ${isDue} and r.depth = 0)
  or exists (select 1 from "Run" r where r."projectId" = p.id and ${isReturned} and r.depth = 0)
order by p.id for no key update`

/** Number of active trees and of free slots of the locked projects `$1`. */
export const slotsStatement = `
select p.id as "projectId", o.running, p."maxConcurrentRuns" - o.running as slots
from "Project" p cross join lateral (select ${runningTrees} as running) o
where p.id = any($1::uuid[])`

/**
 * Locks those of the projects `$1` whose new runs are claimed as they are accepted. No row for a project of which another claims runs at this
 * moment, or in which another run than the new one `$2` is queued: then its runs wait their turn in the queue.
 */
export const lockIdleProjectsStatement = `
select p.id from "Project" p
where p.id = any($1::uuid[]) and not exists (
  select 1 from "Run" r where r."projectId" = p.id and r.id is distinct from $2::uuid and ${isNextTree}
)
order by p.id for no key update of p skip locked`

/**
 * Those of the runs `$1` that only a lock or a full project holds back: their jobs return to the queue. A run that may be the cause of losses
 * waits for its turn without one.
 */
export const heldBackStatement = `
select r.id, r."projectId", r.depth, r.priority, 'orphaned' as cause from "Run" r
where r.id = any($1::uuid[]) and ((${isOwned}) or ${hasWorkLeft}) and not ${isSuspect('r')} and ${isOrphaned}
union all
select r.id, r."projectId", r.depth, r.priority, ${causeOf('r')} from "Run" r
where r.id = any($1::uuid[]) and (${isNextTree} or ${isNextChild})`

/** Waits for who writes the run `$1`. */
export const waitForRunStatement = `select from "Run" where id = $1 for no key update`

/** The runs that a claim would find now, at most `$1` of each project: the sweep looks for them (DUR-1). Locks nothing. */
export const claimableStatement = `
with free as (
  select p.id, p."maxConcurrentRuns" - ${runningTrees} as slots from "Project" p
)
(
  select r.id, r."projectId", r.depth, r.priority, 'orphaned' as cause, ${isSuspect('r')} as "isSuspect" from "Run" r
  where ${isOwned} and ${isOrphaned} limit $1
) union all (
  select r.id, r."projectId", r.depth, r.priority, 'orphaned', ${isSuspect('r')} from "Run" r
  where ${hasWorkLeft} and ${isOrphaned} limit $1
) union all (
  select r.id, r."projectId", r.depth, r.priority, ${causeOf('r')}, false from "Run" r
  where ${isNextChild} limit $1
) union all (
  select q.id, q."projectId", q.depth, q.priority, q.cause, false from free f cross join lateral (
    select r.id, r."projectId", r.depth, r.priority, ${causeOf('r')} as cause from "Run" r
    where r."projectId" = f.id and ${isNextTree}
    order by ${queueOrder}
    limit greatest(0, least(f.slots, $1))
  ) q
)`

/** The state of the loop of the runs `$1`, whose last step has ended, after their rows were written: that end writes it once, in its checkpoint. */
export const loopStateStatement = `select c.id, coalesce((
    select s.checkpoint->'loopState' from "Step" s where s."runId" = c.id and s.checkpoint is not null order by s.number desc limit 1
  ), '{}') as "loopState" from "Run" c where c.id = any($1::uuid[])`
