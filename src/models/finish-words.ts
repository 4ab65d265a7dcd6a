import { type FinishReason, ModelError } from '../domain/model.ts'
import { oneLine } from '../domain/text/foreign-text.ts'

/** What a server's word for the end of an answer means, in every API. */
type Finish =
  | FinishReason
  /** The context window is full. */
  | 'WINDOW'
  /** The server broke the answer off: another try may give the whole. */
  | 'BROKEN'
  | 'NETWORK'
  | 'OVERLOADED'
  | 'TIMEOUT'
  | 'UNKNOWN_WORD'

/**
 * Finish reasons by kind, compared without case and separators: `MAX_TOKENS`, `max-tokens` and `maxTokens` are one. Servers have words of
 * their own, so the kinds are patterns. The first that fits counts: an answer that was cut must not be read as whole.
 */
const kinds: readonly (readonly [RegExp, Finish])[] = [
  // Gemini: "MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL"; Bedrock: "malformed_tool_use"
  [/(malformed|unexpected|invalid|bad)(tool|function)/, 'MALFORMED_TOOL_CALL'],
  // Gemini: "MALFORMED_RESPONSE", "TOO_MANY_TOOL_CALLS", "MISSING_THOUGHT_SIGNATURE"
  [/malformed|toomanytoolcalls|missingthoughtsignature/, 'ERROR'],
  // Anthropic, Z.AI: "model_context_window_exceeded"; Cohere: "ERROR_LIMIT"
  [/context|window|prompttoolong|inputtoolong|^errorlimit$/, 'WINDOW'],
  [/refus/, 'REFUSAL'],
  // Azure, Z.AI, Gemini, Cohere ("ERROR_TOXIC"), Bedrock ("guardrail_intervened")
  [
    /filter|safety|unsafe|sensitive|moderat|polic|violation|prohibit|blocked|blocklist|guardrail|harm|toxic|flagged|recitation|spii|modelarmor|^language$/,
    'CONTENT_FILTER',
  ],
  // Z.AI; DeepSeek: "insufficient_system_resource"
  [/network|connection|disconnect/, 'NETWORK'],
  [/timeout|timedout|timelimit|deadline|maxtime|expired/, 'TIMEOUT'],
  [
    /insufficient|resource|overload|capacity|unavailable|preempt|evict|ratelimit|quota|throttl|outofmemory/,
    'OVERLOADED',
  ],
  // vLLM, SGLang: "abort", "repetition"; Cohere: "USER_CANCEL"; OpenRouter: "error"
  [
    /abort|cancel|interrupt|killed|terminated|shutdown|halted|unfinished|user|client|error|fail|exception|crash|repet|repeat|loop|degenerat/,
    'BROKEN',
  ],
  [
    /^(?:stopreason|finishreason)?(?:stop(?:ped)?|stop(?:sequence|token|word|string)s?|eos(?:token)?|eot|end|endofturn|endturn|endoftext|endofsequence|completed?|finish(?:ed)?|done|success|word)$/,
    'STOP',
  ],
  [
    /length|maxtokens|max\w*tokens?|tokens?(?:limit|max)|limit|truncat|incomplete|partial|cutoff|continuation|budget/,
    'LENGTH',
  ],
  // Behind no call: the server lost it.
  [/^(?:finishreason)?(?:toolcalls?|tooluses?|functioncalls?|tools?|functions?)$/, 'TOOL_CALLS'],
]

function finishOf(word: string): Finish {
  const letters = word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  return kinds.find(([pattern]) => pattern.test(letters))?.[1] ?? 'UNKNOWN_WORD'
}

/** Whether a server says that an answer is not whole. */
export function saysCut(word: string): boolean {
  return !['STOP', 'TOOL_CALLS', 'UNKNOWN_WORD'].includes(finishOf(word))
}

/** Whether a server says that the model refused. */
export function isRefusalWord(word: string): boolean {
  return finishOf(word) === 'REFUSAL'
}

/** Whether a server says that the model wrote a call that cannot be read. */
export function isMalformedCallWord(word: string): boolean {
  return finishOf(word) === 'MALFORMED_TOOL_CALL'
}

interface Read {
  readonly reason: FinishReason
  /** What the run has a Warning of; empty where the word is known. */
  readonly repaired: readonly string[]
}

/**
 * Reads the finish reason of an answer that has words or calls (`saysAnything`), or nothing. A full window behind nothing is a request that
 * was too long; behind words it cut them. @throws ModelError where the server broke the answer off
 */
export function readFinish(word: string, saysAnything: boolean): Read {
  const finish = finishOf(word)
  switch (finish) {
    case 'WINDOW':
      if (saysAnything) return { reason: 'LENGTH', repaired: [] }
      throw stopped('CONTEXT_OVERFLOW', word)
    case 'BROKEN':
      throw stopped('UNKNOWN', word)
    case 'NETWORK':
    case 'OVERLOADED':
    case 'TIMEOUT':
      throw stopped(finish, word)
    case 'UNKNOWN_WORD':
      return {
        reason: 'OTHER',
        repaired: [`its finish reason (${shown(word)}) is not known, and it was read as whole`],
      }
    default:
      return { reason: finish, repaired: [] }
  }
}

function stopped(kind: ModelError['kind'], word: string): ModelError {
  const retryable = kind !== 'CONTEXT_OVERFLOW'
  return new ModelError(kind, `The server stopped its answer: ${shown(word)}.`, { retryable })
}

/** In the place of a word there may be any text. */
function shown(word: string): string {
  return oneLine(word).slice(0, 100)
}
