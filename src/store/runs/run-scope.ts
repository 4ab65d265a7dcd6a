import type pg from 'pg'
import { readBound } from '../../domain/rights-bound.ts'
import type { RunScope } from '../../domain/run-scope.ts'
import { lineage } from './claim-statement.ts'
import { type CallerRow, callerOf } from './claimed-row.ts'

interface ScopeRow extends Omit<RunScope, 'agent' | 'bound' | 'caller'> {
  readonly agentId: string
  readonly agentVersion: number
  readonly slug: string
  readonly caller: CallerRow
  readonly bound: unknown
}

/** What the rules about the calls of a run see of it; `null` where the project has no such run. */
export async function readRunScope(
  pool: pg.Pool,
  projectId: string,
  runId: string,
): Promise<RunScope | null> {
  const { rows } = await pool.query<ScopeRow>(scopeStatement, [projectId, runId])
  const [row] = rows
  if (!row) return null
  const { agentId, agentVersion: version, slug, caller, bound, ...run } = row
  return {
    ...run,
    agent: { agentId, slug, version },
    caller: callerOf(caller),
    bound: readBound(bound),
  }
}

const scopeStatement = `
select c.id, c."rootId", c."parentId", c.depth, c.context, c.bound, c."agentId", c."agentVersion", a.slug,
  ${lineage}
from "Run" c join "Run" root on root.id = c."rootId" and root."removedAt" is null join "Agent" a on a.id = c."agentId"
where c."projectId" = $1 and c.id = $2`
