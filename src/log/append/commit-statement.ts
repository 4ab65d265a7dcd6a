import type { Sliced } from '../../domain/in-slices.ts'
import { type FilePart, filesOf } from '../../domain/message.ts'
import type { RunCommit } from '../../domain/run-log.ts'
import { columnList } from '../../sql/columns.ts'
import { statusPosition } from '../../sql/commit-order.ts'
import { hasUnsettledBesides } from '../../sql/fired-actions.ts'
import { isEmptyEntry, partsAsText } from '../project/entry.ts'
import { type Columns, rowsAsText, type Size, sentAs } from '../project/rows-as-text.ts'
import type { Notice } from '../project/webhook-notices.ts'
import * as tables from '../project/written-tables.ts'
import { askedColumns, askedRow, type WrittenCommit } from './asked-row.ts'

/** The parameters of the statements. `commitQuery` gives the values in this order; a statement without secrets or notices ends earlier. */
const $ = {
  /** Conditions, events and changed columns of each run: the rows of `askedRow`. */
  runs: '$1',
  /** Time of the commit. */
  at: '$2',
  /** Time for which the lease of each run is renewed, in milliseconds. */
  leaseMs: '$3',
  /** The runs of `runs`. */
  runIds: '$4',
  /** How long the row of a run is waited for, as `lock_timeout` takes it; null: as long as the session waits. */
  rowPatience: '$5',
  /** Rows of the tables that the parameters are named after, in the order of `entryTables`. */
  steps: '$6',
  actions: '$7',
  attempts: '$8',
  messages: '$9',
  modelCalls: '$10',
  compactions: '$11',
  gates: '$12',
  /** Texts that many runs share. */
  prompts: '$13',
  /** Changes that webhooks may have to receive (HOOK-1). */
  notices: '$14',
  /** Encrypted secrets of the trees (TAS-7). */
  secrets: '$15',
  /** Files that the messages name (FILE-1). */
  files: '$16',
} as const

/** The ids of the runs. Their rows are waited for no longer than `rowPatience`: this is evaluated before the first row is locked. */
const chosenRuns = `select case when set_config('lock_timeout', coalesce(${$.rowPatience}, current_setting('lock_timeout')), true) <> '' then ${$.runIds}::uuid[] end`

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
  'abortedBy',
  'resumedAt',
  'activeMs',
  'durationMs',
  'completedAt',
  'inputsConsumed',
  'context',
  'artifacts',
  'escalation',
  'gateDecisions',
  'crashesSinceProgress',
] as const

/**
 * Writes the commits of many runs at once. The first part takes each run's row lock and, only where the writer's epoch, the number of its
 * commits and the run's status still hold, takes the numbers of its events, renews its lease and applies its patch; everything else is
 * written for just those runs. The commit that settles an ended run records when it settled (DAG-4). So `seq` is dense and in commit order,
 * a stale owner writes nothing, and an owner writes nothing after a commit that failed (DUR-2).
 * A transaction takes its id before it waits for a row lock: one with a later id may have written to the run meanwhile. An event is placed
 * in its tree by the highest id that has written to its run, so that the tree's order never contradicts `seq`. A change of status is placed
 * alike.
 * Most turns of a run write its log alone. The rows that follow from the log are written when the run rests, and about once a second before.
 * A commit that writes rows is refused where rows of earlier ones, which it does not have, lag behind: no run rests with such rows.
 */
const turn = {
  patch: `,
    "unprojectedFrom" = case
      when c."rowsFrom" is not null then null
      when c.entry is null then r."unprojectedFrom"
      else coalesce(r."unprojectedFrom", r."nextSeq") end,
    (${columnList(patchColumns)}) = (select ${columnList(patchColumns, 'p')} from json_populate_record(r, c.patch) p),
    "settledAt" = case when c."settlesAt" is not null and r."settledAt" is null
      and coalesce(c.patch->>'status', r.status::text) in ('COMPLETED', 'FAILED', 'CANCELLED') and not ${hasUnsettledBesides('r.id', 'c.fired')}
      then c."settlesAt" else r."settledAt" end,
    ${statusPosition("c.patch->>'status' <> r.status::text")}`,
  rows: '',
}

const turnStatement = statementOf(turn)

/** The same with the rows that follow from the log. An entry without events stands beside the events before it, where there are any. */
const fullCommit = {
  ...turn,
  append: `appended as (
  update "EventSegment" s set entries = concat_ws(E'\\n', s.entries, f.entry)
  from fenced f where f."eventCount" = 0 and f.entry is not null and s."runId" = f.id and s."lastSeq" = f.base - 1
  returning s."runId"
), `,
  orAppended: ` or f.entry is not null and f.id not in (select "runId" from appended)`,
  rows: `${tables.entryParts.map((table) => tables.insertPart(tables.entryTables[table], $[table])).join('')}${tables.insertPart(tables.gateTable, $.gates)}, ${sentAs('sentPrompt', $.prompts, tables.promptColumns)}, "writtenPrompt" as (
  insert into "Prompt" ("projectId", hash, text, "toolsHash")
  select p."projectId", p.hash, p.text, p."toolsHash"
  from "sentPrompt" p
  where p."projectId" in (select f."projectId" from fenced f)
  order by p."projectId", p.hash -- Two transactions with the same prompts would wait for each other.
  on conflict do nothing
)`,
}

const commitStatement = statementOf(fullCommit)

/** The same for commits with secrets or files, which runs without any never take (TAS-7, FILE-1). */
const rareRows = `, ${sentAs('sentSecret', $.secrets, tables.secretColumns)}, written_secrets as (
  insert into "Secret" ("rootId", id, "projectId", sealed)
  select distinct on (s."rootId", s.id) s."rootId", s.id, s."projectId", s.sealed
  from "sentSecret" s join fenced f on f."rootId" = s."rootId"
  order by s."rootId", s.id
  on conflict do nothing
), ${sentAs('sentFile', $.files, tables.fileColumns)}, "keptFile" as materialized (
  select o.id, o."projectId" from "File" o where o.id in (select "fileId" from "sentFile") order by o.id for key share
), linked_files as (
  insert into "RunFile" ("rootId", "fileId", "projectId")
  select distinct f."rootId", o.id, o."projectId"
  from "sentFile" s join fenced f on f.place = s.place join "keptFile" o on o.id = s."fileId" and o."projectId" = f."projectId"
  order by 1, 2
  on conflict do nothing
)`

/**
 * The same for commits that change a run's status or a gate: a delivery for each webhook of the project with that topic, in the same
 * transaction (HOOK-1). A webhook that is being deleted is skipped, so that no run waits for it or fails because of it.
 */
const notice = {
  ...fullCommit,
  returned: `, r.status, r."terminationReason", r."agentId", r."parentId", (r."nextSeq" - 1)::int as "lastSeq"`,
  rows: `${fullCommit.rows}, ${sentAs('sentNotice', $.notices, tables.noticeColumns)}, written_deliveries as (
  insert into "WebhookDelivery" (id, "projectId", "webhookId", "runId", topic, facts, "nextAttemptAt", "createdAt")
  select gen_random_uuid(), f."projectId", w.id, f.id, n.topic, json_build_object('status', f.status, 'terminationReason', f."terminationReason",
    'agentId', f."agentId", 'parentId', f."parentId", 'rootId', f."rootId", 'lastSeq', f."lastSeq", 'gate', n.gate), ${$.at}::timestamptz, ${$.at}::timestamptz
  from "sentNotice" n join fenced f on f.place = n.place
  join "Webhook" w on w."projectId" = f."projectId" and w."disabledAt" is null and n.topic = any(w.topics)
  order by n.position
  for key share of w skip locked
  returning "runId"
)`,
  found: ', f.id in (select "runId" from written_deliveries) as "isNotified"',
}

const noticeStatement = statementOf(notice)

const rareStatement = statementOf({ ...notice, rows: `${notice.rows}${rareRows}` })

/** The same for commits that bring nothing but events, such as the words of a model: it takes two thirds of the time. */
const eventsStatement = statementOf({ patch: '', rows: '' })

interface Parts {
  /** Further assignments of the update of the run. */
  readonly patch: string
  /** Inserts for the runs that passed the fence. */
  readonly rows: string
  /** What is written before the events, and of which further runs there are segments. */
  readonly append?: string
  readonly orAppended?: string
  /** Further columns of the updated runs, which `rows` may read. */
  readonly returned?: string
  /** Further columns of the result. */
  readonly found?: string
}

/**
 * `any` of the ids is redundant: it shows the planner that the runs are few, so that it uses their index.
 * The row locks are taken in the order of the ids, as far as the query plan allows.
 */
function statementOf({
  patch,
  rows,
  append = '',
  orAppended = '',
  returned = '',
  found = '',
}: Parts): string {
  return `
with ${sentAs('asked', $.runs, askedColumns)}, fenced as (
  update "Run" r set
    "nextSeq" = r."nextSeq" + c."eventCount",
    "ownerCommits" = r."ownerCommits" + c."commitCount",
    "lastXid" = greatest(r."lastXid", (pg_current_xact_id()::text)::bigint),
    "leaseExpiresAt" = case
      when c.patch->'leaseOwner' is not null then null
      when c.epoch is null and r."leaseOwner" is null and c.patch->>'status' = 'RUNNING' then clock_timestamp()
      when c."commitCount" = 0 then r."leaseExpiresAt"
      else clock_timestamp() + ${$.leaseMs}::int * interval '1 millisecond' end${patch}
  from asked c
  where r.id = c."runId" and r.id = any((${chosenRuns})::uuid[])
    and (c.epoch is null or (r.epoch = c.epoch and coalesce(r."ownerCommits" = c."ownerCommits", true)))
    and r.status = any(c."from")
    and not (c."unlessAborted" and r."abortRequestedAt" is not null)
    and not (c."unlessInputPending" and r."inputsReceived" > r."inputsConsumed")
    and (c."unlessEscalated" is null or r.escalation is null)
    and (c."afterGateDecisions" is null or r."gateDecisions" = c."afterGateDecisions")
    and coalesce(r."unprojectedFrom" >= c."rowsFrom", true)
  returning c.place, r.id, r."projectId", r."rootId", r."lastXid", r.epoch, (r."nextSeq" - c."eventCount")::int as base,
    c."eventCount", c."hasGates", c.events, c.entry,
    r."abortRequestedAt" is not null as "abortRequested", r."inputsReceived" > r."inputsConsumed" as "inputPending", r.escalation, r."createdAt"${returned},
    case when r.id = r."rootId" then r."sessionId" else (select root."sessionId" from "Run" root where root.id = r."rootId") end as "sessionId"
), ${append}written_events as (
  insert into "EventSegment" ("runId", "firstSeq", "lastSeq", "projectId", "rootId", at, epoch, "commitXid", "hasGates", events, entries)
  select f.id, f.base, f.base + f."eventCount" - 1, f."projectId", f."rootId", ${$.at}::timestamptz, f.epoch, f."lastXid", f."hasGates", f.events, f.entry
  from fenced f where f."eventCount" > 0${orAppended}
)${rows}
select f.id as "runId", f."projectId", f."rootId", f."sessionId", f.base, f."abortRequested", f."inputPending", f.escalation${found}
from fenced f`
}

/** A statement as `pg` takes it. */
export interface CommitQuery {
  readonly name: string
  readonly text: string
  readonly values: unknown[]
}

interface CommitOptions {
  readonly at: Date
  readonly leaseMs: number
  readonly rowPatienceMs: number | null
  /** That of the commits together. */
  readonly size: Size
}

/** The statement that writes these commits, one per run, with their webhook deliveries, as `pg` takes it. */
export function* commitQuery(
  written: readonly WrittenCommit[],
  notices: readonly Notice[],
  { at, leaseMs, rowPatienceMs, size }: CommitOptions,
): Sliced<CommitQuery> {
  const ordered = written.toSorted((a, b) => (a.commit.runId < b.commit.runId ? -1 : 1))
  const runIds = ordered.map(({ commit }) => commit.runId)
  const common = [
    yield* rowsAsText(
      ordered.map((one) => [askedRow(one, at)]),
      askedColumns,
      size,
    ),
    at,
    leaseMs,
    runIds,
    rowPatienceMs?.toString() ?? null,
  ]
  const named = ordered.map(({ commit }) => namedFiles(commit))
  const isPlain =
    notices.length === 0 &&
    ordered.every(({ commit: { gates, prompts, secrets } }) =>
      [gates, prompts, secrets].every((rows = none) => rows.length === 0),
    ) &&
    named.every((files) => files.length === 0)
  if (isPlain && ordered.every(isEventsOnly))
    return { name: 'rungraph-events', text: eventsStatement, values: common }
  if (isPlain && ordered.every(({ rows }) => rows === null || isEmptyEntry(rows.rows)))
    return { name: 'rungraph-turn', text: turnStatement, values: common }
  const values: unknown[] = [...common, ...partsAsText(ordered.map(({ rows }) => rows?.rows))]
  const commitsOf = <Name extends string>(
    columns: Columns<Name>,
    of: (commit: RunCommit) => readonly Readonly<Partial<Record<Name, unknown>>>[] | undefined,
  ) =>
    rowsAsText(
      ordered.map(({ commit }) => of(commit)),
      columns,
      size,
    )
  values.push(yield* commitsOf(tables.gateTable.columns, ({ gates }) => gates))
  values.push(yield* commitsOf(tables.promptColumns, ({ prompts }) => prompts))
  const secrets = yield* commitsOf(tables.secretColumns, (commit) => commit.secrets)
  const files = yield* rowsAsText(named, tables.fileColumns, size)
  const isRare = secrets !== '' || files !== ''
  if (!isRare && notices.length === 0) return { name: 'rungraph-commit', text: commitStatement, values }
  const noticesOf = Map.groupBy(notices, ({ runId }) => runId)
  values.push(yield* commitsOf(tables.noticeColumns, ({ runId }) => noticesOf.get(runId)))
  if (!isRare) return { name: 'rungraph-notices', text: noticeStatement, values }
  return { name: 'rungraph-rare', text: rareStatement, values: [...values, secrets, files] }
}

/** A file stays as long as the messages and results that name it: the commit that brings them says so. */
function namedFiles({ messages = none, actions = none }: RunCommit): readonly Pick<FilePart, 'fileId'>[] {
  if (messages.length === 0 && actions.length === 0) return none
  return [
    ...messages.flatMap(({ message }) => filesOf(message)),
    ...actions.flatMap(({ audit }) => audit.files ?? []),
  ]
}

const none: readonly never[] = []

function isEventsOnly({ commit, entry, rows }: WrittenCommit): boolean {
  return commit.run === undefined && entry === null && rows === null
}
