/** Models and providers that the server knows without asking the providers. */
export interface ModelCatalogue {
  /** The models of the price list and of the operator's file, by name. Must not throw. */
  models(): readonly KnownModel[]
  /** The providers that the server can be set up for, and those that it is. Must not throw. */
  providers(): readonly KnownProvider[]
}

/** Request options that a model may support; each is one of an agent's definition. */
export const modelFeatures = {
  temperature: 'TEMPERATURE',
  reasoningEffort: 'REASONING_EFFORT',
  responseFormat: 'OUTPUT_SCHEMA',
} as const
export type ModelFeature = (typeof modelFeatures)[keyof typeof modelFeatures]

export interface KnownModel {
  /** `provider/model`. */
  readonly name: string
  readonly provider: KnownProvider
  /** Input and output together, in tokens; `null` where it is not known, as the next. */
  readonly contextWindow: number | null
  readonly maxOutputTokens: number | null
  readonly price: ModelPrice | null
  /** `null` where the provider is not set up: its adapter says which. */
  readonly features: readonly ModelFeature[] | null
}

/** US dollars for a million tokens, as decimal strings: the present price of a call of few tokens. */
export interface ModelPrice {
  readonly version: string
  readonly inputPerMillion: string
  readonly outputPerMillion: string
  readonly cachedInputPerMillion: string
  readonly cacheWritePerMillion: string
}

export interface KnownProvider {
  readonly name: string
  /** The environment variable that sets it up; `null` where none is needed. */
  readonly setting: string | null
  readonly configured: boolean
  readonly profiles: readonly ProviderProfile[]
  /** Address of the operator's settings; `null`: the provider's own. */
  readonly baseUrl: string | null
}

/** One set of credentials of a provider. */
export interface ProviderProfile {
  /** From 1, in the order in which they are tried. */
  readonly number: number
  /** When this process asks it again after a failure; `null` where it has no cool-down. */
  readonly coolingUntil: Date | null
}
