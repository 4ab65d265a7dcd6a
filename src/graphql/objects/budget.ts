import type { RunBudget } from '../../domain/reads.ts'
import { builder } from '../builder.ts'
import { Run } from './run.ts'

const BudgetObject = builder.objectRef<RunBudget>('Budget').implement({
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
        .ofField<string, RunBudget | null>(info, 'budget', (runIds) =>
          ctx.reads.budgets(ctx.project.id, runIds),
        )
        .load(id),
  }),
)
