import { toJson } from '../domain/json.ts'
import type { RunCommit } from '../domain/run-log.ts'

/** The columns that a RunPatch may change. */
const patchColumns = [
  'status',
  'terminationReason',
  'summary',
  'errorCode',
  'errorMessage',
  'effectiveLimits',
  'loopState',
  'progress',
  'stepCount',
  'actionCount',
  'costUsd',
  'leaseOwner',
  'leaseKey',
  'abortRequestedAt',
  'abortReason',
  'resumedAt',
  'activeMs',
  'durationMs',
  'completedAt',
  'settledAt',
] as const

const stepColumns = [
  'reasoning',
  'validation',
  'progress',
  'success',
  'error',
  'durationMs',
  'completedAt',
] as const

const actionColumns = [
  'status',
  'attempt',
  'output',
  'error',
  'errorCode',
  'audit',
  'childRunId',
  'startedAt',
  'durationMs',
  'completedAt',
] as const

/**
 * Writes the commits of many runs at once. The first part takes each run's row lock and, only where the writer's epoch
 * and the run's status still hold, takes the numbers of its events, renews its lease and applies its patch;
 * everything else is written for just those runs. So `seq` is dense and in commit order, and a stale owner writes nothing.
 */
export const commitStatement = `
with fenced as (
  update "Run" r set
    "nextSeq" = r."nextSeq" + c."eventCount",
    "leaseExpiresAt" = case
      when c.patch->>'status' <> 'RUNNING' then null
      when c.epoch is null then r."leaseExpiresAt"
      else clock_timestamp() + $7::int * interval '1 millisecond' end,
    (${quoted(patchColumns)}) = (select ${quoted(patchColumns, 'p')} from jsonb_populate_record(r, c.patch) p)
  from jsonb_to_recordset($1::jsonb) as c("runId" uuid, epoch int, "from" text[], "unlessAborted" boolean, "eventCount" int, patch jsonb)
  where r.id = c."runId"
    and (c.epoch is null or r.epoch = c.epoch)
    and r.status::text = any(c."from")
    and not (c."unlessAborted" and r."abortRequestedAt" is not null)
  returning r.id, r."projectId", r."rootId", r.epoch, (r."nextSeq" - c."eventCount")::int as base,
    r."abortRequestedAt" is not null as "abortRequested"
), written_events as (
  insert into "Event" ("runId", seq, "projectId", "rootId", type, "stepNumber", at, epoch, data)
  select f.id, f.base + e.place, f."projectId", f."rootId", e.type, e."stepNumber", e.at, f.epoch, e.data
  from jsonb_to_recordset($2::jsonb) as e("runId" uuid, place int, type text, "stepNumber" int, at timestamptz, data jsonb)
  join fenced f on f.id = e."runId"
), written_steps as (
  insert into "Step" select s.* from jsonb_populate_recordset(null::"Step", $3::jsonb) s join fenced f on f.id = s."runId"
  on conflict (id) do update set ${excluded(stepColumns)}
), written_actions as (
  insert into "Action" select a.* from jsonb_populate_recordset(null::"Action", $4::jsonb) a join fenced f on f.id = a."runId"
  on conflict (id) do update set ${excluded(actionColumns)}
), written_messages as (
  insert into "Message" select m.* from jsonb_populate_recordset(null::"Message", $5::jsonb) m join fenced f on f.id = m."runId"
), written_calls as (
  insert into "ModelCall" select c.* from jsonb_populate_recordset(null::"ModelCall", $6::jsonb) c join fenced f on f.id = c."runId"
)
select id as "runId", base, "abortRequested" from fenced`

/** The statement's parameters for one commit per run. */
export function commitParameters(
  commits: readonly RunCommit[],
  at: Date,
  leaseMs: number,
): readonly (string | number)[] {
  return [
    commits.map(runRow),
    commits.flatMap((commit) => eventRows(commit, at)),
    commits.flatMap((commit) => commit.steps ?? []),
    commits.flatMap((commit) => commit.actions ?? []),
    commits.flatMap((commit) => messageRows(commit, at)),
    commits.flatMap((commit) => commit.modelCalls ?? []),
  ]
    .map(toParameter)
    .concat(leaseMs)
}

function runRow(commit: RunCommit) {
  return {
    runId: commit.runId,
    epoch: commit.epoch,
    from: commit.from,
    unlessAborted: commit.unlessAborted ?? false,
    eventCount: commit.events.length,
    patch: commit.run ?? {},
  }
}

function eventRows(commit: RunCommit, at: Date) {
  return commit.events.map((event, place) => ({ runId: commit.runId, place, at, ...event }))
}

function messageRows(commit: RunCommit, at: Date) {
  return (commit.messages ?? []).map(({ message, ...row }) => ({
    ...row,
    role: message.role.toUpperCase(),
    content: message,
    createdAt: at,
  }))
}

/** What `jsonb` refuses, NUL and half surrogate pairs, comes from outside and rarely: looked for first, mended only then. */
function toParameter(rows: readonly unknown[]): string | number {
  const json = JSON.stringify(rows)
  return /\\u0000|\\ud[89a-f]/i.test(json) ? JSON.stringify(toJson(rows)) : json
}

function quoted(columns: readonly string[], table?: string): string {
  return columns.map((column) => `${table ? `${table}.` : ''}"${column}"`).join(', ')
}

function excluded(columns: readonly string[]): string {
  return columns.map((column) => `"${column}" = excluded."${column}"`).join(', ')
}
