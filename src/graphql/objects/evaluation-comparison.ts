import type { GraphQLResolveInfo } from 'graphql'
import {
  type ComparedItem,
  comparedItem,
  compareItems,
  type ItemChangeKind,
  type ItemOutcome,
  itemChange,
  itemOutcome,
  itemVerdict,
  verdictOf,
} from '../../domain/compare-evaluations.ts'
import { addDecimals } from '../../domain/decimal.ts'
import { RungraphError } from '../../domain/errors.ts'
import { builder } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { readId } from '../global-id.ts'
import { enumOf, objectOf } from '../shape.ts'
import { DataSetItem } from './data-set.ts'
import { Evaluation } from './evaluation.ts'

/** Two evaluations side by side. */
interface EvaluationComparison {
  readonly baselineId: string
  readonly items: readonly ComparedItem[]
}

objectOf(itemOutcome, {
  fields: (t) => ({
    item: t.field({
      type: DataSetItem,
      description: 'Item in the version of the data set that was evaluated.',
      resolve: ({ itemId }) => ({ id: itemId }),
    }),
    verdict: t.field({
      type: enumOf(itemVerdict),
      description: 'Verdict on the trials. Null if no trial was scored.',
      nullable: true,
      resolve: verdictOf,
    }),
    total: t.exposeInt('of', { description: 'Number of trials that PASSED or FAILED.' }),
    durationMs: t.int({
      description: 'Mean duration of a trial in milliseconds. Null if no trial has ended.',
      nullable: true,
      resolve: ({ durationMs }) => (durationMs === null ? null : Math.round(durationMs)),
    }),
  }),
})

const ItemComparison = objectOf(comparedItem, {
  fields: (t) => ({
    costDeltaUsd: t.field({
      type: 'Decimal',
      description:
        'Mean cost of a trial now less that of the baseline, in US dollars. Null unless both have the item and all prices are known.',
      nullable: true,
      resolve: ({ before, after }) =>
        before && after && before.unpricedCalls + after.unpricedCalls === 0
          ? addDecimals(after.costUsd, `-${before.costUsd}`)
          : null,
    }),
    durationDeltaMs: t.int({
      description:
        'Mean duration of a trial now less that of the baseline, in milliseconds. Null unless both are known.',
      nullable: true,
      resolve: ({ before, after }) =>
        before?.durationMs == null || after?.durationMs == null
          ? null
          : Math.round(after.durationMs - before.durationMs),
    }),
  }),
})

const Comparison = builder.objectRef<EvaluationComparison>('EvaluationComparison').implement({
  description: 'Comparison of an evaluation with a baseline, item by item.',
  fields: (t) => {
    const count = (change: ItemChangeKind, are: string) =>
      t.int({
        description: `Number of items that are ${are}.`,
        resolve: ({ items }) => items.filter((item) => item.change === change).length,
      })
    return {
      baseline: t.field({
        type: Evaluation,
        description: 'Evaluation that is compared with.',
        resolve: ({ baselineId }) => ({ id: baselineId }),
      }),
      improved: count('IMPROVED', 'IMPROVED'),
      regressed: count('REGRESSED', 'REGRESSED'),
      same: count('SAME', 'the SAME'),
      flaky: count('FLAKY', 'FLAKY'),
      items: t.field({
        type: [ItemComparison],
        description:
          'Items of both evaluations in the order of the evaluation, then those of the baseline alone.',
        args: {
          change: t.arg({
            type: [enumOf(itemChange)],
            description: 'Items with one of these differences. All items if you leave it out.',
          }),
        },
        resolve: ({ items }, { change }) =>
          change == null ? [...items] : items.filter((item) => change.includes(item.change)),
        extensions: { listSize: 200 },
      }),
    }
  },
})

builder.prismaObjectField(Evaluation, 'comparison', (t) =>
  t.field({
    type: Comparison,
    description:
      'Comparison with another evaluation. Items are matched by key. Null if neither `with` nor a baseline of the evaluation names one.',
    nullable: true,
    args: {
      with: t.arg.id({ description: 'Global id of the other evaluation. Default: the baseline.' }),
    },
    select: { id: true, baselineId: true },
    resolve: ({ id, baselineId }, args, ctx, info) => {
      const other = args.with == null ? baselineId : readId('Evaluation', args.with, 'with')
      return other === null ? null : compare(id, other, ctx, info)
    },
  }),
)

/** The evaluations of a list are read together. @throws NOT_FOUND */
async function compare(
  id: string,
  baselineId: string,
  ctx: GraphQLContext,
  info: GraphQLResolveInfo,
): Promise<EvaluationComparison> {
  const loader = ctx.loaders.ofField<string, readonly ItemOutcome[]>(info, 'outcomes', async (ids) => {
    const unique = [...new Set(ids)]
    const found = await ctx.reads.itemOutcomes(ctx.project.id, unique)
    return ids.map((one) => found[unique.indexOf(one)] ?? [])
  })
  const [before, after] = await Promise.all([loader.load(baselineId), loader.load(id)])
  // Every evaluation has an item.
  if (before.length === 0) throw new RungraphError('NOT_FOUND', { kind: 'evaluation' })
  return { baselineId, items: compareItems(before, after) }
}
