import { addDecimals, compareDecimals } from '../../domain/decimal.ts'
import { type PriceOf, toUsage, type Usage } from '../../domain/usage.ts'
import type { CachedCall, CostLeaf, UsageGroup } from '../../domain/usage-reads.ts'
import { builder } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { one, valueObject } from '../fields.ts'
import { CostPartObject, partsDescription, readCostParts, whenManyUnknown } from '../objects/cost-parts.ts'
import { Run } from '../objects/run.ts'
import { StepObject } from '../objects/step.ts'
import { UsageObject } from '../objects/usage.ts'
import { UsageBucketObject } from './usage-report.ts'

interface Cost {
  readonly runId: string
  readonly leaves: readonly CostLeaf[]
}

const StepCost = valueObject<{ readonly stepId: string; readonly usage: Usage }>(
  'StepCost',
  'Cost of a step, including the runs that the step started.',
  { usage: one(UsageObject, 'Usage of the step.') },
  {
    fields: (t) => ({
      step: t.field({
        type: StepObject,
        description: 'Step whose usage is given.',
        resolve: ({ stepId }) => ({ id: stepId }),
      }),
    }),
  },
)

const CostBreakdown = builder.objectRef<Cost>('CostBreakdown').implement({
  description: 'Breakdown of the cost of a run and its descendants. The parts of each list sum to `total`.',
  fields: (t) => ({
    total: t.field({
      type: UsageObject,
      description: 'Usage of the run and its descendants.',
      resolve: ({ leaves }) => toUsage(...leaves),
    }),
    byModel: t.field({
      type: [UsageBucketObject],
      description: 'Usage by model and provider, the highest cost first.',
      resolve: ({ leaves }) => costliestBy(leaves, ({ provider, model }) => ({ provider, model })),
    }),
    byPurpose: t.field({
      type: [UsageBucketObject],
      description: 'Usage by purpose of the model calls, the highest cost first.',
      resolve: ({ leaves }) => costliestBy(leaves, ({ purpose }) => ({ purpose })),
    }),
    byStep: t.field({
      type: [StepCost],
      extensions: { listSize: 100 },
      description: 'Usage by step of the run, in order. A run that a step started counts with the step.',
      resolve: ({ leaves }) => byStep(leaves),
    }),
    byChild: t.field({
      type: [UsageBucketObject],
      extensions: { listSize: 100 },
      description:
        'Usage of the run itself and of each run that it started, with the descendants of that run.',
      resolve: (cost) => byChild(cost),
    }),
    parts: t.field({
      type: [CostPartObject],
      description: partsDescription('the model calls that have a known price', whenManyUnknown),
      nullable: true,
      resolve: ({ runId }, _, ctx, info) => readCostParts('TREE', runId, { ctx, info }),
    }),
    wastedUsd: t.field({
      type: 'Decimal',
      description:
        'Cost of wasted model calls in US dollars: calls that failed or were discarded, and turns that only repeated a call.',
      resolve: ({ leaves }) => addDecimals(...leaves.map((leaf) => leaf.wastedUsd)),
    }),
    cacheSavedUsd: t.field({
      type: 'Decimal',
      description:
        'Savings by the caches of the providers in US dollars, minus the extra cost of cache writes. Negative if the extra cost is higher.',
      resolve: ({ runId }, _, ctx, info) =>
        ctx.loaders.ofField<string, string>(info, 'saved', (ids) => readCacheSavings(ctx, ids)).load(runId),
    }),
    unpricedCalls: t.int({
      description: 'Number of model calls that used tokens at an unknown price. No cost includes them.',
      resolve: ({ leaves }) => toUsage(...leaves).unpricedCalls ?? 0,
    }),
  }),
})

builder.prismaObjectField(Run, 'cost', (t) =>
  t.field({
    type: CostBreakdown,
    description: 'Breakdown of the cost of the run and its descendants.',
    resolve: async ({ id }, _, ctx) => ({ runId: id, leaves: await ctx.loaders.costLeaves.load(id) }),
  }),
)

function byStep(leaves: readonly CostLeaf[]) {
  return groups(leaves, ({ stepId }) => stepId)
    .toSorted(([a], [b]) => (a.stepNumber ?? 0) - (b.stepNumber ?? 0))
    .flatMap(([{ stepId }, usage]) => (stepId === null ? [] : [{ stepId, usage }]))
}

/** The run itself first, then its children in the order of their ids: the order in which they began. */
function byChild({ runId, leaves }: Cost): readonly UsageGroup[] {
  return groups(leaves, ({ childId }) => childId)
    .map(([{ childId }, usage]) => ({ runId: childId ?? runId, usage }))
    .toSorted((a, b) => Number(b.runId === runId) - Number(a.runId === runId) || (a.runId < b.runId ? -1 : 1))
}

/** The usage of the leaves that share a key, each with one of them. */
function groups(leaves: readonly CostLeaf[], key: (leaf: CostLeaf) => string | null): [CostLeaf, Usage][] {
  return [...Map.groupBy(leaves, key).values()].flatMap((group) => {
    const [first] = group
    return first === undefined ? [] : [[first, toUsage(...group)]]
  })
}

/** The usage of the leaves that agree in dimensions, the costliest first. */
function costliestBy(
  leaves: readonly CostLeaf[],
  dimensions: (leaf: CostLeaf) => Omit<UsageGroup, 'usage'>,
): readonly UsageGroup[] {
  return groups(leaves, (leaf) => JSON.stringify(dimensions(leaf)))
    .map(([leaf, usage]) => ({ ...dimensions(leaf), usage }))
    .toSorted((a, b) => compareDecimals(b.usage.costUsd, a.usage.costUsd))
}

/**
 * Savings through caching in each run's tree, in US dollars: the price without caching less the price with it, call by call, because prices
 * have tiers. Both by the prices of this process; a call that was recorded as unpriced is in no cost, and saved nothing.
 */
async function readCacheSavings(ctx: GraphQLContext, runIds: readonly string[]): Promise<readonly string[]> {
  const calls = await ctx.reads.cachedCalls(ctx.project.id, runIds)
  return calls.map((ofRun) => addDecimals(...ofRun.map((call) => savedBy(call, ctx.priceOf))))
}

function savedBy({ provider, model, startedAt, ...usage }: CachedCall, priceOf: PriceOf): string {
  const uncached = { ...usage, cachedInputTokens: 0, cacheWriteTokens: 0 }
  const actual = priceOf({ provider, model, usage, at: startedAt })
  const without = priceOf({ provider, model, usage: uncached, at: startedAt })
  return actual === null || without === null ? '0' : addDecimals(without.costUsd, `-${actual.costUsd}`)
}
