import { z } from 'zod'

const text = z.string().nullish()
const count = z.number().nullish()

const usage = z.object({
  prompt_tokens: count,
  completion_tokens: count,
  prompt_tokens_details: z.object({ cached_tokens: count, cache_write_tokens: count }).nullish(),
  completion_tokens_details: z.object({ reasoning_tokens: count }).nullish(),
  /** DeepSeek's name for cached tokens. */
  prompt_cache_hit_tokens: count,
})

const toolCall = z.object({
  index: z.number().nullish(),
  id: text,
  /** Text, as documented; some servers send an object. */
  function: z
    .object({ name: text, arguments: z.union([z.string(), z.record(z.string(), z.json())]).nullish() })
    .nullish(),
})

const delta = z.object({
  content: text,
  refusal: text,
  /** DeepSeek, Z.AI, vLLM. */
  reasoning_content: text,
  /** OpenRouter, Groq, Ollama. */
  reasoning: text,
  /** OpenRouter: the same with signatures, in pieces that belong together by `index`. */
  reasoning_details: z.array(z.record(z.string(), z.json())).nullish(),
  tool_calls: z.array(toolCall).nullish(),
})

/** A chunk of Chat Completions as servers send it in fact: anything may be missing or null. */
export const chatChunk = z.object({
  choices: z
    .array(z.object({ index: z.number().nullish(), delta: delta.nullish(), finish_reason: text }))
    .nullish(),
  usage: usage.nullish(),
  /** Groq's place for the usage where `include_usage` was not asked for. */
  x_groq: z.object({ usage: usage.nullish() }).nullish(),
})

export type ChatDelta = z.infer<typeof delta>
export type ChatUsage = z.infer<typeof usage>
export type ToolCallDelta = z.infer<typeof toolCall>
