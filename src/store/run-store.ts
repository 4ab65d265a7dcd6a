import type pg from 'pg'
import type { Json } from '../domain/json.ts'
import type { RunInput } from '../domain/run-input.ts'
import type { ClaimedRun, Held, Inserted, NewRun, RunStore, RunSummary } from '../domain/run-store.ts'
import { topics, type Wakeups } from '../domain/wakeups.ts'
import { createBindingStore } from './binding-store.ts'
import { anythingToClaimStatement, claimStatement, lockProjectsStatement } from './claim-statement.ts'
import { createGateStore } from './gate-store.ts'
import { createHistoryStore } from './history-store.ts'
import { insertBeginning } from './insert-beginning.ts'
import { readUsage, restore } from './restore.ts'
import { type ClaimedRow, toClaimedRun } from './run-rows.ts'
import { createSessionStore } from './session-store.ts'
import { inTransaction } from './transaction.ts'

/** Who claims: shown on the row, and alive as long as it holds its advisory lock. */
export interface Owner {
  readonly name: string
  readonly key: number
}

export interface RunStoreOptions {
  readonly pool: pg.Pool
  readonly wakeups: Wakeups
  readonly owner: Owner
  readonly leaseMs: number
  readonly newId: () => string
}

interface RenewedRow {
  readonly id: string
  readonly aborted: boolean
  readonly pending: boolean
  readonly why: string | null
}

/** The rows of runs, in PostgreSQL. */
export function createRunStore({ pool, wakeups, owner, leaseMs, newId }: RunStoreOptions): RunStore {
  return {
    insert: async (run) => {
      const inserted = await inTransaction(pool, (client) => insertRun(client, run, newId))
      wakeups.publish(topics.queue)
      return inserted
    },

    find: async (projectId, runId) => {
      const { rows } = await pool.query<Omit<RunSummary, 'requests' | 'tokens'>>(summaryStatement, [
        projectId,
        runId,
      ])
      return rows[0] ? { ...rows[0], ...(await readUsage(pool, runId)) } : null
    },

    claim: async ({ limit }) => {
      const { rows } = await pool.query<{ found: boolean }>({
        name: 'rungraph-claimable',
        text: anythingToClaimStatement,
      })
      if (!rows[0]?.found) return []
      return inTransaction(pool, (client) => claimRuns(client, { owner, leaseMs, limit }))
    },

    renew: async (held) => {
      if (held.length === 0) return { lost: [], aborted: [], inputPending: [], escalated: [] }
      const { rows } = await pool.query<RenewedRow>(renewStatement, [...heldColumns(held), leaseMs])
      const kept = new Set(rows.map((row) => row.id))
      return {
        lost: held.map((run) => run.runId).filter((runId) => !kept.has(runId)),
        aborted: rows.filter((row) => row.aborted).map((row) => row.id),
        inputPending: rows.filter((row) => row.pending).map((row) => row.id),
        escalated: rows.flatMap(({ id, why }) => (why === null ? [] : [{ runId: id, why }])),
      }
    },

    release: async (held) => {
      if (held.length === 0) return
      await pool.query(releaseStatement, heldColumns(held))
      wakeups.publish(topics.queue)
    },

    requestAbort: async (runId, reason) => {
      const { rowCount } = await pool.query(abortStatement, [runId, reason])
      wakeups.publish(topics.control(runId))
      return rowCount === 1
    },

    restore: (run) => restore(pool, run),

    sendInput: async (runId, input, statuses) => {
      const { rowCount } = await pool.query(inputStatement, [
        runId,
        input.kind,
        input.kind === 'MESSAGE' ? input.text : '',
        statuses,
      ])
      wakeups.publish(topics.control(runId))
      return rowCount === 1
    },

    readInputs: async (runId, taken) => {
      const { rows } = await pool.query<{ kind: RunInput['kind']; text: string }>(
        `select kind, text from "RunInput" where "runId" = $1 and number > $2 order by number`,
        [runId, taken],
      )
      return rows.map(({ kind, text }) => (kind === 'MESSAGE' ? { kind, text } : { kind }))
    },

    readOutput: async (runId, actionId) => {
      const { rows } = await pool.query<{ output: Json }>(outputStatement, [runId, actionId])
      const output = rows[0]?.output ?? null
      return output === null || typeof output === 'string' ? output : JSON.stringify(output)
    },

    bindings: createBindingStore(pool),
    sessions: createSessionStore({ pool, newId }),
    gates: createGateStore(pool),
    history: createHistoryStore(pool),
  }
}

async function insertRun(client: pg.PoolClient, run: NewRun, newId: () => string): Promise<Inserted> {
  const sessionId = run.sessionKey === null ? null : await lockSession(client, run, run.sessionKey, newId)
  // A trigger that is sent again must not find its own run in its way.
  const known = run.idempotencyKey === null ? null : await findByKey(client, run)
  if (known) return known
  const busy =
    sessionId === null || run.busySession === 'ENQUEUE' ? [] : await unfinishedRuns(client, sessionId)
  if (busy[0] !== undefined && run.busySession === 'REJECT') return { kind: 'busy', runId: busy[0] }
  const values = [
    run.id,
    run.projectId,
    run.agentId,
    run.agentVersion,
    sessionId,
    run.input,
    JSON.stringify(run.context),
    JSON.stringify(run.effectiveLimits),
    run.idempotencyKey,
    run.inputHash,
    run.parent?.runId ?? null,
    run.parent?.rootId ?? run.id,
    run.parent?.ancestorIds ?? [],
    run.plan === null ? null : JSON.stringify(run.plan),
    ...beginningOf(run),
  ]
  const inserted = await client.query<{ runId: string }>(insertStatement, values)
  if (inserted.rows[0]) {
    await insertBeginning(client, run, newId)
    return { kind: 'inserted', runId: inserted.rows[0].runId, interrupted: busy }
  }
  const taken = await findByKey(client, run)
  if (!taken) throw new Error(`Run ${run.id} was neither inserted nor found under its idempotency key.`)
  return taken
}

/** The columns of a run that is made from another; those of a new one where it is not. */
function beginningOf({ beginning }: NewRun): readonly unknown[] {
  const { checkpoint = null, overrides = null, replayOf = null } = beginning ?? {}
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

async function findByKey(
  client: pg.PoolClient,
  run: NewRun,
): Promise<Extract<Inserted, { readonly kind: 'known' }> | null> {
  if (run.idempotencyKey === null) return null
  const { rows } = await client.query<{ runId: string; inputHash: string | null }>(
    `select id as "runId", "inputHash" from "Run" where "projectId" = $1 and "idempotencyKey" = $2`,
    [run.projectId, run.idempotencyKey],
  )
  return rows[0] ? { kind: 'known', ...rows[0] } : null
}

/** The session's runs that make it busy, oldest first. Exact, as whoever adds one holds the session's row (CTX-5). */
async function unfinishedRuns(client: pg.PoolClient, sessionId: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select id from "Run" where "sessionId" = $1 and status in ('QUEUED', 'RUNNING', 'WAITING') order by "createdAt", id`,
    [sessionId],
  )
  return rows.map((row) => row.id)
}

/** The session's id, with its row locked to the end of the transaction: triggers of one session come one after another. */
async function lockSession(
  client: pg.PoolClient,
  run: NewRun,
  key: string,
  newId: () => string,
): Promise<string> {
  // The update makes the row come back also where it existed; one that was made for its memory has no agent yet.
  const { rows } = await client.query<{ id: string }>(
    `insert into "Session" (id, "projectId", key, "agentId") values ($1, $2, $3, $4)
     on conflict ("projectId", key) do update set "agentId" = coalesce("Session"."agentId", excluded."agentId") returning id`,
    [newId(), run.projectId, key, run.agentId],
  )
  if (!rows[0]) throw new Error(`Session ${key} was neither inserted nor found.`)
  return rows[0].id
}

async function claimRuns(
  client: pg.PoolClient,
  { owner, leaseMs, limit }: { owner: Owner; leaseMs: number; limit: number },
): Promise<readonly ClaimedRun[]> {
  const projects = await client.query<{ id: string }>(lockProjectsStatement)
  const { rows } = await client.query<ClaimedRow>({
    name: 'rungraph-claim',
    text: claimStatement,
    values: [owner.name, owner.key, limit, projects.rows.map((row) => row.id), leaseMs],
  })
  return rows.map(toClaimedRun)
}

function heldColumns(held: readonly Held[]): [string[], number[]] {
  return [held.map((run) => run.runId), held.map((run) => run.epoch)]
}

const insertStatement = `
insert into "Run" (id, "projectId", "agentId", "agentVersion", "sessionId", input, context, "effectiveLimits",
  "idempotencyKey", "inputHash", "parentId", "rootId", "ancestorIds", depth, plan, "givenContext",
  "forkedFromId", "forkedAfterStep", "replayOfId", "replayTools", overrides, "startCheckpoint", "loopState", artifacts,
  "stepCount", "actionCount", "inputCount", "createdAt")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, cardinality($13::uuid[]), $14, $7,
  $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, clock_timestamp())
on conflict ("projectId", "idempotencyKey") do nothing
returning id as "runId", "inputHash"`

const summaryStatement = `
select r.id, r.status, r."stepCount", r."actionCount", r."costUsd"::text, r."activeMs", r."startedAt", r."effectiveLimits", r."sessionId",
  (r."nextSeq" - 1)::int as "lastSeq",
  (select count(*)::int from "Message" m where m."runId" = r.id) as "messageCount"
from "Run" r where r."projectId" = $1 and r.id = $2`

/**
 * A row that is locked is left alone: a commit of its owner is renewing it at this moment, and to wait for one row
 * while holding others is a deadlock with a commit of several runs.
 */
const renewStatement = `
with held as (
  select r.id, r."abortRequestedAt" is not null as aborted, r."inputCount" > r."inputsTaken" as pending, r.escalation as why from "Run" r
  join unnest($1::uuid[], $2::int[]) as h(id, epoch) on r.id = h.id and r.epoch = h.epoch
  where r.status = 'RUNNING'
), free as (
  select r.id from "Run" r
  join unnest($1::uuid[], $2::int[]) as h(id, epoch) on r.id = h.id and r.epoch = h.epoch
  where r.status = 'RUNNING'
  for no key update of r skip locked
), renewed as (
  update "Run" r set "leaseExpiresAt" = clock_timestamp() + $3::int * interval '1 millisecond' from free f where r.id = f.id
)
select id, aborted, pending, why from held`

const releaseStatement = `
update "Run" r set "leaseOwner" = null, "leaseKey" = null, "leaseExpiresAt" = null
from unnest($1::uuid[], $2::int[]) as h(id, epoch)
where r.id = h.id and r.epoch = h.epoch and r.status = 'RUNNING'`

/** The run's row is locked by the update, so that numbers are dense and no ending passes the message by. */
const inputStatement = `
with counted as (
  update "Run" set "inputCount" = "inputCount" + 1 where id = $1 and status::text = any($4::text[])
  returning id, "projectId", "inputCount"
)
insert into "RunInput" ("runId", "projectId", number, kind, text) select id, "projectId", "inputCount", $2, $3 from counted`

/** The history of a run that is made from another refers to what that one's actions gave, and so on (RUN-9). */
const outputStatement = `
with recursive line as (
  select id, "projectId", "sessionId", "forkedFromId", "replayOfId" from "Run" where id = $1
  union
  select o.id, o."projectId", o."sessionId", o."forkedFromId", o."replayOfId" from line l
  join "Run" o on o.id = coalesce(l."forkedFromId", l."replayOfId")
)
select a.output from "Action" a join "Run" o on o.id = a."runId"
where a.id = $2 and exists (
  select 1 from line l where a."projectId" = l."projectId" and (o.id = l.id or o."sessionId" = l."sessionId")
)`

const abortStatement = `
update "Run" set "abortRequestedAt" = coalesce("abortRequestedAt", clock_timestamp()), "abortReason" = coalesce("abortReason", $2)
where id = $1 and status = 'RUNNING'`
