import type pg from 'pg'
import { type CommentStore, commentBounds, type RunComment } from '../domain/run-comment.ts'
import { inTransaction } from '../sql/transaction.ts'
import { deleteAttached, lockRunStatement, noteChange } from './attached-rows.ts'

/** The rows of comments. */
export function createCommentStore(pool: pg.Pool): CommentStore {
  return {
    add: (comment) => inTransaction(pool, (client) => add(client, comment)),

    delete: ({ projectId, commentId: id }) => deleteAttached(pool, 'RunComment', { projectId, id, by: null }),
  }
}

async function add(
  client: pg.PoolClient,
  { id, projectId, runId, text, about, commentedBy }: RunComment,
): Promise<'added' | 'missing' | 'absent' | 'full'> {
  const { rowCount } = await client.query(lockRunStatement('1'), [projectId, runId])
  if (rowCount === 0) return 'missing'
  const part = [about.kind === 'step' ? about.number : null, about.kind === 'action' ? about.id : null]
  const { rows } = await client.query<Found>(findStatement, [runId, ...part])
  const { count = 0, isThere = false } = rows[0] ?? {}
  if (!isThere) return 'absent'
  if (count >= commentBounds.maxComments) return 'full'
  await client.query(addStatement, [id, projectId, runId, text, ...part, commentedBy])
  await noteChange(client, runId)
  return 'added'
}

interface Found {
  readonly count: number
  readonly isThere: boolean
}

/** How many comments run $1 has, and whether it has step $2 or action $3, where one is named. */
const findStatement = `
select (select count(*)::int from "RunComment" where "runId" = $1) as count,
  ($2::int is null or exists (select from "Step" s where s."runId" = $1 and s.number = $2))
  and ($3::uuid is null or exists (select from "Action" a where a."runId" = $1 and a.id = $3)) as "isThere"`

const addStatement = `
insert into "RunComment" (id, "projectId", "runId", text, "stepNumber", "actionId", "commentedBy", "createdAt")
values ($1, $2, $3, $4, $5, $6, $7, clock_timestamp())`
