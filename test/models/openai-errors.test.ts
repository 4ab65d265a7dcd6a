import { describe, expect, it } from 'vitest'
import type { Json } from '../../src/domain/json.ts'
import type { ModelErrorKind, ModelProvider } from '../../src/domain/model.ts'
import { createOpenAi } from '../../src/models/openai/openai.ts'
import { createOpenAiChat } from '../../src/models/openai-chat/openai-chat.ts'

import { chunk, completion } from '../fixtures/streams/openai-chat.ts'
import { message, response } from '../fixtures/streams/openai-responses.ts'
import { plainEvents } from '../fixtures/streams/sse.ts'
import { answered, failureOf, modelRequest, serving, streamed } from '../support/model-call.ts'
import { collect, type ServedExchange } from '../support/wire.ts'

const apis: readonly {
  readonly name: string
  readonly create: (server: { apiKey: string; baseUrl: string }) => ModelProvider
  /** A whole answer that says "Grüße aus 東京". */
  readonly answer: string
}[] = [
  { name: 'openai', create: createOpenAi, answer: response([message(['Grüße ', 'aus 東京'])]) },
  {
    name: 'openai-chat',
    create: createOpenAiChat,
    answer: completion([{ content: 'Grüße ' }, { content: 'aus 東京' }]),
  },
]

type Refusal = readonly [server: string, status: number, body: Json]

const these = (kind: ModelErrorKind, retryable: boolean, refusals: readonly Refusal[]) =>
  refusals.map((refusal) => [...refusal, kind, retryable] as const)

describe.each(apis)('$name: failures', ({ create, answer }) => {
  function providerAt(baseUrl: string): ModelProvider {
    return create({ apiKey: 'a-key', baseUrl: `${baseUrl}/v1` })
  }

  async function failureAfter(exchange: ServedExchange) {
    const server = await serving([exchange])
    return failureOf(providerAt(server.baseUrl).stream(modelRequest()))
  }

  it.for([
    [400, { type: 'invalid_request_error', code: 'unsupported_parameter' }, 'BAD_REQUEST', false],
    [400, { type: 'invalid_request_error', code: 'context_length_exceeded' }, 'CONTEXT_OVERFLOW', false],
    [400, { type: 'invalid_request_error', code: 'content_filter' }, 'CONTENT_BLOCKED', false],
    [401, { type: 'invalid_request_error', code: 'invalid_api_key' }, 'AUTH', false],
    [402, { code: 402 }, 'RATE_LIMIT', false],
    [403, {}, 'AUTH', false],
    [404, { type: 'invalid_request_error', code: 'model_not_found' }, 'BAD_REQUEST', false],
    [408, {}, 'TIMEOUT', true],
    [429, { type: 'requests', code: 'rate_limit_exceeded' }, 'RATE_LIMIT', true],
    [429, { type: 'insufficient_quota', code: 'insufficient_quota' }, 'RATE_LIMIT', false],
    [500, { type: 'server_error', code: null }, 'OVERLOADED', true],
    [503, { type: 'service_unavailable_error', code: 'server_is_overloaded' }, 'OVERLOADED', true],
    [504, {}, 'TIMEOUT', true],
  ] as const)('MOD-3 HTTP %i with %o is %s (retryable: %s)', async ([status, error, kind, retryable]) => {
    const failure = await failureAfter(answered(status, { error: { message: 'No.', ...error } }))
    expect(failure).toMatchObject({ kind, retryable, status, message: 'No.', retryAfterMs: undefined })
  })

  it.for([
    {
      message: 'No.',
      status: 'INVALID_ARGUMENT',
      details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' }],
    },
    { message: 'API key not valid. Please pass a valid API key.', status: 'INVALID_ARGUMENT' },
    { message: 'Incorrect API key provided: ab***cd.', code: 'invalid_argument' },
    { message: 'API key expired. Please renew the API key.' },
  ])('MOD-3 a key that is refused with HTTP 400 is AUTH: %j', async (error) => {
    for (const body of [{ error: { code: 400, ...error } }, [{ error: { code: 400, ...error } }]])
      expect(await failureAfter(answered(400, body))).toMatchObject({ kind: 'AUTH', retryable: false })
  })

  it.for([
    "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.",
    'Your input exceeds the context window of this model. Please adjust your input and try again.',
    'the request exceeds the available context size, try increasing it',
    "This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
    'prompt is too long: 208310 tokens > 200000 maximum',
    'Prompt exceeds max length',
  ])('MOD-3 knows a context overflow by the words "%s"', async (words) => {
    expect(await failureAfter(answered(400, { error: { message: words } }))).toMatchObject({
      kind: 'CONTEXT_OVERFLOW',
    })
  })

  it.for([
    ...these('CONTEXT_OVERFLOW', false, [
      ['llama.cpp', 400, { error: { type: 'exceed_context_size_error', code: 400, message: 'No.' } }],
      ['vLLM', 400, { object: 'error', message: "the model's context length is only 4096 tokens" }],
      [
        'SGLang',
        400,
        { object: 'error', message: "The input is longer than the model's context length (8192 tokens)." },
      ],
      ['Ollama', 400, { error: { message: 'prompt too long; exceeded max context length by 9 tokens' } }],
      ['LM Studio', 400, { error: 'Cannot truncate prompt with n_keep (5000) >= n_ctx (4096)' }],
      [
        'TGI',
        422,
        { error: '`inputs` must have less than 1024 tokens. Given: 2000', error_type: 'validation' },
      ],
      ['Perplexity', 400, { error: { type: 'too_many_prompt_tokens', code: 400, message: 'No.' } }],
      ['Z.ai', 400, { error: { code: '1261', message: 'No.' } }],
      ['Moonshot', 400, { error: { message: 'Invalid request: model max length exceeded' } }],
      [
        'Groq, more than a minute has',
        413,
        {
          error: {
            message: 'Request too large for model `m` on tokens per minute (TPM): Limit 6000, Requested 9000',
            code: 'rate_limit_exceeded',
          },
        },
      ],
    ]),
    ...these('RATE_LIMIT', true, [
      ['OpenRouter', 429, { error: { code: 429, message: 'Provider returned error' } }],
      ['Moonshot', 429, { error: { type: 'rate_limit_reached_error', message: 'No.' } }],
    ]),
    ...these('OVERLOADED', true, [
      ['Moonshot', 429, { error: { type: 'engine_overloaded_error', message: 'No.' } }],
      ['llama.cpp', 500, { error: { code: 500, type: 'server_error', message: 'out of memory' } }],
    ]),
    ...these('RATE_LIMIT', false, [
      ['Moonshot', 429, { error: { type: 'exceeded_current_quota_error', message: 'No.' } }],
      ['DeepSeek', 402, { error: { message: 'Insufficient Balance' } }],
      ['Z.ai', 429, { error: { code: '1113', message: 'No.' } }],
      ['DashScope', 400, { error: { code: 'Arrearage', message: 'No.' } }],
      ['xAI', 403, { code: 'No.', error: 'Your team has used all available credits' }],
      ['Hugging Face', 402, { error: 'You have exceeded your monthly included credits' }],
    ]),
    ...these('AUTH', false, [
      ['Mistral', 401, { detail: 'Unauthorized' }],
      ['xAI', 403, { code: 'No.', error: 'No access.' }],
    ]),
    ...these('BAD_REQUEST', false, [
      ['Gemini', 400, [{ error: { code: 400, message: 'Function call is missing a thought_signature' } }]],
      // A permanent failure of llama.cpp comes as 500.
      [
        'llama.cpp',
        500,
        {
          error: { code: 500, type: 'server_error', message: 'Failed to parse tool call arguments as JSON' },
        },
      ],
    ]),
    ...these('CONTENT_BLOCKED', false, [
      ['DashScope', 400, { error: { code: 'data_inspection_failed', message: 'No.' } }],
    ]),
  ])('MOD-3 tells failures of %s apart: HTTP %i with %o is %s', async ([, status, body, kind, retryable]) => {
    expect(await failureAfter(answered(status, body))).toMatchObject({ kind, retryable, status })
  })

  it.for<readonly [Json, string]>([
    [{ detail: 'Invalid API Key' }, 'Invalid API Key'],
    [{ error: 'Model not found.' }, 'Model not found.'],
    [[{ error: { message: 'No key.' } }], 'No key.'],
    [{ code: 400, message: 'Flat.' }, 'Flat.'],
    [{ object: 'error', message: { detail: [{ msg: 'Odd.' }] } }, '{"detail":[{"msg":"Odd."}]}'],
  ])('MOD-3 reads the words of %o', async ([body, words]) => {
    expect((await failureAfter(answered(400, body))).message).toBe(words)
  })

  it('MOD-4 obeys x-should-retry, and sends a failed request once', async () => {
    const passing = await failureAfter(
      answered(400, { error: { message: 'Again.' } }, { 'x-should-retry': 'true' }),
    )
    expect(passing).toMatchObject({ kind: 'BAD_REQUEST', retryable: true })
    const final = await failureAfter(
      answered(500, { error: { message: 'Never.' } }, { 'x-should-retry': 'false' }),
    )
    expect(final).toMatchObject({ kind: 'OVERLOADED', retryable: false })
  })

  it('MOD-3 an error in the middle of a stream follows the chunks before it', async () => {
    const error = { type: 'error', error: { type: 'server_error', message: 'Something broke.' } }
    const begun = answer.slice(0, answer.indexOf('\n\n') + 2)
    const failure = await failureAfter(streamed(`${begun}event: error\ndata: ${JSON.stringify(error)}\n\n`))
    expect(failure).toMatchObject({ kind: 'OVERLOADED', status: undefined, message: 'Something broke.' })
  })
})

describe('openai-chat: failures of its dialects', () => {
  it.for([
    [{ message: 'Insufficient Balance', type: 'unknown_error' }, 402, 'RATE_LIMIT', false],
    [
      { message: 'Insufficient balance or no resource package. Please recharge.', code: '1113' },
      429,
      'RATE_LIMIT',
      false,
    ],
    [{ message: 'Your input was flagged', code: 403 }, 403, 'CONTENT_BLOCKED', false],
    [
      { message: 'System detected potentially unsafe or sensitive content in input or generation.' },
      400,
      'CONTENT_BLOCKED',
      false,
    ],
  ] as const)('MOD-3 %o with HTTP %i is %s', async ([error, status, kind, retryable]) => {
    const server = await serving([answered(status, { error })])
    const stream = createOpenAiChat({ apiKey: 'a-key', baseUrl: server.baseUrl }).stream(modelRequest())
    expect(await failureOf(stream)).toMatchObject({ kind, retryable })
  })

  it('MOD-3 an error chunk without HTTP status takes the one inside', async () => {
    const error = {
      message: 'Validation failed.',
      type: 'invalid_request_error',
      code: 'tool_use_failed',
      status_code: 400,
    }
    const server = await serving([streamed(plainEvents(chunk({ content: 'Hi' }), { error }))])
    const stream = createOpenAiChat({ apiKey: 'a-key', baseUrl: server.baseUrl }).stream(modelRequest())
    expect(await failureOf(stream)).toMatchObject({ kind: 'BAD_REQUEST', status: 400, retryable: false })
  })

  it('MOD-8 an answer whose connection breaks after its finish reason stands, without usage', async () => {
    const body = plainEvents(chunk({ content: 'Hi' }), chunk({}, 'stop')).replace('data: [DONE]\n\n', '')
    const server = await serving([streamed(body)])
    const { text, answer } = await collect(
      createOpenAiChat({ apiKey: 'a-key', baseUrl: server.baseUrl }).stream(modelRequest()),
    )
    expect(text).toBe('Hi')
    expect(answer.usage).toMatchObject({ inputTokens: 0, outputTokens: 0 })
  })
})
