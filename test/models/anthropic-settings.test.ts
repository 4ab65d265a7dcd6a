import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/domain/json.ts'
import type { Message } from '../../src/domain/message.ts'
import type { ModelRequest, ReasoningEffort } from '../../src/domain/model.ts'
import { toAnthropicRequest } from '../../src/models/anthropic/anthropic-request.ts'
import { modelRequest } from '../support/model-call.ts'

function settingsOf(changes: Partial<ModelRequest>) {
  const { thinking, output_config } = toAnthropicRequest(modelRequest(changes))
  return { thinking, output_config }
}

const shown = { type: 'adaptive', display: 'summarized' }

describe('Anthropic: how long a model may think', () => {
  it.for<readonly [string, ReasoningEffort, JsonObject | undefined, string | undefined]>([
    ['claude-opus-5-5', 'HIGH', shown, 'high'],
    ['claude-sonnet-4-6', 'MEDIUM', shown, 'medium'],
    ['claude-opus-4-7', 'MINIMAL', shown, 'low'],
    ['claude-of-tomorrow', 'LOW', shown, 'low'],
    ['claude-opus-4-8', 'NONE', undefined, undefined],
    ['claude-opus-5', 'NONE', { type: 'disabled' }, undefined],
    ['claude-haiku-5-5', 'NONE', { type: 'disabled' }, undefined],
    ['claude-sonnet-5-5', 'NONE', { type: 'between_tools' }, undefined],
    ['claude-opus-5-5', 'NONE', shown, 'low'],
    ['claude-fable-5-2', 'NONE', shown, 'low'],
    ['claude-sonnet-4-5', 'LOW', { type: 'enabled', budget_tokens: 2_048, display: 'summarized' }, undefined],
    [
      'claude-haiku-4-5-20251001',
      'HIGH',
      { type: 'enabled', budget_tokens: 16_000, display: 'summarized' },
      undefined,
    ],
    ['claude-opus-4-1', 'NONE', undefined, undefined],
    ['claude-3-5-haiku-latest', 'HIGH', undefined, undefined],
  ])('MOD-1 %s takes %s as %o with effort %s', ([model, reasoningEffort, thinking, effort]) => {
    expect(settingsOf({ model, reasoningEffort })).toEqual({
      thinking,
      output_config: effort === undefined ? undefined : { effort },
    })
  })

  it('MOD-1 leaves half of a small bound for words, and does not think where that is too little', () => {
    const budgetOf = (maxOutputTokens: number) =>
      settingsOf({ model: 'claude-sonnet-4-5', reasoningEffort: 'HIGH', maxOutputTokens }).thinking
    expect(budgetOf(4_000)).toMatchObject({ budget_tokens: 2_000 })
    expect(budgetOf(2_000)).toBeUndefined()
  })

  it.for([
    ['claude-sonnet-5', shown],
    ['claude-haiku-5-5', shown],
    ['claude-opus-4-7', undefined],
    ['claude-sonnet-4-5', undefined],
    ['claude-of-tomorrow', undefined],
  ] as const)('MOD-1 %s without an effort shows the thoughts that it has anyway: %o', ([model, thinking]) => {
    expect(settingsOf({ model })).toEqual({ thinking, output_config: undefined })
  })

  it('MOD-7 calls that were made without thinking are finished without it, where the model minds', () => {
    const call = { type: 'tool-call', callId: 'c', name: 'look', arguments: '{}' } as const
    const thought = {
      type: 'reasoning',
      text: 'Hm.',
      state: { provider: 'anthropic', data: { signature: 'c2ln' } },
    } as const
    const result = { role: 'tool', callId: 'c', name: 'look', text: 'A tree.', isError: false } as const
    const thinkingAfter = (...last: readonly Message[]) =>
      settingsOf({
        model: 'claude-sonnet-4-5',
        reasoningEffort: 'LOW',
        messages: [{ role: 'user', text: 'Look!' }, ...last],
      }).thinking
    const called = (...parts: readonly (typeof call | typeof thought)[]) =>
      ({ role: 'assistant', messageId: 'm', parts }) as const
    expect(thinkingAfter(called(call), result)).toBeUndefined()
    expect(thinkingAfter(called(thought, call), result)).toMatchObject({ type: 'enabled' })
    const said = { role: 'assistant', messageId: 'n', parts: [{ type: 'text', text: 'A tree.' }] } as const
    expect(thinkingAfter(called(call), result, said, { role: 'user', text: 'And?' })).toBeDefined()
  })
})

describe('Anthropic: answers in JSON', () => {
  const closed = {
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
    additionalProperties: false,
  }
  const inside = (schema: JsonObject): JsonObject => ({ ...closed, properties: { city: schema } })

  it.for(['auto', 'none'] as const)(
    'MOD-1 the schema goes beside the tools, with tool choice %s',
    (toolChoice) => {
      const tools = [{ name: 'look', description: 'Looks.', inputSchema: { type: 'object' } }]
      const responseFormat = { name: 'answer', schema: closed }
      const request = modelRequest({
        model: 'claude-opus-5-5',
        reasoningEffort: 'LOW',
        tools,
        toolChoice,
        responseFormat,
      })
      expect(toAnthropicRequest(request)).toMatchObject({
        output_config: { effort: 'low', format: { type: 'json_schema', schema: closed } },
        tools: [{ name: 'look' }],
        tool_choice: { type: toolChoice },
      })
    },
  )

  it('MOD-1 constraints that the API cannot enforce are in the descriptions', () => {
    const schema = inside({ type: 'string', minLength: 2 })
    const { output_config } = settingsOf({
      model: 'claude-sonnet-4-5',
      responseFormat: { name: 'answer', schema: { ...schema, additionalProperties: true } },
    })
    expect(output_config?.format?.schema).toEqual({
      ...closed,
      properties: { city: { type: 'string', description: '{minLength: 2}' } },
    })
  })

  it.for<readonly [string, string, JsonObject]>([
    ['the model is too old', 'claude-opus-4-20250514', closed],
    ['an object has any properties', 'claude-opus-5', inside({ type: 'object', additionalProperties: true })],
    ['anything may come', 'claude-opus-5', inside({})],
    ['it may be recursive', 'claude-opus-5', { ...inside({ $ref: '#/$defs/A' }), $defs: { A: closed } }],
    ['a list of types has an object', 'claude-opus-5', inside({ type: ['object', 'null'] })],
  ])('MOD-1 no schema is sent where %s', ([_why, model, schema]) => {
    expect(settingsOf({ model, responseFormat: { name: 'answer', schema } }).output_config).toBeUndefined()
  })

  it('MOD-1 plain values may be null', () => {
    const schema = inside({ type: ['string', 'null'] })
    const { output_config } = settingsOf({ model: 'claude-opus-5', responseFormat: { name: 'a', schema } })
    expect(output_config?.format?.schema).toEqual(schema)
  })
})
