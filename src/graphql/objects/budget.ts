import type { RunBudget } from '../../domain/usage-reads.ts'
import { builder } from '../builder.ts'
import { decimal, nullable, safeInt, valueObject } from '../fields.ts'
import { Run } from './run.ts'

const BudgetObject = valueObject<RunBudget>(
  'Budget',
  'Budget that a run and its descendants share, and its use so far.',
  {
    maxCostUsd: nullable.decimal('Cost limit, in US dollars. Null is unlimited.'),
    maxTokens: nullable.safeInt('Limit of input and output tokens. Null is unlimited.'),
    spentUsd: decimal(
      'Cost so far, in US dollars. A call that a crash interrupted counts with its highest possible cost, because its real cost is unknown.',
    ),
    spentTokens: safeInt('Number of tokens used so far.'),
    reservedUsd: decimal(
      'Cost that is reserved for active model calls, in US dollars: the highest possible cost of each.',
    ),
    reservedTokens: safeInt('Number of tokens that are reserved for active model calls.'),
  },
)

builder.prismaObjectField(Run, 'budget', (t) =>
  t.field({
    type: BudgetObject,
    description: 'Budget of the run, which its descendants share. Null if the run has no budget of its own.',
    nullable: true,
    resolve: ({ id }, _, ctx, info) =>
      ctx.loaders
        .ofField<string, RunBudget | null>(info, 'budget', (runIds) =>
          ctx.reads.budgets(ctx.project.id, runIds),
        )
        .load(id),
  }),
)
