import type { Clock } from '../domain/clock.ts'
import { toDecimal } from '../domain/decimal.ts'
import {
  type KnownModel,
  type KnownProvider,
  type ModelCatalogue,
  type ModelFeature,
  type ModelPrice,
  modelFeatures,
} from '../domain/known-models.ts'
import {
  type ModelInfo,
  type ModelProvider,
  type ModelRequest,
  type Models,
  parseModelName,
  providerSettings,
  requestOptions,
} from '../domain/model.ts'
import { noTokens, type PriceOf, type TokenUsage } from '../domain/usage.ts'
import type { CoolDowns } from './cool-downs.ts'
import { credentialKey } from './model-call.ts'

interface Services {
  readonly models: Models
  readonly priceOf: PriceOf
  readonly modelInfo: ModelInfo
  readonly coolDowns: CoolDowns
  readonly clock: Pick<Clock, 'now' | 'elapsed'>
}

interface Settings {
  /** The models to show, as `provider/model`, each once. */
  readonly names: readonly string[]
  /** Addresses of the operator's settings, by provider. */
  readonly baseUrls: Readonly<Record<string, string | undefined>>
}

/** The catalogue of a process. It asks no provider: it combines the tables, the settings and the cool-downs. */
export function createModelCatalogue(services: Services, { names, baseUrls }: Settings): ModelCatalogue {
  const known = [...new Set([...Object.keys(providerSettings), ...services.models.providers])].toSorted()
  const providers = () => known.map((name) => toProvider(name, baseUrls[name], services))
  return {
    providers,
    models: () => {
      const byName = new Map(providers().map((provider) => [provider.name, provider]))
      return names.toSorted().flatMap((name) => {
        const parsed = parseModelName(name)
        const provider = parsed && byName.get(parsed.provider)
        return parsed && provider ? [toModel(name, parsed.model, provider, services)] : []
      })
    },
  }
}

function toProvider(name: string, baseUrl: string | undefined, services: Services): KnownProvider {
  const { coolDowns, clock, models } = services
  const profiles = models.profiles(name).map((_, index) => {
    const waitMs = coolDowns.until(credentialKey({ provider: name, profile: index + 1 })) - clock.elapsed()
    return { number: index + 1, coolingUntil: waitMs > 0 ? new Date(clock.now() + waitMs) : null }
  })
  const setting = providerSettings[name] ?? null
  return { name, setting, configured: profiles.length > 0, profiles, baseUrl: baseUrl ?? null }
}

function toModel(name: string, model: string, provider: KnownProvider, services: Services): KnownModel {
  const [adapter] = services.models.profiles(provider.name)
  return {
    name,
    provider,
    ...services.modelInfo(provider.name, model),
    price: priceFor(provider.name, model, services),
    features: adapter ? featuresOf(adapter, model) : null,
  }
}

/** Counts of tokens below which no price depends on the size of a call. */
const sample = 1_000

function priceFor(provider: string, model: string, { priceOf, clock }: Services): ModelPrice | null {
  const at = new Date(clock.now())
  const perMillion = (tokens: Partial<TokenUsage>) => {
    const price = priceOf({ provider, model, usage: { ...noTokens, ...tokens }, at })
    return price && { ...price, costUsd: toDecimal(Number(price.costUsd) * (1_000_000 / sample)) }
  }
  const input = perMillion({ inputTokens: sample })
  const output = perMillion({ outputTokens: sample })
  const cached = perMillion({ inputTokens: sample, cachedInputTokens: sample })
  const written = perMillion({ inputTokens: sample, cacheWriteTokens: sample })
  if (!input || !output || !cached || !written) return null
  return {
    version: input.priceVersion,
    inputPerMillion: input.costUsd,
    outputPerMillion: output.costUsd,
    cachedInputPerMillion: cached.costUsd,
    cacheWritePerMillion: written.costUsd,
  }
}

/** Each option is asked for separately: some models support one only where another is left out. */
function featuresOf(adapter: ModelProvider, model: string): readonly ModelFeature[] {
  return requestOptions
    .filter((option) => {
      const request: ModelRequest = { ...plainRequest, model, [option]: samples[option] }
      return !(adapter.unsupportedOptions?.(request) ?? []).includes(option)
    })
    .map((option) => modelFeatures[option])
}

const samples = {
  temperature: 0.5,
  reasoningEffort: 'MEDIUM',
  responseFormat: {
    name: 'answer',
    schema: { type: 'object', properties: { answer: { type: 'string' } }, required: ['answer'] },
  },
} as const

/** A request that is never sent. */
const plainRequest: Omit<ModelRequest, 'model'> = {
  systemPrompt: null,
  messages: [],
  tools: [],
  toolChoice: 'auto',
  temperature: null,
  maxOutputTokens: null,
  reasoningEffort: null,
  responseFormat: null,
  signal: new AbortController().signal,
  messageId: 'none',
}
