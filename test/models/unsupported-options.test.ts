import { fc, test as propertyTest } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import type { ChatDialectName } from '../../src/domain/chat-dialect.ts'
import type { JsonObject } from '../../src/domain/json.ts'
import type { Message } from '../../src/domain/message.ts'
import {
  reasoningEffort as efforts,
  type ModelProvider,
  type ModelRequest,
  type RequestOption,
  requestOptions,
} from '../../src/domain/model.ts'
import { createAnthropic } from '../../src/models/anthropic/anthropic.ts'
import { toAnthropicRequest } from '../../src/models/anthropic/anthropic-request.ts'
import { createGoogle, createVertex } from '../../src/models/google/google.ts'
import { toGoogleRequest } from '../../src/models/google/google-request.ts'
import { createOpenAi } from '../../src/models/openai/openai.ts'
import { toResponsesRequest } from '../../src/models/openai/openai-request.ts'
import { createOpenAiChat } from '../../src/models/openai-chat/openai-chat.ts'

import { chatRequest } from '../support/chat-request.ts'
import { modelRequest } from '../support/model-call.ts'
import { propertyTrials } from '../support/trials.ts'

const apiKey = 'a-key'
const providers = {
  openai: createOpenAi({ apiKey }),
  'openai-chat': createOpenAiChat({ apiKey }),
  'another server': createOpenAiChat({ apiKey, baseUrl: 'http://127.0.0.1:9/v1' }),
  anthropic: createAnthropic({ apiKey }),
  google: createGoogle({ apiKey }),
  vertex: createVertex({ project: 'p', location: 'global', apiKey }),
} as const satisfies Record<string, ModelProvider>

const names = ['openai', 'openai-chat', 'another server', 'anthropic', 'google', 'vertex'] as const

const closed: JsonObject = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
}
const responseFormat = { name: 'answer', schema: closed }
const recursive = { name: 'answer', schema: { ...closed, properties: { city: { $ref: '#' } } } }
const tools = [{ name: 'look', description: 'Looks.', inputSchema: { type: 'object' } }]
const everything = { temperature: 0.2, reasoningEffort: 'HIGH', responseFormat } as const
const calledWithoutThinking: readonly Message[] = [
  { role: 'user', text: 'Look!' },
  {
    role: 'assistant',
    messageId: 'm',
    parts: [{ type: 'tool-call', callId: 'c', name: 'look', arguments: '{}' }],
  },
  { role: 'tool', callId: 'c', name: 'look', text: 'A tree.', isError: false },
]

type Case = readonly [keyof typeof providers, Partial<ModelRequest>, readonly RequestOption[]]

describe('options that an adapter leaves out', () => {
  test.for<Case>([
    ['openai', { model: 'gpt-5.1', ...everything }, ['temperature']],
    ['openai', { model: 'gpt-5.1', ...everything, reasoningEffort: 'NONE' }, []],
    ['openai', { model: 'gpt-4o', ...everything }, ['reasoningEffort']],
    ['openai', { model: 'gpt-4o', ...everything, reasoningEffort: 'NONE' }, []],
    ['openai', { model: 'gpt-4', ...everything }, ['reasoningEffort', 'responseFormat']],
    ['openai', { model: 'o3', temperature: 0 }, ['temperature']],
    ['openai', { model: 'o1-mini', reasoningEffort: 'NONE' }, ['reasoningEffort']],
    ['openai-chat', { model: 'gpt-4', ...everything }, ['reasoningEffort', 'responseFormat']],
    ['another server', { model: 'qwen3', ...everything }, ['reasoningEffort']],
    ['another server', { model: 'qwen3', ...everything, tools }, ['reasoningEffort', 'responseFormat']],
    ['another server', { model: 'qwen3', ...everything, tools, toolChoice: 'none' }, ['reasoningEffort']],
    ['another server', { model: 'gpt-4', responseFormat }, ['responseFormat']],
    ['anthropic', { model: 'claude-opus-5', ...everything }, ['temperature']],
    [
      'anthropic',
      { model: 'claude-3-5-haiku-latest', ...everything, temperature: null },
      ['reasoningEffort', 'responseFormat'],
    ],
    ['anthropic', { model: 'claude-3-5-haiku-latest', reasoningEffort: 'NONE' }, []],
    ['anthropic', { model: 'claude-sonnet-4-5', reasoningEffort: 'LOW' }, []],
    [
      'anthropic',
      { model: 'claude-sonnet-4-5', reasoningEffort: 'LOW', maxOutputTokens: 2_000 },
      ['reasoningEffort'],
    ],
    [
      'anthropic',
      { model: 'claude-sonnet-4-5', reasoningEffort: 'LOW', messages: calledWithoutThinking },
      ['reasoningEffort'],
    ],
    ['anthropic', { model: 'claude-opus-5', responseFormat: recursive }, ['responseFormat']],
    ['google', { model: 'gemini-3-flash-preview', ...everything, tools }, []],
    ['google', { model: 'gemini-2.5-pro', ...everything, tools }, ['responseFormat']],
    ['google', { model: 'gemini-2.5-pro', ...everything, tools, toolChoice: 'none' }, []],
    ['google', { model: 'gemini-2.5-pro', ...everything }, []],
    ['vertex', { model: 'gemini-2.0-flash', ...everything }, ['reasoningEffort']],
    ['vertex', { model: 'gemini-2.0-flash', reasoningEffort: 'NONE' }, []],
    ['google', { model: 'gemini-2.5-flash-image', reasoningEffort: 'NONE' }, ['reasoningEffort']],
  ])('MOD-1 of %s for %o is %o', ([provider, changes, options]) => {
    expect(providers[provider].unsupportedOptions?.(modelRequest(changes))).toEqual(options)
  })

  const model = fc.constantFrom(
    ...['gpt-4', 'gpt-4o', 'gpt-5', 'gpt-5.1', 'gpt-5.1-chat-latest', 'o3', 'o1-mini', 'a-deployment'],
    ...[
      'claude-3-7-sonnet-latest',
      'claude-opus-4-20250514',
      'claude-sonnet-4-5',
      'claude-opus-5',
      'claude-next',
    ],
    ...['gemini-2.0-flash', 'gemini-2.5-pro', 'gemini-2.5-flash-image', 'gemini-3-pro-preview', 'gemma-3'],
  )
  const request = fc
    .record({
      model,
      temperature: fc.constantFrom(null, 0, 1),
      reasoningEffort: fc.constantFrom(null, ...efforts.options),
      responseFormat: fc.constantFrom(null, responseFormat, recursive),
      tools: fc.constantFrom([], tools),
      toolChoice: fc.constantFrom('auto', 'none'),
      maxOutputTokens: fc.constantFrom(null, 500, 5_000),
      messages: fc.constantFrom<readonly Message[]>([{ role: 'user', text: 'Hi' }], calledWithoutThinking),
    })
    .map(modelRequest)

  /** The field of the provider's request that carries each option. */
  const sentBy: Record<keyof typeof providers, (asked: ModelRequest) => Record<RequestOption, unknown>> = {
    openai: (asked) => {
      const { temperature, reasoning, text } = toResponsesRequest(asked)
      return { temperature, reasoningEffort: reasoning?.effort, responseFormat: text?.format }
    },
    'openai-chat': (asked) => chatFields(asked, 'openai'),
    'another server': (asked) => chatFields(asked, 'strict'),
    anthropic: (asked) => {
      const sent = toAnthropicRequest(asked)
      const temperature = 'temperature' in sent ? sent.temperature : undefined
      return { temperature, reasoningEffort: sent.thinking, responseFormat: sent.output_config?.format }
    },
    google: (asked) => googleFields(asked, 'google'),
    vertex: (asked) => googleFields(asked, 'vertex'),
  }

  propertyTest.prop([request, fc.constantFrom(...names)], propertyTrials(1_000))(
    'MOD-1 are those missing from the request that it sends',
    (asked, provider) => {
      const sent = sentBy[provider](asked)
      const missing = requestOptions.filter((option) => asked[option] !== null && sent[option] === undefined)
      // A model that cannot think, or does so only on request, needs no option to turn it off.
      const told = providers[provider].unsupportedOptions?.(asked) ?? []
      const rests = asked.reasoningEffort === 'NONE' ? 'reasoningEffort' : null
      expect(told.filter((option) => option !== rests)).toEqual(missing.filter((option) => option !== rests))
      if (!missing.includes('reasoningEffort')) expect(told).not.toContain('reasoningEffort')
    },
  )
})

function chatFields(asked: ModelRequest, dialect: ChatDialectName) {
  const { temperature, reasoning_effort, response_format } = chatRequest(asked, dialect)
  return { temperature, reasoningEffort: reasoning_effort, responseFormat: response_format }
}

function googleFields(asked: ModelRequest, provider: 'google' | 'vertex') {
  const { temperature, thinkingConfig, responseJsonSchema } = toGoogleRequest(asked, provider).config ?? {}
  return { temperature, reasoningEffort: thinkingConfig, responseFormat: responseJsonSchema }
}
