import type { z } from 'zod'
import { addDecimals, compareDecimals, shareOf } from './decimal.ts'
import { about, choice, count, exactDecimal, object } from './declared.ts'
import type { Sliced } from './in-slices.ts'
import { inputParts, noTokens, type PriceOf, type TokenUsage } from './usage.ts'

const costKind = choice('CostKind', 'Kind of a part of a cost.', {
  INPUT: 'Input tokens that no cache of the provider served or stored.',
  CACHE_READ: "Input tokens that were read from the provider's cache.",
  CACHE_WRITE: "Input tokens that were written to the provider's cache.",
  OUTPUT: 'Output tokens, including reasoning tokens.',
  REQUEST: 'Price of the requests, whatever their tokens.',
  BATCH_DISCOUNT: 'What batches saved of the full price. The cost is negative.',
})
type CostKind = z.infer<typeof costKind>

export const costPart = object('CostPart', 'Part of the cost of one or more model calls.', {
  kind: about('Kind of the part.', costKind),
  tokens: about('Number of tokens of this kind. 0 for REQUEST and BATCH_DISCOUNT.', count),
  costUsd: about('Cost in US dollars, at the full price.', exactDecimal),
})
export type CostPart = Readonly<z.infer<typeof costPart>>

/** A model call with its cost as it was recorded. */
export interface PricedCall extends TokenUsage {
  readonly provider: string
  readonly model: string
  readonly startedAt: Date
  readonly pricing: string | null
  readonly costUsd: string
}

/** As rounded prices are added and subtracted, a part may miss its own price by so much. */
const tolerance = '0.000000001'

/**
 * The parts of the cost of a call, which sum to it exactly. `null` where the prices of this process give another cost, or none: they have
 * changed since. Each part is a difference of two prices for the same number of input tokens, because that number decides the tier.
 */
export function costPartsOf(call: PricedCall, priceOf: PriceOf): readonly CostPart[] | null {
  const { fresh, cached, written } = inputParts(call)
  const tokens = { INPUT: fresh, CACHE_READ: cached, CACHE_WRITE: written, OUTPUT: call.outputTokens }
  // It was free, as each of its tokens was.
  if (Number(call.costUsd) === 0) return listed(tokens, {})
  const prices = pricesOf(call, priceOf)
  if (prices === null || compareDecimals(prices.paid, call.costUsd) !== 0) return null
  const ofInput = minus(prices.withoutCache, prices.request)
  const share = (of: number) => shareOf(ofInput, of, call.inputTokens)
  const costs = {
    INPUT: share(fresh),
    CACHE_READ: addDecimals(minus(prices.withoutWrites, prices.withoutCache), share(cached)),
    CACHE_WRITE: addDecimals(minus(prices.input, prices.withoutWrites), share(written)),
    OUTPUT: minus(prices.full, prices.input),
    REQUEST: prices.request,
  }
  const exact = withRest(costs, prices.full)
  return exact && listed(tokens, { ...exact, BATCH_DISCOUNT: minus(prices.paid, prices.full) })
}

/** The sums of the parts of several calls by kind; `null` where those of one are not known. */
export function* sumOfParts(
  calls: readonly PricedCall[],
  priceOf: PriceOf,
): Sliced<readonly CostPart[] | null> {
  const parts: CostPart[] = []
  for (const call of calls) {
    const ofCall = costPartsOf(call, priceOf)
    if (ofCall === null) return null
    parts.push(...ofCall)
    yield
  }
  const groups = Map.groupBy(parts, ({ kind }) => kind)
  return costKind.options.flatMap((kind) => {
    const group = groups.get(kind)
    if (!group) return []
    const tokens = group.reduce((sum, part) => sum + part.tokens, 0)
    return [{ kind, tokens, costUsd: addDecimals(...group.map(({ costUsd }) => costUsd)) }]
  })
}

/**
 * What the call cost, and what its tokens cost with some of them left out or counted as plain input; all but the first at the full price.
 * To find a price takes a tenth of a millisecond: those that are equal are found once.
 */
function pricesOf({ provider, model, startedAt: at, pricing, ...usage }: PricedCall, priceOf: PriceOf) {
  const { inputTokens, outputTokens, cachedInputTokens, cacheWriteTokens } = usage
  const isBatch = pricing === 'BATCH'
  const priced = (of: Partial<TokenUsage>) =>
    priceOf({ provider, model, usage: { ...noTokens, ...of }, at })?.costUsd
  const paid = priceOf({ provider, model, usage, at, pricing: isBatch ? pricing : null })?.costUsd
  const full = isBatch ? priced(usage) : paid
  const input = outputTokens === 0 ? full : priced({ inputTokens, cachedInputTokens, cacheWriteTokens })
  const withoutWrites = cacheWriteTokens === 0 ? input : priced({ inputTokens, cachedInputTokens })
  const withoutCache = cachedInputTokens === 0 ? withoutWrites : priced({ inputTokens })
  const request = priced({})
  const isKnown = paid !== undefined && full !== undefined && input !== undefined && request !== undefined
  return isKnown && withoutWrites !== undefined && withoutCache !== undefined
    ? { paid, full, input, withoutWrites, withoutCache, request }
    : null
}

type Costs = Readonly<Partial<Record<CostKind, string>>>

/** The costs with what rounding left over in the largest of them; `null` where they are no costs of tokens. */
function withRest(costs: Costs, total: string): Costs | null {
  const near = Object.entries(costs).map(([kind, cost]) => [kind, isNearZero(cost) ? '0' : cost] as const)
  const rest = minus(total, addDecimals(...near.map(([, cost]) => cost)))
  const largest = near.toSorted(([, a], [, b]) => compareDecimals(b, a))[0]
  if (!isNearZero(rest) || near.some(([, cost]) => cost.startsWith('-')) || !largest) return null
  return Object.fromEntries([...near, [largest[0], addDecimals(largest[1], rest)]])
}

function isNearZero(value: string): boolean {
  return compareDecimals(value.replace(/^-/, ''), tolerance) < 0
}

function minus(a: string, b: string): string {
  return addDecimals(a, b.startsWith('-') ? b.slice(1) : `-${b}`)
}

/** The parts that there are, in the order of their kinds. */
function listed(tokens: Readonly<Partial<Record<CostKind, number>>>, costs: Costs): readonly CostPart[] {
  return costKind.options
    .map((kind) => ({ kind, tokens: tokens[kind] ?? 0, costUsd: costs[kind] ?? '0' }))
    .filter((part) => part.tokens > 0 || Number(part.costUsd) !== 0)
}
