import { hasRole } from '../../domain/caller.ts'
import { modelFilter } from '../../domain/filters.ts'
import type {
  KnownModel,
  KnownProvider,
  ModelPrice,
  modelFeatures,
  ProviderProfile,
} from '../../domain/known-models.ts'
import { builder, describedEnum } from '../builder.ts'
import { boolean, decimal, int, many, nullable, one, string, valueObject } from '../fields.ts'
import { filterInput, readFilter } from '../paging/filter-input.ts'

const ProfileObject = valueObject<ProviderProfile>('ProviderProfile', 'Set of credentials of a provider.', {
  number: int('Number of the profile, from 1, in the order in which profiles are tried.'),
  coolingUntil: nullable.moment(
    'Time until which other profiles are tried first, because the provider refused the credentials. Null if there is no cool-down. Each process has its own cool-downs; this is that of the server that answers.',
  ),
})

const ProviderObject = valueObject<KnownProvider>(
  'ModelProvider',
  'Provider of models.',
  {
    name: string('Name of the provider: the part of a model before the `/`.'),
    configured: boolean('Whether the provider is set up on the server that answers.'),
    setting: nullable.string('Environment variable that sets the provider up. Null if none is needed.'),
    profiles: many(
      ProfileObject,
      'Credentials of the provider, without any secret. Empty if it is not set up.',
    ),
  },
  {
    fields: (t) => ({
      baseUrl: t.string({
        description:
          "Address that the operator set for the provider. Null if it is the provider's own address, and for callers without the role ADMIN.",
        nullable: true,
        resolve: ({ baseUrl }, _, { caller }) => (hasRole(caller, 'ADMIN') ? baseUrl : null),
      }),
    }),
  },
)

const PriceObject = valueObject<ModelPrice>(
  'ModelPrice',
  'Price of a model in US dollars for a million tokens, at this time. A provider may charge more for long inputs; the cost of a call includes that.',
  {
    version: string('Version of the price list: the `priceVersion` of calls that it prices.'),
    inputPerMillion: decimal('Price of input tokens.'),
    outputPerMillion: decimal('Price of output tokens, including reasoning tokens.'),
    cachedInputPerMillion: decimal("Price of input tokens that are read from the provider's cache."),
    cacheWritePerMillion: decimal("Price of input tokens that are written to the provider's cache."),
  },
)

const ModelFeature = describedEnum('ModelFeature', 'Option of an agent that a model may support.', {
  TEMPERATURE: 'The `temperature` of the agent is sent to the model.',
  REASONING_EFFORT: 'The `reasoningEffort` of the agent is sent to the model.',
  OUTPUT_SCHEMA:
    'The provider holds the answer to the `outputSchema` of the agent. Other models are told the schema in the prompt.',
} satisfies Readonly<Record<(typeof modelFeatures)[keyof typeof modelFeatures], string>>)

const ModelObject = valueObject<KnownModel>(
  'Model',
  'Model that the server knows. Agents may also name other models of a provider: their price and limits are then unknown.',
  {
    name: string('Name of the model, as agents name it: `provider/model`.'),
    provider: one(ProviderObject, 'Provider of the model.'),
    contextWindow: nullable.safeInt(
      'Maximum number of input and output tokens together. Null if it is not known.',
    ),
    maxOutputTokens: nullable.safeInt(
      'Maximum number of output tokens of one answer. Null if it is not known.',
    ),
    price: nullable.one(
      PriceObject,
      'Price of the model. Null if it is not known: calls are then not priced.',
    ),
    features: nullable.many(
      ModelFeature,
      'Options that the model supports. Null if the provider is not set up.',
    ),
  },
)

builder.queryFields((t) => ({
  models: t.field({
    type: [ModelObject],
    description: 'Models that the server knows, by name: those of its price list and of `RUNGRAPH_MODELS`.',
    args: {
      filter: t.arg({
        type: filterInput(modelFilter),
        description: 'Filter for the models. All models if you leave it out.',
      }),
    },
    resolve: (_, { filter }, { catalogue }) => {
      const { provider: from, configured, search } = readFilter(modelFilter, filter ?? {})
      return catalogue
        .models()
        .filter(({ provider }) => from == null || provider.name === from)
        .filter(({ provider }) => configured == null || provider.configured === configured)
        .filter(({ name }) => search == null || name.toLowerCase().includes(search.toLowerCase()))
    },
  }),
  providers: t.field({
    type: [ProviderObject],
    description: 'Providers of models, by name, whether they are set up or not.',
    resolve: (_, _args, { catalogue }) => catalogue.providers(),
  }),
}))
