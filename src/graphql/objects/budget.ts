import { runBudget } from '../../domain/usage-reads.ts'
import { builder } from '../builder.ts'
import { objectOf } from '../shape.ts'
import { Run } from './run.ts'

builder.prismaObjectField(Run, 'budget', (t) =>
  t.field({
    type: objectOf(runBudget),
    description: 'Budget of the run, which its descendants share. Null if the run has no budget of its own.',
    nullable: true,
    resolve: ({ id }, _, ctx, info) => ctx.loaders.read(info, 'budgets').load(id),
  }),
)
