import { describe, expect, it } from 'vitest'
import { strict } from '../../src/models/openai-chat/chat-dialect.ts'
import { learn } from '../../src/models/openai-chat/chat-dialect-lessons.ts'

/** Refusals of an answer that does not fit beside the prompt: the words, and the window that they name. */
const refusals: readonly (readonly [text: string, window: number])[] = [
  [
    "This model's maximum context length is 8192 tokens. However, you requested 8292 tokens (4196 in the messages, 4096 in the completion).",
    8_192,
  ],
  [
    "This model's maximum context length is 8,192 tokens. However, you requested 4096 output tokens and your prompt has 4,196 input tokens.",
    8_192,
  ],
  [
    "'max_tokens' or 'max_completion_tokens' is too large: 4096. This model's maximum context length is 8192 tokens and your request has 4196 input tokens (4096 > 8192 - 4196).",
    8_192,
  ],
  ['max_tokens must be less: the context window of only 8192 leaves no room, 4196 prompt tokens', 8_192],
  ['max_tokens 4096 is too large: max_model_len: 8192, 4196 input tokens', 8_192],
  [
    '`inputs` tokens + `max_new_tokens` must be <= 8192. Given: 4196 `inputs` tokens and 4096 `max_new_tokens`',
    8_192,
  ],
]

const sent = { max_tokens: 4_096, messages: [{ role: 'user', content: 'Nine barges of coal.' }] }

describe('MOD-4 the window in the words of a refusal', () => {
  it.each(refusals)('%s', (text, window) => {
    const lesson = learn(strict, sent, { status: 400, text, param: null })
    expect(lesson?.dialect.window?.tokens).toBe(window)
    expect(lesson?.what).toContain(`its window of ${window} tokens`)
  })

  it.each([
    'max_tokens is too large: at most 2048 are given',
    'max_tokens must be at most 2048, in steps of 1',
  ])('a bound of the answer alone is no window: %s', (text) => {
    const lesson = learn(strict, sent, { status: 400, text, param: null })
    expect(lesson?.dialect).toMatchObject({ window: null, mostOutputTokens: 2_048 })
  })
})
