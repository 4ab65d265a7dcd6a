import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/domain/json.ts'
import type { AssistantMessage, Message } from '../../src/domain/message.ts'
import type { ModelRequest } from '../../src/domain/model.ts'
import { createAnthropic } from '../../src/models/anthropic/anthropic.ts'
import { defaultMaxTokens, toAnthropicRequest } from '../../src/models/anthropic/anthropic-request.ts'

import {
  answer,
  block,
  endTurn,
  failure,
  messageDelta,
  redactedBlock,
  start,
  textBlock,
  thinkingBlock,
  toolBlock,
  toolUse,
} from '../fixtures/streams/anthropic.ts'
import { namedEvents } from '../fixtures/streams/sse.ts'
import { answered, failureOf, modelRequest, serving, streamed } from '../support/model-call.ts'
import { type Collected, type CutOptions, collect, type ServedExchange } from '../support/wire.ts'

/** Streams an answer to a request from a server of our own. */
async function streamOf(exchange: ServedExchange, changes?: Partial<ModelRequest>, cut?: CutOptions) {
  const { baseUrl } = await serving([exchange], cut)
  return createAnthropic({ apiKey: 'key', baseUrl }).stream(modelRequest(changes))
}

async function read(body: string, cut?: CutOptions): Promise<Collected> {
  return collect(await streamOf(streamed(body), {}, cut))
}

async function fail(exchange: ServedExchange) {
  return failureOf(await streamOf(exchange))
}

const weather = { name: 'weather', description: 'Tells the weather.', inputSchema: { type: 'object' } }

describe('an answer of Anthropic', () => {
  it('MOD-1 gives thinking as deltas, and keeps its signature and redacted parts', async () => {
    const blocks = [
      thinkingBlock(0, 'c2lnbmVk', 'Let me ', 'see.'),
      redactedBlock(1, 'b3BhcXVl'),
      textBlock(2, 'Yes.'),
    ]
    const { reasoning, answer: done } = await read(answer(blocks))
    expect(reasoning).toBe('Let me see.')
    expect(done.message.parts).toEqual([
      {
        type: 'reasoning',
        text: 'Let me see.',
        state: { provider: 'anthropic', data: { signature: 'c2lnbmVk' } },
      },
      { type: 'reasoning', text: '', state: { provider: 'anthropic', data: { redacted: 'b3BhcXVl' } } },
      { type: 'text', text: 'Yes.' },
    ])
  })

  it('MOD-1 joins the fragments of parallel tool calls, each to its own', async () => {
    const blocks = [
      toolBlock(0, 'toolu_1', 'weather', '', '{"city":', '"Rome"}'),
      toolBlock(1, 'toolu_2', 'weather', '{"city":"Oslo"}'),
    ]
    const { chunks, answer: done } = await read(answer(blocks, toolUse))
    expect(chunks.slice(0, -1)).toEqual([
      { type: 'tool-arguments', callId: 'toolu_1', name: 'weather', text: '{"city":' },
      { type: 'tool-arguments', callId: 'toolu_1', name: 'weather', text: '"Rome"}' },
      { type: 'tool-arguments', callId: 'toolu_2', name: 'weather', text: '{"city":"Oslo"}' },
    ])
    expect(done.finishReason).toBe('TOOL_CALLS')
    expect(done.message.parts).toEqual([
      { type: 'tool-call', callId: 'toolu_1', name: 'weather', arguments: '{"city":"Rome"}' },
      { type: 'tool-call', callId: 'toolu_2', name: 'weather', arguments: '{"city":"Oslo"}' },
    ])
  })

  it.each([{ pieces: [''] }, { pieces: [] }])(
    'MOD-1 reads a call with fragments $pieces as one without arguments',
    async ({ pieces }) => {
      const { chunks, answer: done } = await read(
        answer([toolBlock(0, 'toolu_1', 'today', ...pieces)], toolUse),
      )
      const call = { callId: 'toolu_1', name: 'today' }
      expect(done.message.parts).toEqual([{ type: 'tool-call', ...call, arguments: '{}' }])
      expect(chunks[0]).toEqual({ type: 'tool-arguments', ...call, text: '{}' })
    },
  )

  it('MOD-1 leaves out the blocks of server-side tools, and events and deltas that it does not know', async () => {
    const body = namedEvents(
      start,
      { type: 'something_new', index: 0 },
      ...block(0, { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} }, [
        { type: 'input_json_delta', partial_json: '{"query":"x"}' },
      ]),
      ...block(1, { type: 'text', text: '' }, [
        { type: 'citations_delta', citation: {} },
        { type: 'text_delta', text: 'Found.' },
      ]),
      messageDelta(endTurn),
      { type: 'message_stop' },
    )
    const { answer: done } = await read(body)
    expect(done.message.parts).toEqual([{ type: 'text', text: 'Found.' }])
  })

  it.each([
    ['end_turn', 'STOP'],
    ['stop_sequence', 'STOP'],
    ['tool_use', 'TOOL_CALLS'],
    ['max_tokens', 'LENGTH'],
    ['model_context_window_exceeded', 'LENGTH'],
    ['refusal', 'REFUSAL'],
    ['pause_turn', 'OTHER'],
    ['constructor', 'OTHER'],
  ])('MOD-1 reads the stop reason %s as %s', async (stop_reason, finishReason) => {
    const blocks = [
      textBlock(0, 'Hi'),
      ...(stop_reason === 'tool_use' ? [toolBlock(1, 'toolu_1', 'now')] : []),
    ]
    const { answer: done } = await read(answer(blocks, { stop_reason }))
    expect(done).toMatchObject({ finishReason, rawFinishReason: stop_reason })
  })

  it('MOD-1 gives a refusal with the words that explain it', async () => {
    const explanation = 'This request may enable harm.'
    const stop_details = { type: 'refusal', category: 'bio', explanation }
    const { text, answer: done } = await read(answer([], { stop_reason: 'refusal', stop_details }))
    expect(text).toBe('')
    expect(done.message.parts).toEqual([{ type: 'refusal', text: explanation }])
  })

  it('MOD-1 takes an answer without content for one', async () => {
    const { answer: done } = await read(answer([]))
    expect(done).toMatchObject({ message: { parts: [] }, finishReason: 'STOP' })
  })
})

describe('a failure of Anthropic', () => {
  it.each([
    ['overloaded_error', 'Overloaded', 'OVERLOADED', true],
    ['api_error', 'Internal server error', 'OVERLOADED', true],
    ['timeout_error', 'Request timed out', 'TIMEOUT', true],
    ['rate_limit_error', 'This request would exceed your rate limit', 'RATE_LIMIT', true],
    ['invalid_request_error', 'messages: unexpected role', 'BAD_REQUEST', false],
    ['invalid_request_error', 'Output blocked by content filtering policy', 'CONTENT_BLOCKED', false],
    ['brand_new_error', 'Something else', 'UNKNOWN', true],
  ])('MOD-3 reads %s (%s) inside a stream as %s', async (type, message, kind, retryable) => {
    const body = namedEvents(start, ...textBlock(0, 'Good '), failure(type, message))
    const served = streamed(body)
    const headers = { ...served.response.headers, 'retry-after': '7' }
    const failed = await fail({ response: { ...served.response, headers } })
    expect(failed).toMatchObject({ kind, message, retryable, status: undefined, retryAfterMs: undefined })
  })

  it('MOD-3 reads a failure that is the first event of a stream', async () => {
    const failed = await fail(streamed(namedEvents(failure('overloaded_error', 'Overloaded'))))
    expect(failed).toMatchObject({ kind: 'OVERLOADED', retryable: true })
  })

  it.each([
    [400, 'invalid_request_error', 'max_tokens: Field required', 'BAD_REQUEST', false],
    [
      400,
      'invalid_request_error',
      'prompt is too long: 210381 tokens > 200000 maximum',
      'CONTEXT_OVERFLOW',
      false,
    ],
    [
      400,
      'invalid_request_error',
      'input length and `max_tokens` exceed context limit: 178959 + 64000 > 200000, decrease input length or `max_tokens` and try again',
      'CONTEXT_OVERFLOW',
      false,
    ],
    [
      400,
      'invalid_request_error',
      'Your credit balance is too low to access the Anthropic API.',
      'RATE_LIMIT',
      false,
    ],
    [401, 'authentication_error', 'invalid x-api-key', 'AUTH', false],
    [402, 'billing_error', 'The organization has reached its spend limit.', 'RATE_LIMIT', false],
    [403, 'permission_error', 'Your key may not use this model.', 'AUTH', false],
    [404, 'not_found_error', 'model: claude-nothing', 'BAD_REQUEST', false],
    [429, 'rate_limit_error', 'This request would exceed your rate limit', 'RATE_LIMIT', true],
    [500, 'api_error', 'Internal server error', 'OVERLOADED', true],
    [504, 'timeout_error', 'Request timed out', 'TIMEOUT', true],
    [529, 'overloaded_error', 'Overloaded', 'OVERLOADED', true],
    // The status outranks the type.
    [403, 'api_error', 'No', 'AUTH', false],
    [429, 'api_error', 'No', 'RATE_LIMIT', true],
    [429, 'invalid_request_error', 'No', 'RATE_LIMIT', true],
    [401, 'rate_limit_error', 'No', 'AUTH', false],
    [400, 'rate_limit_error', 'No', 'BAD_REQUEST', false],
    [400, 'api_error', 'No', 'BAD_REQUEST', false],
    [503, 'authentication_error', 'No', 'OVERLOADED', true],
    // A status of any refusal says nothing of a key.
    [400, 'authentication_error', 'No', 'AUTH', false],
  ])('MOD-3 reads HTTP %i %s (%s) as %s', async (status, type, message, kind, retryable) => {
    const failed = await fail(answered(status, failure(type, message)))
    expect(failed).toMatchObject({ kind, message, retryable, status })
  })

  it.each([
    [402, 'RATE_LIMIT', false],
    [403, 'AUTH', false],
    [408, 'TIMEOUT', true],
    [418, 'BAD_REQUEST', false],
    [429, 'RATE_LIMIT', true],
    [503, 'OVERLOADED', true],
    [504, 'TIMEOUT', true],
  ])('MOD-3 reads HTTP %i without a type, as a proxy answers, as %s', async (status, kind, retryable) => {
    const failed = await fail({
      response: { status, headers: { 'content-type': 'text/html' }, body: '<h1>No</h1>' },
    })
    expect(failed).toMatchObject({ kind, retryable, status })
  })

  it.each([
    [529, 'overloaded_error', 'false', false],
    [400, 'invalid_request_error', 'true', true],
  ])('MOD-4 obeys x-should-retry: HTTP %i %s with %s', async (status, type, word, retryable) => {
    const failed = await fail(answered(status, failure(type, 'No'), { 'x-should-retry': word }))
    expect(failed.retryable).toBe(retryable)
  })

  it('MOD-4 retries nothing itself', async () => {
    const server = await serving([answered(529, failure('overloaded_error', 'Overloaded'))])
    await failureOf(createAnthropic({ apiKey: 'key', baseUrl: server.baseUrl }).stream(modelRequest()))
    expect(server.requests).toHaveLength(1)
  })
})

describe('a request to Anthropic', () => {
  function sent(...messages: readonly Message[]) {
    return toAnthropicRequest(modelRequest({ messages })).messages
  }

  it('MOD-1 carries the key, the version, the tools and the settings', async () => {
    const server = await serving([streamed(answer([textBlock(0, 'Hi')]))])
    const request = modelRequest({
      model: 'claude-haiku-4-5',
      systemPrompt: 'Be brief.',
      tools: [weather],
      maxOutputTokens: 99,
    })
    await collect(createAnthropic({ apiKey: 'the-key', baseUrl: server.baseUrl }).stream(request))
    expect(server.requests[0]).toMatchObject({
      path: '/v1/messages',
      headers: { authorization: 'Bearer the-key', 'anthropic-version': '2026-10-21' },
      body: {
        model: 'claude-haiku-4-5',
        stream: true,
        system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
        messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
        tools: [{ name: 'weather', description: 'Tells the weather.', input_schema: { type: 'object' } }],
        tool_choice: { type: 'auto' },
        max_tokens: 99,
      },
    })
  })

  it('MOD-1 leaves out options that are not requested, and the temperature, which the API refuses; but not the token limit', () => {
    expect(toAnthropicRequest(modelRequest({ systemPrompt: ' ', temperature: 0.2 }))).toEqual({
      model: 'a-model',
      max_tokens: defaultMaxTokens,
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
      stream: true,
    })
  })

  it('MOD-1 keeps the tools declared where the model must answer in words', () => {
    const request = toAnthropicRequest(modelRequest({ tools: [weather], toolChoice: 'none' }))
    expect(request).toMatchObject({ tools: [{ name: 'weather' }], tool_choice: { type: 'none' } })
  })

  it('MOD-8 asks for the cache in a loop with tools, and not for an answer in words', () => {
    const cacheOf = (toolChoice: 'auto' | 'none') =>
      toAnthropicRequest(modelRequest({ tools: [weather], toolChoice })).cache_control
    expect(cacheOf('auto')).toEqual({ type: 'ephemeral' })
    expect(cacheOf('none')).toBeUndefined()
  })

  it('MOD-7 puts all results of parallel calls into the one user turn after them, with later words behind', () => {
    const calls: AssistantMessage = {
      role: 'assistant',
      messageId: 'm',
      parts: [
        { type: 'text', text: 'Let me look.' },
        { type: 'tool-call', callId: 'toolu_1', name: 'weather', arguments: '{"city":"Rome"}' },
        { type: 'tool-call', callId: 'functions.weather:1', name: 'weather', arguments: '{"city":' },
      ],
    }
    const turns = sent(
      { role: 'user', text: 'Hello' },
      calls,
      { role: 'tool', callId: 'toolu_1', name: 'weather', text: 'sunny', isError: false },
      { role: 'tool', callId: 'functions.weather:1', name: 'weather', text: 'no such city', isError: true },
      { role: 'system', text: 'One step is left.' },
    )
    expect(turns).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'Hello' }] },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'Let me look.' },
          { type: 'tool_use', id: 'toolu_1', name: 'weather', input: { city: 'Rome' } },
          {
            type: 'tool_use',
            id: 'functions_weather_1',
            name: 'weather',
            input: { INVALID_JSON: '{"city":' },
          },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'toolu_1', content: 'sunny', is_error: false },
          {
            type: 'tool_result',
            tool_use_id: 'functions_weather_1',
            content: 'no such city',
            is_error: true,
          },
          { type: 'text', text: '<system-note>\nOne step is left.\n</system-note>' },
        ],
      },
    ])
  })

  it('MOD-7 sends thinking back as it came, in its place', async () => {
    const blocks = [
      thinkingBlock(0, 'c2ln', 'Hm.'),
      redactedBlock(1, 'b3A='),
      toolBlock(2, 'toolu_1', 'today'),
    ]
    const { answer: done } = await read(answer(blocks, toolUse))
    expect(sent({ role: 'user', text: 'Hello' }, done.message)[1]?.content).toEqual([
      { type: 'thinking', thinking: 'Hm.', signature: 'c2ln' },
      { type: 'redacted_thinking', data: 'b3A=' },
      { type: 'tool_use', id: 'toolu_1', name: 'today', input: {} },
    ] satisfies JsonObject[])
  })

  it('MOD-7 drops the reasoning and the state of other providers, and text without words', () => {
    const state = { provider: 'openai', data: { signature: 'x' } }
    const turns = sent(
      { role: 'user', text: 'Hello' },
      {
        role: 'assistant',
        messageId: 'm',
        parts: [
          { type: 'reasoning', text: 'Hm.', state },
          { type: 'reasoning', text: 'unsigned' },
          { type: 'text', text: ' \n' },
          { type: 'refusal', text: 'I cannot.' },
        ],
      },
    )
    expect(turns[1]).toEqual({ role: 'assistant', content: [{ type: 'text', text: 'I cannot.' }] })
  })
})
