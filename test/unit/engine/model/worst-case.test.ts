import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { toDecimal } from '../../../../src/domain/decimal.ts'
import type { PriceOf } from '../../../../src/domain/usage.ts'
import { longestAnswer, worstCase } from '../../../../src/engine/model/reserve-budget.ts'

const call = { provider: 'p', model: 'm', inputTokens: 1_000, at: new Date(0) }

/** Dollars for a million tokens. */
function pricing(input: number, output: number, cacheWrite: number): PriceOf {
  return ({ usage }) => {
    const uncached = usage.inputTokens - usage.cacheWriteTokens - usage.cachedInputTokens
    const total = uncached * input + usage.outputTokens * output + usage.cacheWriteTokens * cacheWrite
    return { costUsd: toDecimal(total / 1e6), priceVersion: 'test', pricedAs: 'test' }
  }
}

describe('the worst case of a call', () => {
  test('LIM-9 sends all that may be sent, uncached, and answers as long as it may', () => {
    const worst = worstCase(call, pricing(3, 15, 0))(200)
    expect(worst).toEqual({ costUsd: '0.006', tokens: 1_200 })
  })

  test('LIM-9 writes its input to the cache where that is dearer', () => {
    expect(worstCase(call, pricing(3, 15, 3.75))(200)?.costUsd).toBe('0.00675')
  })

  test('LIM-9 is unknown where the price is', () => {
    expect(worstCase(call, () => null)(200)).toBeNull()
  })
})

describe('the longest answer', () => {
  const worstOf = (outputTokens: number) => ({ costUsd: `${outputTokens}`, tokens: 10 + outputTokens })

  test.prop([
    fc.integer({ min: 1, max: 50 }),
    fc.nat({ max: 500 }),
    fc.option(fc.nat({ max: 600 })),
    fc.option(fc.nat({ max: 600 })),
  ])('LIM-9 fits what is left, and one more token would not', (least, more, usd, tokens) => {
    const most = least + more
    const left = { remainingUsd: usd === null ? null : `${usd}`, remainingTokens: tokens }
    const room = Math.min(most, usd ?? most, tokens === null ? most : tokens - 10)
    expect(longestAnswer({ least, most }, left, worstOf)).toBe(room < least ? null : room)
  })
})
