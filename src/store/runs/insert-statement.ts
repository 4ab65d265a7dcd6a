import type pg from 'pg'
import { mayHoldRefusedText } from '../../domain/json.ts'
import { noLabels } from '../../domain/run-labels.ts'
import type { NewRun } from '../../domain/run-store.ts'
import { claimedRows, runningTrees } from './claim-statement.ts'

/** A session, and the place that a run takes among its runs. */
export interface SessionPlace {
  readonly id: string
  readonly number: number
}

/** The statement that inserts a run, with its tags; no row where one has its id, its key, or its time of a schedule. */
export function insertQuery(run: NewRun, session: SessionPlace | null): pg.QueryConfig {
  const { labels = noLabels } = run
  const values = [
    run.id,
    run.projectId,
    run.agentId,
    run.agentVersion,
    session?.id ?? null,
    run.input,
    JSON.stringify(run.context),
    JSON.stringify(run.effectiveLimits),
    run.idempotencyKey,
    run.inputHash,
    run.parent?.runId ?? null,
    run.parent?.rootId ?? run.id,
    run.parent?.ancestorIds ?? [],
    run.plan === null ? null : JSON.stringify(run.plan),
    run.threadId,
    run.workflow?.id ?? null,
    run.workflow?.version ?? null,
    ...beginningOf(run),
    run.priority ?? 0,
    run.startAt ?? null,
    run.scheduled?.scheduleId ?? run.firedScheduleId ?? null,
    run.scheduled?.fires ?? null,
    run.triggeredBy ?? null,
    run.trace?.traceparent ?? null,
    run.trace?.tracestate ?? null,
    session?.number ?? 0,
  ]
  // A run without tags has no row of any, and its statement none of their part.
  if ('of' in labels)
    return { name: 'rungraph-insert-run-like', text: insertLikeStatement, values: [...values, labels.of] }
  const all = [...values, JSON.stringify(labels.metadata)]
  return labels.tags.length === 0
    ? { name: 'rungraph-insert-run', text: insertUntaggedStatement, values: all }
    : { name: 'rungraph-insert-tagged-run', text: insertTaggedStatement, values: [...all, labels.tags] }
}

/** A run, and whether the worker of this process has a place for it. */
export interface PlacedRun {
  readonly run: NewRun
  readonly isPlaced: boolean
}

/** Who claims runs as they are stored, and the projects whose free slots they may take: their rows are locked (LIM-12). */
export interface Claimer {
  readonly owner: { readonly name: string; readonly key: number }
  readonly leaseMs: number
  readonly idleProjects: readonly string[]
}

/**
 * The statement that inserts runs without a session, a parent, tags or the state of another, and claims those of them that are placed, as long
 * as their project has a free slot; the others are QUEUED. A row for each that is stored.
 */
export function insertManyQuery(
  runs: readonly PlacedRun[],
  { owner, leaseMs, idleProjects }: Claimer,
): pg.QueryConfig {
  const keys = new Set<string>()
  const rows = runs.map(({ run, isPlaced }, place) => ({
    place,
    // The first of two with one key is stored: the other takes no slot.
    isPlaced: isPlaced && !isRepeated(run, keys),
    id: run.id,
    projectId: run.projectId,
    agentId: run.agentId,
    agentVersion: run.agentVersion,
    input: run.input,
    context: run.context,
    effectiveLimits: run.effectiveLimits,
    idempotencyKey: run.idempotencyKey,
    inputHash: run.inputHash,
    plan: run.plan,
    threadId: run.threadId,
    workflowId: run.workflow?.id,
    workflowVersion: run.workflow?.version,
    overrides: run.overrides,
    priority: run.priority ?? 0,
    startAt: run.startAt,
    scheduleId: run.firedScheduleId,
    triggeredBy: run.triggeredBy,
    traceparent: run.trace?.traceparent,
    tracestate: run.trace?.tracestate,
    metadata: run.labels && 'metadata' in run.labels ? run.labels.metadata : {},
  }))
  const values = [toText(rows), idleProjects, owner.name, owner.key, leaseMs]
  return { name: 'rungraph-insert-runs', text: insertManyStatement, values }
}

/** Whether a run before it has its key; `keys` are those so far. */
function isRepeated({ projectId, idempotencyKey }: NewRun, keys: Set<string>): boolean {
  if (idempotencyKey === null) return false
  const key = `${projectId} ${idempotencyKey}`
  const isKnown = keys.has(key)
  keys.add(key)
  return isKnown
}

/** As JSON. Half a character becomes a replacement character, as in a parameter of its own; PostgreSQL refuses NUL. */
function toText(rows: readonly object[]): string {
  const json = JSON.stringify(rows)
  if (!mayHoldRefusedText(json)) return json
  return JSON.stringify(rows, (_, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed() : value,
  )
}

/** The columns of a run that is made from another; those of a new one where it is not. */
function beginningOf({ beginning, overrides: own }: NewRun): readonly unknown[] {
  const { checkpoint = null, overrides = own, replayOf = null } = beginning ?? {}
  return [
    beginning?.forkedFromId ?? null,
    beginning?.forkedAfterStep ?? null,
    replayOf?.runId ?? null,
    replayOf?.tools === 'RECORDED',
    overrides === null ? null : JSON.stringify(overrides),
    checkpoint === null ? null : JSON.stringify(checkpoint),
    JSON.stringify(checkpoint?.loopState ?? {}),
    JSON.stringify(checkpoint?.artifacts ?? {}),
    checkpoint?.stepCount ?? 0,
    checkpoint?.actionCount ?? 0,
    beginning?.inputs.length ?? 0,
  ]
}

/** A time that is rounded to milliseconds may still be to come; one that is cut off to them has been. */
const insertWith = (metadata: string) => `
insert into "Run" (id, "projectId", "agentId", "agentVersion", "sessionId", input, context, "effectiveLimits",
  "idempotencyKey", "inputHash", "parentId", "rootId", "ancestorIds", depth, plan, "threadId", "workflowId", "workflowVersion",
  "givenContext", "forkedFromId", "forkedAfterStep", "replayOfId", "replayTools", overrides, "startCheckpoint", "loopState", artifacts,
  "stepCount", "actionCount", "inputsReceived", priority, "startAt", "scheduleId", "scheduledFor", "triggeredBy",
  traceparent, tracestate, "sessionNumber", metadata, "createdAt")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, cardinality($13::uuid[]), $14, $15, $16, $17, $7,
  $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, coalesce($30, date_trunc('milliseconds', clock_timestamp())), $31, $32, $33, $34, $35, $36, ${metadata}, clock_timestamp())
on conflict do nothing
returning id as "runId", "inputHash"`

const insertUntaggedStatement = insertWith('$37')

const insertTaggedStatement = taggedWith('$37', 'select unnest($38::text[]) as tag')

/** With the tags and metadata that the run $37 has at this moment. */
const insertLikeStatement = taggedWith(
  `coalesce((select metadata from "Run" where id = $37 and "projectId" = $2), '{}')`,
  'select tag from "RunTag" where "runId" = $37 and "projectId" = $2',
)

function taggedWith(metadata: string, tags: string): string {
  return `
with inserted as (${insertWith(metadata)}, "projectId", "createdAt"
), tagged as (
  insert into "RunTag" ("runId", tag, "projectId", "createdAt")
  select i."runId", g.tag, i."projectId", i."createdAt" from inserted i cross join (${tags}) g
)
select "runId", "inputHash" from inserted`
}

/**
 * In their order, so that the first of two with one key is stored. JSON `null` in a column of JSON is none. A run that is claimed is stored as
 * the claim would leave it (claim-statement.ts): to change its row again would write to each of its indexes once more.
 */
const insertManyStatement = `
with free as materialized (
  select p.id, p."maxConcurrentRuns" - ${runningTrees} as slots from "Project" p where p.id = any($2::uuid[])
), due as (
  select n.*, n."isPlaced" and coalesce(n."startAt" <= clock_timestamp(), true) as "isFirst"
  from json_to_recordset($1::json) as n(place int, "isPlaced" bool, id uuid, "projectId" uuid, "agentId" uuid, "agentVersion" int, input text, context jsonb,
    "effectiveLimits" jsonb, "idempotencyKey" text, "inputHash" text, plan jsonb, "threadId" text, "workflowId" uuid, "workflowVersion" int, overrides jsonb,
    priority int, "startAt" timestamptz, "scheduleId" uuid, "triggeredBy" text, traceparent text, tracestate text, metadata jsonb)
), placed as (
  select d.*, case
    when d."isFirst" and row_number() over (partition by d."projectId", d."isFirst" order by d.place) <= coalesce(f.slots, 0) then statement_timestamp()
  end as "claimedAt"
  from due d left join free f on f.id = d."projectId"
), stored as (
  insert into "Run" (id, "projectId", "agentId", "agentVersion", input, context, "givenContext", "effectiveLimits", "idempotencyKey", "inputHash",
    "rootId", plan, "threadId", "workflowId", "workflowVersion", overrides, priority, "startAt", "scheduleId", "triggeredBy",
    traceparent, tracestate, metadata, "createdAt",
    status, epoch, "claimedAt", "startedAt", "resumedAt", "leaseOwner", "leaseKey", "leaseExpiresAt")
  select n.id, n."projectId", n."agentId", n."agentVersion", n.input, n.context, n.context, n."effectiveLimits", n."idempotencyKey", n."inputHash",
    n.id, nullif(n.plan, 'null'), n."threadId", n."workflowId", n."workflowVersion", nullif(n.overrides, 'null'), n.priority,
    coalesce(n."startAt", date_trunc('milliseconds', statement_timestamp())), n."scheduleId", n."triggeredBy",
    n.traceparent, n.tracestate, n.metadata, statement_timestamp(),
    case when n."claimedAt" is null then 'QUEUED' else 'RUNNING' end::"RunStatus", (n."claimedAt" is not null)::int,
    n."claimedAt", n."claimedAt", n."claimedAt",
    case when n."claimedAt" is not null then $3::text end, case when n."claimedAt" is not null then $4::int end,
    n."claimedAt" + $5::int * interval '1 millisecond'
  from placed n
  order by n.place
  on conflict do nothing
  returning *
), claimed as (
  select s.*, false as "isEnded", false as recovered, null as "lostOwner", true as "firstClaim" from stored s where s.epoch > 0
)
select s.id as stored, k.* from stored s left join (${claimedRows}) k on k.id = s.id`
