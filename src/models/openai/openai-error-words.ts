import type { ModelErrorKind } from '../../domain/model.ts'

/** Codes, types and messages of servers of OpenAI's APIs, as data (MOD-3). Codes and types are checked first. */
export const kindsByWord: ReadonlyMap<string, ModelErrorKind> = new Map([
  ['context_length_exceeded', 'CONTEXT_OVERFLOW'],
  // llama.cpp, Perplexity, Z.AI
  ['exceed_context_size_error', 'CONTEXT_OVERFLOW'],
  ['too_many_prompt_tokens', 'CONTEXT_OVERFLOW'],
  ['1261', 'CONTEXT_OVERFLOW'],
  // "Invalid prompt: your prompt was flagged as potentially violating our usage policy."
  ['invalid_prompt', 'CONTENT_BLOCKED'],
  ['content_filter', 'CONTENT_BLOCKED'],
  ['content_policy_violation', 'CONTENT_BLOCKED'],
  ['bio_policy', 'CONTENT_BLOCKED'],
  ['misalignment_policy_violation', 'CONTENT_BLOCKED'],
  // DashScope, Z.AI
  ['data_inspection_failed', 'CONTENT_BLOCKED'],
  ['1301', 'CONTENT_BLOCKED'],
  ['insufficient_quota', 'RATE_LIMIT'],
  ['rate_limit_exceeded', 'RATE_LIMIT'],
  // Moonshot
  ['exceeded_current_quota_error', 'RATE_LIMIT'],
  ['rate_limit_reached_error', 'RATE_LIMIT'],
  ['engine_overloaded_error', 'OVERLOADED'],
  // DashScope, under HTTP 400; Z.AI
  ['Arrearage', 'RATE_LIMIT'],
  ['1113', 'RATE_LIMIT'],
  ['invalid_api_key', 'AUTH'],
  ['authentication_error', 'AUTH'],
  ['permission_error', 'AUTH'],
  ['server_error', 'OVERLOADED'],
  ['server_is_overloaded', 'OVERLOADED'],
  ['service_unavailable_error', 'OVERLOADED'],
])

/** Messages for a context that is too long, of servers that send no code for it. */
const overflows: readonly RegExp[] = [
  // OpenAI, DeepSeek, vLLM, OpenRouter: "This model's maximum context length is 1048565 tokens. However, you requested …"
  /maximum context length/i,
  // vLLM: "However, the model's context length is only 4096 tokens"; SGLang: "is longer than the model's context length"
  /(longer than )?the model's context length/i,
  // OpenAI: "Your input exceeds the context window of this model."
  /exceeds the (model's )?context window/i,
  // llama.cpp: "the request exceeds the available context size"
  /exceeds the available context size/i,
  // LM Studio: "… is greater than the context length", Ollama: "the input length exceeds the context length"
  /(greater than|exceeds) the (maximum )?context length/i,
  // LM Studio: "Cannot truncate prompt with n_keep (5000) >= n_ctx (4096)"
  /n_keep .*n_ctx/i,
  // Ollama's cloud: "prompt too long; exceeded max context length by 1119046 tokens"
  /prompt too long|exceeded max context length/i,
  // xAI: "This model's maximum prompt length is 131072 but the request contains 537812 tokens."
  /maximum prompt length/i,
  // Anthropic behind a proxy: "prompt is too long: 208310 tokens > 200000 maximum"; Z.AI: "Prompt exceeds max length"
  /prompt is too long|prompt exceeds max/i,
  // TGI: "`inputs` tokens + `max_new_tokens` must be <= 4096", "`inputs` must have less than 1024 tokens"
  /`inputs` (tokens \+ `max_new_tokens` must be|must have less than)/i,
  // Perplexity: "The total length of all messages is too long"; Moonshot: "model max length exceeded"
  /length of all messages is too long|max length exceeded/i,
  /too many (input |prompt )?tokens|reduce the length of the (input|messages|prompt)/i,
]

/** A request that alone is more than a minute allows: no wait helps, a shorter one does (Groq 413, OpenAI 429). */
const tooLargeForRate = /request too large for .*(limit \d|tokens per min)/i

const blocks: readonly RegExp[] = [
  // Azure: "The response was filtered due to the prompt triggering Azure OpenAI's content management policy."
  /content management policy/i,
  // OpenRouter: "… requires moderation … Your input was flagged"
  /(input|prompt) was flagged/i,
  // Z.AI: "System detected potentially unsafe or sensitive content in input or generation."
  /unsafe or sensitive content/i,
  // DashScope: "Input data may contain inappropriate content."; Moonshot: "The request was rejected because it was considered high risk"
  /may contain inappropriate content|considered high risk/i,
]

/** Requests that can never work, which llama.cpp answers with 500: a template or a parser refused them. */
const unworkable =
  /failed to parse tool call arguments|must alternate|raise_exception|jinja|only user, assistant and tool roles|system message must be|missing tool call|image input is not supported|template.*(error|exception)/i

/** The kind that the text of a refusal shows; `null`: only the status does. */
export function kindOfWords(message: string, status: number | undefined): ModelErrorKind | null {
  if (tooLargeForRate.test(message)) return 'CONTEXT_OVERFLOW'
  if (status === 401) return 'AUTH'
  if (status === 429) return 'RATE_LIMIT'
  if (overflows.some((pattern) => pattern.test(message))) return 'CONTEXT_OVERFLOW'
  if (blocks.some((pattern) => pattern.test(message))) return 'CONTENT_BLOCKED'
  if (status !== undefined && status >= 500 && unworkable.test(message)) return 'BAD_REQUEST'
  return null
}
