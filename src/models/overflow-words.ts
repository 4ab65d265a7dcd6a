/** Parts of a refusal that say whether the request was too long, in any vendor's form. */
interface Refused {
  /** HTTP status; absent: the failure stands inside a stream. */
  readonly status: number | undefined
  /** Codes and types. */
  readonly words: readonly string[]
  readonly message: string
}

/** HTTP's "Content Too Large", whatever page comes with it: fewer messages fit. */
const contentTooLarge = 413

/** These statuses mean something else, whatever their words: a key, a payment, a limit or a failure that passes. */
const otherStatuses: readonly number[] = [401, 402, 403, 408, 429, 503, 504, 529]

/**
 * Whether a provider refused a request because the conversation is too long for the model (MOD-3). Vendors have no common code for it, and
 * servers that host the same model have words of their own, so the sentence counts: a size of the input, and that it is too much.
 */
export function isOverflow({ status, words, message }: Refused): boolean {
  if (words.some((word) => codes.has(word))) return true
  const sentence = message.slice(0, longestSentence)
  // A request that alone is more than a minute allows: no wait helps, a shorter one does (Groq 413, OpenAI 429).
  if (tooLargeForRate.test(sentence)) return true
  if (status !== undefined && otherStatuses.includes(status)) return false
  if (rates.test(sentence) || passing.test(sentence) || words.some((word) => passingWords.test(word)))
    return false
  return status === contentTooLarge || saysTooLong(sentence)
}

/** The beginning of a message has the words; the rest may be a page, or the request itself. */
const longestSentence = 2_000

const codes: ReadonlySet<string> = new Set([
  ...['context_length_exceeded', 'context_window_exceeded', 'model_context_window_exceeded'],
  // llama.cpp; Perplexity; Z.AI; GitHub Models, Copilot; LiteLLM
  ...['exceed_context_size_error', 'too_many_prompt_tokens', '1261', 'tokens_limit_reached'],
  ...['model_max_prompt_tokens_exceeded', 'ContextWindowExceededError'],
  ...['input_too_long', 'prompt_too_long', 'PromptTooLong', 'request_too_large'],
])

const tooLargeForRate = /request too large for .*(limit \d|tokens per min)/is

const rates = /\b(per[- ]?|a )(second|min(ute)?|hour|day)\b|\b[TR]P[MD]\b|rate limit|quota/i

/** A wait, a time or money: no shorter request helps ("Too many tokens, please wait before trying again.", Bedrock's throttle). */
const passing =
  /\b(please wait|wait before|try again (later|soon|shortly|in \d)|concurrent|throttl\w*|deadline exceeded|took too long|spending limit|budget)\b/i

const passingWords = /rate_?limit|throttl|overload|time_?out|too_?many_?requests/i

/** A refused field that is not the conversation: another length than its own is too large. */
const otherField =
  /\btools?[[.'" ]|functions?[[.]|tool (name|description|schema)|tool_calls|description|\bimages?\b|\baudio\b|\bfiles?\b|\bmetadata\b|\bstop\b|'user'|cache_key|time ?out|timed out|time limit|queue/i

const input =
  '(?:prompts?|inputs?|contexts?|messages?|conversation|history|chat|sequence|requests?|payload|body|content|n_keep|tokens?|queries|query)'
const excess =
  '(?:too (?:long|large|big|many)|exceed(?:s|ed|ing)?|surpass(?:es|ed)?|over the|beyond|(?:longer|greater|larger|more|higher) than|cannot exceed|>=?|above)'
const measure =
  '(?:max(?:imum)?(?:[ _](?:allowed|supported|permitted))?|limit(?:s|ed)?|windows?|context|length|len|size|capacity|allowed|sequence|\\d+ (?:maximum|tokens?))'

const sentences: readonly RegExp[] = [
  // "prompt is too long", "Input is too long for requested model.", "The length of all messages is too long", "too long to fit into the model"
  /\b(?:prompts?|inputs?|contexts?|messages|conversation|history|sequence|text|request(?: body| payload| entity)?|payload)\b[^.]{0,60}\btoo (?:long|large|big)\b/i,
  /\btoo (long|large|many tokens)\b.{0,60}\b(fit|context|model with|for the model|for requested model)\b/i,
  /\btoo many (input |prompt |total |context )?tokens\b|\btoo many tokens in\b/i,
  // "The input token count (1200054) exceeds the maximum number of tokens allowed", "the request exceeds the available context size"
  new RegExp(`\\b${input}\\b[^\\n]{0,160}?${excess}[^\\n]{0,80}?\\b${measure}\\b`, 'i'),
  // "exceeded max context length by 9 tokens", "exceeds the context window", "Exceeded model token limit: 8192"
  new RegExp(
    `${excess}[^\\n]{0,60}?\\b(?:context|prompt|input|sequence|token limit|n_ctx|max_(?:seq|model|position|num|input|context|prompt)\\w*)`,
    'i',
  ),
  // "maximum context length is 8192 tokens", "maximum model length of 8192", "maximum prompt length is", "model max length exceeded"
  /\bmax(imum)?[ _](context|model|prompt|input|sequence|request)[ _](length|len|size|tokens)\b|\bmax_(seq|model)_len\b|\bmax length exceeded\b/i,
  /\bmodel'?s? context (length|window)\b|\bcontext (length|window|size) of( only)? [\d,]+/i,
  // OpenAI: "Invalid 'input[3].output': string too long. Expected a string with maximum length 10485760": of text, not of a name.
  /string too long\. .*maximum length \d{5,}/i,
  // Bedrock: "Malformed input request: expected maxLength: 50000, actual: 61000"
  /\bexpected max_?length:? ?\d{5,}, actual/i,
  // "max tokens in context exceeded", "max tokens of 8192 exceeded"
  /\bmax(imum)? (number of )?tokens? (in (the )?(context|prompt|input)|of [\d,]+)\b[^.]{0,20}\bexceeded/i,
  // "Not enough KV cache space for the prompt"
  /\b(not enough|insufficient|no free|failed to find)\b[^.]{0,40}\bkv[ -]?cache\b[^.]{0,40}\b(prompts?|context|inputs?|sequence|request)\b/i,
  // "Sequence length 9000 > 8192", "at most 32768 tokens", "exceeded maximum number of tokens"
  /\b(sequence|context|prompt|input) length[^.]{0,20}\d+ ?(>|is over|but)|\b(has|have|contains?|of) at most [\d,]+ (input |prompt )?tokens|\bexceed(s|ed)? (the )?max(imum)? (number of )?(input |prompt )?tokens|\blength of input_ids\b/i,
  // "Range of input length should be [1, 30720]"
  /\brange of (input|prompt|messages) length\b|\b(input|prompt) length (should|must) be\b/i,
  // "`inputs` must have less than 1024 tokens", "`inputs` tokens + `max_new_tokens` must be <= 4096"
  /\b(inputs?|prompts?)\b[^.]{0,80}\bmust (be|have) (<=?|less|fewer|at most|shorter)/i,
  // "the input token count is 40000 but model only supports up to 32768", "… tokens, but the maximum is 8191"
  /\b(input|prompt|token)s?\b[^.]{0,80}\bonly (supports?|accepts?|allows?)\b|\btokens?\b[^.]{0,20}\bbut the (max|limit)/i,
  /\breduce (the |your )?(length|size|number) of (the |your )?(input|messages?|prompt|context|conversation|tokens)|\b(use|try)( using)? a shorter (prompt|input|message|context)|\breduce (the |your )?(input|prompt|context|conversation)\b|\bshorten (the |your )?(input|prompt|messages|context|conversation)/i,
  /\bn_keep\b.*\bn_ctx\b|\bcontext (length|window|size) (is |was )?(exceeded|overflow|full)|\bcontext overflow/i,
  // "输入超长", "上下文长度超过限制", "请求内容过长", "入力が長すぎます"
  /(输入|上下文|提示词?|消息|请求|内容|文本|prompt|input|token)[^。]{0,20}(超长|过长|太长|超过|超出|超限)|(超过|超出)[^。]{0,12}(上下文|最大长度|输入长度|token)|長すぎ|(コンテキスト|入力|トークン)[^。]{0,20}超え/i,
]

/** A limit of the answer, and no word of the input. */
const answerAlone = /max_(completion_|output_|new_)?tokens|(completion|output) tokens|maxOutputTokens/i
const namesInput = /input|prompt|context|messages|conversation|in total|max_(model|seq)_len/i

/** "Invalid 'messages[1].name': string too long. Expected a string with maximum length 64": no text is as short. */
const shortField = /string too long\. .*maximum length \d{1,4}\b/i

function saysTooLong(sentence: string): boolean {
  if (shortField.test(sentence)) return false
  if (answerAlone.test(sentence) && !namesInput.test(sentence)) return false
  if (
    otherField.test(sentence) &&
    !/context (length|window|size)|prompt|input (length|token)|(total|message) tokens/i.test(sentence)
  )
    return false
  return sentences.some((pattern) => pattern.test(sentence))
}
