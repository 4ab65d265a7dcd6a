import { calcPrice, type MatchLogic } from '@pydantic/genai-prices'
import { toDecimal } from '../domain/decimal.ts'
import type { PriceOf, TokenUsage } from '../domain/usage.ts'

/** The price table in use: the one bundled with the package, never a newer one from the network. */
export const priceVersion = 'genai-prices 0.1.8'

/**
 * The list price of a call, from the maintained table (MOD-8). `pricedAs` names the table's entry. Unpriced are
 * models that the table does not know, and those that it takes for another of their family.
 */
export const priceOf: PriceOf = ({ provider, model, usage, at }) => {
  if (provider === 'scripted') return { costUsd: '0', priceVersion: 'scripted', pricedAs: 'scripted' }
  const seller = sellerOf(provider)
  if (seller === null) return null
  const found = calcPrice(toCounts(usage), model, { ...seller, timestamp: at })
  if (found === null || !isSameModel(model, found.model)) return null
  return {
    costUsd: toDecimal(found.total_price),
    priceVersion,
    pricedAs: `${found.provider.id}/${found.model.id}`,
  }
}

/** Who sells a provider's models, in the table's names. Behind `openai-chat` is any server: the model's name decides. */
function sellerOf(provider: string): { readonly providerId?: string } | null {
  switch (provider) {
    case 'openai':
    case 'anthropic':
    case 'google':
      return { providerId: provider }
    case 'vertex':
      return { providerId: 'google' }
    case 'openai-chat':
      return {}
    default:
      return null
  }
}

/** The table refuses cache counts that exceed the input. */
function toCounts(usage: TokenUsage): Record<string, number> {
  const cached = Math.min(usage.cachedInputTokens, usage.inputTokens)
  return {
    input_tokens: usage.inputTokens,
    output_tokens: usage.outputTokens,
    cache_read_tokens: cached,
    cache_write_tokens: Math.min(usage.cacheWriteTokens, usage.inputTokens - cached),
  }
}

/** The table matches many names by their beginning, so that `claude-sonnet-5-9` would cost what `claude-sonnet-5` does. */
function isSameModel(name: string, entry: { readonly id: string; readonly match: MatchLogic }): boolean {
  return isListed(name.toLowerCase(), entry.match) || wordsOf(name) === wordsOf(entry.id)
}

/** Whether the table spells out this very name. */
function isListed(name: string, match: MatchLogic): boolean {
  if ('equals' in match) return match.equals.toLowerCase() === name
  if ('or' in match) return match.or.some((one) => isListed(name, one))
  return false
}

/** A name's words and version in alphabetical order, without dates, revisions and what only tells how new it is. */
function wordsOf(name: string): string {
  const words = name
    .toLowerCase()
    .replace(dates, '')
    .split(/[-.@:]/)
  return words
    .filter((word) => !passing.test(word))
    .sort()
    .join(' ')
}

const dates = /[-@](\d{4}-\d{2}-\d{2}|\d{2}-\d{4}|\d{2}-\d{2}|\d{3,8})(?=[-@:]|$)/g
const passing = /^(latest|preview|exp|0|)$/
