import type { StoredStepPlan } from '../../domain/reads.ts'
import type { Scope } from './scope.ts'

/** The plans of these steps as text, by their ids and in their order; `null` where a step has none. One statement. */
export async function readStepPlans(
  { prisma, projectId }: Scope,
  stepIds: readonly string[],
): Promise<readonly (StoredStepPlan | null)[]> {
  const rows = await prisma.$queryRaw<(StoredStepPlan & { readonly id: string })[]>`
    select s.id, s."runId", s.number, s.plan::text as plan, coalesce((
      select json_agg(json_build_object('id', a.id, 'status', a.status, 'wave', a.wave, 'durationMs', a."durationMs") order by a.position)
      from "Action" a where a."stepId" = s.id
    ), '[]')::text as actions
    from "Step" s
    where s.id = any(${[...new Set(stepIds)]}::uuid[]) and s."projectId" = ${projectId}::uuid and s.plan is not null`
  const plans = new Map(rows.map((row) => [row.id, row]))
  return stepIds.map((id) => plans.get(id) ?? null)
}
