import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { RungraphError } from '../../domain/errors.ts'
import { isLockTimeout, transact } from '../../sql/transaction.ts'

/** Number of prompts that are read in one transaction. */
const batch = 500

/** Writers of steps wait while prompts are removed, so this does not wait for them. Remaining prompts go another time. */
const lockWithinMs = 100

/**
 * Removes the system prompts, made before a time, that no step has any more, and the lists of tools that no prompt has any more: each is
 * stored once for all that had it.
 */
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
    if (unused.length > 0 && !(await removeListed(client, unused))) return
    if (rows.length < batch) return
    last = rows.at(-1) ?? last
  }
}

interface Prompt {
  readonly projectId: string
  readonly hash: string
}

/** The prompts that the steps of these trees had. */
export async function promptsOf(
  client: pg.PoolClient,
  rootIds: readonly string[],
): Promise<readonly Prompt[]> {
  const { rows } = await client.query<Prompt>(ofTreesStatement, [rootIds])
  return rows
}

const pauseMs = 100
const attempts = 100

/**
 * Removes those of the prompts that no step refers to any more, except steps of removed trees. @throws DATABASE_UNAVAILABLE where writers
 * of steps never release the table
 */
export async function removeUnused(client: pg.PoolClient, prompts: readonly Prompt[]): Promise<void> {
  for (let from = 0; from < prompts.length; from += batch) {
    const some = prompts.slice(from, from + batch)
    for (let attempt = 1; !(await removeListed(client, some)); attempt++) {
      if (attempt === attempts) throw new RungraphError('DATABASE_UNAVAILABLE', {})
      await delay(pauseMs)
    }
  }
}

/** False where the table could not be had. */
async function removeListed(client: pg.PoolClient, prompts: readonly Prompt[]): Promise<boolean> {
  try {
    await transact(client, async () => {
      await client.query(`set local lock_timeout = ${lockWithinMs}`)
      // A step that is being written may have one of these, and nobody else can see it yet: no such writer is left from here on.
      await client.query('lock table "Prompt" in share row exclusive mode')
      const { rows: tools } = await client.query<Prompt>(removeStatement, [
        prompts.map(({ projectId }) => projectId),
        prompts.map(({ hash }) => hash),
      ])
      if (tools.length === 0) return
      await client.query(removeStatement, [
        tools.map(({ projectId }) => projectId),
        tools.map(({ hash }) => hash),
      ])
    })
    return true
  } catch (error) {
    if (isLockTimeout(error)) return false
    throw error
  }
}

const isUnused = `not exists (
  select from "Step" s join "Run" r on r.id = s."runId" join "Run" root on root.id = r."rootId"
  where s."projectId" = p."projectId" and s."promptHash" = p.hash and root."removedAt" is null)
and not exists (select from "Prompt" q where q."projectId" = p."projectId" and q."toolsHash" = p.hash)`

const ofTreesStatement = `
select distinct s."projectId", s."promptHash" as hash from "Run" r join "Step" s on s."runId" = r.id
where r."rootId" = any($1::uuid[]) and s."promptHash" is not null`

const pageStatement = `
select p."projectId", p.hash, p."createdAt" < $3 and ${isUnused} as "isUnused" from "Prompt" p
where (p."projectId", p.hash) > ($1::uuid, $2) order by p."projectId", p.hash limit $4`

/** Returns the lists of tools of the removed prompts. */
const removeStatement = `
with removed as (
  delete from "Prompt" p using unnest($1::uuid[], $2::text[]) as u("projectId", hash)
  where p."projectId" = u."projectId" and p.hash = u.hash and ${isUnused} returning p."projectId", p."toolsHash")
select distinct "projectId", "toolsHash" as hash from removed where "toolsHash" is not null`
