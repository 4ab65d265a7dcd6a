import type pg from 'pg'
import { type Job, runJob, type Transaction } from '../../domain/dispatch.ts'
import type { Json } from '../../domain/json.ts'
import type { RunInput } from '../../domain/run-input.ts'
import type {
  ChildOutcome,
  ClaimedRun,
  Inserted,
  LocalSlots,
  NewRun,
  RunStore,
  RunSummary,
} from '../../domain/run-store.ts'
import { topics } from '../../domain/wakeups.ts'
import { isStillAt, moveSchedule } from '../schedule-store.ts'
import { inSessionOrder } from '../session-order.ts'
import { againAfterDeadlock, inTransaction } from '../transaction.ts'
import { createBindingStore } from './binding-store.ts'
import { checkChildLimits } from './child-limits.ts'
import { createGateStore } from './gate-store.ts'
import { createHistoryStore } from './history-store.ts'
import { createSecretStore, insertForkState } from './insert-fork-state.ts'
import { insertQuery, type SessionPlace } from './insert-statement.ts'
import { readOpenWork } from './open-work.ts'
import { readUsage, restore } from './restore.ts'
import { updateLabels } from './run-labels.ts'
import { claimAccepted, createRunOwnership, type RunOwnershipOptions } from './run-ownership.ts'
import { createSessionStore } from './session-store.ts'

interface RunStoreOptions extends RunOwnershipOptions {
  readonly newId: () => string
  /** Absent: no worker is in this process. */
  readonly slots?: LocalSlots
}

/** The rows of runs, in PostgreSQL. */
export function createRunStore(options: RunStoreOptions): RunStore {
  const { pool, wakeups, slots, newId } = options
  return {
    insert: async (run) => {
      const slot = run.startAt === undefined ? (slots?.reserve() ?? null) : null
      try {
        const { inserted, claimed } = await inTransaction(
          pool,
          (client, transaction) => accept(client, run, { ...options, transaction, isPlaced: slot !== null }),
          'once',
        )
        wakeups.publish(claimed ? topics.runs(run.projectId) : topics.queue)
        if (claimed) slot?.begin(claimed)
        else slot?.free()
        return inserted
      } catch (error) {
        slot?.abandon({ runId: run.id, epoch: 1 })
        throw error
      }
    },

    find: async (projectId, runId) => {
      const { rows } = await pool.query<Omit<RunSummary, 'requests' | 'tokens'>>(summaryStatement, [
        projectId,
        runId,
      ])
      return rows[0] ? { ...rows[0], ...(await readUsage(pool, runId)) } : null
    },

    updateLabels: (projectId, runId, change) => updateLabels(pool, { projectId, runId }, change),

    ...createRunOwnership(options),

    requestAbort: async (runId, reason, by = null) => {
      const mark = () =>
        pool.query<{ id: string; status: 'RUNNING' | 'WAITING' }>(abortStatement, [runId, reason, by])
      // A growing tree has many rows, which are locked in another order than by other commits. PostgreSQL then ends one of the two
      // transactions.
      const { rows } = await againAfterDeadlock(mark)
      wakeups.publish(topics.control(runId))
      for (const { id } of rows) if (id !== runId) wakeups.publish(topics.control(id))
      return rows.find(({ id }) => id === runId)?.status ?? null
    },

    restore: (run) => restore(pool, run),

    childOutcome: async (runId) => {
      const { rows } = await pool.query<ChildOutcome>(outcomeStatement, [runId])
      if (!rows[0]) throw new Error(`There is no child run ${runId}.`)
      return rows[0]
    },

    openWork: (runId) => readOpenWork(pool, runId),

    hasMade: async (runId, { type, target }) => {
      const { rowCount } = await pool.query(
        `select 1 from "Action" where "runId" = $1 and type::text = $2 and target = $3 and status = 'SUCCEEDED' limit 1`,
        [runId, type, target],
      )
      return rowCount === 1
    },

    liveDescendants: async (rootId, runId) => {
      const { rows } = await pool.query<{ id: string }>(liveStatement, [rootId, runId])
      return rows.map(({ id }) => id)
    },

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

    readInputs: async (runId, consumed) => {
      const { rows } = await pool.query<{ kind: RunInput['kind']; text: string }>(
        `select kind, text from "RunInput" where "runId" = $1 and number > $2 order by number`,
        [runId, consumed],
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
    secrets: createSecretStore(pool),
  }
}

interface AcceptOptions extends RunStoreOptions {
  readonly transaction: Transaction
  /** Whether the worker of this process has a place for it. */
  readonly isPlaced: boolean
}

/** Claimed at once or with the job that it may be claimed by; a run of a schedule in the same step as that moves on (SCHED-2). */
async function accept(
  client: pg.PoolClient,
  run: NewRun,
  accepting: AcceptOptions,
): Promise<{ readonly inserted: Inserted; readonly claimed: ClaimedRun | null }> {
  const { newId, dispatch, transaction, isPlaced } = accepting
  const { scheduled } = run
  if (scheduled && !(await isStillAt(client, scheduled)))
    return { inserted: { kind: 'superseded' }, claimed: null }
  const inserted = await insertRun(client, run, newId)
  let claimed: ClaimedRun | null = null
  if (inserted.kind === 'inserted') {
    const { id, projectId, parent } = run
    if (isPlaced)
      claimed = await claimAccepted(client, accepting, { id, projectId, isChild: parent !== null })
    if (!claimed) await dispatch.enqueue([jobOf(run)], transaction)
  }
  if (scheduled && (inserted.kind === 'inserted' || inserted.kind === 'known'))
    await moveSchedule(client, scheduled, { error: null, dispatch, transaction })
  return { inserted, claimed }
}

async function insertRun(client: pg.PoolClient, run: NewRun, newId: () => string): Promise<Inserted> {
  const session = run.sessionKey === null ? null : await lockSession(client, run, run.sessionKey, newId)
  // A repeated trigger must not be blocked by its own run. Without a session or a parent nothing blocks it, and the insertion itself finds
  // out.
  const known = session === null && !run.parent ? null : await findByKey(client, run)
  if (known) return known
  const refused = run.parent ? await refuseChild(client, run, run.parent) : null
  if (refused) return refused
  const busy =
    session === null || run.busySession === 'ENQUEUE'
      ? []
      : await unfinishedRuns(client, session.id, run.startAt ?? null)
  if (busy[0] !== undefined && run.busySession === 'REJECT') return { kind: 'busy', runId: busy[0] }
  const inserted = await client.query<{ runId: string }>(insertQuery(run, session))
  if (inserted.rows[0]) {
    await insertForkState(client, run, newId)
    return { kind: 'inserted', runId: inserted.rows[0].runId, interrupted: busy }
  }
  const existing = run.parent
    ? await findById(client, run)
    : run.scheduled
      ? await findByTime(client, run.scheduled)
      : await findByKey(client, run)
  if (!existing) throw new Error(`Run ${run.id} was neither inserted nor found under its idempotency key.`)
  return existing
}

function jobOf({ id, projectId, parent, priority = 0, startAt }: NewRun): Job {
  const depth = parent?.ancestorIds.length ?? 0
  return runJob({ id, projectId, depth, priority, cause: 'queued', ...(startAt && { dueAt: startAt }) })
}

async function findByKey(
  client: pg.PoolClient,
  run: NewRun,
): Promise<Extract<Inserted, { readonly kind: 'known' }> | null> {
  if (run.idempotencyKey === null) return null
  const { rows } = await client.query<{ runId: string; inputHash: string | null }>({
    name: 'rungraph-known-run',
    text: `select id as "runId", "inputHash" from "Run" where "projectId" = $1 and "idempotencyKey" = $2`,
    values: [run.projectId, run.idempotencyKey],
  })
  return rows[0] ? { kind: 'known', ...rows[0] } : null
}

/** A child whose insertion an earlier owner of its parent had made durable. */
async function findById(
  client: pg.PoolClient,
  { id }: NewRun,
): Promise<Extract<Inserted, { readonly kind: 'known' }> | null> {
  const { rowCount } = await client.query(`select 1 from "Run" where id = $1`, [id])
  return rowCount === 1 ? { kind: 'known', runId: id, inputHash: null } : null
}

/** A run of this time of a schedule, which was inserted before by a process with another clock. */
async function findByTime(
  client: pg.PoolClient,
  { scheduleId, fires }: NonNullable<NewRun['scheduled']>,
): Promise<Extract<Inserted, { readonly kind: 'known' }> | null> {
  const { rows } = await client.query<{ runId: string }>(
    `select id as "runId" from "Run" where "scheduleId" = $1 and "scheduledFor" = $2`,
    [scheduleId, fires],
  )
  return rows[0] ? { kind: 'known', runId: rows[0].runId, inputHash: null } : null
}

/** Checks whether a child run may be inserted (SUB-2). The lock makes the counts exact: children of one tree are inserted one at a time. */
async function refuseChild(
  client: pg.PoolClient,
  run: NewRun,
  parent: NonNullable<NewRun['parent']>,
): Promise<Inserted | null> {
  await client.query(`select pg_advisory_xact_lock(hashtextextended($1::text, 0))`, [parent.rootId])
  const known = await findById(client, run)
  if (known) return known
  return checkChildLimits(client, parent)
}

/**
 * The session's runs that make it busy for a run that is to start at a time, oldest first. Until its time a run blocks no other, and is
 * neither refused nor an interruption. Exact, as every insertion into the session holds the session's row (CTX-5).
 */
async function unfinishedRuns(
  client: pg.PoolClient,
  sessionId: string,
  startAt: Date | null,
): Promise<readonly string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select id from "Run"
     where "sessionId" = $1 and ($2::timestamptz is null or $2 <= clock_timestamp())
       and (status in ('RUNNING', 'WAITING') or (status = 'QUEUED' and "startAt" <= clock_timestamp()))
     order by ${inSessionOrder('"Run"')}`,
    [sessionId, startAt],
  )
  return rows.map((row) => row.id)
}

/**
 * The session, with its row locked to the end of the transaction: triggers of one session come one after another, and each is given the
 * next number. A trigger that stores no run leaves a gap.
 */
async function lockSession(
  client: pg.PoolClient,
  run: NewRun,
  key: string,
  newId: () => string,
): Promise<SessionPlace> {
  // The update makes the row come back also where it existed; one that was made for its memory has no agent yet.
  const { rows } = await client.query<SessionPlace>(
    `insert into "Session" (id, "projectId", key, "agentId", "lastNumber") values ($1, $2, $3, $4, 1)
     on conflict ("projectId", key) do update set "agentId" = coalesce("Session"."agentId", excluded."agentId"), "lastActiveAt" = now(),
       "lastNumber" = "Session"."lastNumber" + 1
     returning id, "lastNumber" as number`,
    [newId(), run.projectId, key, run.agentId],
  )
  if (!rows[0]) throw new Error(`Session ${key} was neither inserted nor found.`)
  return rows[0]
}

const summaryStatement = `
select r.id, r."parentId", r."rootId", r.status, r."stepCount", r."actionCount", r."costUsd"::text, r."activeMs", r."startedAt", r."effectiveLimits", r."sessionId",
  (r."nextSeq" - 1)::int as "lastSeq",
  (select coalesce(max(m.position), -1) + 1 from "Message" m where m."runId" = r.id) as "nextPosition",
  (select w.slug from "Workflow" w where w.id = r."workflowId") as workflow
from "Run" r where r."projectId" = $1 and r.id = $2`

/** The run's row is locked by the update, so that numbers are dense and no ending passes the message by. */
const inputStatement = `
with counted as (
  update "Run" set "inputsReceived" = "inputsReceived" + 1 where id = $1 and status::text = any($4::text[])
  returning id, "projectId", "inputsReceived"
)
insert into "RunInput" ("runId", "projectId", number, kind, text) select id, "projectId", "inputsReceived", $2, $3 from counted`

/** The history of a run that is made from another refers to the outputs of that one's actions, and so on (RUN-9). */
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

/**
 * The whole tree below it at once: the reach of an abort does not grow with the depth (RUN-4), and a run that is claimed late does nothing.
 */
const abortStatement = `
with tree as (
  select id from "Run" where (id = $1 and status in ('RUNNING', 'WAITING'))
  or ("rootId" = (select "rootId" from "Run" where id = $1) and $1 = any("ancestorIds") and status in ('QUEUED', 'RUNNING', 'WAITING'))
  order by id for no key update
)
update "Run" r set "abortRequestedAt" = coalesce(r."abortRequestedAt", clock_timestamp()), "abortReason" = coalesce(r."abortReason", $2),
  "abortedBy" = case when r."abortRequestedAt" is null then $3 else r."abortedBy" end
from tree where r.id = tree.id and r.status in ('QUEUED', 'RUNNING', 'WAITING')
returning r.id, r.status`

const outcomeStatement = `
select r.status, r."terminationReason" as reason, r.summary, r."errorCode", r."errorMessage",
  r."workflowId" is not null or jsonb_typeof(v.definition->'outputSchema') = 'object' as "isData", r."loopState"->>'unmet' as unmet
from "Run" r join "AgentVersion" v on v."agentId" = r."agentId" and v.version = r."agentVersion" where r.id = $1`

const liveStatement = `
select id from "Run"
where "rootId" = $1 and $2 = any("ancestorIds") and status in ('QUEUED', 'RUNNING', 'WAITING')
order by depth, id`
