import { fieldsIn } from './refusal-body.ts'

/** Codes of a quota that is used up: no wait helps. */
const quotaWords = [
  'insufficient_quota',
  'exceeded_current_quota_error',
  'Arrearage',
  '1113',
  'budget_exceeded',
  // Anthropic
  'billing_error',
]

/** OpenAI, Gemini: "You exceeded your current quota, please check your plan and billing details."; others say so of a minute, too. */
const anyQuota = /exceeded your current quota/i

/** Quotas that no other words make one of a minute. */
const spent: readonly RegExp[] = [
  // Hugging Face
  /exceeded your monthly included credits/i,
  // DeepSeek, Z.AI: "Insufficient balance"; OpenRouter, xAI: credits
  /insufficient (account )?(balance|credits)|(used all|run out of) (available )?credits/i,
  // LiteLLM: "Budget has been exceeded! Current cost: …"; OpenRouter: "Key limit exceeded (monthly limit)"
  /budget (has been |was |is )?exceeded|exceed(s|ed)? (its|your|the) (\w+ )?budget|spending limit|key limit exceeded/i,
  // DashScope
  /account is in arrears|free (allocated )?(quota|tier)[^.]{0,40}(exceeded|exhausted|used up)/i,
  // Azure API Management, under 403, with the time when it is replenished: "Out of call volume quota."
  /out of (call volume|bandwidth) quota/i,
  // Anthropic: "You have reached your specified API usage limits. You will regain access on …"
  /reached your specified (api )?usage limits/i,
  // Anthropic, under 400: "Your credit balance is too low to access the Anthropic API."
  /credit balance is too low/i,
]

/** Codes of a rate, which passes: DashScope (`limit_requests`, `Throttling.RateQuota`), AWS, Azure, Mistral, Moonshot and others. */
const rateCode =
  /^(?:limit_(?:requests|burst_rate|tokens)|(?:[\w.]+#)?throttl\w*|too_?many_?requests\w*|rate_?limit(?:ed|s)?(?:_?(?:exceeded|reached))?(?:_error)?|requests_limit_exceeded)(?:\..+)?$/i

/** Words of a rate: "Rate limit reached: 5 requests per minute", "Requests rate limit exceeded", "Too many requests, please wait". */
const rateWords =
  /\brate[- ]?limit(?:s|ed)?\b[^.]{0,20}\b(?:reached|exceeded|hit)\b|\b(?:exceed(?:s|ed)?|reached|hit|over)\b[^.]{0,30}\brate[- ]?limits?\b|\brate[- ]limited\b|\btoo many requests\b|\brequests? (?:was|were|is|are|has been|have been) throttled\b|\b(?:requests?|tokens?) per (?:second|minute)\b[^.]{0,30}\bexceeded\b|请求过于频繁|请求频率/i

/** Whether a refusal is for a rate of requests or tokens, which passes, whatever its status. */
export function isRateLimit(words: readonly string[], message: string): boolean {
  return words.some((word) => word !== vagueType && rateCode.test(word)) || rateWords.test(message)
}

/** DashScope, with the code `insufficient_quota`: the tokens of a minute. "Allocated quota exceeded, please increase your quota limit." */
const passing = /(?<!free )allocated quota exceeded/i

/** Gateways send it with every limit. */
const vagueType = 'rate_limit_error'

const perDay = /(per[-_ ]?|\/ ?|\ba )(day|month)|daily|monthly/i
const perMinute = /(per[-_ ]?|\/ ?)(minute|second|hour)/i

/** Whether a refusal speaks of a quota, whatever its status. */
export function namesQuota(words: readonly string[], message: string): boolean {
  return words.some((word) => quotaWords.includes(word)) || namesSpent(message) || anyQuota.test(message)
}

function namesSpent(message: string): boolean {
  return spent.some((pattern) => pattern.test(message))
}

/** A refusal for a limit, in any vendor's body. */
interface Limited {
  /** Codes and types. */
  readonly words: readonly string[]
  readonly message: string
  /** The parsed body, if there is one. */
  readonly body: unknown
  /** The wait that the server asks for. */
  readonly waitMs: number | undefined
}

/**
 * Whether a quota is used up, which no wait of a run helps: money, or the requests of a day. The quota of a minute is a limit that passes,
 * though Gemini speaks of both in the same words ("You exceeded your current quota"), and sends a wait for a day's quota, too. A code or words
 * of a rate say that it passes.
 */
export function isSpentQuota({ words, message, body, waitMs }: Limited): boolean {
  // Google's `violations[].quotaId`, OpenRouter's `metadata.limit_source`.
  const quotas = [...fieldsIn(body)].flatMap(([name, value]) =>
    typeof value === 'string' && /^(quota_?id|limit_?source)$/i.test(name) ? [value] : [],
  )
  if (passing.test(message)) return false
  if (quotas.some((id) => perDay.test(id))) return true
  const isPerDay = perDay.test(message)
  if (isRateLimit(words, message) && !isPerDay && !namesSpent(message)) return false
  if (words.some((word) => quotaWords.includes(word))) return true
  if (waitMs !== undefined || [...quotas, message].some((text) => perMinute.test(text))) return false
  return anyQuota.test(message) || namesSpent(message) || isPerDay
}
