import type pg from 'pg'
import { youngRanges } from '../../log/log-partitions.ts'
import { hasEnded, hasUnsettled } from '../../sql/fired-actions.ts'
import { transact } from '../../sql/transaction.ts'
import { marking } from './mark-trees.ts'

/** Number of roots that are read in one transaction. */
const rootsAtOnce = 100

interface Range {
  /** Time before which the runs must have ended. */
  readonly before: Date
  readonly at: Date
  readonly signal: AbortSignal
}

/**
 * Finds the trees whose retention has ended, and marks them: from then on readers do not see them. Resolves to how many it marked. A tree
 * stays until its whole partition of the log is old enough, and as long as one of its runs is active, or young, or has not settled, or a
 * run that stays was made from one of it; and the trees of a session stay as long as any of them does, as its later runs are shown the
 * messages of its earlier ones.
 */
export async function tombstoneTrees(client: pg.PoolClient, { before, at, signal }: Range): Promise<number> {
  const young = await youngRanges(client, before)
  let marked = 0
  let last: Candidate = {
    id: '00000000-0000-0000-0000-000000000000',
    sessionId: null,
    completedAt: new Date(0),
  }
  while (!signal.aborted) {
    const { rows } = await client.query<Candidate>({
      name: 'rungraph-old-roots',
      text: candidatesStatement,
      values: [before, last.completedAt, last.id, rootsAtOnce, young.from, young.to],
    })
    if (rows.length > 0) marked += await transact(client, () => markCandidates(client, rows, { before, at }))
    if (rows.length < rootsAtOnce) break
    last = rows.at(-1) ?? last
  }
  return marked
}

/** A root that ended long enough ago. */
interface Candidate {
  readonly id: string
  readonly sessionId: string | null
  readonly completedAt: Date
}

/**
 * Under locks that keep away writers that would refer to removed rows: a new run of a session locks the session's row first, and one that
 * is made from another the root of that one. Trees that are locked at this moment are left for the next time.
 */
async function markCandidates(
  client: pg.PoolClient,
  candidates: readonly Candidate[],
  { before, at }: Pick<Range, 'before' | 'at'>,
): Promise<number> {
  const sessionIds = [...new Set(candidates.flatMap(({ sessionId }) => sessionId ?? []))]
  const sessions = await client.query<{ id: string }>(lockSessionsStatement, [sessionIds])
  const free = new Set(sessions.rows.map(({ id }) => id))
  const ids = candidates
    .filter(({ sessionId }) => sessionId === null || free.has(sessionId))
    .map(({ id }) => id)
  const roots = await client.query<{ id: string }>(lockRootsStatement, [ids])
  // A statement of its own, so that it sees the rows written while it waited for the locks.
  const { rows } = await client.query<{ count: number }>({
    name: 'rungraph-mark-trees',
    text: markStatement,
    values: [roots.rows.map(({ id }) => id), before, at],
  })
  return rows[0]?.count ?? 0
}

const lockSessionsStatement = `select id from "Session" where id = any($1::uuid[]) order by id for update skip locked`

const lockRootsStatement = `select id from "Run" where id = any($1::uuid[]) order by id for update skip locked`

const candidatesStatement = `
select r.id, r."sessionId", r."completedAt" from "Run" r
where r."parentId" is null and r."removedAt" is null and r."completedAt" is not null and ${hasEnded('r')}
  and r."completedAt" < $1 and (r."completedAt", r.id) > ($2, $3)
  and not exists (select from unnest($5::uuid[], $6::uuid[]) as young ("from", "to") where r.id >= young."from" and r.id < young."to")
order by r."completedAt", r.id limit $4`

/** Whether there is a row. In this form the planner uses an index each time, and does not read the whole table first. */
function isAny(from: string): string {
  return `(select true ${from} limit 1) is not null`
}

/** Whether a run that stays was made from one of the tree of root o; within a session all go together. */
function isOriginBy(column: 'forkedFromId' | 'replayOfId'): string {
  return isAny(`from "Run" t join "Run" f on f."${column}" = t.id
    where t."rootId" = o.id and f."rootId" <> o.id and f."removedAt" is null
      and (o."sessionId" is null or f."sessionId" is distinct from o."sessionId")`)
}

/** Whether the tree of root o is to stay. Nobody resumes a child, so one that is PAUSED stays so. */
const stays = `(
  not ${hasEnded('o')} or o."completedAt" is null or o."completedAt" >= $2
  or ${isAny(`from "Run" t where t."rootId" = o.id and (t.status in ('QUEUED', 'RUNNING', 'WAITING') or t."completedAt" >= $2 or ${hasUnsettled('t.id')})`)}
  or ${isOriginBy('forkedFromId')} or ${isOriginBy('replayOfId')})`

const markStatement = marking(`busy as (
  select s.id from (select distinct r."sessionId" as id from "Run" r where r.id = any($1::uuid[])) s
  where ${isAny(`from "Run" o where o."sessionId" = s.id and o."removedAt" is null and ${stays}`)}
), trees as (
  select o.id, o."projectId", o."sessionId" from "Run" o
  where o.id = any($1::uuid[]) and o."removedAt" is null and case
    when o."sessionId" is null then not ${stays} else not exists (select from busy b where b.id = o."sessionId") end
)`)
