import { describe, expect, it } from 'vitest'
import type { AssistantMessage, Message } from '../../src/domain/message.ts'
import type { ModelRequest } from '../../src/domain/model.ts'
import { createGoogle, createVertex } from '../../src/models/google/google.ts'
import { toGoogleRequest } from '../../src/models/google/google-request.ts'

import {
  answer,
  candidate,
  chunks,
  errorInfo,
  failure,
  retryInfo,
  usage,
} from '../fixtures/streams/google.ts'
import { answered, failureOf, modelRequest, serving, streamed } from '../support/model-call.ts'
import { type Collected, type CutOptions, collect, type ServedExchange } from '../support/wire.ts'

/** Streams an answer to a request from a server of our own. */
async function streamOf(exchange: ServedExchange, changes?: Partial<ModelRequest>, cut?: CutOptions) {
  const { baseUrl } = await serving([exchange], cut)
  return createGoogle({ apiKey: 'key', baseUrl }).stream(modelRequest(changes))
}

async function read(body: string, cut?: CutOptions): Promise<Collected> {
  return collect(await streamOf(streamed(body), {}, cut))
}

async function fail(exchange: ServedExchange, cut?: CutOptions) {
  return failureOf(await streamOf(exchange, {}, cut))
}

const weather = { name: 'weather', description: 'Tells the weather.', inputSchema: { type: 'object' } }
const signed = (data: string) => ({ provider: 'google', data })

describe('an answer of Gemini', () => {
  it('MOD-1 gives thoughts as reasoning, and keeps each signature on the part that it came on', async () => {
    const parts = [
      [{ text: 'Hm. ', thought: true }],
      [{ text: 'I see.', thought: true }],
      [{ text: 'Yes' }],
      [{ text: '.' }],
      [{ text: '', thoughtSignature: 'c2ln' }],
    ]
    const { reasoning, text, answer: done } = await read(answer(parts))
    expect({ reasoning, text }).toEqual({ reasoning: 'Hm. I see.', text: 'Yes.' })
    expect(done.message.parts).toEqual([
      { type: 'reasoning', text: 'Hm. I see.' },
      { type: 'text', text: 'Yes.' },
      { type: 'text', text: '', state: signed('c2ln') },
    ])
  })

  it('MOD-1 does not join a part that has a signature with another', async () => {
    const { answer: done } = await read(
      answer([
        [{ text: 'a', thoughtSignature: 'MQ==' }],
        [{ text: 'b' }],
        [{ text: 'c', thoughtSignature: 'Mg==' }],
      ]),
    )
    expect(done.message.parts).toEqual([
      { type: 'text', text: 'a', state: signed('MQ==') },
      { type: 'text', text: 'b' },
      { type: 'text', text: 'c', state: signed('Mg==') },
    ])
  })

  it('MOD-1 reads parallel calls: ids as given or counted, arguments as JSON, STOP as tool calls', async () => {
    const parts = [
      [{ functionCall: { name: 'weather', args: { city: 'Rome' }, id: 'srv-1' }, thoughtSignature: 'c2ln' }],
      [{ functionCall: { name: 'today' } }],
    ]
    const { chunks: list, answer: done } = await read(answer(parts))
    expect(list[0]).toEqual({
      type: 'tool-arguments',
      callId: 'srv-1',
      name: 'weather',
      text: '{"city":"Rome"}',
    })
    expect(done.finishReason).toBe('TOOL_CALLS')
    expect(done.message.parts).toEqual([
      {
        type: 'tool-call',
        callId: 'srv-1',
        name: 'weather',
        arguments: '{"city":"Rome"}',
        state: signed('c2ln'),
      },
      { type: 'tool-call', callId: 'message-1-1', name: 'today', arguments: '{}' },
    ])
  })

  it('MOD-8 takes the last report of usage, with thoughts in the output and tool prompts in the input', async () => {
    const early = {
      ...candidate([{ text: 'Hi' }]),
      usageMetadata: { promptTokenCount: 100, thoughtsTokenCount: 7 },
    }
    const last = { ...candidate([], 'STOP'), usageMetadata: usage }
    const { answer: done } = await read(chunks(early, last))
    expect(done.usage).toEqual({
      inputTokens: 105,
      outputTokens: 50,
      cachedInputTokens: 60,
      cacheWriteTokens: 0,
      reasoningTokens: 20,
    })
  })

  it.each([
    ['STOP', 'STOP'],
    ['MAX_TOKENS', 'LENGTH'],
    ['CONTINUATION', 'LENGTH'],
    ['SAFETY', 'CONTENT_FILTER'],
    ['RECITATION', 'CONTENT_FILTER'],
    ['BLOCKLIST', 'CONTENT_FILTER'],
    ['PROHIBITED_CONTENT', 'CONTENT_FILTER'],
    ['SPII', 'CONTENT_FILTER'],
    ['MODEL_ARMOR', 'CONTENT_FILTER'],
    ['MALFORMED_FUNCTION_CALL', 'MALFORMED_TOOL_CALL'],
    ['UNEXPECTED_TOOL_CALL', 'MALFORMED_TOOL_CALL'],
    ['LANGUAGE', 'CONTENT_FILTER'],
    ['OTHER', 'ERROR'],
    ['MALFORMED_RESPONSE', 'ERROR'],
    ['constructor', 'OTHER'],
  ])('MOD-1 reads the finish reason %s as %s', async (raw, finishReason) => {
    const { answer: done } = await read(
      chunks({ candidates: [{ index: 0, finishReason: raw }], usageMetadata: usage }),
    )
    expect(done).toMatchObject({ finishReason, rawFinishReason: raw, message: { parts: [] } })
  })

  it('MOD-1 reads a blocked prompt, which has no candidates, as filtered', async () => {
    const { answer: done } = await read(
      chunks({ promptFeedback: { blockReason: 'SAFETY' }, usageMetadata: { promptTokenCount: 9 } }),
    )
    expect(done).toMatchObject({
      finishReason: 'CONTENT_FILTER',
      rawFinishReason: 'BLOCKED:SAFETY',
      message: { parts: [] },
      usage: { inputTokens: 9, outputTokens: 0 },
    })
  })

  it('MOD-1 takes content without parts, and parts that it does not know', async () => {
    const { text } = await read(
      chunks(candidate([{ text: 'Hi' }, { executableCode: { language: 'PYTHON', code: '1' } }]), {
        candidates: [{ content: { role: 'model' }, finishReason: 'STOP' }],
      }),
    )
    expect(text).toBe('Hi')
  })
})

describe('a failure of Gemini', () => {
  it('MOD-4 does not continue automatically where a stream with a continuation token breaks off', async () => {
    const broken = {
      candidates: [{ content: { parts: [{ text: 'Good ' }] }, continuationToken: 'bW9yZQ==' }],
    }
    const server = await serving([streamed(chunks(broken))])
    const failed = await failureOf(
      createGoogle({ apiKey: 'key', baseUrl: server.baseUrl }).stream(modelRequest()),
    )
    expect(failed.kind).toBe('NETWORK')
    expect(server.requests).toHaveLength(1)
  })

  const cuts: readonly CutOptions[] = [{ cut: 'whole' }, { cut: 'random', seed: 3 }, { cut: 2 }]
  it.each(cuts)('MOD-3 reads a failure inside a stream in bare JSON, cut: $cut', async (cut) => {
    const body = JSON.stringify(
      failure(503, 'UNAVAILABLE', 'The model is overloaded.', [retryInfo('2s')]),
      null,
      2,
    )
    const failed = await fail(streamed(`${chunks(candidate([{ text: 'Good ' }]))}${body}\n`), cut)
    expect(failed).toMatchObject({
      kind: 'OVERLOADED',
      message: 'The model is overloaded.',
      retryable: true,
      status: 503,
      retryAfterMs: 2000,
    })
  })

  it('MOD-3 reads a failure inside a stream that is an event', async () => {
    const failed = await fail(streamed(chunks(failure(429, 'RESOURCE_EXHAUSTED', 'Too many.'))))
    expect(failed).toMatchObject({ kind: 'RATE_LIMIT', message: 'Too many.', retryable: true })
  })

  it.each([
    [400, 'INVALID_ARGUMENT', 'Bad temperature.', [], 'BAD_REQUEST', false],
    [400, 'INVALID_ARGUMENT', 'API key expired.', [errorInfo('API_KEY_INVALID')], 'AUTH', false],
    [
      400,
      'INVALID_ARGUMENT',
      'The input token count (1200054) exceeds the maximum number of tokens allowed (1048576).',
      [],
      'CONTEXT_OVERFLOW',
      false,
    ],
    [400, 'FAILED_PRECONDITION', 'User location is not supported.', [], 'BAD_REQUEST', false],
    [401, 'UNAUTHENTICATED', 'Invalid credentials.', [], 'AUTH', false],
    [403, 'PERMISSION_DENIED', 'The API is disabled.', [errorInfo('SERVICE_DISABLED')], 'AUTH', false],
    [404, 'NOT_FOUND', 'No such model.', [], 'BAD_REQUEST', false],
    [429, 'RESOURCE_EXHAUSTED', 'Too many.', [retryInfo('34.4s')], 'RATE_LIMIT', true],
    [499, 'CANCELLED', 'The operation was cancelled.', [], 'OVERLOADED', true],
    [500, 'INTERNAL', 'An internal error has occurred.', [], 'OVERLOADED', true],
    [503, 'UNAVAILABLE', 'The model is overloaded.', [], 'OVERLOADED', true],
    [504, 'DEADLINE_EXCEEDED', 'Deadline expired.', [], 'TIMEOUT', true],
  ])(
    'MOD-3 reads HTTP %i %s (%s), as JSON and as text of an event stream',
    async (status, code, message, details, kind, retryable) => {
      const body = failure(status, code, message, details)
      const inJson = await fail(answered(status, body))
      const asText = await fail({
        response: {
          status,
          headers: { 'content-type': 'text/event-stream' },
          body: JSON.stringify(body, null, 2),
        },
      })
      for (const failed of [inJson, asText])
        expect(failed).toMatchObject({ kind, message, retryable, status })
    },
  )

  it.each([
    ['34.4s', 34_400],
    ['48s', 48_000],
    ['0s', undefined],
  ])('MOD-4 hears how long to wait from RetryInfo %s', async (delay, retryAfterMs) => {
    const failed = await fail(answered(429, failure(429, 'RESOURCE_EXHAUSTED', 'No', [retryInfo(delay)])))
    expect(failed.retryAfterMs).toBe(retryAfterMs)
  })

  it.each([
    ['a gateway says so, whatever the words say', 429, 'Please retry in 3s.', [], 60_000],
    ['Google says so of a time that was up', 504, 'Deadline expired.', [retryInfo('7s')], 7_000],
  ])('MOD-4 waits for as long as %s', async (_, status, message, details, retryAfterMs) => {
    const body = failure(status, 'RESOURCE_EXHAUSTED', message, details)
    const failed = await fail(answered(status, body, { 'retry-after': '60' }))
    expect(failed).toMatchObject({ retryable: true, retryAfterMs })
  })
})

describe('a request to Gemini', () => {
  function contents(model: string, ...messages: readonly Message[]) {
    return toGoogleRequest(modelRequest({ model, messages }), 'google').contents
  }

  /** Message of the user where a history begins or ends with an answer. */
  const goOn = { role: 'user', parts: [{ text: 'Continue.' }] }

  it('MOD-1 carries the key, the tools and the settings', async () => {
    const server = await serving([streamed(answer([[{ text: 'Hi' }]]))])
    const request = modelRequest({
      model: 'gemini-2.5-pro',
      systemPrompt: 'Be brief.',
      tools: [weather],
      temperature: 0.2,
      maxOutputTokens: 99,
    })
    await collect(createGoogle({ apiKey: 'the-key', baseUrl: server.baseUrl }).stream(request))
    expect(server.requests[0]).toMatchObject({
      path: '/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse',
      headers: { 'x-goog-api-key': 'the-key' },
    })
    expect(server.requests[0]?.body).toEqual({
      systemInstruction: { role: 'user', parts: [{ text: 'Be brief.' }] },
      contents: [{ role: 'user', parts: [{ text: 'Hello' }] }],
      tools: [
        {
          functionDeclarations: [
            { name: 'weather', description: 'Tells the weather.', parametersJsonSchema: { type: 'object' } },
          ],
        },
      ],
      toolConfig: { functionCallingConfig: { mode: 'AUTO' } },
      generationConfig: { temperature: 0.2, maxOutputTokens: 99, thinkingConfig: { includeThoughts: true } },
    })
  })

  it('MOD-1 goes to Vertex AI under its own name and address, in the same language', async () => {
    const server = await serving([
      streamed(answer([[{ functionCall: { name: 'today' }, thoughtSignature: 'c2ln' }]])),
    ])
    const vertex = createVertex({
      project: 'p',
      location: 'europe-west4',
      apiKey: 'the-key',
      baseUrl: server.baseUrl,
    })
    const { answer: done } = await collect(vertex.stream(modelRequest({ model: 'gemini-2.5-pro' })))
    expect(vertex.name).toBe('vertex')
    expect(server.requests[0]?.path).toBe(
      '/v1beta1/projects/p/locations/europe-west4/publishers/google/models/gemini-2.5-pro:streamGenerateContent?alt=sse',
    )
    expect(done.message.parts[0]).toMatchObject({ state: { provider: 'vertex', data: 'c2ln' } })
  })

  it('MOD-1 keeps the tools declared where the model must answer in words', () => {
    const { config } = toGoogleRequest(modelRequest({ tools: [weather], toolChoice: 'none' }), 'google')
    expect(config).toMatchObject({
      tools: [{ functionDeclarations: [{ name: 'weather' }] }],
      toolConfig: { functionCallingConfig: { mode: 'NONE' } },
    })
  })

  it('MOD-7 puts all results of parallel calls into the one user turn after them, with later words behind', () => {
    const calls: AssistantMessage = {
      role: 'assistant',
      messageId: 'm',
      parts: [
        {
          type: 'tool-call',
          callId: 'srv-1',
          name: 'weather',
          arguments: '{"city":"Rome"}',
          state: signed('c2ln'),
        },
        { type: 'tool-call', callId: 'm-1', name: 'weather', arguments: '{"city":' },
      ],
    }
    const turns = contents(
      'gemini-2.5-pro',
      { role: 'user', text: 'Hello' },
      calls,
      { role: 'tool', callId: 'srv-1', name: 'weather', text: 'sunny', isError: false },
      { role: 'tool', callId: 'm-1', name: 'weather', text: 'no such city', isError: true },
      { role: 'system', text: 'One step is left.' },
    )
    expect(turns).toEqual([
      { role: 'user', parts: [{ text: 'Hello' }] },
      {
        role: 'model',
        parts: [
          {
            functionCall: { id: 'srv-1', name: 'weather', args: { city: 'Rome' } },
            thoughtSignature: 'c2ln',
          },
          { functionCall: { name: 'weather', args: { INVALID_JSON: '{"city":' } } },
        ],
      },
      {
        role: 'user',
        parts: [
          { functionResponse: { id: 'srv-1', name: 'weather', response: { output: 'sunny' } } },
          { functionResponse: { name: 'weather', response: { error: 'no such city' } } },
          { text: '<system-note>\nOne step is left.\n</system-note>' },
        ],
      },
    ])
  })

  it('MOD-7 sends signatures back on the parts that they came on, be they empty', async () => {
    const parts = [
      [{ text: 'Hm.', thought: true, thoughtSignature: 'MQ==' }],
      [{ text: 'Yes' }],
      [{ text: '', thoughtSignature: 'Mg==' }],
    ]
    const { answer: done } = await read(answer(parts))
    expect(contents('gemini-3-pro', done.message)).toEqual([
      goOn,
      { role: 'model', parts: parts.flat() },
      goOn,
    ])
  })

  it('MOD-7 drops the state of other providers, thoughts without a signature, and text without words', () => {
    const state = { provider: 'vertex', data: 'c2ln' }
    const message: AssistantMessage = {
      role: 'assistant',
      messageId: 'm',
      parts: [
        { type: 'reasoning', text: 'Hm.', state },
        { type: 'reasoning', text: 'unsigned' },
        { type: 'text', text: '', state },
        { type: 'refusal', text: 'I cannot.' },
      ],
    }
    expect(contents('gemini-3-pro', message)).toEqual([
      goOn,
      { role: 'model', parts: [{ text: 'I cannot.' }] },
      goOn,
    ])
  })

  it.each([
    ['gemini-3-pro-preview', 'skip_thought_signature_validator'],
    ['gemini-flash-latest', 'skip_thought_signature_validator'],
    ['gemini-2.5-flash', undefined],
    ['gemma-4', undefined],
  ])(
    'MOD-5 tells %s of the first of another model’s calls with the signature %s',
    (model, thoughtSignature) => {
      const call = { type: 'tool-call', name: 'today', arguments: '{}' } as const
      const turns = contents(model, {
        role: 'assistant',
        messageId: 'm',
        parts: [
          { ...call, callId: 'call_1', state: { provider: 'anthropic', data: 'x' } },
          { ...call, callId: 'call_2' },
        ],
      })
      expect(turns).toEqual([
        goOn,
        {
          role: 'model',
          parts: [
            {
              functionCall: { id: 'call_1', name: 'today', args: {} },
              ...(thoughtSignature && { thoughtSignature }),
            },
            { functionCall: { id: 'call_2', name: 'today', args: {} } },
          ],
        },
        expect.objectContaining({ role: 'user' }),
      ])
    },
  )
})
