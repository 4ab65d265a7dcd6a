import type { ItemOutcome } from '../../domain/compare-evaluations.ts'
import type { Reads, TrialCounts } from '../../domain/reads.ts'
import type { PrismaClient } from '../../generated/prisma/client.ts'

/** Reads of what became of the items of evaluations. */
export function createItemReads(prisma: PrismaClient): Pick<Reads, 'itemOutcomes' | 'trialCounts'> {
  return {
    /** One row per item, whatever the number of its trials. */
    itemOutcomes: async (projectId, ids) => {
      const rows = await prisma.$queryRaw<(ItemOutcome & { readonly evaluationId: string })[]>`
        select o."evaluationId", (select i.key from "DataSetItem" i where i.id = o."itemId") as key, o."itemId", 
          o.passed, o.of, o.score, o."unpricedCalls", o."costUsd", o."durationMs"
        from (
          select r."evaluationId", r."itemId", min(r.position) as place,
            (count(*) filter (where r.status = 'PASSED'))::int as passed,
            (count(*) filter (where r.status in ('PASSED', 'FAILED')))::int as of,
            avg(r.score) filter (where r.status in ('PASSED', 'FAILED')) as score,
            sum(r."unpricedCalls")::int as "unpricedCalls",
            trim_scale(avg(r."costUsd" + r."judgeCostUsd")::numeric(20, 10))::text as "costUsd",
            avg(r."durationMs")::float8 as "durationMs"
          from "EvaluationResult" r
          where r."projectId" = ${projectId}::uuid and r."evaluationId" = any(${ids}::uuid[])
          group by r."evaluationId", r."itemId"
        ) o order by o.place`
      const found = Map.groupBy(rows, ({ evaluationId }) => evaluationId)
      return ids.map((id) => found.get(id) ?? [])
    },

    /** How many trials of an item passed, and how many were scored. */
    trialCounts: async (projectId, keys) => {
      const evaluations = keys.map(({ evaluationId }) => evaluationId)
      const items = keys.map(({ itemId }) => itemId)
      return prisma.$queryRaw<TrialCounts[]>`
        select t.passed, t.of
        from unnest(${evaluations}::uuid[], ${items}::uuid[]) with ordinality as keys("evaluationId", "itemId", n)
        cross join lateral (
          select (count(*) filter (where r.status = 'PASSED'))::int as passed,
            (count(*) filter (where r.status in ('PASSED', 'FAILED')))::int as of
          from "EvaluationResult" r
          where r."projectId" = ${projectId}::uuid and r."evaluationId" = keys."evaluationId" and r."itemId" = keys."itemId"
        ) t order by keys.n`
    },
  }
}
