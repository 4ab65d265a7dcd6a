import type { RunBudget } from '../../domain/usage-reads.ts'
import { builder } from '../builder.ts'
import { Run } from './run.ts'

const BudgetObject = builder.objectRef<RunBudget>('Budget').implement({
  description: 'Budget that a run and its descendants share, and its use so far.',
  fields: (t) => ({
    maxCostUsd: t.expose('maxCostUsd', {
      type: 'Decimal',
      description: 'Cost limit, in US dollars. Null is unlimited.',
      nullable: true,
    }),
    maxTokens: t.expose('maxTokens', {
      type: 'SafeInt',
      description: 'Limit of input and output tokens. Null is unlimited.',
      nullable: true,
    }),
    spentUsd: t.expose('spentUsd', {
      type: 'Decimal',
      description:
        'Cost so far, in US dollars. A call that a crash interrupted counts with its highest possible cost, because its real cost is unknown.',
    }),
    spentTokens: t.expose('spentTokens', {
      type: 'SafeInt',
      description: 'Number of tokens used so far.',
    }),
    reservedUsd: t.expose('reservedUsd', {
      type: 'Decimal',
      description:
        'Cost that is reserved for active model calls, in US dollars: the highest possible cost of each.',
    }),
    reservedTokens: t.expose('reservedTokens', {
      type: 'SafeInt',
      description: 'Number of tokens that are reserved for active model calls.',
    }),
  }),
})

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
