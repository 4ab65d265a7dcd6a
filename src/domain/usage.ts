/** Token counts of one or more model calls. Input includes what was cached, output includes reasoning. */
export interface TokenUsage {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cachedInputTokens: number
  readonly cacheWriteTokens: number
  readonly reasoningTokens: number
}

export const noTokens: TokenUsage = {
  inputTokens: 0,
  outputTokens: 0,
  cachedInputTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
}

/** What model calls used together, as events and the API show it. `costUsd` is a decimal string. */
export interface Usage {
  /** Those that were sent, answered or not. */
  readonly requests: number
  /** Those of them whose tokens nobody counted and we estimated. */
  readonly estimatedRequests: number
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cachedInputTokens: number
  readonly reasoningTokens: number
  readonly totalTokens: number
  readonly costUsd: string
}

/** A price found for a call: the cost in US dollars as a decimal string, and where the price came from. */
export interface Price {
  readonly costUsd: string
  readonly priceVersion: string
  readonly pricedAs: string
}

/** Looks up what a call cost; `null` where no price is known (unpriced, never free). */
export type PriceOf = (call: {
  readonly provider: string
  readonly model: string
  readonly usage: TokenUsage
  readonly at: Date
}) => Price | null
