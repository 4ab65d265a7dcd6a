import { z } from 'zod'
import { about, choice, count, exactDecimal, object } from './declared.ts'

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

const modelFeature = choice('ModelFeature', 'Option of an agent that a model may support.', {
  TEMPERATURE: 'The `temperature` of the agent is sent to the model.',
  REASONING_EFFORT: 'The `reasoningEffort` of the agent is sent to the model.',
  OUTPUT_SCHEMA:
    'The provider holds the answer to the `outputSchema` of the agent. Other models are told the schema in the prompt.',
})
export type ModelFeature = z.infer<typeof modelFeature>

/** One set of credentials of a provider. */
const profile = object('ProviderProfile', 'Set of credentials of a provider.', {
  number: about('Number of the profile, from 1, in the order in which profiles are tried.', z.int()),
  coolingUntil: about(
    'Time until which other profiles are tried first, because the provider refused the credentials. Null if there is no cool-down. Each process has its own cool-downs; this is that of the server that answers.',
    z.date().nullable(),
  ),
})

export const knownProvider = object('ModelProvider', 'Provider of models.', {
  name: about('Name of the provider: the part of a model before the `/`.', z.string()),
  configured: about('Whether the provider is set up on the server that answers.', z.boolean()),
  setting: about(
    'Environment variable that sets the provider up. Null if none is needed.',
    z.string().nullable(),
  ),
  profiles: about(
    'Credentials of the provider, without any secret. Empty if it is not set up.',
    z.array(profile).readonly(),
  ),
  /** Address of the operator's settings; `null`: the provider's own. Not every caller is shown it. */
  baseUrl: z.string().nullable(),
})
export type KnownProvider = z.infer<typeof knownProvider>

const modelPrice = object(
  'ModelPrice',
  'Price of a model in US dollars for a million tokens, at this time. A provider may charge more for long inputs; the cost of a call includes that.',
  {
    version: about('Version of the price list: the `priceVersion` of calls that it prices.', z.string()),
    inputPerMillion: about('Price of input tokens.', exactDecimal),
    outputPerMillion: about('Price of output tokens, including reasoning tokens.', exactDecimal),
    cachedInputPerMillion: about(
      "Price of input tokens that are read from the provider's cache.",
      exactDecimal,
    ),
    cacheWritePerMillion: about(
      "Price of input tokens that are written to the provider's cache.",
      exactDecimal,
    ),
  },
)
export type ModelPrice = z.infer<typeof modelPrice>

export const knownModel = object(
  'Model',
  'Model that the server knows. Agents may also name other models of a provider: their price and limits are then unknown.',
  {
    name: about('Name of the model, as agents name it: `provider/model`.', z.string()),
    provider: about('Provider of the model.', knownProvider),
    contextWindow: about(
      'Maximum number of input and output tokens together. Null if it is not known.',
      count.nullable(),
    ),
    maxOutputTokens: about(
      'Maximum number of output tokens of one answer. Null if it is not known.',
      count.nullable(),
    ),
    price: about(
      'Price of the model. Null if it is not known: calls are then not priced.',
      modelPrice.nullable(),
    ),
    features: about(
      'Options that the model supports. Null if the provider is not set up.',
      z.array(modelFeature).readonly().nullable(),
    ),
  },
)
export type KnownModel = z.infer<typeof knownModel>
