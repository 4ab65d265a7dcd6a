import { describe, expect, test } from 'vitest'
import { modelInfo } from '../../src/models/catalogue/model-catalogue.ts'

const nothing = { contextWindow: null, maxOutputTokens: null }

describe('known facts about a model', () => {
  test.for([
    ['anthropic', 'claude-sonnet-4-5', 200_000, 64_000],
    ['anthropic', 'claude-sonnet-4-5-20250929', 200_000, 64_000],
    ['anthropic', 'claude-opus-5-5', 1_000_000, 128_000],
    ['openai', 'gpt-5.6-sol', 1_050_000, 128_000],
    ['openai-chat', 'gpt-5.6-sol', 1_050_000, 128_000],
    ['google', 'gemini-2.5-pro', 1_048_576, 65_535],
    ['vertex', 'gemini-2.5-pro', 1_048_576, 65_535],
  ] as const)(
    'MOD-5 %s/%s holds %d tokens and answers with up to %d',
    ([provider, model, contextWindow, maxOutputTokens]) => {
      expect(modelInfo(provider, model)).toEqual({ contextWindow, maxOutputTokens })
    },
  )

  test.for([
    ['openai', 'gpt-4o', 128_000],
    ['google', 'gemini-2.5-flash', 1_048_576],
    ['vertex', 'claude-opus-5-5', 1_000_000],
  ] as const)(
    'MOD-5 %s/%s has a window of %d, and no vendor page gives its longest answer',
    ([provider, model, contextWindow]) => {
      expect(modelInfo(provider, model)).toEqual({ contextWindow, maxOutputTokens: null })
    },
  )

  test.for([
    ['anthropic', 'claude-sonnet-5-9'],
    ['anthropic', 'claude-sonnet-4-5-imagined'],
    ['openai', 'gpt-99'],
    ['openai-chat', 'qwen2.5:7b'],
    ['unheard-of', 'gpt-4o'],
    ['scripted', 'demo'],
    ['anthropic', '__proto__'],
  ] as const)('MOD-5 %s/%s is unknown, not taken for another', ([provider, model]) => {
    expect(modelInfo(provider, model)).toEqual(nothing)
  })
})
