import { type CallPurpose, Prisma } from '../generated/prisma/client.ts'
import type { Scope } from './scope.ts'
import { type UsageRow, usageColumns } from './usage-statement.ts'

/** Model calls of a run's tree that agree in all that a cost breakdown tells apart. */
export interface CostLeaf extends UsageRow {
  /** The direct child in whose tree they were made; `null` for the run's own. */
  readonly childId: string | null
  /** The step of the run that made them, or that started the child. */
  readonly stepId: string | null
  readonly stepNumber: number | null
  readonly provider: string
  readonly model: string
  readonly purpose: CallPurpose
  /** What the calls among them cost that failed, or whose only outcome was a call refused as repeated. */
  readonly wastedUsd: string
  /** How many of them used tokens and have no known price. */
  readonly unpriced: number
}

/**
 * The leaves of each run's tree, in the order of the runs; the sum of a run's leaves is what it and its descendants spent.
 * A child counts with the step whose action started it. An action keeps only the last child that it started: an earlier one
 * counts with the latest step that had begun before it.
 */
export async function readCostLeaves(
  { prisma, projectId }: Scope,
  runIds: readonly string[],
): Promise<readonly (readonly CostLeaf[])[]> {
  const rows = await prisma.$queryRaw<(CostLeaf & { runId: string })[]>`
    with recursive tree("runId", "childId", id) as (
      select id, null::uuid, id from "Run" where id = any(${[...new Set(runIds)]}::uuid[]) and "projectId" = ${projectId}::uuid
      union all
      select tree."runId", coalesce(tree."childId", r.id), r.id from "Run" r join tree on r."parentId" = tree.id
    ),
    starter as (
      select tree."childId", coalesce(
        (select a."stepId" from "Action" a where a."childRunId" = tree."childId" and a."runId" = tree."runId" limit 1),
        (select s.id from "Step" s where s."runId" = tree."runId" and s."startedAt" <= child."createdAt" order by s.number desc limit 1),
        (select s.id from "Step" s where s."runId" = tree."runId" order by s.number limit 1)
      ) as "stepId"
      from tree join "Run" child on child.id = tree."childId" and tree.id = tree."childId"
    )
    select tree."runId", tree."childId", step.id as "stepId", step.number as "stepNumber", c.provider, c.model, c.purpose,
      ${usageColumns},
      coalesce(sum(c."costUsd") filter (where c."errorCode" is not null or ${isRepetition}), 0)::text as "wastedUsd",
      count(*) filter (where c."priceVersion" is null and (c."inputTokens" > 0 or c."outputTokens" > 0))::int as unpriced
    from tree
    join "ModelCall" c on c."runId" = tree.id
    left join starter on starter."childId" = tree."childId"
    left join "Step" step on step.id = case when tree."childId" is null then c."stepId" else starter."stepId" end
    group by 1, 2, 3, 4, 5, 6, 7`
  const leaves = Map.groupBy(rows, (row) => row.runId)
  return runIds.map((runId) => leaves.get(runId) ?? [])
}

/** Whether a call asked for the next turn, and all that came of the turn was calls refused as repeated. */
const isRepetition = Prisma.sql`(
  c.purpose in ('LOOP', 'PLAN', 'REPLAN')
  and exists (select from "Action" a where a."stepId" = c."stepId" and a."errorCode" = 'TOOL_REPEATED')
  and not exists (select from "Action" a where a."stepId" = c."stepId" and a."errorCode" is distinct from 'TOOL_REPEATED'))`
