import { describe, expect, it } from 'vitest'
import type { Message } from '../../src/domain/message.ts'
import type { ModelRequest } from '../../src/domain/model.ts'
import { createOpenAi } from '../../src/models/openai/openai.ts'
import {
  failing,
  functionCall,
  message,
  reasoning,
  refusal,
  response,
  usage,
  webSearch,
} from '../fixtures/streams/openai-responses.ts'
import { failureOf, modelRequest, serving, streamed } from '../support/model-call.ts'
import { type CutOptions, collect } from '../support/wire.ts'

/** Answer that the adapter reads from a stream, and its request. */
async function ask(body: string, changes: Partial<ModelRequest> = {}, cut?: CutOptions) {
  const server = await serving([streamed(body)], cut)
  const collected = await collect(openAi(server.baseUrl).stream(modelRequest(changes)))
  return { ...collected, ...collected.answer, sent: server.requests[0] }
}

async function failure(body: string) {
  const server = await serving([streamed(body)])
  return failureOf(openAi(server.baseUrl).stream(modelRequest()))
}

function openAi(baseUrl: string) {
  return createOpenAi({ apiKey: 'a-key', baseUrl: `${baseUrl}/v1` })
}

describe('OpenAI Responses: answers', () => {
  it('MOD-1 streams the arguments of parallel calls under the ids that their results will name', async () => {
    const calls = [functionCall('call_a', 'add', ['{"a":', '1}']), functionCall('call_b', 'now', [''])]
    const { chunks, answer } = await ask(response(calls))
    expect(chunks.filter((chunk) => chunk.type === 'tool-arguments')).toEqual([
      { type: 'tool-arguments', callId: 'call_a', name: 'add', text: '{"a":' },
      { type: 'tool-arguments', callId: 'call_a', name: 'add', text: '1}' },
      { type: 'tool-arguments', callId: 'call_b', name: 'now', text: '' },
    ])
    expect(answer.message.parts).toEqual([
      { type: 'tool-call', callId: 'call_a', name: 'add', arguments: '{"a":1}' },
      { type: 'tool-call', callId: 'call_b', name: 'now', arguments: '{}' },
    ])
    expect(answer.finishReason).toBe('TOOL_CALLS')
  })

  it('MOD-7 keeps the encrypted reasoning of the completed item, not of the announced one', async () => {
    const { reasoning: shown, message: made } = await ask(
      response([reasoning(['First.', 'Then.'], 'sealed')]),
    )
    expect(shown).toBe('First.\n\nThen.')
    expect(made.parts).toEqual([
      {
        type: 'reasoning',
        text: 'First.\n\nThen.',
        state: {
          provider: 'openai',
          data: {
            type: 'reasoning',
            id: 'rs_1',
            summary: [
              { type: 'summary_text', text: 'First.' },
              { type: 'summary_text', text: 'Then.' },
            ],
            encrypted_content: 'sealed',
          },
        },
      },
    ])
  })

  it('MOD-7 shows hidden reasoning as an empty part with nothing to send back', async () => {
    const { message: made } = await ask(response([reasoning([], null)]))
    expect(made.parts).toEqual([{ type: 'reasoning', text: '' }])
  })

  it('MOD-1 tells a refusal from an answer', async () => {
    const { text, answer } = await ask(response([refusal(['I cannot', ' help with that.'])]))
    expect(text).toBe('')
    expect(answer.message.parts).toEqual([{ type: 'refusal', text: 'I cannot help with that.' }])
    expect(answer.finishReason).toBe('REFUSAL')
  })

  it('MOD-1 leaves out the items of server-side tools and ignores events that it does not know', async () => {
    const { message: made } = await ask(response([webSearch, message(['Sunny.'])]))
    expect(made.parts).toEqual([{ type: 'text', text: 'Sunny.' }])
  })

  it.for([
    ['max_output_tokens', 'LENGTH'],
    ['content_filter', 'CONTENT_FILTER'],
    ['something_new', 'LENGTH'],
  ] as const)('MOD-1 an answer cut off by %s finishes with %s', async ([reason, expected]) => {
    const end = { status: 'incomplete', incomplete_details: { reason } }
    const { answer } = await ask(response([message(['Half an'])], end))
    expect(answer).toMatchObject({ finishReason: expected, rawFinishReason: `incomplete:${reason}` })
  })

  it.for([null, 'max_output_tokens', 'content_filter'])(
    'MOD-1 a response that was cancelled is asked for again, whatever reason it has: %s',
    async (reason) => {
      const details = reason === null ? null : { reason }
      const ended = { id: 'resp_1', status: 'cancelled', incomplete_details: details, output: [] }
      const error = await failure(failing({ type: 'response.completed', response: ended }))
      expect(error).toMatchObject({ kind: 'UNKNOWN', retryable: true })
    },
  )

  it('MOD-1 keeps arguments that the length limit cut off as the model wrote them', async () => {
    const end = { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }
    const { answer } = await ask(response([functionCall('call_a', 'add', ['{"a":', '12'])], end))
    expect(answer.message.parts).toMatchObject([{ type: 'tool-call', arguments: '{"a":12' }])
    expect(answer.finishReason).toBe('LENGTH')
  })
})

describe('OpenAI Responses: usage', () => {
  it('MOD-8 clamps parts that exceed their whole, and counts nothing where there is no usage', async () => {
    const odd = {
      ...usage,
      input_tokens_details: { cached_tokens: 500 },
      output_tokens_details: { reasoning_tokens: -1 },
    }
    const { usage: counted } = await ask(response([message(['Hi'])], { usage: odd }))
    expect(counted).toMatchObject({
      inputTokens: 100,
      cachedInputTokens: 100,
      cacheWriteTokens: 0,
      reasoningTokens: 0,
    })

    const { usage: none } = await ask(response([message(['Hi'])], { usage: null }))
    expect(none).toMatchObject({ inputTokens: 0, outputTokens: 0 })
  })
})

describe('OpenAI Responses: failures inside a stream', () => {
  it('MOD-3 an error event carries its code flat or within `error`', async () => {
    const flat = { type: 'error', code: 'rate_limit_exceeded', message: 'Slow down.', param: null }
    const nested = {
      type: 'error',
      error: { type: 'tokens', code: 'rate_limit_exceeded', message: 'Slow down.' },
    }
    for (const event of [flat, nested]) {
      expect(await failure(failing(event))).toMatchObject({
        kind: 'RATE_LIMIT',
        retryable: true,
        message: 'Slow down.',
      })
    }
  })

  it.for([
    ['server_error', 'OVERLOADED', true],
    ['rate_limit_exceeded', 'RATE_LIMIT', true],
    ['insufficient_quota', 'RATE_LIMIT', false],
    ['invalid_prompt', 'CONTENT_BLOCKED', false],
    ['context_length_exceeded', 'CONTEXT_OVERFLOW', false],
    ['something_new', 'UNKNOWN', true],
  ] as const)('MOD-3 a response that failed with %s is %s', async ([code, kind, retryable]) => {
    const failed = {
      type: 'response.failed',
      response: { status: 'failed', output: [], error: { code, message: 'No.' } },
    }
    expect(await failure(failing(failed))).toMatchObject({ kind, retryable, message: 'No.' })
  })
})

describe('OpenAI Responses: requests', () => {
  it('MOD-1 asks for a stream that is not stored, with the tools, the system prompt and the bounds', async () => {
    const { sent } = await ask(response([message(['Hi'])]), {
      model: 'gpt-5.1',
      systemPrompt: 'Be brief.',
      tools: [{ name: 'add', description: 'Adds.', inputSchema: { type: 'object', properties: {} } }],
      toolChoice: 'none',
      temperature: 0.5,
      maxOutputTokens: 1000,
    })
    expect(sent).toMatchObject({
      method: 'POST',
      path: '/v1/responses',
      headers: { authorization: 'Bearer a-key' },
    })
    expect(sent?.body).toEqual({
      model: 'gpt-5.1',
      instructions: 'Be brief.',
      input: [{ role: 'user', content: 'Hello' }],
      stream: true,
      store: false,
      include: ['reasoning.encrypted_content'],
      reasoning: { summary: 'auto' },
      tools: [
        {
          type: 'function',
          name: 'add',
          description: 'Adds.',
          parameters: { type: 'object', properties: {} },
          strict: false,
        },
      ],
      tool_choice: 'none',
      temperature: 0.5,
      max_output_tokens: 1000,
    })
  })

  it.for([
    'gpt-4o',
    'gpt-4.1-mini',
    'gpt-3.5-turbo',
    'chatgpt-4o-latest',
    'ft:gpt-4o-2024-08-06:org::id',
    'gpt-5-chat-latest',
  ])('MOD-1 asks no encrypted reasoning of %s, which would refuse the request', async (model) => {
    const { sent } = await ask(response([message(['Hi'])]), { model })
    expect(sent?.body).not.toHaveProperty('include')
  })

  it('MOD-7 sends a conversation back in its order, with the reasoning that is its own', async () => {
    const first = await ask(
      response([
        reasoning(['Think.'], 'sealed'),
        message(['I look.'], { phase: 'commentary' }),
        functionCall('call_a', 'look', ['{}']),
      ]),
    )
    const messages: readonly Message[] = [
      { role: 'user', text: 'Look!' },
      first.message,
      { role: 'tool', callId: 'call_a', name: 'look', text: 'A tree.', isError: false },
      { role: 'system', text: 'Two steps left.' },
    ]
    const { sent } = await ask(response([message(['A tree.'])]), { messages })
    expect(sent?.body.input).toEqual([
      { role: 'user', content: 'Look!' },
      {
        type: 'reasoning',
        id: 'rs_1',
        summary: [{ type: 'summary_text', text: 'Think.' }],
        encrypted_content: 'sealed',
      },
      { role: 'assistant', content: 'I look.', phase: 'commentary' },
      { type: 'function_call', call_id: 'call_a', name: 'look', arguments: '{}' },
      { type: 'function_call_output', call_id: 'call_a', output: 'A tree.' },
      { role: 'developer', content: 'Two steps left.' },
    ])
  })

  it("MOD-7 drops reasoning that is another provider's, and reasoning that it cannot read", async () => {
    const foreign: Message = {
      role: 'assistant',
      messageId: 'message-0',
      parts: [
        { type: 'reasoning', text: 'Hm.', state: { provider: 'anthropic', data: { signature: 'x' } } },
        { type: 'reasoning', text: 'Hm.', state: { provider: 'openai', data: 'not an item' } },
        { type: 'text', text: '' },
        { type: 'text', text: 'Yes.', state: { provider: 'google', data: 'x' } },
        { type: 'refusal', text: 'No.' },
      ],
    }
    const { sent } = await ask(response([message(['Hi'])]), { messages: [foreign] })
    expect(sent?.body.input).toEqual([
      { role: 'assistant', content: 'Yes.' },
      { role: 'assistant', content: 'No.' },
    ])
  })
})
