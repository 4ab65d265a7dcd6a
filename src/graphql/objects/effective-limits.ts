import { toChoice } from '../../domain/declared.ts'
import { limitSource, limitsInForce, readLimits, runCostLimit, runLimit } from '../../domain/limits.ts'
import { builder } from '../builder.ts'
import { enumOf, objectOf } from '../shape.ts'
import { Run } from './run.ts'

for (const limit of [runLimit, runCostLimit])
  objectOf(limit, {
    fields: (t) => ({
      source: t.field({
        type: enumOf(limitSource),
        description: 'Source of the limit.',
        resolve: ({ source }) => toChoice(source),
      }),
      initialSource: t.field({
        type: enumOf(limitSource),
        description: 'Source of the initial value. Null if the run was never resumed with another limit.',
        nullable: true,
        resolve: ({ initialSource }) => (initialSource === undefined ? null : toChoice(initialSource)),
      }),
    }),
  })

builder.prismaObjectField(Run, 'effectiveLimits', (t) =>
  t.field({
    type: objectOf(limitsInForce),
    description: 'Limits that apply to the run, each with its source.',
    select: { effectiveLimits: true },
    resolve: ({ effectiveLimits }) => readLimits(effectiveLimits),
  }),
)
