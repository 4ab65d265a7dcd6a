import type { GraphQLResolveInfo } from 'graphql'
import { type CostPart, costPart, sumOfParts } from '../../domain/cost-parts.ts'
import { inSlices } from '../../domain/in-slices.ts'
import { mostPricedCalls } from '../../domain/usage-reads.ts'
import type { GraphQLContext } from '../context.ts'
import { objectOf } from '../shape.ts'

export const CostPartObject = objectOf(costPart)

/** When the parts of several calls are null. */
export const whenManyUnknown = `a price has changed since, or if there are more than ${mostPricedCalls} calls`

/** What the field says that has the parts of a cost. */
export function partsDescription(of: string, isNull: string): string {
  return `Cost of ${of} by kind of token, by the prices of this server. The parts sum to \`costUsd\` exactly. Null if ${isNull}.`
}

interface Field {
  readonly ctx: GraphQLContext
  readonly info: GraphQLResolveInfo
}

/** The parts of the cost of a step, or of a run and its descendants. */
export function readCostParts(
  owner: 'STEP' | 'TREE',
  id: string,
  { ctx, info }: Field,
): Promise<readonly CostPart[] | null> {
  const { reads, project, priceOf } = ctx
  const loader = ctx.loaders.ofField<string, readonly CostPart[] | null>(info, 'parts', async (ids) => {
    const owned = await reads.pricedCalls(project.id, owner, ids)
    return Promise.all(owned.map((calls) => calls && inSlices(sumOfParts(calls, priceOf))))
  })
  return loader.load(id)
}
