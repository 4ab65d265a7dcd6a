import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/domain/json.ts'
import type { ModelRequest, ReasoningEffort } from '../../src/domain/model.ts'
import { toGoogleRequest } from '../../src/models/google/google-request.ts'
import { modelRequest } from '../support/model-call.ts'

function configOf(changes: Partial<ModelRequest>) {
  return toGoogleRequest(modelRequest(changes), 'google').config
}

describe('Gemini: how long a model may think', () => {
  it.for<readonly [string, ReasoningEffort, JsonObject | undefined]>([
    ['gemini-3-pro-preview', 'NONE', { includeThoughts: true, thinkingLevel: 'LOW' }],
    ['gemini-3-pro-preview', 'MEDIUM', { includeThoughts: true, thinkingLevel: 'HIGH' }],
    ['gemini-3.1-pro-preview', 'MEDIUM', { includeThoughts: true, thinkingLevel: 'MEDIUM' }],
    ['gemini-3-flash-preview', 'NONE', { includeThoughts: true, thinkingLevel: 'MINIMAL' }],
    ['gemini-3.6-flash', 'MINIMAL', { includeThoughts: true, thinkingLevel: 'MINIMAL' }],
    ['gemini-3.8-flash', 'MINIMAL', { includeThoughts: true, thinkingLevel: 'LOW' }],
    ['gemini-4-hydrogen', 'HIGH', { includeThoughts: true, thinkingLevel: 'HIGH' }],
    ['gemini-flash-latest', 'NONE', { includeThoughts: true, thinkingLevel: 'LOW' }],
    ['gemini-2.5-flash', 'NONE', { thinkingBudget: 0 }],
    ['gemini-2.5-pro', 'NONE', { thinkingBudget: 128, includeThoughts: true }],
    ['gemini-2.5-flash-lite', 'LOW', { thinkingBudget: 1_024, includeThoughts: true }],
    ['gemini-2.5-pro', 'HIGH', { thinkingBudget: 24_576, includeThoughts: true }],
    ['gemini-2.0-flash', 'HIGH', undefined],
    ['gemma-3-27b-it', 'HIGH', undefined],
    ['gemini-2.5-flash-image', 'HIGH', undefined],
  ])('MOD-1 %s takes %s as %o', ([model, reasoningEffort, thinkingConfig]) => {
    expect(configOf({ model, reasoningEffort })?.thinkingConfig).toEqual(thinkingConfig)
  })

  it.for([
    ['gemini-3.1-pro-preview', true],
    ['gemini-2.5-flash', true],
    ['gemini-2.5-flash-lite', undefined],
    ['gemini-2.0-flash', undefined],
    ['a-tuned-model', undefined],
  ] as const)('MOD-1 %s, told nothing of effort, shows its thoughts: %s', ([model, includeThoughts]) => {
    expect(configOf({ model })?.thinkingConfig).toEqual(includeThoughts && { includeThoughts })
  })
})

describe('Gemini: answers in JSON', () => {
  const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
  const responseFormat = { name: 'answer', schema }
  const asked = { responseMimeType: 'application/json', responseJsonSchema: schema }
  const tools = [{ name: 'look', description: 'Looks.', inputSchema: { type: 'object' } }]

  it.for(['auto', 'none'] as const)(
    'MOD-1 Gemini 3 takes it beside tools, with tool choice %s',
    (toolChoice) => {
      expect(configOf({ model: 'gemini-3-flash-preview', tools, toolChoice, responseFormat })).toMatchObject({
        ...asked,
        tools: [{ functionDeclarations: [{ name: 'look' }] }],
        toolConfig: { functionCallingConfig: { mode: toolChoice.toUpperCase() } },
      })
    },
  )

  it('MOD-1 Gemini 2.5 takes one of the two: tools while they may be called, the schema for the last word', () => {
    const configFor = (toolChoice: 'auto' | 'none') =>
      configOf({ model: 'gemini-2.5-pro', tools, toolChoice, responseFormat })
    expect(configFor('auto')).toMatchObject({ tools: [{}] })
    expect(configFor('auto')).not.toHaveProperty('responseMimeType')
    expect(configFor('none')).toMatchObject(asked)
    expect(configFor('none')).not.toHaveProperty('tools')
  })

  it('MOD-1 Gemini 2.5 takes it where there are no tools', () => {
    expect(configOf({ model: 'gemini-2.5-pro', responseFormat })).toMatchObject(asked)
  })
})
