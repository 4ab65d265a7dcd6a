import type { TokenUsage } from '../../domain/usage.ts'
import { toTokenUsage } from '../token-usage.ts'
import type { ChatUsage } from './openai-chat-chunk.ts'

/** What a server counted. Some count reasoning beside the output: xAI, and Gemini's endpoint, which has it in the total alone. */
export function toChatUsage(usage: ChatUsage, cachedByTimings?: number | null): TokenUsage {
  const { prompt_tokens: input, completion_tokens: output, total_tokens: total } = usage
  const beside = Math.max(0, (total ?? 0) - (input ?? 0) - (output ?? 0))
  return toTokenUsage({
    input,
    output: (output ?? 0) + beside,
    cached:
      usage.prompt_tokens_details?.cached_tokens ??
      usage.prompt_cache_hit_tokens ??
      usage.cached_tokens ??
      cachedByTimings,
    cacheWrite: usage.prompt_tokens_details?.cache_write_tokens,
    reasoning: usage.completion_tokens_details?.reasoning_tokens ?? beside,
  })
}

/** Whether a server says that it reasoned, in tokens that are none of its output. */
export function reasonsApart(usage: ChatUsage): boolean {
  const reasoning = usage.completion_tokens_details?.reasoning_tokens ?? 0
  const counted = (usage.prompt_tokens ?? 0) + (usage.completion_tokens ?? 0)
  return reasoning > 0 && usage.total_tokens === counted + reasoning
}
