import { builder } from '../builder.ts'
import type { Scope } from '../scope.ts'
import { Run } from './run.ts'

/** What a run with all below it may spend, has spent and holds. Token counts come as doubles: exact up to 2^53. */
interface Budget {
  readonly maxCostUsd: string | null
  readonly maxTokens: number | null
  readonly spentUsd: string
  readonly spentTokens: number
  readonly reservedUsd: string
  readonly reservedTokens: number
}

const BudgetObject = builder.objectRef<Budget>('Budget').implement({
  description: 'What a run and the runs below it may spend together, and how far that has come.',
  fields: (t) => ({
    maxCostUsd: t.expose('maxCostUsd', {
      type: 'Decimal',
      description: 'What they may spend in US dollars; null is unlimited.',
      nullable: true,
    }),
    maxTokens: t.exposeFloat('maxTokens', {
      description: 'How many tokens they may use, input and output; null is unlimited.',
      nullable: true,
    }),
    spentUsd: t.expose('spentUsd', {
      type: 'Decimal',
      description:
        'What they have spent. A call that was cut off by a crash counts at its worst case: nobody knows what it cost.',
    }),
    spentTokens: t.exposeFloat('spentTokens', {
      description: 'How many tokens they have used; a whole number.',
    }),
    reservedUsd: t.expose('reservedUsd', {
      type: 'Decimal',
      description: 'What is held for model calls under way, each at its worst case.',
    }),
    reservedTokens: t.exposeFloat('reservedTokens', {
      description: 'How many tokens are held for model calls under way; a whole number.',
    }),
  }),
})

builder.prismaObjectField(Run, 'budget', (t) =>
  t.field({
    type: BudgetObject,
    description: 'Its own budget, which the runs below it share; null where it has none of its own.',
    nullable: true,
    resolve: ({ id }, _, ctx, info) =>
      ctx.loaders
        .ofField<string, Budget | null>(info, 'budget', (runIds) =>
          readBudgets({ prisma: ctx.prisma, projectId: ctx.project.id }, runIds),
        )
        .load(id),
  }),
)

/** The budgets of the runs, in their order; one statement. Before a run's first model call nothing is stored: its tree is summed up. */
async function readBudgets(
  { prisma, projectId }: Scope,
  runIds: readonly string[],
): Promise<readonly (Budget | null)[]> {
  const rows = await prisma.$queryRaw<(Budget & { id: string })[]>`
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
