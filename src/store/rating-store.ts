import type pg from 'pg'
import { type Rating, type RatingStore, ratingBounds, type SavedRating } from '../domain/rating.ts'
import { isFinished, type RunStatus } from '../domain/run.ts'
import { statusPosition } from '../sql/commit-order.ts'
import { inTransaction } from '../sql/transaction.ts'

/**
 * The rows of ratings. Each write locks the row of the run, and gives it another position among the changes of the project's runs: live lists
 * by rating and live statistics see it, as they see a change of tags.
 */
export function createRatingStore(pool: pg.Pool): RatingStore {
  return {
    save: (rating) => inTransaction(pool, (client) => save(client, rating)),

    delete: ({ projectId, ratingId, ratedBy }) =>
      inTransaction(pool, async (client) => {
        const { rows } = await client.query<{ runId: string }>(findStatement, [projectId, ratingId, ratedBy])
        if (!rows[0]) return false
        await client.query(lockStatement, [projectId, rows[0].runId])
        const { rowCount } = await client.query('delete from "Rating" where id = $1', [ratingId])
        if (rowCount === 1) await client.query(noteStatement, [rows[0].runId])
        return rowCount === 1
      }),
  }
}

async function save(client: pg.PoolClient, rating: Rating): Promise<SavedRating> {
  const { id, projectId, runId, ratedBy, score, comment, labels } = rating
  const { rows } = await client.query<{ status: RunStatus }>(lockStatement, [projectId, runId])
  const [run] = rows
  if (!run) return { kind: 'missing' }
  if (!isFinished(run.status)) return { kind: 'unfinished', status: run.status }
  const before = await client.query<{ count: number; isRated: boolean }>(countStatement, [runId, ratedBy])
  const { count = 0, isRated = false } = before.rows[0] ?? {}
  if (!isRated && count >= ratingBounds.maxRatings) return { kind: 'full' }
  const values = [id, runId, ratedBy, score, comment, labels]
  const saved = await client.query<{ id: string }>(saveStatement, values)
  // The same rating again changes nothing, and notifies nobody.
  if (saved.rows[0]) await client.query(noteStatement, [runId])
  return { kind: 'saved', id: saved.rows[0]?.id ?? (await idOf(client, runId, ratedBy)) }
}

async function idOf(client: pg.PoolClient, runId: string, ratedBy: string): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    'select id from "Rating" where "runId" = $1 and "ratedBy" = $2',
    [runId, ratedBy],
  )
  if (!rows[0]) throw new Error(`The rating of run ${runId} by ${ratedBy} is not there.`)
  return rows[0].id
}

const lockStatement = `
select r.status from "Run" r join "Run" root on root.id = r."rootId" and root."removedAt" is null
where r."projectId" = $1 and r.id = $2 for no key update of r`

const countStatement = `
select count(*)::int as count, coalesce(bool_or("ratedBy" = $2), false) as "isRated" from "Rating" where "runId" = $1`

const saveStatement = `
insert into "Rating" as known (id, "projectId", "runId", "ratedBy", score, comment, labels, "runCreatedAt", "createdAt", "updatedAt")
select $1, r."projectId", r.id, $3, $4, $5, $6, r."createdAt", clock_timestamp(), clock_timestamp() from "Run" r where r.id = $2
on conflict ("runId", "ratedBy") do update
set score = excluded.score, comment = excluded.comment, labels = excluded.labels, "updatedAt" = excluded."updatedAt"
where (known.score, known.comment, known.labels) is distinct from (excluded.score, excluded.comment, excluded.labels)
returning id`

const findStatement = `
select g."runId" from "Rating" g join "Run" r on r.id = g."runId" join "Run" root on root.id = r."rootId" and root."removedAt" is null
where g."projectId" = $1 and g.id = $2 and ($3::text is null or g."ratedBy" = $3)`

const noteStatement = `update "Run" r set ${statusPosition('true')} where id = $1`
