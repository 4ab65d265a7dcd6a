import type pg from 'pg'
import { type Job, runJob, type Transaction } from '../../domain/dispatch.ts'
import { RungraphError } from '../../domain/errors.ts'
import { filesOf } from '../../domain/message.ts'
import { filesOfInput } from '../../domain/run-input.ts'
import type { ClaimedRun, Inserted, KnownRun, NewRun } from '../../domain/run-store.ts'
import { insertForkState } from '../../log/fold/insert-fork-state.ts'
import { inSessionOrder } from '../../sql/session-order.ts'
import { linkFiles } from '../files/run-files.ts'
import { isStillAt, moveSchedule } from '../schedule-store.ts'
import { insertQuery, type SessionPlace } from './insert-statement.ts'
import { claimAccepted, type RunOwnershipOptions } from './run-ownership.ts'

export interface AcceptOptions extends RunOwnershipOptions {
  readonly newId: () => string
}

/** A run that was accepted: stored, or known; and claimed, if the worker of this process has a place for it. */
export interface Accepted {
  readonly inserted: Inserted
  readonly claimed: ClaimedRun | null
}

interface Accepting extends AcceptOptions {
  readonly transaction: Transaction
  /** Whether the worker of this process has a place for it. */
  readonly isPlaced: boolean
}

/** Claimed at once or with the job that it may be claimed by; a run of a schedule in the same step as that moves on (SCHED-2). */
export async function acceptAlone(
  client: pg.PoolClient,
  run: NewRun,
  accepting: Accepting,
): Promise<Accepted> {
  const { dispatch, transaction, isPlaced } = accepting
  const { scheduled } = run
  if (scheduled && !(await isStillAt(client, scheduled)))
    return { inserted: { kind: 'superseded' }, claimed: null }
  const inserted = await insertRun(client, run, accepting)
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

async function insertRun(
  client: pg.PoolClient,
  run: NewRun,
  { newId, owner, leaseMs }: AcceptOptions,
): Promise<Inserted> {
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
  const claimer = { owner, leaseMs, idleProjects: [] }
  const { rowCount } = await client.query(insertQuery([{ run, isPlaced: false, session }], claimer))
  if (rowCount === 1) {
    await linkInput(client, run)
    await insertForkState(client, run, newId)
    return { kind: 'inserted', runId: run.id, interrupted: busy }
  }
  const existing = run.parent
    ? await findById(client, run)
    : run.scheduled
      ? await findByTime(client, run.scheduled)
      : await findByKey(client, run)
  if (!existing) throw new Error(`Run ${run.id} was neither inserted nor found under its idempotency key.`)
  return existing
}

/** A run that is made from another keeps what that one has; of files that are gone it shows that they are. @throws NOT_FOUND */
async function linkInput(client: pg.PoolClient, run: NewRun): Promise<void> {
  const { id, projectId, parent, beginning, inputFiles = [] } = run
  const { messages = [], inputs = [] } = beginning ?? {}
  const taken = messages.flatMap(({ message }) => filesOf(message))
  const files = [...inputFiles, ...taken, ...inputs.flatMap(filesOfInput)]
  const isThere = await linkFiles(client, { projectId, rootId: parent?.rootId ?? id, files })
  if (!isThere && !beginning) throw new RungraphError('NOT_FOUND', { kind: 'file' })
}

export function jobOf({ id, projectId, parent, priority = 0, startAt }: NewRun): Job {
  const depth = parent?.ancestorIds.length ?? 0
  return runJob({ id, projectId, depth, priority, cause: 'queued', ...(startAt && { dueAt: startAt }) })
}

export async function findByKey(
  client: Pick<pg.PoolClient, 'query'>,
  { projectId, idempotencyKey }: Pick<NewRun, 'projectId' | 'idempotencyKey'>,
): Promise<KnownRun | null> {
  if (idempotencyKey === null) return null
  const { rows } = await client.query<{ runId: string; inputHash: string | null }>({
    name: 'rungraph-known-run',
    text: `select id as "runId", "inputHash" from "Run" where "projectId" = $1 and "idempotencyKey" = $2`,
    values: [projectId, idempotencyKey],
  })
  return rows[0] ? { kind: 'known', ...rows[0] } : null
}

/** A child whose insertion an earlier owner of its parent had made durable. */
async function findById(client: pg.PoolClient, { id }: NewRun): Promise<KnownRun | null> {
  const { rowCount } = await client.query(`select 1 from "Run" where id = $1`, [id])
  return rowCount === 1 ? { kind: 'known', runId: id, inputHash: null } : null
}

/** A run of this time of a schedule, which was inserted before by a process with another clock. */
async function findByTime(
  client: pg.PoolClient,
  { scheduleId, fires }: NonNullable<NewRun['scheduled']>,
): Promise<KnownRun | null> {
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
 * Checks the limits of child runs (SUB-2): that the parent still executes under the epoch of the caller, and that neither it nor its tree
 * has as many runs as it may have. The caller holds the lock of the tree. Returns `null` if the child run may be inserted.
 */
async function checkChildLimits(
  client: pg.PoolClient,
  parent: NonNullable<NewRun['parent']>,
): Promise<Extract<Inserted, { readonly kind: 'parentLost' | 'childLimitExceeded' }> | null> {
  const { rowCount } = await client.query(
    `select 1 from "Run" where id = $1 and epoch = $2 and status = 'RUNNING' and "abortRequestedAt" is null for no key update`,
    [parent.runId, parent.epoch],
  )
  if (rowCount !== 1) return { kind: 'parentLost' }
  const { rows } = await client.query<{ children: number; descendants: number }>(
    `select count(*) filter (where "parentId" = $2)::int as children, count(*)::int - 1 as descendants from "Run" where "rootId" = $1`,
    [parent.rootId, parent.runId],
  )
  const { children = 0, descendants = 0 } = rows[0] ?? {}
  if (children >= parent.maxChildren)
    return { kind: 'childLimitExceeded', limit: 'maxChildren', max: parent.maxChildren }
  if (descendants >= parent.maxDescendants)
    return { kind: 'childLimitExceeded', limit: 'maxDescendants', max: parent.maxDescendants }
  return null
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
