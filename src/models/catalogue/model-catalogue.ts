import { findProvider } from '@pydantic/genai-prices'
import { addDecimals } from '../../domain/decimal.ts'
import type { ModelFacts, ModelInfo } from '../../domain/model.ts'
import { inputParts, type PriceOf, type TokenUsage } from '../../domain/usage.ts'
import { entryOf, priceOf } from './prices.ts'

/** Facts about models from the operator's file, by `provider/model`. Absent fields have the values that they have without the file. */
export interface ModelOverrides {
  /** Recorded with each call that it priced. */
  readonly version: string
  readonly models: ReadonlyMap<string, ModelOverride>
}

export interface ModelOverride {
  readonly contextWindow?: number | undefined
  readonly maxOutputTokens?: number | undefined
  readonly price?: ListPrice | undefined
}

/** All that is known of models ahead of asking them. */
export interface Catalogue {
  readonly priceOf: PriceOf
  readonly modelInfo: ModelInfo
  /** The models of both, as `provider/model`, each once. */
  readonly names: readonly string[]
}

/**
 * The maintained tables, with the operator's overrides (MOD-8). A model's name must match exactly: an override of
 * `anthropic/claude-sonnet-5` does not apply to `anthropic/claude-sonnet-5-5`.
 */
export function createCatalogue({ overrides }: { readonly overrides: ModelOverrides | null }): Catalogue {
  if (overrides === null) return { priceOf: withBatches(priceOf), modelInfo, names: knownNames() }
  const { models, version } = overrides
  return {
    names: [...new Set([...knownNames(), ...models.keys()])],
    priceOf: withBatches((call) => {
      const name = `${call.provider}/${call.model}`
      const price = models.get(name)?.price
      if (price === undefined) return priceOf(call)
      return { costUsd: costAt(price, call.usage), priceVersion: version, pricedAs: name }
    }),
    modelInfo: (provider, model) => {
      const { contextWindow, maxOutputTokens } = models.get(`${provider}/${model}`) ?? {}
      const known = modelInfo(provider, model)
      return {
        contextWindow: contextWindow ?? known.contextWindow,
        maxOutputTokens: maxOutputTokens ?? known.maxOutputTokens,
      }
    },
  }
}

/** Prices of the table are those of these sellers; the names are of models that take part in a conversation. */
const sellers = [
  { provider: 'anthropic', seller: 'anthropic', names: /^claude-\D/ },
  { provider: 'google', seller: 'google', names: /^(gemini-\d|gemma-)/ },
  { provider: 'openai', seller: 'openai', names: /^(gpt-\d|o\d|codex-)/ },
  { provider: 'vertex', seller: 'google', names: /^(gemini-\d|gemma-)/ },
] as const

/** Models of the table for other purposes, or whose names mean a group of models. */
const others =
  /-(audio|image|realtime|transcribe|tts|live|vision|search|instruct|embedding|extended)(-|$)|:|\.ft-/

/** The names of the models in the maintained table, as agents name them: `provider/model`. */
function knownNames(): readonly string[] {
  return sellers.flatMap(({ provider, seller, names }) =>
    (findProvider({ providerId: seller })?.models ?? [])
      .map(({ id }) => id)
      .filter((id) => names.test(id) && !others.test(id) && entryOf(provider, id) !== null)
      .map((id) => `${provider}/${id}`),
  )
}

/** US dollars for a million tokens, as decimal strings of at most ten places. */
interface ListPrice {
  readonly inputPerMillion: string
  readonly outputPerMillion: string
  /** Default: the price of other input. */
  readonly cachedInputPerMillion?: string | undefined
  /** Default: the price of other input. */
  readonly cacheWritePerMillion?: string | undefined
}

/** Cost of a call at a price: exact, then rounded half up to ten decimal places. */
export function costAt(price: ListPrice, usage: TokenUsage): string {
  const { inputPerMillion, cachedInputPerMillion, cacheWritePerMillion, outputPerMillion } = price
  const { fresh, cached, written } = inputParts(usage)
  const sum =
    of(fresh, inputPerMillion) +
    of(cached, cachedInputPerMillion ?? inputPerMillion) +
    of(written, cacheWritePerMillion ?? inputPerMillion) +
    of(usage.outputTokens, outputPerMillion)
  return fromUnits((sum + million / 2n) / million)
}

/**
 * Prices in batches. The vendors with a batch API all take half of each price there, that of cached tokens included; read on 2026-11-30:
 * - developers.openai.com/api/docs/guides/batch: "50% cost discount compared to synchronous APIs"
 * - platform.claude.com/docs/en/build-with-claude/batch-processing: "50% of the standard API prices"
 * - ai.google.dev/gemini-api/docs/batch-api: "50% of the standard cost"
 */
function withBatches(standard: PriceOf): PriceOf {
  return (call) => {
    const price = standard(call)
    return price === null || call.pricing !== 'BATCH' ? price : { ...price, costUsd: halfOf(price.costUsd) }
  }
}

/** Rounded half up to ten decimal places. */
function halfOf(costUsd: string): string {
  return fromUnits((toUnits(costUsd) + 1n) / 2n)
}

const decimalPlaces = 10

const million = 1_000_000n

function of(tokens: number, perMillion: string): bigint {
  return BigInt(tokens) * toUnits(perMillion)
}

function toUnits(amount: string): bigint {
  const [integer = '0', fraction = ''] = amount.split('.')
  return BigInt(integer + fraction.padEnd(decimalPlaces, '0'))
}

function fromUnits(units: bigint): string {
  const digits = units.toString().padStart(decimalPlaces + 1, '0')
  return addDecimals(`${digits.slice(0, -decimalPlaces)}.${digits.slice(-decimalPlaces)}`)
}

/**
 * Limits of a model that are known without asking it: its window from the maintained table, its longest answer from the vendor's
 * documentation (MOD-5, CTX-1). Nothing is guessed from a similar name; an unknown limit is `null`.
 */
export const modelInfo: ModelInfo = (provider, model) => {
  const entry = entryOf(provider, model)
  if (entry === null) return { contextWindow: null, maxOutputTokens: null }
  const { contextWindow = entry.contextWindow, maxOutputTokens = null } = documented[entry.name] ?? {}
  return { contextWindow, maxOutputTokens }
}

/**
 * Limits that the vendors' own pages give and the table does not have, by the table's names; read on 2026-11-21.
 * - platform.claude.com/docs/en/models/<model>/overview: "Max output: 128K tokens", "64K tokens"
 * - developers.openai.com/api/docs/models/compare: "Max output 128,000"
 * - docs.cloud.google.com/gemini-enterprise-agent-platform/models/gemini/2-5-pro: "Maximum input tokens: 1,048,576",
 *   "Maximum output tokens: 65,535"
 */
const documented: Readonly<Record<string, Partial<ModelFacts>>> = {
  'anthropic/claude-fable-5-1': { maxOutputTokens: 128_000 },
  'anthropic/claude-haiku-4-5': { maxOutputTokens: 64_000 },
  'anthropic/claude-opus-4-5': { maxOutputTokens: 64_000 },
  'anthropic/claude-opus-5': { maxOutputTokens: 128_000 },
  'anthropic/claude-opus-5-5': { maxOutputTokens: 128_000 },
  'anthropic/claude-sonnet-4-5': { maxOutputTokens: 64_000 },
  'anthropic/claude-sonnet-4-6': { maxOutputTokens: 128_000 },
  'anthropic/claude-sonnet-5': { maxOutputTokens: 128_000 },
  'google/gemini-2.5-pro': { contextWindow: 1_048_576, maxOutputTokens: 65_535 },
  'openai/gpt-5.5': { maxOutputTokens: 128_000 },
  'openai/gpt-5.6-luna': { maxOutputTokens: 128_000 },
  'openai/gpt-5.6-sol': { maxOutputTokens: 128_000 },
  'openai/gpt-5.6-terra': { maxOutputTokens: 128_000 },
}
