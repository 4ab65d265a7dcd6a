import { projectBudgetKey } from '../../domain/budget.ts'
import type { DaySpending, RunBudget } from '../../domain/usage-reads.ts'
import { Prisma, type PrismaClient } from '../../generated/prisma/client.ts'
import { isUnpriced } from '../unpriced-calls.ts'
import type { Scope } from './scope.ts'

/** The budgets of the runs, in their order; one statement. Before a run's first model call nothing is stored: its tree is summed up. */
export async function readBudgets(
  { prisma, projectId }: Scope,
  runIds: readonly string[],
): Promise<readonly (RunBudget | null)[]> {
  const rows = await prisma.$queryRaw<(RunBudget & { id: string })[]>`
    select l.id, l."maxCostUsd", l."maxTokens",
      trim_scale(coalesce(b."spentUsd", tree.cost))::text as "spentUsd", coalesce(b."spentTokens", tree.tokens)::float8 as "spentTokens",
      trim_scale(coalesce(b."reservedUsd", 0))::text as "reservedUsd", coalesce(b."reservedTokens", 0)::float8 as "reservedTokens"
    from (
      select r.id, r."rootId", r."effectiveLimits"->'maxCostUsd'->>'value' as "maxCostUsd",
        (r."effectiveLimits"->'maxTokens'->>'value')::float8 as "maxTokens"
      from "Run" r where r.id = any(${[...new Set(runIds)]}::uuid[]) and r."projectId" = ${projectId}::uuid
    ) l
    left join "Budget" b on b.key = 'run:' || l.id
    left join lateral (
      select coalesce(sum(c."costUsd"), 0) as cost, coalesce(sum(c."inputTokens"::bigint + c."outputTokens"), 0) as tokens
      from "Run" t join "ModelCall" c on c."runId" = t.id
      where b.key is null and t."rootId" = l."rootId" and (t.id = l.id or l.id = any(t."ancestorIds"))
    ) tree on true
    where l."maxCostUsd" is not null or l."maxTokens" is not null`
  const found = new Map(rows.map((row) => [row.id, row]))
  return runIds.map((id) => found.get(id) ?? null)
}

/**
 * Spending of each project in a day, as the day's budget counts it; without a budget, as the sum of the model calls. Calls without a known
 * price are counted beside it. One statement.
 */
export async function readSpending(
  prisma: PrismaClient,
  projectIds: readonly string[],
  now: Date,
): Promise<readonly DaySpending[]> {
  const midnight = new Date(now)
  midnight.setUTCHours(0, 0, 0, 0)
  const ids = [...new Set(projectIds)]
  const keys = ids.map((id) => projectBudgetKey(id, now))
  const rows = await prisma.$queryRaw<(DaySpending & { id: string })[]>`
    select p.id, trim_scale(coalesce(b."spentUsd", calls.cost))::text as "costUsd", coalesce(b."spentTokens", calls.tokens)::float8 as tokens,
      trim_scale(coalesce(b."reservedUsd", 0))::text as "reservedUsd", coalesce(b."reservedTokens", 0)::float8 as "reservedTokens",
      (
        select count(*) from "ModelCall" c
        where c."projectId" = p.id and c."startedAt" >= ${midnight} and ${Prisma.raw(isUnpriced('c'))}
      )::float8 as "unpricedCalls"
    from unnest(${ids}::uuid[], ${keys}::text[]) as p(id, key)
    left join "Budget" b on b.key = p.key
    left join lateral (
      select coalesce(sum(c."costUsd"), 0) as cost, coalesce(sum(c."inputTokens"::bigint + c."outputTokens"), 0) as tokens
      from "ModelCall" c where b.key is null and c."projectId" = p.id and c."startedAt" >= ${midnight}
    ) calls on true`
  const found = new Map(rows.map(({ id, ...spending }) => [id, spending]))
  return projectIds.map((id) => {
    const spending = found.get(id)
    if (!spending) throw new Error('A statement about one day gives one row for each project.')
    return spending
  })
}
