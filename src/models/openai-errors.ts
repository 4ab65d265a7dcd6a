import { APIConnectionError, APIConnectionTimeoutError, APIError } from 'openai'
import { isJsonObject, type Json, type JsonObject } from '../domain/json.ts'
import { ModelError, type ModelErrorKind } from '../domain/model.ts'
import { retryAfterMsOf, shouldRetry } from './retry-headers.ts'
import { lost, toTransportError } from './transport-errors.ts'

/** What the SDK threw, in the engine's terms (MOD-3). */
export function toModelError(error: unknown): ModelError {
  if (error instanceof APIConnectionTimeoutError) return lost('TIMEOUT', error)
  if (error instanceof APIConnectionError) return lost('NETWORK', error)
  if (error instanceof APIError) return refused(error)
  return toTransportError(error)
}

/** A server's own words of failure: an HTTP status with a body, or an error inside a stream or under HTTP 200. */
function refused(error: APIError): ModelError {
  const body = isJsonObject(error.error) ? error.error : {}
  const message = typeof body.message === 'string' ? body.message : error.message
  const words = [body.code, body.type].flatMap((word) => (word == null ? [] : [String(word)]))
  const status = error.status ?? statusInside(body)
  const kind = kindOf(status, words, message)
  const isQuota = status === 402 || words.includes('insufficient_quota') || spent.test(message)
  return new ModelError(kind, message, {
    retryable: shouldRetry(error.headers) ?? (!isQuota && mayPass(kind, status)),
    status,
    // Under HTTP 200 the headers are those of a success, where `retry-after` means nothing.
    retryAfterMs: error.status === undefined ? undefined : retryAfterMsOf(error.headers),
    cause: error,
  })
}

function kindOf(status: number | undefined, words: readonly string[], message: string): ModelErrorKind {
  const known = words.map((word) => kindsByWord.get(word)).find((kind) => kind !== undefined)
  if (known !== undefined) return known
  if (status === 401) return 'AUTH'
  if (status === 429) return 'RATE_LIMIT'
  if (overflows.some((pattern) => pattern.test(message))) return 'CONTEXT_OVERFLOW'
  if (blocks.some((pattern) => pattern.test(message))) return 'CONTENT_BLOCKED'
  if (status !== undefined) return kindOfStatus(status)
  return words.includes('invalid_request_error') ? 'BAD_REQUEST' : 'UNKNOWN'
}

function kindOfStatus(status: number): ModelErrorKind {
  if (status === 403) return 'AUTH'
  if (status === 402) return 'RATE_LIMIT'
  if (status === 408 || status === 504) return 'TIMEOUT'
  if (status >= 500) return 'OVERLOADED'
  return status >= 400 ? 'BAD_REQUEST' : 'UNKNOWN'
}

function mayPass(kind: ModelErrorKind, status: number | undefined): boolean {
  if (kind === 'UNKNOWN') return status === undefined
  return kind === 'RATE_LIMIT' || kind === 'TIMEOUT' || kind === 'OVERLOADED' || kind === 'NETWORK'
}

const kindsByWord: ReadonlyMap<string, ModelErrorKind> = new Map([
  ['context_length_exceeded', 'CONTEXT_OVERFLOW'],
  // "Invalid prompt: your prompt was flagged as potentially violating our usage policy."
  ['invalid_prompt', 'CONTENT_BLOCKED'],
  ['content_filter', 'CONTENT_BLOCKED'],
  ['content_policy_violation', 'CONTENT_BLOCKED'],
  ['bio_policy', 'CONTENT_BLOCKED'],
  ['misalignment_policy_violation', 'CONTENT_BLOCKED'],
  ['insufficient_quota', 'RATE_LIMIT'],
  ['rate_limit_exceeded', 'RATE_LIMIT'],
  ['invalid_api_key', 'AUTH'],
  ['authentication_error', 'AUTH'],
  ['permission_error', 'AUTH'],
  ['server_error', 'OVERLOADED'],
  ['server_is_overloaded', 'OVERLOADED'],
  ['service_unavailable_error', 'OVERLOADED'],
])

/** How servers say that the context is too long where no code does. */
const overflows: readonly RegExp[] = [
  // OpenAI, DeepSeek, vLLM, OpenRouter: "This model's maximum context length is 1048565 tokens. However, you requested …"
  /maximum context length/i,
  // OpenAI: "Your input exceeds the context window of this model."
  /exceeds the (model's )?context window/i,
  // llama.cpp: "the request exceeds the available context size"
  /exceeds the available context size/i,
  // LM Studio: "… is greater than the context length", Ollama: "the input length exceeds the context length"
  /(greater than|exceeds) the (maximum )?context length/i,
  // xAI: "This model's maximum prompt length is 131072 but the request contains 537812 tokens."
  /maximum prompt length/i,
  // Anthropic behind a proxy: "prompt is too long: 208310 tokens > 200000 maximum"; Z.AI: "Prompt exceeds max length"
  /prompt is too long|prompt exceeds max/i,
]

const blocks: readonly RegExp[] = [
  // Azure: "The response was filtered due to the prompt triggering Azure OpenAI's content management policy."
  /content management policy/i,
  // OpenRouter: "… requires moderation … Your input was flagged"
  /(input|prompt) was flagged/i,
  // Z.AI: "System detected potentially unsafe or sensitive content in input or generation."
  /unsafe or sensitive content/i,
]

/** OpenAI: "You exceeded your current quota"; DeepSeek, Z.AI: "Insufficient balance"; OpenRouter: "… credits". */
const spent = /exceeded your current quota|insufficient (account )?(balance|credits)/i

/** Under HTTP 200 the status is inside: OpenRouter's `code: 502`, Groq's `status_code`, Azure's `status`. */
function statusInside({ status_code, status, code }: JsonObject): number | undefined {
  return [status_code, status, code].find(isFailureStatus)
}

function isFailureStatus(value: Json | undefined): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 400 && value <= 599
}
