import { describe, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { priceOf, priceVersion } from '../../src/models/catalogue/prices.ts'

const at = new Date('2026-06-01T00:00:00Z')
const usage = {
  inputTokens: 100_000,
  outputTokens: 10_000,
  cachedInputTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
}

function price(provider: string, model: string, changes: Partial<typeof usage> = {}) {
  return priceOf({ provider, model, usage: { ...usage, ...changes }, at })
}

describe('prices', () => {
  it('MOD-8 names the version of the table that is installed', () => {
    expect(priceVersion).toBe(`genai-prices ${manifest.devDependencies['@pydantic/genai-prices']}`)
  })

  it('MOD-8 prices a call as a decimal, with the entry that it was priced as', () => {
    expect(price('openai', 'gpt-4o-2024-08-06')).toEqual({
      costUsd: '0.35',
      priceVersion,
      pricedAs: 'openai/gpt-4o',
    })
  })

  it('MOD-8 prices cached input and cache writes at their own rates', () => {
    const whole = price('anthropic', 'claude-sonnet-4-5')
    const cached = price('anthropic', 'claude-sonnet-4-5', { cachedInputTokens: 80_000 })
    const written = price('anthropic', 'claude-sonnet-4-5', { cacheWriteTokens: 80_000 })
    expect([whole?.costUsd, cached?.costUsd, written?.costUsd]).toEqual(['0.45', '0.234', '0.51'])
  })

  it('MOD-8 prices no token as nothing, and more cached tokens than input as all of it', () => {
    expect(price('openai', 'gpt-4o', { inputTokens: 0, outputTokens: 0 })?.costUsd).toBe('0')
    const odd = price('openai', 'gpt-4o', { cachedInputTokens: 200_000, cacheWriteTokens: 5 })
    expect(odd?.costUsd).toBe(price('openai', 'gpt-4o', { cachedInputTokens: 100_000 })?.costUsd)
  })

  it('MOD-8 the scripted provider costs nothing, by name', () => {
    expect(price('scripted', 'demo')).toMatchObject({ costUsd: '0', priceVersion: 'scripted' })
  })

  it.for([
    ['openai', 'gpt-5-nano-2025-08-07', 'openai/gpt-5-nano'],
    ['anthropic', 'claude-sonnet-4-20250514', 'anthropic/claude-sonnet-4-0'],
    ['anthropic', 'claude-3-5-haiku-20241022', 'anthropic/claude-3-5-haiku-latest'],
    ['google', 'gemini-2.5-pro-preview-05-06', 'google/gemini-2.5-pro'],
    ['google', 'gemini-2.0-flash-001', 'google/gemini-2.0-flash'],
    ['vertex', 'gemini-2.5-flash', 'google/gemini-2.5-flash'],
    ['openai-chat', 'gpt-4o', 'openai/gpt-4o'],
    ['openai-chat', 'deepseek-chat', 'deepseek/deepseek-chat'],
  ] as const)('MOD-8 %s/%s is priced as %s', ([provider, model, pricedAs]) => {
    expect(price(provider, model)?.pricedAs).toBe(pricedAs)
  })

  it.for([
    ['openai', 'gpt-4o-imagined'],
    ['openai', 'gpt-99'],
    ['anthropic', 'claude-sonnet-5-9'],
    ['google', 'gemini-2.5-pro-imagined'],
    ['openai-chat', 'qwen2.5:7b'],
    ['unheard-of', 'gpt-4o'],
  ] as const)('MOD-8 %s/%s is unpriced, not priced as another', ([provider, model]) => {
    expect(price(provider, model)).toBeNull()
  })
})
