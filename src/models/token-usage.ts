import type { TokenUsage } from '../domain/usage.ts'
import { numberIn } from './loose-values.ts'

/** A number as documented; some servers write it as text, or anything else, which counts as missing. */
type Count = unknown

/** Token counts as OpenAI counts them: input includes cached, output includes reasoning. Nonsense is clamped. */
export function toTokenUsage(counts: {
  readonly input: Count
  readonly output: Count
  readonly cached: Count
  readonly cacheWrite: Count
  readonly reasoning: Count
}): TokenUsage {
  const inputTokens = within(counts.input)
  const outputTokens = within(counts.output)
  const cachedInputTokens = within(counts.cached, inputTokens)
  return {
    inputTokens,
    outputTokens,
    cachedInputTokens,
    cacheWriteTokens: within(counts.cacheWrite, inputTokens - cachedInputTokens),
    reasoningTokens: within(counts.reasoning, outputTokens),
  }
}

/** Some servers report more cached tokens than prompt tokens. */
function within(count: Count, max = Number.MAX_SAFE_INTEGER): number {
  return Math.min(Math.max(Math.trunc(numberIn(count) ?? 0), 0), max)
}

/** Whether a server counted anything. */
export function isCounted({ inputTokens, outputTokens }: TokenUsage): boolean {
  return inputTokens > 0 || outputTokens > 0
}

/** Newer counts in the place of older ones, unless they are missing or 0: a count never becomes less while an answer comes in. */
export function withNewer<Counts extends object>(older: Counts, newer: Partial<Counts>): Counts {
  const counted = Object.entries(newer).filter(
    ([, count]) => count !== null && count !== undefined && count !== 0,
  )
  return { ...newer, ...older, ...Object.fromEntries(counted) }
}
