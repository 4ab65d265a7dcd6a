import { describe, expect, it } from 'vitest'
import { answered, failureOf, modelRequest, serving, streamed } from '../../support/model-call.ts'
import { providerRows } from '../../support/provider-rows.ts'
import { collect, type ServedExchange } from '../../support/wire.ts'

/** Reports about requests that are too long: what a server said. A new report is a row. Every adapter reads each of them. */
const tooLong: readonly string[] = [
  // vLLM
  'The decoder prompt (length 9001) is longer than the maximum model length of 8192. Make sure that `max_model_len` is no smaller than the number of text tokens.',
  'The prompt (total length 9001) is too long to fit into the model (context length 8192).',
  "This model's maximum context length is 4097 tokens. However, you requested 5000 tokens (1000 in the messages, 4000 in the completion).",
  'This model has a context length of 4096, but 5000 tokens were given.',
  // Bedrock
  'Input is too long for requested model.',
  'Input Tokens Exceeded: Number of input tokens exceeds maximum length. Please update the input to try again.',
  'Too many input tokens. Max input tokens: 8192, request input token count: 12000',
  // DashScope
  'Range of input length should be [1, 30720]',
  '<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 6000]',
  // SGLang, TGI, TensorRT, ExLlama
  "Requested token count exceeds the model's maximum context length of 4096 tokens.",
  'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000 `inputs` tokens.',
  'Prompt length (5000) exceeds maximum input length (4096)',
  'Prompt length 9000 is greater than max_seq_len 8192',
  'Sequence length 9000 > 8192',
  // llama.cpp, Ollama, LM Studio
  'request (9000 tokens) exceeds the available context size (4096 tokens), try increasing it',
  'input length exceeds maximum context length',
  'Trying to keep the first 5000 tokens when context overflows. However, the model is loaded with context length of only 4096 tokens.',
  // Cohere, Mistral, Fireworks, Groq, Cerebras, Moonshot, MiniMax, watsonx, Copilot, GitHub
  'too many tokens: total number of tokens in the prompt cannot exceed 4081 - received 4292. Try using a shorter prompt.',
  'Prompt contains 40215 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
  'The prompt is too long: 138903, model maximum context length: 131071',
  'Please reduce the length of the messages or completion. Current length is 8913 while limit is 8192',
  'Invalid request: Your request exceeded model token limit: 8192',
  'invalid params, context window exceeds limit (2013)',
  'the number of input tokens 5000 cannot exceed the total tokens limit 4096 for this model',
  'prompt token count of 150000 exceeds the limit of 128000',
  'Request body too large for gpt-4o model. Max size: 8000 tokens.',
  // Anthropic, Google, OpenAI
  'prompt is too long: 210381 tokens > 200000 maximum',
  'input length and `max_tokens` exceed context limit: 178959 + 64000 > 200000, decrease input length or `max_tokens` and try again',
  'Unable to submit request because the input token count is 40000 but model only supports up to 32768.',
  'Request payload size exceeds the limit: 20971520 bytes.',
  "Invalid 'input[3].output': string too long. Expected a string with maximum length 10485760, but got a string with length 12000000 instead.",
  'Your input exceeds the context window of this model. Please adjust your input and try again.',
  // Volcengine, Baichuan, Together, Databricks, Writer, MLX, KoboldCpp
  'Total tokens of image and text exceed max message tokens.',
  'Input text is too long, exceeding 20000 characters.',
  'Input validation error: input tokens (9001) plus max_new_tokens (512) must be at most 8193.',
  'Prompt tokens (9001) + max_tokens (512) exceeds the model limit of 8192.',
  'inputs too long: 9001 tokens (max 8192)',
  'The prompt has 9001 tokens but the limit is 8192.',
  'token limit exceeded: the conversation has 9001 tokens',
  "This endpoint's maximum context length is 131072 tokens. However, you requested about 140000 tokens (139000 of text input, 1000 in the output).",
  'The model returned the following errors: prompt is too long for this model.',
  // Bedrock, TensorRT, and others
  'Malformed input request: expected maxLength: 50000, actual: 61000, please reformat your input and try again.',
  'The sum of prompt length (9001.0), query length (0) should not exceed max_num_tokens (8192)',
  'max tokens in context exceeded',
  'max tokens of 8192 exceeded',
  'Not enough KV cache space for the prompt',
  'the request exceeds n_ctx',
  // Other languages
  'リクエストのトークン数がモデルの最大コンテキスト長を超えています。',
  'Die Eingabe ist zu lang: maximum context length 8192.',
  '输入内容过长，超过模型最大长度',
]

/** Refusals in words that are near to these, and mean something else. */
const notTooLong: readonly string[] = [
  'max_tokens is too large: 100000. This model supports at most 16384 completion tokens, whereas you provided 100000.',
  "Invalid 'tools[0].function.description': string too long. Expected a string with maximum length 1024, but got a string with length 2000 instead.",
  "Invalid 'tools': array too long. Expected an array with maximum length 128, but got an array with length 150 instead.",
  "Invalid 'messages[2].tool_calls[0].id': string too long. Expected a string with maximum length 40, but got a string with length 60 instead.",
  'max_tokens: 100000 > 64000, which is the maximum allowed number of output tokens for this model',
  'Range of max_tokens should be [1, 8192]',
  "Invalid 'messages[1].name': string too long. Expected a string with maximum length 64, but got a string with length 70 instead.",
  'The number of concurrent requests exceeds the limit of 4.',
  'Model loading took too long: context deadline exceeded',
  'temperature must be <= 1',
  'Malformed input request: #/name: expected maxLength: 64, actual: 70',
  'The number of stop sequences should not exceed 4',
  'This model supports at most 4 images per request.',
  'user: string too long, at most 64 characters.',
  'The name of a tool has at most 64 characters.',
  'stop: array too long. Expected an array with maximum length 4.',
  'The number of tool results exceeds the number of tool calls of the previous message.',
  'messages.0.content.0: image exceeds 5 MB maximum',
]

const said = (status: number, message: string): ServedExchange =>
  answered(status, { type: 'error', error: { message, type: 'invalid_request_error' } })

const page: ServedExchange = {
  response: {
    status: 413,
    headers: { 'content-type': 'text/html' },
    body: '<html><head><title>413 Request Entity Too Large</title></head><body><center><h1>413 Request Entity Too Large</h1></center></body></html>',
  },
}

describe.each(providerRows)(
  'MOD-3 public reports about requests that are too long: $name',
  ({ open, text }) => {
    async function kindOf(exchange: ServedExchange): Promise<string> {
      const { baseUrl } = await serving([exchange])
      return (await failureOf(open(baseUrl).stream(modelRequest()))).kind
    }

    it.each(tooLong)('too long: %s', async (message) => {
      expect(await kindOf(said(400, message))).toBe('CONTEXT_OVERFLOW')
    })

    it.each(notTooLong)('not too long: %s', async (message) => {
      expect(await kindOf(said(400, message))).toBe('BAD_REQUEST')
    })

    it('a page of a proxy under HTTP 413', async () => {
      expect(await kindOf(page)).toBe('CONTEXT_OVERFLOW')
      expect(await kindOf(said(413, 'No.'))).toBe('CONTEXT_OVERFLOW')
    })

    it.each([422, 500])('under HTTP %i', async (status) => {
      expect(await kindOf(said(status, 'Input is too long for requested model.'))).toBe('CONTEXT_OVERFLOW')
    })

    it.each([
      [401, 'AUTH'],
      [403, 'AUTH'],
      [408, 'TIMEOUT'],
      [429, 'RATE_LIMIT'],
      [503, 'OVERLOADED'],
      [504, 'TIMEOUT'],
    ])('the status says more than the type of a body: HTTP %i is %s', async (status, kind) => {
      expect(await kindOf(said(status, 'No.'))).toBe(kind)
      const typed = answered(status, {
        error: { message: 'No.', type: 'not_found_error', code: 'server_error' },
      })
      expect(await kindOf(status === 503 ? said(status, 'No.') : typed)).toBe(kind)
    })

    it.each([
      [503, 'Too many tokens, please wait before trying again.', 'OVERLOADED'],
      [503, 'The number of concurrent requests exceeds the limit of 4', 'OVERLOADED'],
      [504, 'The request took too long to process. Please try again.', 'TIMEOUT'],
      [408, 'The request took too long to process. Please try again.', 'TIMEOUT'],
    ])('what passes is none: HTTP %i, %s', async (status, message, kind) => {
      expect(await kindOf(said(status, message))).toBe(kind)
    })

    it('what was refused as too long is not sent again, by any run; what is shorter is', async () => {
      const { baseUrl, requests } = await serving([
        said(400, 'Input is too long for requested model.'),
        streamed(text('Good day')),
      ])
      const provider = open(baseUrl)
      const asking = (words: string) => modelRequest({ messages: [{ role: 'user', text: words }] })
      expect((await failureOf(provider.stream(asking('ship '.repeat(5_000))))).sent).toBe(true)
      const again = await failureOf(provider.stream(asking('boat '.repeat(5_000))))
      expect(again).toMatchObject({ kind: 'CONTEXT_OVERFLOW', sent: false, retryable: false })
      await collect(provider.stream(asking('ship '.repeat(2_000))))
      expect(requests).toHaveLength(2)
    })

    it('a limit by the minute is none', async () => {
      const words =
        "This request would exceed your organization's rate limit of 30,000 input tokens per minute."
      expect(await kindOf(said(429, words))).toBe('RATE_LIMIT')
      expect(await kindOf(said(429, 'Too many tokens, please wait before trying again.'))).toBe('RATE_LIMIT')
    })
  },
)
