import { findProvider } from '@pydantic/genai-prices'
import type { ModelInfo } from '../../domain/model.ts'
import type { PriceOf } from '../../domain/usage.ts'
import { costAt, type ListPrice } from './model-catalogue-price.ts'
import { modelInfo } from './model-facts.ts'
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
  if (overrides === null) return { priceOf, modelInfo, names: knownNames() }
  const { models, version } = overrides
  return {
    names: [...new Set([...knownNames(), ...models.keys()])],
    priceOf: (call) => {
      const name = `${call.provider}/${call.model}`
      const price = models.get(name)?.price
      if (price === undefined) return priceOf(call)
      return { costUsd: costAt(price, call.usage), priceVersion: version, pricedAs: name }
    },
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
