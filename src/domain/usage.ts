import type { z } from 'zod'
import { addDecimals } from './decimal.ts'
import { about, choice, count, exactDecimal, object } from './declared.ts'

/** Token counts of one or more model calls. Input includes cached tokens, output includes reasoning. */
export interface TokenUsage {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cachedInputTokens: number
  readonly cacheWriteTokens: number
  readonly reasoningTokens: number
}

/** Splits the input tokens of a call by their prices: a cache never served more than was sent. */
export function inputParts({ inputTokens, cachedInputTokens, cacheWriteTokens }: TokenUsage) {
  const cached = Math.min(cachedInputTokens, inputTokens)
  const written = Math.min(cacheWriteTokens, inputTokens - cached)
  return { cached, written, fresh: inputTokens - cached - written }
}

/** What the model calls of a run used. */
export interface CountedCalls {
  readonly requests: number
  readonly estimatedRequests: number
  readonly unpricedCalls: number
  /** What batches saved of the full price (BATCH-5). */
  readonly savedUsd: string
  readonly tokens: TokenUsage
}

export const noTokens: TokenUsage = {
  inputTokens: 0,
  outputTokens: 0,
  cachedInputTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
}

/** No call takes or gives more; a larger count of a server is invalid. */
const mostTokens = 100_000_000

/** Replaces token counts that no call can have used by 0, which means that they were not counted (MOD-8). */
export function believable(usage: TokenUsage): TokenUsage {
  const inputTokens = countIn(usage.inputTokens, mostTokens)
  const outputTokens = countIn(usage.outputTokens, mostTokens)
  const cachedInputTokens = countIn(usage.cachedInputTokens, inputTokens)
  return {
    inputTokens,
    outputTokens,
    cachedInputTokens,
    cacheWriteTokens: countIn(usage.cacheWriteTokens, inputTokens - cachedInputTokens),
    reasoningTokens: countIn(usage.reasoningTokens, outputTokens),
  }
}

function countIn(count: number, most: number): number {
  return Number.isInteger(count) && count >= 0 && count <= most ? count : 0
}

export const callPurpose = choice('CallPurpose', 'Purpose of a model call.', {
  LOOP: 'Next turn of the loop.',
  PLAN: 'Plan of actions.',
  VALIDATION: 'Judgement of the progress of the run.',
  CONFIDENCE: 'Confidence of the agent.',
  COMPACTION: 'Summary of older messages.',
  REPLAN: 'Replacement for a failed action.',
  FINAL: 'Final summary after a limit was reached.',
})
export type CallPurpose = z.infer<typeof callPurpose>

/** As events and the API show it. */
export const usage = object('Usage', 'Usage of one or more model calls.', {
  requests: about(
    'Number of requests that were sent to models, including failed ones. Requests for which no connection or no provider was available are not included.',
    count,
  ),
  estimatedRequests: about(
    'Number of requests for which the provider gave no token counts. Their tokens and cost are estimated.',
    count,
  ),
  inputTokens: about('Number of input tokens, including tokens read from a cache.', count),
  outputTokens: about('Number of output tokens, including reasoning tokens.', count),
  cachedInputTokens: about("Number of input tokens that were read from the provider's cache.", count),
  reasoningTokens: about('Number of output tokens that were used for reasoning.', count),
  totalTokens: about('Number of input and output tokens.', count),
  costUsd: about(
    'Cost in US dollars. It excludes calls without a known price; see `unpricedCalls`.',
    exactDecimal,
  ),
  /** Absent: 0. */
  unpricedCalls: count.optional(),
  /** What batches saved of the full price, in US dollars (BATCH-5). Absent: 0. */
  savedUsd: exactDecimal.optional(),
})
export type Usage = Readonly<z.infer<typeof usage>>

/** A price found for a call: the cost in US dollars as a decimal string, and where the price came from. */
export interface Price {
  readonly costUsd: string
  readonly priceVersion: string
  readonly pricedAs: string
}

/** Gives the price of a model call at its time; `null` if none is known: then the call is unpriced, and never free. Must not throw. */
export type PriceOf = (call: {
  readonly provider: string
  readonly model: string
  readonly usage: TokenUsage
  readonly at: Date
  /** Absent: at the full price. */
  readonly pricing?: 'BATCH' | null
}) => Price | null

/** A group of model calls as the database adds it up. */
export type UsageRow = Omit<Usage, 'totalTokens'>

export const noUsage: UsageRow = {
  requests: 0,
  estimatedRequests: 0,
  inputTokens: 0,
  outputTokens: 0,
  cachedInputTokens: 0,
  reasoningTokens: 0,
  costUsd: '0',
}

/** The sum of rows, with the values derived from them. */
export function toUsage(...rows: readonly UsageRow[]): Usage {
  const inputTokens = total('inputTokens', rows)
  const outputTokens = total('outputTokens', rows)
  return {
    requests: total('requests', rows),
    estimatedRequests: total('estimatedRequests', rows),
    inputTokens,
    outputTokens,
    cachedInputTokens: total('cachedInputTokens', rows),
    reasoningTokens: total('reasoningTokens', rows),
    totalTokens: inputTokens + outputTokens,
    costUsd: addDecimals(...rows.map((row) => row.costUsd)),
    ...unpriced(rows.reduce((sum, row) => sum + (row.unpricedCalls ?? 0), 0)),
    ...saved(rows.some((row) => row.savedUsd) ? addDecimals(...rows.map((row) => row.savedUsd ?? '0')) : '0'),
  }
}

/** The field of a usage. */
export function saved(usd: string): Pick<Usage, 'savedUsd'> {
  return Number(usd) === 0 ? {} : { savedUsd: usd }
}

/** What a call cost less for being part of a batch: batches are at half the price, so as much as it cost (BATCH-5). */
export function savedBy(call: { readonly costUsd: string; readonly pricing: string | null }): string {
  return call.pricing === 'BATCH' ? call.costUsd : '0'
}

/** The field of a usage. */
export function unpriced(count: number): Pick<Usage, 'unpricedCalls'> {
  return count === 0 ? {} : { unpricedCalls: count }
}

/** A cost for people: an unknown price is never 0. */
export function describeCost(cost: { readonly costUsd: string; readonly unpricedCalls?: number }): string {
  const { costUsd, unpricedCalls = 0 } = cost
  if (unpricedCalls === 0) return `${costUsd} USD`
  const calls = `${unpricedCalls} ${unpricedCalls === 1 ? 'call' : 'calls'}`
  return Number(costUsd) === 0 ? `not priced (${calls})` : `${costUsd} USD and ${calls} not priced`
}

/** Whether no cost includes a call: it used tokens at a price that nobody knows (MOD-8). */
export function isUnpriced(
  call: Pick<TokenUsage, 'inputTokens' | 'outputTokens'> & { readonly priceVersion: string | null },
): boolean {
  return call.priceVersion === null && call.inputTokens + call.outputTokens > 0
}

function total(
  name: Exclude<keyof UsageRow, 'costUsd' | 'unpricedCalls' | 'savedUsd'>,
  rows: readonly UsageRow[],
): number {
  return rows.reduce((sum, row) => sum + row[name], 0)
}
