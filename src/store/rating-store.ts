import type pg from 'pg'
import { type Rating, type RatingStore, ratingBounds, type SavedRating } from '../domain/rating.ts'
import { isFinished, type RunStatus } from '../domain/run.ts'
import { inTransaction } from '../sql/transaction.ts'
import { deleteAttached, lockRunStatement, noteChange } from './attached-rows.ts'

/** The rows of ratings. */
export function createRatingStore(pool: pg.Pool): RatingStore {
  return {
    save: (rating) => inTransaction(pool, (client) => save(client, rating)),

    delete: ({ projectId, ratingId: id, ratedBy: by }) =>
      deleteAttached(pool, 'Rating', { projectId, id, by }),
  }
}

async function save(client: pg.PoolClient, rating: Rating): Promise<SavedRating> {
  const { id, projectId, runId, ratedBy, score, comment, labels } = rating
  const { rows } = await client.query<{ status: RunStatus }>(lockRunStatement('r.status'), [projectId, runId])
  const [run] = rows
  if (!run) return { kind: 'missing' }
  if (!isFinished(run.status)) return { kind: 'unfinished', status: run.status }
  const before = await client.query<{ count: number; knownId: string | null }>(countStatement, [
    runId,
    ratedBy,
  ])
  const { count = 0, knownId = null } = before.rows[0] ?? {}
  if (knownId === null && count >= ratingBounds.maxRatings) return { kind: 'full' }
  const { rowCount } = await client.query(saveStatement, [id, runId, ratedBy, score, comment, labels])
  // The same rating again changes nothing, and notifies nobody.
  if (rowCount === 1) await noteChange(client, runId)
  return { kind: 'saved', id: knownId ?? id }
}

const countStatement = `
select count(*)::int as count, (array_agg(id) filter (where "ratedBy" = $2))[1] as "knownId" from "Rating" where "runId" = $1`

const saveStatement = `
insert into "Rating" as known (id, "projectId", "runId", "ratedBy", score, comment, labels, "runCreatedAt", "createdAt", "updatedAt")
select $1, r."projectId", r.id, $3, $4, $5, $6, r."createdAt", clock_timestamp(), clock_timestamp() from "Run" r where r.id = $2
on conflict ("runId", "ratedBy") do update
set score = excluded.score, comment = excluded.comment, labels = excluded.labels, "updatedAt" = excluded."updatedAt"
where (known.score, known.comment, known.labels) is distinct from (excluded.score, excluded.comment, excluded.labels)`
