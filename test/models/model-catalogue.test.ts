import { fc, test as propertyTest } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import { compareDecimals } from '../../src/domain/decimal.ts'
import { noTokens, type TokenUsage } from '../../src/domain/usage.ts'
import {
  costAt,
  createCatalogue,
  type ModelOverride,
  modelInfo,
} from '../../src/models/catalogue/model-catalogue.ts'
import { priceOf } from '../../src/models/catalogue/prices.ts'

const at = new Date('2026-06-01T00:00:00Z')

function catalogue(models: Readonly<Record<string, ModelOverride>>) {
  return createCatalogue({ overrides: { version: 'mine', models: new Map(Object.entries(models)) } })
}

function call(provider: string, model: string, usage: Partial<TokenUsage> = {}) {
  return { provider, model, usage: { ...noTokens, inputTokens: 1_000, outputTokens: 100, ...usage }, at }
}

const dear = { inputPerMillion: '1000', outputPerMillion: '2000' }

describe('the catalogue of models', () => {
  test('MOD-8 without overrides is the maintained tables', () => {
    const known = createCatalogue({ overrides: null })
    expect(known.modelInfo).toBe(modelInfo)
    const asked = call('anthropic', 'claude-sonnet-4-5')
    expect(known.priceOf(asked)).toEqual(priceOf(asked))
    expect(known.names).toContain('anthropic/claude-sonnet-4-5')
  })

  test('BATCH-5 a call in a batch costs half of the price, of the tables and of the operator', () => {
    const own = catalogue({ 'anthropic/claude-sonnet-4-5': { price: dear } })
    for (const { priceOf } of [createCatalogue({ overrides: null }), own]) {
      const asked = call('anthropic', 'claude-sonnet-4-5')
      const [whole, half] = [asked, { ...asked, pricing: 'BATCH' as const }].map(priceOf)
      expect(Number(half?.costUsd) * 2).toBeCloseTo(Number(whole?.costUsd), 10)
      expect(half?.pricedAs).toBe(whole?.pricedAs)
    }
  })

  test('MOD-8 a price of the operator wins, and is recorded with its version and name', () => {
    const own = catalogue({ 'anthropic/claude-sonnet-4-5': { price: dear } })
    expect(own.priceOf(call('anthropic', 'claude-sonnet-4-5'))).toEqual({
      costUsd: '1.2',
      priceVersion: 'mine',
      pricedAs: 'anthropic/claude-sonnet-4-5',
    })
  })

  test('MOD-8 a price is for that very model: not for a newer one, a dated one or another provider of it', () => {
    const own = catalogue({
      'anthropic/claude-sonnet-4-5': { price: dear },
      'openai/gpt-99': { price: dear },
    })
    for (const other of ['claude-sonnet-4-5-20250929', 'claude-sonnet-4-6', 'claude-sonnet-4-5-9'])
      expect(own.priceOf(call('anthropic', other))).toEqual(priceOf(call('anthropic', other)))
    expect(own.priceOf(call('openai-chat', 'gpt-99'))).toBeNull()
  })

  test('MOD-8 a model that no table knows gets a price, be it nothing at all', () => {
    const own = catalogue({
      'openai-chat/qwen2.5:7b': { price: { inputPerMillion: '0', outputPerMillion: '0' } },
    })
    expect(own.priceOf(call('openai-chat', 'qwen2.5:7b'))).toMatchObject({
      costUsd: '0',
      priceVersion: 'mine',
    })
  })

  test('MOD-8 scripted models cost nothing and have the declared window, until the operator says otherwise', () => {
    const own = catalogue({ 'scripted/demo': { contextWindow: 4_096, price: dear } })
    expect(own.priceOf(call('scripted', 'demo'))?.costUsd).toBe('1.2')
    expect(own.priceOf(call('scripted', 'other'))?.costUsd).toBe('0')
    expect(own.modelInfo('scripted', 'demo')).toEqual({ contextWindow: 4_096, maxOutputTokens: null })
    expect(own.modelInfo('scripted', 'other')).toEqual({ contextWindow: null, maxOutputTokens: null })
  })

  test('MOD-5 a field that an override leaves out is as without it', () => {
    const own = catalogue({ 'anthropic/claude-sonnet-4-5': { maxOutputTokens: 8_000 } })
    expect(own.modelInfo('anthropic', 'claude-sonnet-4-5')).toEqual({
      contextWindow: 200_000,
      maxOutputTokens: 8_000,
    })
    expect(own.priceOf(call('anthropic', 'claude-sonnet-4-5'))).toEqual(
      priceOf(call('anthropic', 'claude-sonnet-4-5')),
    )
  })
})

describe('the cost at a price of the operator', () => {
  const price = {
    inputPerMillion: '3',
    outputPerMillion: '15',
    cachedInputPerMillion: '0.3',
    cacheWritePerMillion: '3.75',
  }

  test('MOD-8 charges each part of the input at its own rate, and output at its', () => {
    const usage = {
      ...noTokens,
      inputTokens: 100,
      outputTokens: 10,
      cachedInputTokens: 60,
      cacheWriteTokens: 30,
    }
    // 10 × 3 + 60 × 0.3 + 30 × 3.75 + 10 × 15 = 310.5 millionths
    expect(costAt(price, usage)).toBe('0.0003105')
  })

  test('MOD-8 charges cached input like other input where no rate is given', () => {
    const { cachedInputPerMillion: _, cacheWritePerMillion: __, ...plain } = price
    const usage = { ...noTokens, inputTokens: 100, cachedInputTokens: 60, cacheWriteTokens: 30 }
    expect(costAt(plain, usage)).toBe('0.0003')
  })

  test('MOD-8 has no float in it: a tenth and a fifth are three tenths, and the smallest amount counts', () => {
    const tenth = { inputPerMillion: '0.1', outputPerMillion: '0.2' }
    expect(costAt(tenth, { ...noTokens, inputTokens: 1_000_000, outputTokens: 1_000_000 })).toBe('0.3')
    const least = { inputPerMillion: '0.0000000001', outputPerMillion: '0' }
    expect(costAt(least, { ...noTokens, inputTokens: 1_000_000 })).toBe('0.0000000001')
    expect(costAt(least, { ...noTokens, inputTokens: 500_000 })).toBe('0.0000000001')
    expect(costAt(least, { ...noTokens, inputTokens: 499_999 })).toBe('0')
  })

  const rate = fc
    .bigInt({ min: 0n, max: 10n ** 16n })
    .map((units) => `${units / 10n ** 10n}.${String(units % 10n ** 10n).padStart(10, '0')}`)
  const tokens = fc.nat(2_000_000_000)

  propertyTest.prop([rate, rate, tokens, tokens])(
    'MOD-8 is the exact sum of tokens times rates, rounded half up to ten places',
    (inputPerMillion, outputPerMillion, inputTokens, outputTokens) => {
      const exact =
        BigInt(inputTokens) * BigInt(inputPerMillion.replace('.', '')) +
        BigInt(outputTokens) * BigInt(outputPerMillion.replace('.', ''))
      const cost = costAt({ inputPerMillion, outputPerMillion }, { ...noTokens, inputTokens, outputTokens })
      const [whole = '', fraction = ''] = cost.split('.')
      expect(BigInt(whole + fraction.padEnd(10, '0'))).toBe((2n * exact + 1_000_000n) / 2_000_000n)
    },
  )

  propertyTest.prop([tokens, tokens, tokens, fc.nat(1_000)])(
    'MOD-8 never falls with a longer answer, nor with counts of a cache that exceed the input',
    (inputTokens, cachedInputTokens, cacheWriteTokens, outputTokens) => {
      const usage = { ...noTokens, inputTokens, cachedInputTokens, cacheWriteTokens, outputTokens }
      const cost = costAt(price, usage)
      expect(compareDecimals(costAt(price, { ...usage, outputTokens: outputTokens + 1 }), cost)).toBe(1)
      expect(compareDecimals(cost, '0')).toBeGreaterThanOrEqual(0)
    },
  )
})
