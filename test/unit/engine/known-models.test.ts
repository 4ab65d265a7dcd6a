import { describe, expect, test } from 'vitest'
import type { ModelProvider } from '../../../src/domain/model.ts'
import { createCoolDowns } from '../../../src/engine/cool-downs.ts'
import { createModelCatalogue } from '../../../src/engine/known-models.ts'
import { createAnthropic } from '../../../src/models/anthropic/anthropic.ts'
import { createCatalogue } from '../../../src/models/catalogue/model-catalogue.ts'
import { createOpenAi } from '../../../src/models/openai/openai.ts'
import { createModels } from '../../../src/models/registry.ts'

const now = Date.UTC(2026, 10, 23)

function open(providers: readonly ModelProvider[]) {
  const clock = { now: () => now, elapsed: () => 5_000 }
  const coolDowns = createCoolDowns(clock)
  const price = { inputPerMillion: '0.25', outputPerMillion: '1.5', cachedInputPerMillion: '0.05' }
  const models = new Map([['openai-chat/own', { contextWindow: 32_000, price }]])
  const { names, ...tables } = createCatalogue({ overrides: { version: 'ours', models } })
  const services = { models: createModels(providers), ...tables, coolDowns, clock }
  const baseUrls = { openai: 'https://proxy.example.com/v1' }
  return { coolDowns, catalogue: createModelCatalogue(services, { names, baseUrls }) }
}

describe('API-43 models known to a server', () => {
  test('is of the tables and of the file: limits, prices for a million tokens, and where they are from', () => {
    const { catalogue } = open([])
    const models = catalogue.models()
    expect(models.find(({ name }) => name === 'openai-chat/own')).toMatchObject({
      contextWindow: 32_000,
      maxOutputTokens: null,
      price: {
        version: 'ours',
        inputPerMillion: '0.25',
        outputPerMillion: '1.5',
        cachedInputPerMillion: '0.05',
        cacheWritePerMillion: '0.25',
      },
      features: null,
      provider: { name: 'openai-chat', configured: false, setting: 'OPENAI_CHAT_BASE_URL', profiles: [] },
    })
    // Its price doubles for long prompts: the shown price is that of a short one.
    expect(models.find(({ name }) => name === 'openai/gpt-5.5')).toMatchObject({
      maxOutputTokens: 128_000,
      price: { inputPerMillion: '5', outputPerMillion: '30', cachedInputPerMillion: '0.5' },
    })
  })

  test('leaves out models for other purposes than conversations, and names each once, in order', () => {
    const names = open([])
      .catalogue.models()
      .map(({ name }) => name)
    expect(names.length).toBeGreaterThan(60)
    expect(names).toEqual([...new Set(names)].toSorted())
    expect(
      names.filter((name) => /embed|whisper|tts|image|audio|realtime|moderation|dall/.test(name)),
    ).toEqual([])
    for (const name of [
      'anthropic/claude-sonnet-5',
      'google/gemini-2.5-pro',
      'vertex/gemini-2.5-pro',
      'openai/o3',
    ])
      expect(names).toContain(name)
  })

  test('has the options that the adapter of each model sends', () => {
    const { catalogue } = open([createAnthropic({ apiKey: 'a' }), createOpenAi({ apiKey: 'b' })])
    const featuresOf = (wanted: string) => catalogue.models().find(({ name }) => name === wanted)?.features
    expect(featuresOf('anthropic/claude-sonnet-5')).toEqual(['REASONING_EFFORT', 'OUTPUT_SCHEMA'])
    expect(featuresOf('openai/gpt-4o')).toEqual(['TEMPERATURE', 'OUTPUT_SCHEMA'])
    expect(featuresOf('openai/gpt-4')).toEqual(['TEMPERATURE'])
    expect(featuresOf('google/gemini-2.5-pro')).toBeNull()
  })
})

describe('API-43 providers known to a server', () => {
  test('is which are set up and by which setting, each profile with its cool-down, and no secret', () => {
    const { catalogue, coolDowns } = open([
      createOpenAi({ apiKey: 'secret-one' }),
      createOpenAi({ apiKey: 'secret-two' }),
    ])
    coolDowns.start('openai#2')
    const providers = catalogue.providers()
    expect(providers.map(({ name, configured }) => [name, configured])).toEqual([
      ['anthropic', false],
      ['google', false],
      ['openai', true],
      ['openai-chat', false],
      ['scripted', false],
      ['vertex', false],
    ])
    expect(providers.find(({ name }) => name === 'openai')).toEqual({
      name: 'openai',
      setting: 'OPENAI_API_KEY',
      configured: true,
      profiles: [
        { number: 1, coolingUntil: null },
        { number: 2, coolingUntil: new Date(now + 60_000) },
      ],
      baseUrl: 'https://proxy.example.com/v1',
    })
    expect(JSON.stringify(providers)).not.toContain('secret')
  })
})
