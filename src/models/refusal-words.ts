import type { ModelErrorKind } from '../domain/model.ts'

/** Codes, types and messages of servers of OpenAI's APIs, as data (MOD-3). Codes and types are checked first. */
export const kindsByWord: ReadonlyMap<string, ModelErrorKind> = new Map([
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
  // Anthropic
  ['billing_error', 'RATE_LIMIT'],
  // Moonshot
  ['exceeded_current_quota_error', 'RATE_LIMIT'],
  ['rate_limit_reached_error', 'RATE_LIMIT'],
  ['engine_overloaded_error', 'OVERLOADED'],
  // DashScope, under HTTP 400; Z.AI
  ['Arrearage', 'RATE_LIMIT'],
  ['1113', 'RATE_LIMIT'],
  ['invalid_api_key', 'AUTH'],
  ['API_KEY_INVALID', 'AUTH'],
  ['authentication_error', 'AUTH'],
  ['permission_error', 'AUTH'],
  ['server_error', 'OVERLOADED'],
  ['server_is_overloaded', 'OVERLOADED'],
  ['service_unavailable_error', 'OVERLOADED'],
  ['overloaded', 'OVERLOADED'],
  ['overloaded_error', 'OVERLOADED'],
  // MiniMax: an unknown and an internal error, a timeout, two limits, a key, a balance, two filters, parameters
  ...['1000', '1013', '1024', '1033'].map((code) => [`base_resp:${code}`, 'OVERLOADED'] as const),
  ['base_resp:1001', 'TIMEOUT'],
  ...['1002', '1039', '1041', '1008'].map((code) => [`base_resp:${code}`, 'RATE_LIMIT'] as const),
  ...['1004', '2049'].map((code) => [`base_resp:${code}`, 'AUTH'] as const),
  ...['1026', '1027'].map((code) => [`base_resp:${code}`, 'CONTENT_BLOCKED'] as const),
  ['base_resp:2013', 'BAD_REQUEST'],
])

/** Types that compatible servers send with any status: they count where there is none, inside a stream. */
export const kindsInStream: ReadonlyMap<string, ModelErrorKind> = new Map([
  ['rate_limit_error', 'RATE_LIMIT'],
  ['timeout_error', 'TIMEOUT'],
  ['api_error', 'OVERLOADED'],
  ['not_found_error', 'BAD_REQUEST'],
  ['invalid_request_error', 'BAD_REQUEST'],
])

const blocks: readonly RegExp[] = [
  // Anthropic: "Output blocked by content filtering policy"
  /blocked by content filtering policy/i,
  // Azure: "The response was filtered due to the prompt triggering Azure OpenAI's content management policy."
  /content management policy/i,
  // OpenRouter: "… requires moderation … Your input was flagged"
  /(input|prompt) was flagged/i,
  // Z.AI: "System detected potentially unsafe or sensitive content in input or generation."
  /unsafe or sensitive content/i,
  // DashScope: "Input data may contain inappropriate content."; Moonshot: "The request was rejected because it was considered high risk"
  /may contain inappropriate content|considered high risk/i,
]

/** xAI, Gemini, under HTTP 400: "Incorrect API key provided", "API key not valid. Please pass a valid API key.", "API key expired." */
const wrongKey =
  /\b(incorrect|invalid|missing|unknown) api[ -]?key\b|\bapi[ -]?key\b.{0,20}\b(not valid|not found|invalid|incorrect|expired|missing|revoked|disabled)\b/i

/** Requests that can never work, which llama.cpp answers with 500: a template or a parser refused them. */
const unworkable =
  /failed to parse tool call arguments|must alternate|raise_exception|jinja|only user, assistant and tool roles|system message must be|missing tool call|image input is not supported|unsupported content part type|template.*(error|exception)/i

/** Failures of a server that passes, where no status says so: "Server is busy, try later", "Model is loading", "Provider returned error". */
const busy =
  /\b(?:busy|overload(?:ed|ing)?|unavailable|(?:at|over|out of|no|insufficient) capacity|(?:try|retry)(?: it| again)? later|(?:model|service|server|engine|worker)s? (?:is|are|was) (?:still )?(?:loading|starting|restarting|down)|(?:internal|upstream|bad|server|gateway|engine|worker|provider)(?: returned| had)?(?: an?)?(?: server)? (?:error|gateway)|internal_?server_?error|crashed|out of memory)\b|繁忙|稍后/i
const late = /\b(?:time[d ]?[- ]?out|deadline exceeded)\b/i

/** The kind that the text of a refusal shows; `null`: only the status does. */
export function kindOfWords(message: string, status: number | undefined): ModelErrorKind | null {
  if (status === 429) return 'RATE_LIMIT'
  if (blocks.some((pattern) => pattern.test(message))) return 'CONTENT_BLOCKED'
  if (status === 400 && wrongKey.test(message)) return 'AUTH'
  if (status !== undefined && status >= 500 && unworkable.test(message)) return 'BAD_REQUEST'
  if (status !== undefined) return null
  return late.test(message) ? 'TIMEOUT' : busy.test(message) ? 'OVERLOADED' : null
}
