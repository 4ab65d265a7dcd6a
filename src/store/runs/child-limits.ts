import type pg from 'pg'
import type { Inserted, NewRun } from '../../domain/run-store.ts'

/**
 * Checks the limits of child runs (SUB-2): that the parent still executes under the epoch of the caller, and that neither it nor its tree
 * has as many runs as it may have. The caller holds the lock of the tree. Returns `null` if the child run may be inserted.
 */
export async function checkChildLimits(
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
