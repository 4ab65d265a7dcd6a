import type pg from 'pg'
import type { DeleteRun, DeleteSession, DeletionOutcome, DeletionStore } from '../../domain/deletion.ts'
import type { RunStatus } from '../../domain/run.ts'
import { hasUnsettled } from '../../sql/fired-actions.ts'
import { againAfterDeadlock, inTransaction } from '../../sql/transaction.ts'
import { filesOfTrees, removeFiles } from '../files/prune-files.ts'
import { evaluatedCopies, forgetEvaluated, isBeingEvaluated } from './forget-evaluated.ts'
import { marking } from './mark-trees.ts'
import { promptsOf, removeUnused } from './prune-prompts.ts'
import { purgeTrees } from './purge-trees.ts'

/**
 * Removes runs and sessions at once, as retention removes old ones (ADM-1): the trees are marked in one transaction, from which on readers
 * do not see them, and their rows are deleted in short ones after it. If a process dies in between, retention finishes its work.
 */
export function createDeletionStore(pool: pg.Pool): DeletionStore {
  return {
    delete: async (call, now) => {
      const marked = await againAfterDeadlock(() =>
        inTransaction(pool, (client) => markTrees(client, call, now)),
      )
      if ('kind' in marked) return marked
      const runs = await purge(pool, marked)
      if (marked.sessionId === null) return { kind: 'deleted', id: marked.id, runs }
      const { sessionId } = marked
      const isGone = await inTransaction(pool, (client) => deleteSession(client, sessionId))
      return isGone ? { kind: 'deleted', id: sessionId, runs } : { kind: 'renewed' }
    },
  }
}

/** The cursor of a reader of lists that was away for longer does not tell it which runs were deleted. */
const deletionDays = 7
const dayMs = 24 * 3_600_000

/** The run or session to be purged. */
interface Marked {
  /** Id of the run or the session. */
  readonly id: string
  readonly rootIds: readonly string[]
  readonly sessionId: string | null
  /** Files of items that were made from them. */
  readonly itemFiles: readonly string[]
}

type Found = Omit<Marked, 'itemFiles'>

type Refusal = Exclude<DeletionOutcome, { kind: 'deleted' | 'renewed' }>

/** Under the locks that writers take who would refer to the trees: of their sessions, then of their roots. */
async function markTrees(
  client: pg.PoolClient,
  call: DeleteRun | DeleteSession,
  now: Date,
): Promise<Marked | Refusal> {
  const { projectId, includeCopies } = call
  const found = 'key' in call ? await findSession(client, call) : await findRun(client, call)
  if ('kind' in found) return found
  const rootIds = await lockCopies(client, projectId, found.rootIds)
  const copies = rootIds.length - found.rootIds.length
  if (copies > 0 && !includeCopies) return { kind: 'copied', copies }
  const refusal = await refuseDeletion(client, rootIds)
  if (refusal) return refusal
  await client.query(markStatement, [rootIds, projectId, now])
  await client.query(noteStatement, [rootIds, projectId, new Date(now.getTime() + deletionDays * dayMs)])
  const itemFiles = await forgetEvaluated(client, rootIds)
  if (found.sessionId !== null)
    await client.query(`update "Session" set memory = '{}' where id = $1`, [found.sessionId])
  return { ...found, rootIds, itemFiles }
}

async function findRun(
  client: pg.PoolClient,
  { projectId, runId }: DeleteRun,
): Promise<Found | Extract<Refusal, { kind: 'missing' | 'child' }>> {
  const { rows } = await client.query<{ rootId: string }>(
    'select "rootId" from "Run" where "projectId" = $1 and id = $2',
    [projectId, runId],
  )
  if (!rows[0]) return { kind: 'missing' }
  if (rows[0].rootId !== runId) return { kind: 'child', rootId: rows[0].rootId }
  return { id: runId, rootIds: [runId], sessionId: null }
}

async function findSession(
  client: pg.PoolClient,
  { projectId, key }: DeleteSession,
): Promise<Found | Extract<Refusal, { kind: 'missing' }>> {
  const { rows } = await client.query<{ id: string }>(
    'select id from "Session" where "projectId" = $1 and key = $2 for update',
    [projectId, key],
  )
  if (!rows[0]) return { kind: 'missing' }
  const { id } = rows[0]
  const roots = await client.query<{ id: string }>(
    'select distinct "rootId" as id from "Run" where "sessionId" = $1',
    [id],
  )
  return { id, rootIds: roots.rows.map((root) => root.id), sessionId: id }
}

/** Locks trees with all that was made from them, and gives the roots of both: again until nothing was made meanwhile. */
async function lockCopies(
  client: pg.PoolClient,
  projectId: string,
  rootIds: readonly string[],
): Promise<readonly string[]> {
  let known = rootIds
  for (;;) {
    await client.query(lockSessionsStatement, [known])
    await client.query('select from "Run" where id = any($1::uuid[]) order by id for update', [known])
    const { rows } = await client.query<{ id: string }>(copiesStatement, [projectId, known])
    if (rows.length === known.length) return known
    known = rows.map(({ id }) => id)
  }
}

async function refuseDeletion(client: pg.PoolClient, rootIds: readonly string[]): Promise<Refusal | null> {
  const unfinished = await client.query<UnfinishedRun>(unfinishedStatement, [rootIds])
  const [run] = unfinished.rows
  if (run)
    return run.isActive ? { kind: 'unfinished', runId: run.id, status: run.status } : { kind: 'unsettled' }
  if (await isBeingEvaluated(client, rootIds)) return { kind: 'evaluated' }
  const continued = await client.query<{ sessionKey: string }>(continuedStatement, [rootIds])
  return continued.rows[0] ? { kind: 'continued', ...continued.rows[0] } : null
}

/** Prompts first: they are reached only through the steps that had them. Files last: then no row names them any more. */
async function purge(pool: pg.Pool, { rootIds, itemFiles }: Marked): Promise<number> {
  const client = await pool.connect()
  let isBroken = true
  try {
    await removeUnused(client, await promptsOf(client, rootIds))
    const files = await filesOfTrees(client, rootIds)
    const runs = await purgeTrees(client, { roots: rootIds })
    await removeFiles(client, [...new Set([...files, ...itemFiles])])
    isBroken = false
    return runs
  } finally {
    client.release(isBroken)
  }
}

/** False where a run was made in it meanwhile: a new run of a session locks its row first. */
async function deleteSession(client: pg.PoolClient, sessionId: string): Promise<boolean> {
  await client.query('select from "Session" where id = $1 for update', [sessionId])
  const { rowCount } = await client.query('select from "Run" where "sessionId" = $1 limit 1', [sessionId])
  if (rowCount === 1) return false
  await client.query('delete from "Session" where id = $1', [sessionId])
  return true
}

const lockSessionsStatement = `
select from "Session" where id in (select "sessionId" from "Run" where "rootId" = any($1::uuid[])) order by id for update`

/** The roots, with those of the runs that were forked, retried, replayed or evaluated from a run of their trees, and so on. */
const copiesStatement = `
with recursive trees as (
  select unnest($2::uuid[]) as id
  union
  select c."rootId" from trees t join "Run" r on r."rootId" = t.id cross join lateral (
    select "rootId" from "Run" where "forkedFromId" = r.id and "projectId" = $1
    union all select "rootId" from "Run" where "replayOfId" = r.id and "projectId" = $1
    union all ${evaluatedCopies}
  ) c
)
select id from trees`

/**
 * Notes each run of which subscribers of lists are to be notified (`publishDeletions`) once its row is gone: a list that is read then does
 * not contain it.
 */
const noteStatement = `
insert into "RunDeletion" ("runId", "projectId", "commitXid", "expiresAt")
select r.id, r."projectId", 0, $3 from "Run" r
where r."rootId" = any($1::uuid[]) and r."projectId" = $2
on conflict do nothing`

/** A run that is active or continues some day, or one with fired actions. Nobody resumes a child, so one that is PAUSED stays so. */
const isActive = `(r.status in ('QUEUED', 'RUNNING', 'WAITING') or (r.status = 'PAUSED' and r."parentId" is null))`

interface UnfinishedRun {
  readonly id: string
  readonly status: RunStatus
  readonly isActive: boolean
}

const unfinishedStatement = `
select r.id, r.status, ${isActive} as "isActive" from "Run" r
where r."rootId" = any($1::uuid[]) and (${isActive} or ${hasUnsettled('r.id')})
order by 3 desc limit 1`

const continuedStatement = `
select s.key as "sessionKey" from "Run" r join "Session" s on s.id = r."sessionId"
where r."rootId" = any($1::uuid[]) and exists (
  select from "Run" o join "Run" root on root.id = o."rootId" and root."removedAt" is null
  where o."sessionId" = r."sessionId" and (o."createdAt", o.id) > (r."createdAt", r.id) and not o."rootId" = any($1::uuid[]))
limit 1`

/** One that a caller repeats may have been marked before. */
const markStatement = marking(`trees as (
  select o.id, o."projectId", o."sessionId" from "Run" o
  where o.id = any($1::uuid[]) and o."projectId" = $2 and o."removedAt" is null
)`)
