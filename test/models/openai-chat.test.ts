import { describe, expect, it } from 'vitest'
import { isJsonObject, type JsonObject } from '../../src/domain/json.ts'
import type { Message } from '../../src/domain/message.ts'
import type { ModelRequest } from '../../src/domain/model.ts'
import { createOpenAiChat } from '../../src/models/openai-chat/openai-chat.ts'
import { callPiece, chunk, completion, defaultUsage, usageChunk } from '../fixtures/streams/openai-chat.ts'
import { plainEvents } from '../fixtures/streams/sse.ts'
import { chatBody } from '../support/chat-request.ts'
import { answered, failureOf, modelRequest, serving, streamed } from '../support/model-call.ts'
import { type CutOptions, collect } from '../support/wire.ts'

/** Answer that the adapter reads from a stream, and its request. */
async function ask(body: string, changes: Partial<ModelRequest> = {}, cut?: CutOptions) {
  const server = await serving([streamed(body)], cut)
  const collected = await collect(chat(server.baseUrl).stream(modelRequest(changes)))
  return { ...collected, ...collected.answer, sent: server.requests[0] }
}

async function failure(body: string) {
  const server = await serving([streamed(body)])
  return failureOf(chat(server.baseUrl).stream(modelRequest()))
}

function chat(baseUrl: string, apiKey: string | null = 'a-key') {
  return createOpenAiChat({ apiKey, baseUrl: `${baseUrl}/v1` })
}

async function callsOf(pieces: readonly JsonObject[]) {
  const { chunks, message } = await ask(completion(pieces, 'tool_calls'))
  const streamedIds = chunks.flatMap((one) => (one.type === 'tool-arguments' ? [one.callId] : []))
  return { calls: message.parts, streamedIds: [...new Set(streamedIds)] }
}

describe('Chat Completions: answers', () => {
  it('MOD-1 tells a refusal, which finishes with a plain stop, from an answer', async () => {
    const { text, answer } = await ask(completion([{ refusal: 'I cannot' }, { refusal: ' help.' }]))
    expect(text).toBe('')
    expect(answer.message.parts).toEqual([{ type: 'refusal', text: 'I cannot help.' }])
    expect(answer.finishReason).toBe('REFUSAL')
  })

  it('MOD-1 an answer that reasoning left no room for is empty and finishes with LENGTH', async () => {
    const { answer } = await ask(completion([{ content: '' }], 'length'))
    expect(answer).toMatchObject({ message: { parts: [] }, finishReason: 'LENGTH' })
  })

  it.for([
    ['stop', 'STOP'],
    ['eos', 'STOP'],
    ['length', 'LENGTH'],
    ['content_filter', 'CONTENT_FILTER'],
    ['sensitive', 'CONTENT_FILTER'],
    ['end_turn', 'STOP'],
    ['max_tokens', 'LENGTH'],
    ['stop_sequence', 'STOP'],
    ['tool_calls', 'MALFORMED_TOOL_CALL'],
    ['model_context_window_exceeded', 'LENGTH'],
    ['constructor', 'OTHER'],
  ] as const)('MOD-1 the finish reason %s is %s', async ([finish, expected]) => {
    const { answer } = await ask(completion([{ content: 'Hi' }], finish))
    expect(answer).toMatchObject({ finishReason: expected, rawFinishReason: finish })
  })
})

describe('Chat Completions: tool calls', () => {
  const add = { type: 'tool-call', name: 'add', arguments: '{"a":1}' }
  const now = { type: 'tool-call', name: 'now', arguments: '{}' }

  it('MOD-1 joins the fragments of parallel calls by their index', async () => {
    const { calls, streamedIds } = await callsOf([
      callPiece({ index: 0, id: 'call_a', name: 'add', arguments: '' }),
      callPiece({ index: 0, arguments: '{"a"' }),
      callPiece({ index: 1, id: 'call_b', name: 'now', arguments: '' }),
      callPiece({ index: 0, arguments: ':1}' }),
    ])
    expect(calls).toEqual([
      { ...add, callId: 'call_a' },
      { ...now, callId: 'call_b' },
    ])
    expect(streamedIds).toEqual(['call_a', 'call_b'])
  })

  it('MOD-1 a forced call that finishes with a plain stop is still a tool call', async () => {
    const { answer } = await ask(completion([callPiece({ index: 0, id: 'call_a', name: 'add' })]))
    expect(answer).toMatchObject({ finishReason: 'TOOL_CALLS', rawFinishReason: 'stop' })
  })

  it('MOD-1 an end that says that a call is malformed leaves those that came, and a refusal', async () => {
    const word = 'malformed_function_call'
    const called = await ask(completion([callPiece({ index: 0, id: 'call_a', name: 'add' })], word))
    expect(called.answer).toMatchObject({ finishReason: 'TOOL_CALLS', rawFinishReason: word })
    const refused = await ask(completion([{ refusal: 'I cannot' }], word))
    expect(refused.answer.finishReason).toBe('REFUSAL')
    const said = await ask(completion([{ content: 'Hi' }], word))
    expect(said.answer.finishReason).toBe('MALFORMED_TOOL_CALL')
  })

  it('MOD-1 calls that come whole, without ids and without index, get ids of their own', async () => {
    const whole = [callPiece({ name: 'add', arguments: '{"a":1}' }), callPiece({ name: 'now' })]
    const { calls } = await callsOf(whole)
    expect(calls).toEqual([
      { ...add, callId: 'message-1-0' },
      { ...now, callId: 'message-1-1' },
    ])
    expect(await callsOf(whole)).toMatchObject({ calls })
  })

  it('MOD-1 calls that all have the index 0 are distinguished by their ids', async () => {
    const { calls } = await callsOf([
      callPiece({ index: 0, id: 'call_a', name: 'add', arguments: '{"a":1}' }),
      callPiece({ index: 0, id: 'call_b', name: 'now', arguments: '{}' }),
    ])
    expect(calls).toMatchObject([{ callId: 'call_a' }, { callId: 'call_b' }])
  })

  it('MOD-1 pieces of one call that each bring a new id, or repeat id and name, stay one call', async () => {
    const newIds = [
      callPiece({ index: 0, id: 'call_1', name: 'add', arguments: '{"a"' }),
      callPiece({ index: 0, id: 'call_2', arguments: ':1}' }),
    ]
    const repeated = [
      callPiece({ index: 0, id: 'call_1', name: 'add', arguments: '{"a"' }),
      callPiece({ index: 0, id: 'call_1', name: 'add', arguments: ':1}' }),
    ]
    for (const pieces of [newIds, repeated]) {
      expect(await callsOf(pieces)).toEqual({
        calls: [{ ...add, callId: 'call_1' }],
        streamedIds: ['call_1'],
      })
    }
  })
})

describe('Chat Completions: dialects', () => {
  it.for(['stop', 'function_call', 'tool_calls', 'end_turn', 'tool_use'])(
    'MOD-1 a call in one piece, with no id, index or usage, is a call whatever finishes it: %s',
    async (finish) => {
      const call = callPiece({ name: 'add', arguments: '{"a":1}' })
      const { message, finishReason, usage } = await ask(plainEvents(chunk(call), chunk({}, finish)))
      expect(message.parts).toEqual([
        { type: 'tool-call', callId: 'message-1-0', name: 'add', arguments: '{"a":1}' },
      ])
      expect(finishReason).toBe('TOOL_CALLS')
      expect(usage.inputTokens).toBe(0)
    },
  )

  it('MOD-1 a finish reason that comes with the last words counts, and so does one in every chunk', async () => {
    const { text, finishReason } = await ask(
      plainEvents(
        chunk({ content: 'Good ' }, ''),
        chunk({ content: 'day', reasoning_content: null }, 'stop'),
      ),
    )
    expect({ text, finishReason }).toEqual({ text: 'Good day', finishReason: 'STOP' })
  })

  it('MOD-1 an answer that is nothing but reasoning is empty', async () => {
    const { text, reasoning, message } = await ask(completion([{ reasoning_content: 'Hm.' }]))
    expect({ text, reasoning }).toEqual({ text: '', reasoning: 'Hm.' })
    expect(message.parts).toMatchObject([{ type: 'reasoning', text: 'Hm.' }])
  })

  it('MOD-1 bears comments, chunks without choices, a doubled finish reason and usage beside choices', async () => {
    const last = { ...chunk({ content: '' }, 'stop'), usage: defaultUsage }
    const chunks = [
      { choices: [], prompt_filter_results: [] },
      chunk({ content: 'Hi' }),
      chunk({}, 'stop'),
      last,
    ]
    const { text, usage } = await ask(`: PROCESSING\n\n${plainEvents(...chunks)}`)
    expect(text).toBe('Hi')
    expect(usage.inputTokens).toBe(100)
  })

  it('MOD-8 counts nothing where a server gives no usage, and takes it from where others put it', async () => {
    const { usage: none } = await ask(plainEvents(chunk({ content: 'Hi' }, 'stop')))
    expect(none).toMatchObject({ inputTokens: 0, outputTokens: 0 })

    const groq = { ...chunk({}, 'stop'), x_groq: { usage: { prompt_tokens: 7, completion_tokens: 3 } } }
    expect((await ask(plainEvents(groq))).usage).toMatchObject({ inputTokens: 7, outputTokens: 3 })

    const deepSeek = usageChunk({ prompt_tokens: 9, completion_tokens: 3, prompt_cache_hit_tokens: 4 })
    expect((await ask(plainEvents(chunk({}, 'stop'), deepSeek))).usage).toMatchObject({
      cachedInputTokens: 4,
    })
  })

  it('MOD-8 clamps more cached tokens than there were prompt tokens', async () => {
    const odd = usageChunk({
      prompt_tokens: 10,
      completion_tokens: 3,
      prompt_tokens_details: { cached_tokens: 64 },
    })
    const { usage } = await ask(plainEvents(chunk({}, 'stop'), odd))
    expect(usage).toMatchObject({ inputTokens: 10, cachedInputTokens: 10 })
  })

  it('MOD-3 an error under HTTP 200 is no answer, in JSON or in the stream', async () => {
    const error = { message: 'The response was filtered.', code: 'content_filter', status: 400 }
    const server = await serving([answered(200, { error }), answered(200, { error: 'out of order' })])
    const failed = await failureOf(chat(server.baseUrl).stream(modelRequest()))
    expect(failed).toMatchObject({
      kind: 'CONTENT_BLOCKED',
      status: 400,
      message: 'The response was filtered.',
    })
    expect(await failureOf(chat(server.baseUrl).stream(modelRequest()))).toMatchObject({ kind: 'UNKNOWN' })

    const inside = { ...chunk({ content: 'Hi' }), error: { code: 502, message: 'Upstream is down.' } }
    expect(await failure(plainEvents(inside))).toMatchObject({
      kind: 'OVERLOADED',
      status: 502,
      retryable: true,
    })
  })

  it('MOD-1 an answer in one piece is read as well: a gateway may not stream', async () => {
    const calls = ['add', 'now'].map((name) => ({
      id: '0',
      type: 'function',
      function: { name, arguments: '{}' },
    }))
    const message = { role: 'assistant', content: 'Hi', tool_calls: calls }
    const whole = { choices: [{ index: 0, message, finish_reason: '' }], usage: defaultUsage }
    const server = await serving([answered(200, whole)])
    const { text, answer } = await collect(chat(server.baseUrl).stream(modelRequest()))
    expect(text).toBe('Hi')
    expect(answer).toMatchObject({
      finishReason: 'TOOL_CALLS',
      rawFinishReason: '',
      usage: { inputTokens: 100 },
    })
    expect(answer.message.parts.slice(1)).toMatchObject([{ name: 'add' }, { name: 'now' }])
  })

  it('MOD-1 a count behind the last choice ends an answer of which no finish reason tells', async () => {
    const { text, finishReason, rawFinishReason } = await ask(
      plainEvents(chunk({ content: 'Hi' }), usageChunk()),
    )
    expect({ text, finishReason, rawFinishReason }).toEqual({
      text: 'Hi',
      finishReason: 'STOP',
      rawFinishReason: null,
    })
  })

  it('MOD-1 content in parts is words and thinking, and content that is an object its JSON', async () => {
    const parts = [
      { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] },
      { type: 'text', text: 'Yes.' },
    ]
    expect(await ask(completion([{ content: parts }]))).toMatchObject({ reasoning: 'Hm.', text: 'Yes.' })
    expect(await ask(completion([{ content: { a: 1 } }]))).toMatchObject({ text: '{"a":1}' })
  })

  it('MOD-8 counts reasoning into the output that a server counts beside it', async () => {
    const beside = usageChunk({
      prompt_tokens: 10,
      completion_tokens: 2,
      total_tokens: 42,
      completion_tokens_details: { reasoning_tokens: 30 },
    })
    const { usage, message } = await ask(plainEvents(chunk({ content: 'Hi' }, 'stop'), beside))
    expect(usage).toMatchObject({ inputTokens: 10, outputTokens: 32, reasoningTokens: 30 })
    expect(message.parts[0]).toEqual({ type: 'reasoning', text: '' })
  })
})

describe('Chat Completions: reasoning', () => {
  const call = callPiece({ index: 0, id: 'call_a', name: 'look', arguments: '{}' })

  it.for(['reasoning_content', 'reasoning'])(
    'MOD-7 goes back beside its tool calls in the field %s',
    async (field) => {
      const { reasoning, echo } = await answeredAgain(
        completion([{ [field]: 'I ' }, { [field]: 'look.' }, call], 'tool_calls'),
      )
      expect(reasoning).toBe('I look.')
      expect(echo).toMatchObject({
        role: 'assistant',
        [field]: 'I look.',
        tool_calls: [{ type: 'function' }],
      })
    },
  )

  it('MOD-7 joins the pieces of reasoning details by index and sends them back with their signatures', async () => {
    const details = [
      { reasoning: 'I ', reasoning_details: [{ index: 0, type: 'reasoning.text', text: 'I ' }] },
      { reasoning: 'look.', reasoning_details: [{ index: 0, type: 'reasoning.text', text: 'look.' }] },
      { reasoning_details: [{ index: 0, type: 'reasoning.text', signature: 'signed' }] },
      { reasoning_details: [{ index: 1, type: 'reasoning.encrypted', data: 'sealed' }] },
    ]
    const { echo } = await answeredAgain(completion([...details, call], 'tool_calls'))
    expect(echo).toMatchObject({
      reasoning: 'I look.',
      reasoning_details: [
        { index: 0, type: 'reasoning.text', text: 'I look.', signature: 'signed' },
        { index: 1, type: 'reasoning.encrypted', data: 'sealed' },
      ],
    })
  })

  it('MOD-7 stays behind where no tool call follows it', async () => {
    const { echo } = await answeredAgain(completion([{ reasoning_content: 'Hm.' }, { content: 'Hi' }]))
    expect(echo).toEqual({ role: 'assistant', content: 'Hi' })
  })

  it.for<readonly [string, Partial<ModelRequest>]>([
    ['another model', { model: 'b-model' }],
    ['another server', {}],
  ])('MOD-7 goes to no other than who gave it: not to %s', async ([who, changes]) => {
    const answer = completion([{ reasoning_content: 'Hm.' }, call], 'tool_calls')
    const server = await serving([streamed(answer), streamed(answer)])
    const other = await serving([streamed(answer)])
    const { answer: given } = await collect(chat(server.baseUrl).stream(modelRequest()))
    const target = who === 'another server' ? other : server
    await collect(chat(target.baseUrl).stream(modelRequest({ ...changes, messages: [hello, given.message] })))
    expect(Object.keys(assistantIn(target.requests.at(-1)?.body))).toEqual(['role', 'content', 'tool_calls'])
  })

  /** An answer, and how the next request to the same model of the same server carries it. */
  async function answeredAgain(body: string) {
    const server = await serving([streamed(body), streamed(completion([{ content: 'Hi' }]))])
    const model = chat(server.baseUrl)
    const { reasoning, answer } = await collect(model.stream(modelRequest()))
    await collect(model.stream(modelRequest({ messages: [hello, answer.message] })))
    return { reasoning, echo: assistantIn(server.requests[1]?.body) }
  }
})

const hello: Message = { role: 'user', text: 'Hello' }

function assistantIn(body: JsonObject | undefined): JsonObject {
  const messages = Array.isArray(body?.messages) ? body.messages : []
  return messages.find((message: JsonObject) => message.role === 'assistant') ?? {}
}

describe('Chat Completions: requests', () => {
  const request: Partial<ModelRequest> = {
    model: 'a/model:1',
    systemPrompt: 'Be brief.',
    tools: [
      {
        name: 'add',
        description: 'Adds.',
        inputSchema: {
          type: 'object',
          properties: { a: { $ref: '#/$defs/A' } },
          $defs: { A: { type: 'number' } },
        },
      },
    ],
    temperature: 0,
    maxOutputTokens: 1000,
    messages: [
      { role: 'user', text: 'Add!' },
      {
        role: 'assistant',
        messageId: 'message-0',
        parts: [{ type: 'tool-call', callId: 'call_a', name: 'add', arguments: '{"a":' }],
      },
      { role: 'tool', callId: 'call_a', name: 'add', text: 'It failed.', isError: true },
      { role: 'system', text: 'Two steps left.' },
    ],
  }

  it('MOD-2 MOD-7 asks a server that nobody knows as all of them take it', async () => {
    const { sent } = await ask(completion([{ content: 'Hi' }]), request)
    expect(sent).toMatchObject({ method: 'POST', path: '/v1/chat/completions' })
    const id = expect.stringMatching(/^[a-zA-Z0-9]{9}$/)
    expect(sent?.body).toEqual({
      model: 'a/model:1',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Add!' },
        {
          role: 'assistant',
          content: '',
          tool_calls: [
            { id, type: 'function', function: { name: 'add', arguments: '{"INVALID_JSON":"{\\"a\\":"}' } },
          ],
        },
        { role: 'tool', tool_call_id: id, content: 'It failed.' },
        { role: 'assistant', content: 'I have read the results.' },
        { role: 'user', content: '<system-note>\nTwo steps left.\n</system-note>' },
      ],
      stream: true,
      stream_options: { include_usage: true },
      tools: [
        {
          type: 'function',
          function: {
            name: 'add',
            description: 'Adds.',
            parameters: { type: 'object', properties: { a: { type: 'number' } } },
          },
        },
      ],
      tool_choice: 'auto',
      temperature: 0,
      max_tokens: 1000,
    })
  })

  it('MOD-1 MOD-2 asks OpenAI with all that its API has', () => {
    expect(chatBody(modelRequest({ ...request, toolChoice: 'none' }), 'openai')).toEqual({
      model: 'a/model:1',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Add!' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [
            {
              id: 'call_a',
              type: 'function',
              function: { name: 'add', arguments: '{"INVALID_JSON":"{\\"a\\":"}' },
            },
          ],
        },
        { role: 'tool', tool_call_id: 'call_a', content: 'It failed.' },
        { role: 'system', content: 'Two steps left.' },
      ],
      stream: true,
      stream_options: { include_usage: true },
      tools: [
        {
          type: 'function',
          function: { name: 'add', description: 'Adds.', parameters: request.tools?.[0]?.inputSchema },
        },
      ],
      tool_choice: 'none',
      temperature: 0,
      max_completion_tokens: 1000,
    })
  })

  it('MOD-1 sends no authorization to a server that wants no key', async () => {
    const server = await serving([
      streamed(completion([{ content: 'Hi' }])),
      streamed(completion([{ content: 'Hi' }])),
    ])
    await collect(chat(server.baseUrl, null).stream(modelRequest()))
    await collect(chat(server.baseUrl, 'a-key').stream(modelRequest()))
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([undefined, 'Bearer a-key'])
  })
})

describe('Chat Completions: lessons of a refusal', () => {
  const said = (text: string) => ({ messages: [{ role: 'user', text }] as const })

  it('MOD-4 a window that the server named holds from then on, for each prompt what it leaves', async () => {
    const tooLong =
      "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens (1000 in the messages, 4000 in the completion)."
    const body = completion([{ content: 'Yes.' }])
    const server = await serving([
      answered(400, { error: { message: tooLong } }),
      ...Array(3).fill(streamed(body)),
    ])
    const provider = chat(server.baseUrl)
    const limits: unknown[] = []
    for (const words of [1_000, 1_000, 10, 2_000]) {
      const request = modelRequest({ maxOutputTokens: 4_000, ...said('word '.repeat(words)) })
      if (limits.length === 0) await failureOf(provider.stream(request))
      else await collect(provider.stream(request))
      const sent = server.requests.at(-1)?.body
      limits.push(isJsonObject(sent) && sent.max_tokens)
    }
    expect(limits.slice(0, 3)).toEqual([4_000, 3_080, 4_000])
    expect(limits[3]).toBeGreaterThan(2_000)
    expect(limits[3]).toBeLessThan(2_100)
  })

  it('MOD-4 the words of a user that an error sends back are no words of the server', async () => {
    const words = 'stream_options is not supported'
    const detail = [{ type: 'missing', loc: ['body', 'messages', 0], msg: 'Field required', input: words }]
    const server = await serving([answered(422, { detail }), streamed(completion([{ content: 'Yes.' }]))])
    const provider = chat(server.baseUrl)
    await failureOf(provider.stream(modelRequest(said(words))))
    await collect(provider.stream(modelRequest(said(words))))
    expect(server.requests[1]?.body).toHaveProperty('stream_options')
  })
})
