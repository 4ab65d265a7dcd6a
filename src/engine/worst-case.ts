import type { Spend } from '../domain/budget.ts'
import { compareDecimals } from '../domain/decimal.ts'
import { noTokens, type PriceOf, type TokenUsage } from '../domain/usage.ts'

/** A call whose cost is to be bounded before it is made. */
interface BoundedCall {
  readonly provider: string
  readonly model: string
  /** At most so many tokens are sent. */
  readonly inputTokens: number
  readonly at: Date
}

/** The most that a call can use with an answer of up to `outputTokens`; `null` where no price of it is known. */
type WorstOf = (outputTokens: number) => Spend | null

/** Bounds a call: nothing of its input is read from a cache, and all of it may be written to one, where that is dearer (LIM-9). */
export function worstCase({ provider, model, inputTokens, at }: BoundedCall, priceOf: PriceOf): WorstOf {
  const costOf = (usage: Partial<TokenUsage>) =>
    priceOf({ provider, model, usage: { ...noTokens, inputTokens, ...usage }, at })?.costUsd ?? null
  return (outputTokens) => {
    const uncached = costOf({ outputTokens })
    const written = costOf({ outputTokens, cacheWriteTokens: inputTokens })
    if (uncached === null || written === null) return null
    const costUsd = compareDecimals(written, uncached) > 0 ? written : uncached
    return { costUsd, tokens: inputTokens + outputTokens }
  }
}

/**
 * The longest answer from `least` to `most` tokens whose worst case keeps within what is left (`null`: any amount); `null` where
 * even the shortest does not. A longer answer never costs less.
 */
export function longestAnswer(
  range: { readonly least: number; readonly most: number },
  left: { readonly leftUsd: string | null; readonly leftTokens: number | null },
  worstOf: (outputTokens: number) => Spend,
): number | null {
  const fits = (outputTokens: number) => {
    const { costUsd, tokens } = worstOf(outputTokens)
    return (
      (left.leftUsd === null || compareDecimals(costUsd, left.leftUsd) <= 0) &&
      (left.leftTokens === null || tokens <= left.leftTokens)
    )
  }
  if (!fits(range.least)) return null
  let low = range.least
  let high = range.most
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(middle)) low = middle
    else high = middle - 1
  }
  return low
}
