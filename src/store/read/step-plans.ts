import type pg from 'pg'
import type { StoredStepPlan } from '../../domain/reads.ts'

/**
 * The plans of these steps as text, by their ids and in their order; `null` where a step has none. One statement, by the driver alone: Prisma
 * holds up the process for a text of megabytes.
 */
export async function readStepPlans(
  { pool, projectId }: { readonly pool: pg.Pool; readonly projectId: string },
  stepIds: readonly string[],
): Promise<readonly (StoredStepPlan | null)[]> {
  const { rows } = await pool.query<StoredStepPlan & { readonly id: string }>({
    name: 'rungraph-step-plans',
    text: plansStatement,
    values: [[...new Set(stepIds)], projectId],
  })
  const plans = new Map(rows.map((row) => [row.id, row]))
  return stepIds.map((id) => plans.get(id) ?? null)
}

const plansStatement = `
select s.id, s."runId", s.number, s.plan::text as plan, coalesce((
  select json_agg(json_build_object('id', a.id, 'status', a.status, 'wave', a.wave, 'durationMs', a."durationMs") order by a.position)
  from "Action" a where a."stepId" = s.id
), '[]')::text as actions
from "Step" s
where s.id = any($1::uuid[]) and s."projectId" = $2::uuid and s.plan is not null`
