import type pg from 'pg'
import { isLockTimeout, transact } from '../transaction.ts'

/** Number of prompts that are read in one transaction. */
const batch = 500

/** Writers of steps wait while prompts are removed, so this does not wait for them. Remaining prompts go another time. */
const lockWithinMs = 100

/** Removes the system prompts, made before a time, that no step has any more: each is stored once for all steps that had it. */
export async function removePrompts(
  client: pg.PoolClient,
  { before, signal }: { readonly before: Date; readonly signal: AbortSignal },
): Promise<void> {
  let last = { projectId: '00000000-0000-0000-0000-000000000000', hash: '' }
  while (!signal.aborted) {
    const { rows } = await client.query<Prompt & { readonly isUnused: boolean }>({
      name: 'rungraph-old-prompts',
      text: pageStatement,
      values: [last.projectId, last.hash, before, batch],
    })
    const unused = rows.filter(({ isUnused }) => isUnused)
    if (unused.length > 0 && !(await remove(client, unused))) return
    if (rows.length < batch) return
    last = rows.at(-1) ?? last
  }
}

interface Prompt {
  readonly projectId: string
  readonly hash: string
}

/** False where the table could not be had. */
async function remove(client: pg.PoolClient, prompts: readonly Prompt[]): Promise<boolean> {
  try {
    await transact(client, async () => {
      await client.query(`set local lock_timeout = ${lockWithinMs}`)
      // A step that is being written may have one of these, and nobody else can see it yet: no such writer is left from here on.
      await client.query('lock table "Prompt" in share row exclusive mode')
      await client.query(removeStatement, [
        prompts.map(({ projectId }) => projectId),
        prompts.map(({ hash }) => hash),
      ])
    })
    return true
  } catch (error) {
    if (isLockTimeout(error)) return false
    throw error
  }
}

const isUnused = `not exists (select from "Step" s where s."projectId" = p."projectId" and s."promptHash" = p.hash)`

const pageStatement = `
select p."projectId", p.hash, p."createdAt" < $3 and ${isUnused} as "isUnused" from "Prompt" p
where (p."projectId", p.hash) > ($1::uuid, $2) order by p."projectId", p.hash limit $4`

const removeStatement = `
delete from "Prompt" p using unnest($1::uuid[], $2::text[]) as u("projectId", hash)
where p."projectId" = u."projectId" and p.hash = u.hash and ${isUnused}`
