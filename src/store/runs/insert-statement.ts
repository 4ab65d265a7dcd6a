import type pg from 'pg'
import { mayHoldRefusedText } from '../../domain/json.ts'
import { noLabels } from '../../domain/run-labels.ts'
import type { NewRun } from '../../domain/run-store.ts'
import type { RunOwner } from '../../domain/worker-claim.ts'
import { claimedRows, keptClaim, runningTrees } from './claim-statement.ts'

/** A session, and the place that a run takes among its runs. */
export interface SessionPlace {
  readonly id: string
  readonly number: number
}

/** A run, and whether the worker of this process has a place for it. */
export interface PlacedRun {
  readonly run: NewRun
  readonly isPlaced: boolean
  readonly session: SessionPlace | null
}

/** Who claims runs as they are stored, and the projects whose free slots they may take: their rows are locked (LIM-12). */
interface Claimer {
  readonly owner: RunOwner
  readonly leaseMs: number
  readonly idleProjects: readonly string[]
}

/**
 * The statement that inserts runs with their tags, and claims those of them that are placed, as long as their project has a free slot; the
 * others are QUEUED. A row for each that is stored: none where one has its id, its key, or its time of a schedule.
 */
export function insertQuery(
  runs: readonly PlacedRun[],
  { owner, leaseMs, idleProjects }: Claimer,
): pg.QueryConfig {
  const keys = new Set<string>()
  // The first of two with one key is stored: the other takes no slot.
  const rows = runs.map(({ run, isPlaced, session }, place) => ({
    ...{ place, isPlaced: isPlaced && !isRepeated(run, keys) },
    ...rowOf(run, session),
  }))
  const values = [textOfRows(rows), idleProjects, owner.name, owner.key, leaseMs, owner.version]
  return { name: 'rungraph-insert-runs', text: insertStatement, values }
}

/** Whether a run before it has its key; `keys` are those so far. */
function isRepeated({ projectId, idempotencyKey }: NewRun, keys: Set<string>): boolean {
  if (idempotencyKey === null) return false
  const key = `${projectId} ${idempotencyKey}`
  const isKnown = keys.has(key)
  keys.add(key)
  return isKnown
}

/** The columns of a run; of one that is made from another, those of its beginning. */
function rowOf(run: NewRun, session: SessionPlace | null) {
  const { parent, beginning, labels = noLabels } = run
  const { checkpoint = null, overrides = run.overrides, replayOf = null } = beginning ?? {}
  return {
    id: run.id,
    projectId: run.projectId,
    agentId: run.agentId,
    agentVersion: run.agentVersion,
    canaryId: run.canaryId,
    sessionId: session?.id,
    sessionNumber: session?.number ?? 0,
    parentId: parent?.runId,
    rootId: parent?.rootId ?? run.id,
    ancestorIds: parent?.ancestorIds ?? [],
    forkedFromId: beginning?.forkedFromId,
    forkedAfterStep: beginning?.forkedAfterStep,
    replayOfId: replayOf?.runId,
    replayTools: replayOf?.tools === 'RECORDED',
    overrides,
    startCheckpoint: checkpoint,
    workflowId: run.workflow?.id,
    workflowVersion: run.workflow?.version,
    threadId: run.threadId,
    input: run.input,
    inputFiles: run.inputFiles,
    context: run.context,
    artifacts: checkpoint?.artifacts ?? {},
    plan: run.plan,
    effectiveLimits: run.effectiveLimits,
    loopState: checkpoint?.loopState ?? {},
    stepCount: checkpoint?.stepCount ?? 0,
    actionCount: checkpoint?.actionCount ?? 0,
    inputsReceived: beginning?.inputs.length ?? 0,
    idempotencyKey: run.idempotencyKey,
    inputHash: run.inputHash,
    priority: run.priority ?? 0,
    startAt: run.startAt,
    scheduleId: run.scheduled?.scheduleId ?? run.firedScheduleId,
    scheduledFor: run.scheduled?.fires,
    triggeredBy: run.triggeredBy,
    triggeredByKind: run.triggeredByKind,
    bound: run.bound,
    batchDeadlineMs: run.batchDeadlineMs,
    traceparent: run.trace?.traceparent,
    tracestate: run.trace?.tracestate,
    ...('of' in labels ? { metadata: {}, tags: [], labelsOf: labels.of } : labels),
  }
}

/** As JSON. Half a character becomes a replacement character, as in a parameter of its own; PostgreSQL refuses NUL. */
function textOfRows(rows: readonly object[]): string {
  const json = JSON.stringify(rows)
  if (!mayHoldRefusedText(json)) return json
  return JSON.stringify(rows, (_, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed() : value,
  )
}

const claimAtOnce = keptClaim({
  ...{ name: '$3::text', key: '$4::int', version: '$6::text', since: 'n."claimedAt"', recoveries: '0' },
})

/**
 * In their order, so that the first of two with one key is stored. JSON `null` in a column of JSON is none. A run that is claimed is stored as
 * the claim would leave it (claim-statement.ts): to change its row again would write to each of its indexes once more. A time to start at that
 * is rounded to milliseconds may still be to come; one that is cut off to them has been. Labels of another run are those of this moment.
 */
const insertStatement = `
with free as materialized (
  select p.id, p."maxConcurrentRuns" - ${runningTrees} as slots from "Project" p where p.id = any($2::uuid[])
), due as (
  select n.*, n."isPlaced" and coalesce(n."startAt" <= clock_timestamp(), true) as "isFirst"
  from json_to_recordset($1::json) as n(place int, "isPlaced" bool, id uuid, "projectId" uuid, "agentId" uuid, "agentVersion" int,
    "canaryId" uuid, "sessionId" uuid, "sessionNumber" int, "parentId" uuid, "rootId" uuid, "ancestorIds" uuid[], "forkedFromId" uuid, "forkedAfterStep" int,
    "replayOfId" uuid, "replayTools" bool, overrides json, "startCheckpoint" json, "workflowId" uuid, "workflowVersion" int, "threadId" text,
    input text, "inputFiles" jsonb, context json, artifacts json, plan json, "effectiveLimits" jsonb, "loopState" json, "stepCount" int, "actionCount" int,
    "inputsReceived" int, "idempotencyKey" text, "inputHash" text, priority int, "startAt" timestamptz, "scheduleId" uuid,
    "scheduledFor" timestamptz, "triggeredBy" text, "triggeredByKind" text, bound jsonb, "batchDeadlineMs" int, traceparent text, tracestate text, metadata jsonb, tags text[], "labelsOf" uuid)
), placed as (
  select d.*, case
    when d."isFirst" and row_number() over (partition by d."projectId", d."isFirst" order by d.place) <= coalesce(f.slots, 0) then statement_timestamp()
  end as "claimedAt"
  from due d left join free f on f.id = d."projectId"
), stored as (
  insert into "Run" (id, "projectId", "agentId", "agentVersion", "canaryId", "sessionId", "sessionNumber", "parentId", "rootId", "ancestorIds", depth,
    "forkedFromId", "forkedAfterStep", "replayOfId", "replayTools", overrides, "startCheckpoint", "workflowId", "workflowVersion", "threadId",
    input, "inputFiles", context, "givenContext", artifacts, plan, "effectiveLimits", "loopState", "stepCount", "actionCount", "inputsReceived",
    "idempotencyKey", "inputHash", priority, "startAt", "scheduleId", "scheduledFor", "triggeredBy", "triggeredByKind", bound, "batchDeadlineMs", traceparent, tracestate, metadata,
    "createdAt", status, epoch, "claimedAt", "startedAt", "resumedAt", "workerClaims", "leaseOwner", "leaseKey", "leaseExpiresAt")
  select n.id, n."projectId", n."agentId", n."agentVersion", n."canaryId", n."sessionId", n."sessionNumber", n."parentId", n."rootId", n."ancestorIds",
    cardinality(n."ancestorIds"), n."forkedFromId", n."forkedAfterStep", n."replayOfId", n."replayTools", n.overrides,
    n."startCheckpoint", n."workflowId", n."workflowVersion", n."threadId",
    n.input, n."inputFiles", n.context, n.context, n.artifacts, n.plan, n."effectiveLimits", n."loopState", n."stepCount", n."actionCount",
    n."inputsReceived", n."idempotencyKey", n."inputHash", n.priority,
    coalesce(n."startAt", date_trunc('milliseconds', statement_timestamp())), n."scheduleId", n."scheduledFor", n."triggeredBy",
    n."triggeredByKind", nullif(n.bound, 'null'), n."batchDeadlineMs",
    n.traceparent, n.tracestate,
    coalesce((select o.metadata from "Run" o where o.id = n."labelsOf" and o."projectId" = n."projectId"), n.metadata), statement_timestamp(),
    case when n."claimedAt" is null then 'QUEUED' else 'RUNNING' end::"RunStatus", (n."claimedAt" is not null)::int,
    n."claimedAt", n."claimedAt", n."claimedAt",
    case when n."claimedAt" is null then '[]' else jsonb_build_array(${claimAtOnce}) end,
    case when n."claimedAt" is not null then $3::text end, case when n."claimedAt" is not null then $4::int end,
    n."claimedAt" + $5::int * interval '1 millisecond'
  from placed n
  order by n.place
  on conflict do nothing
  returning *
), tagged as (
  insert into "RunTag" ("runId", tag, "projectId", "createdAt")
  select s.id, g.tag, s."projectId", s."createdAt" from stored s join placed n on n.id = s.id cross join lateral (
    select unnest(n.tags) as tag
    union all select t.tag from "RunTag" t where t."runId" = n."labelsOf" and t."projectId" = n."projectId"
  ) g
), claimed as (
  select s.*, false as "isEnded", false as recovered, null as "lostOwner", true as "firstClaim" from stored s where s.epoch > 0
)
select s.id as stored, k.* from stored s left join (${claimedRows}) k on k.id = s.id`
