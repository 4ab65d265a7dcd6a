import { addDecimals } from '../domain/decimal.ts'
import type { PriceOf } from '../domain/usage.ts'
import type { ModelCall } from '../generated/prisma/client.ts'
import type { GraphQLContext } from './context.ts'

type CachedCall = Pick<
  ModelCall,
  | 'provider'
  | 'model'
  | 'startedAt'
  | 'inputTokens'
  | 'outputTokens'
  | 'cachedInputTokens'
  | 'cacheWriteTokens'
  | 'reasoningTokens'
> & { readonly runId: string }

/**
 * What caching saved in each run's tree, in US dollars: the price without it less the price with it, call by call, for prices
 * have tiers. Both by the prices of this process; a call that was recorded as unpriced is in no cost, and saved nothing.
 */
export async function readCacheSavings(
  ctx: GraphQLContext,
  runIds: readonly string[],
): Promise<readonly string[]> {
  const rows = await ctx.prisma.$queryRaw<CachedCall[]>`
    with recursive tree("runId", id) as (
      select id, id from "Run" where id = any(${[...new Set(runIds)]}::uuid[]) and "projectId" = ${ctx.project.id}::uuid
      union all
      select tree."runId", r.id from "Run" r join tree on r."parentId" = tree.id
    )
    select tree."runId", c.provider, c.model, c."startedAt", c."inputTokens", c."outputTokens",
      c."cachedInputTokens", c."cacheWriteTokens", c."reasoningTokens"
    from tree join "ModelCall" c on c."runId" = tree.id
    where c."priceVersion" is not null and (c."cachedInputTokens" > 0 or c."cacheWriteTokens" > 0)`
  const calls = Map.groupBy(rows, (row) => row.runId)
  return runIds.map((runId) =>
    addDecimals(...(calls.get(runId) ?? []).map((call) => savedBy(call, ctx.priceOf))),
  )
}

function savedBy({ provider, model, startedAt, ...usage }: CachedCall, priceOf: PriceOf): string {
  const uncached = { ...usage, cachedInputTokens: 0, cacheWriteTokens: 0 }
  const actual = priceOf({ provider, model, usage, at: startedAt })
  const without = priceOf({ provider, model, usage: uncached, at: startedAt })
  return actual === null || without === null ? '0' : addDecimals(without.costUsd, `-${actual.costUsd}`)
}
