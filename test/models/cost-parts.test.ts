import { fc, test as propertyTest } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import { type CostPart, costPartsOf, type PricedCall, sumOfParts } from '../../src/domain/cost-parts.ts'
import { addDecimals } from '../../src/domain/decimal.ts'
import { inSlices } from '../../src/domain/in-slices.ts'
import { noTokens, type PriceOf, type TokenUsage } from '../../src/domain/usage.ts'
import { createCatalogue } from '../../src/models/catalogue/model-catalogue.ts'

const at = new Date('2026-06-01T00:00:00Z')
const table = createCatalogue({ overrides: null })

const tokens = fc.integer({ min: 0, max: 2_000_000 })
const usages = fc
  .record({ fresh: tokens, cachedInputTokens: tokens, cacheWriteTokens: tokens, outputTokens: tokens })
  .map(({ fresh, ...rest }) => ({
    ...{ ...noTokens, ...rest },
    inputTokens: fresh + rest.cachedInputTokens + rest.cacheWriteTokens,
  }))
const pricings = fc.constantFrom('BATCH' as const, null)

/** A call as its row has it. */
function recorded(
  name: string,
  usage: TokenUsage,
  pricing: 'BATCH' | null = null,
  priceOf: PriceOf = table.priceOf,
): PricedCall {
  const [provider = '', model = ''] = name.split('/')
  const price = priceOf({ provider, model, usage, at, pricing })
  if (price === null) throw new Error(`${name} has no price.`)
  return { ...usage, provider, model, startedAt: at, pricing, costUsd: price.costUsd }
}

const sumOf = (parts: readonly CostPart[]) => addDecimals(...parts.map(({ costUsd }) => costUsd))
const costsOf = (parts: readonly CostPart[] | null) =>
  parts && Object.fromEntries(parts.map(({ kind, costUsd }) => [kind, costUsd]))

describe('MOD-14 the parts of the cost of a call', () => {
  propertyTest.prop({ usage: usages, pricing: pricings }, { numRuns: 20 })(
    'sum to it exactly, for each model of the table',
    ({ usage, pricing }) => {
      for (const name of table.names) {
        const call = recorded(name, usage, pricing)
        const parts = costPartsOf(call, table.priceOf)
        if (parts === null) throw new Error(`The parts of a call of ${name} are not known.`)
        expect(sumOf(parts)).toBe(call.costUsd)
        const below = parts.filter(({ costUsd }) => costUsd.startsWith('-')).map(({ kind }) => kind)
        expect(below.filter((kind) => kind !== 'BATCH_DISCOUNT')).toEqual([])
        const counted = parts.reduce((sum, part) => sum + part.tokens, 0)
        expect(counted).toBe(usage.inputTokens + usage.outputTokens)
      }
    },
  )

  propertyTest.prop({ usage: usages })(
    'are each what its tokens cost at the tier of the call',
    ({ usage }) => {
      const price = {
        ...{ inputPerMillion: '3.000000001', outputPerMillion: '15' },
        ...{ cachedInputPerMillion: '0.3', cacheWritePerMillion: '3.75' },
      }
      const overrides = { version: 'mine', models: new Map([['openai/gpt-5', { price }]]) }
      const own = createCatalogue({ overrides })
      const parts = costPartsOf(recorded('openai/gpt-5', usage, null, own.priceOf), own.priceOf)
      const rates = { INPUT: 3.000000001, CACHE_READ: 0.3, CACHE_WRITE: 3.75, OUTPUT: 15 } as Record<
        string,
        number
      >
      for (const { kind, tokens: count, costUsd } of parts ?? [])
        expect(Number(costUsd)).toBeCloseTo(((rates[kind] ?? 0) * count) / 1e6, 8)
      expect(parts?.length).toBeGreaterThanOrEqual(usage.inputTokens + usage.outputTokens > 0 ? 1 : 0)
    },
  )

  test('are named', () => {
    const usage = { ...noTokens, inputTokens: 100_000, cachedInputTokens: 60_000, cacheWriteTokens: 30_000 }
    const call = recorded('anthropic/claude-sonnet-4-5', { ...usage, outputTokens: 1_000 })
    expect(costPartsOf(call, table.priceOf)).toEqual([
      { kind: 'INPUT', tokens: 10_000, costUsd: '0.03' },
      { kind: 'CACHE_READ', tokens: 60_000, costUsd: '0.018' },
      { kind: 'CACHE_WRITE', tokens: 30_000, costUsd: '0.1125' },
      { kind: 'OUTPUT', tokens: 1_000, costUsd: '0.015' },
    ])
    const batch = recorded('anthropic/claude-sonnet-4-5', { ...usage, outputTokens: 1_000 }, 'BATCH')
    expect(costsOf(costPartsOf(batch, table.priceOf))).toMatchObject({
      OUTPUT: '0.015',
      BATCH_DISCOUNT: '-0.08775',
    })
    // With a price for each request.
    const perRequest: PriceOf = ({ usage: { inputTokens } }) => ({
      ...{ priceVersion: 'odd', pricedAs: 'odd', costUsd: addDecimals('0.014', `0.00${inputTokens}`) },
    })
    const asked = recorded('openai/gpt-4o', { ...noTokens, inputTokens: 3 }, null, perRequest)
    expect(costsOf(costPartsOf(asked, perRequest))).toEqual({ INPUT: '0.003', REQUEST: '0.014' })
  })

  test('are not known where the price has changed or is no sum over tokens, and are nothing of what was free', () => {
    const usage = { ...noTokens, inputTokens: 1_000, outputTokens: 10 }
    const call = recorded('openai/gpt-4o', usage)
    expect(
      costPartsOf({ ...call, costUsd: addDecimals(call.costUsd, '0.0000000001') }, table.priceOf),
    ).toBeNull()
    expect(costPartsOf({ ...call, model: 'gpt-99' }, table.priceOf)).toBeNull()
    expect(costPartsOf({ ...call, model: 'gpt-99', costUsd: '0' }, table.priceOf)).toEqual([
      { kind: 'INPUT', tokens: 1_000, costUsd: '0' },
      { kind: 'OUTPUT', tokens: 10, costUsd: '0' },
    ])
    // The answer is a present where there is a question.
    const odd: PriceOf = ({ usage: { inputTokens, outputTokens } }) => ({
      ...{ priceVersion: 'odd', pricedAs: 'odd' },
      costUsd: inputTokens > 0 && outputTokens > 0 ? '1' : '2',
    })
    expect(costPartsOf({ ...call, costUsd: '1' }, odd)).toBeNull()
  })

  test('of several calls are summed by kind, where those of each are known', async () => {
    const call = recorded('openai/gpt-4o', { ...noTokens, inputTokens: 1_000, outputTokens: 10 })
    const cached = recorded('openai/gpt-4o', { ...noTokens, inputTokens: 500, cachedInputTokens: 200 })
    const sum = (calls: readonly PricedCall[]) => inSlices(sumOfParts(calls, table.priceOf))
    expect(await sum([call, cached])).toEqual([
      { kind: 'INPUT', tokens: 1_300, costUsd: '0.00325' },
      { kind: 'CACHE_READ', tokens: 200, costUsd: '0.00025' },
      { kind: 'OUTPUT', tokens: 10, costUsd: '0.0001' },
    ])
    expect(await sum([call, { ...call, costUsd: '9' }])).toBeNull()
    expect(await sum([])).toEqual([])
  })
})
