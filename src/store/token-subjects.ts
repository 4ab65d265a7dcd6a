import type pg from 'pg'
import { type ObjectKey, partsOfKey } from '../domain/object-key.ts'

type Queryable = Pick<pg.Pool, 'query'>

/** Whether a project has a run that was not removed. */
export async function hasRun(pool: Queryable, projectId: string, runId: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select 1 from "Run" t join "Run" r on r.id = t."rootId"
     where t.id = $1 and t."projectId" = $2 and r."removedAt" is null`,
    [runId, projectId],
  )
  return rowCount === 1
}

/** Whether a project has an API key of this name, also a revoked one: records keep its name. */
export async function hasKeyNamed(pool: Queryable, projectId: string, name: string): Promise<boolean> {
  const { rowCount } = await pool.query('select 1 from "ApiKey" where "projectId" = $1 and name = $2', [
    projectId,
    name,
  ])
  return rowCount === 1
}

/** Id of an agent of a project; `null` if there is none, or if it is archived. */
export async function findAgentId(
  pool: Queryable,
  projectId: string,
  agent: ObjectKey,
): Promise<string | null> {
  const { column, value } = partsOfKey(agent)
  const { rows } = await pool.query<{ id: string }>(
    `select id from "Agent" where "projectId" = $1 and "${column}" = $2 and "archivedAt" is null`,
    [projectId, value],
  )
  return rows[0]?.id ?? null
}
