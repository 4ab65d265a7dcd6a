import { calcPrice, type MatchLogic, type PriceCalculation } from '@pydantic/genai-prices'
import { toDecimal } from '../../domain/decimal.ts'
import { inputParts, type PriceOf, type TokenUsage } from '../../domain/usage.ts'

/** The price table in use: the one bundled with the package, never a newer one from the network. */
export const priceVersion = 'genai-prices 0.1.8'

/**
 * The list price of a call, from the maintained table (MOD-8). `pricedAs` names the table's entry. Unpriced are
 * models that the table does not know, and those that it takes for another of their family.
 */
export const priceOf: PriceOf = ({ provider, model, usage, at }) => {
  if (provider === 'scripted') return { costUsd: '0', priceVersion: 'scripted', pricedAs: 'scripted' }
  const found = calculate(provider, model, toCounts(usage), at)
  return found === null
    ? null
    : { costUsd: toDecimal(found.total_price), priceVersion, pricedAs: nameOf(found) }
}

/** Returns the table's facts about a model besides its prices; `null` under the same rules as `priceOf`. */
export function entryOf(
  provider: string,
  model: string,
): { readonly name: string; readonly contextWindow: number | null } | null {
  const found = calculate(provider, model, {}, undefined)
  return found === null ? null : { name: nameOf(found), contextWindow: found.model.context_window ?? null }
}

function calculate(
  provider: string,
  model: string,
  counts: Record<string, number>,
  at: Date | undefined,
): PriceCalculation | null {
  const seller = sellerOf(provider)
  if (seller === null) return null
  const found = calcPrice(counts, model, at === undefined ? seller : { ...seller, timestamp: at })
  return found !== null && isSameModel(model, found.model) ? found : null
}

function nameOf({ provider, model }: PriceCalculation): string {
  return `${provider.id}/${model.id}`
}

/** Seller of a provider's models, as the table names it. Behind `openai-chat` is any server, so the model's name decides. */
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
  const { cached, written } = inputParts(usage)
  return {
    input_tokens: usage.inputTokens,
    output_tokens: usage.outputTokens,
    cache_read_tokens: cached,
    cache_write_tokens: written,
  }
}

/** The table matches many names by their beginning, so that `claude-sonnet-5-9` would get the price of `claude-sonnet-5`. */
function isSameModel(name: string, entry: { readonly id: string; readonly match: MatchLogic }): boolean {
  return isListed(name.toLowerCase(), entry.match) || wordsOf(name) === wordsOf(entry.id)
}

/** Whether the table spells out this very name. */
function isListed(name: string, match: MatchLogic): boolean {
  if ('equals' in match) return match.equals.toLowerCase() === name
  if ('or' in match) return match.or.some((one) => isListed(name, one))
  return false
}

/** A name's words and version in alphabetical order, without dates, revisions and words such as `latest`. */
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
