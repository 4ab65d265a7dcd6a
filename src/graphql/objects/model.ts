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
import { filterInput, readFilter } from '../paging/filter-input.ts'

const ProfileObject = builder.objectRef<ProviderProfile>('ProviderProfile').implement({
  description: 'Set of credentials of a provider.',
  fields: (t) => ({
    number: t.exposeInt('number', {
      description: 'Number of the profile, from 1, in the order in which profiles are tried.',
    }),
    coolingUntil: t.expose('coolingUntil', {
      type: 'DateTime',
      description:
        'Time until which other profiles are tried first, because the provider refused the credentials. Null if there is no cool-down. Each process has its own cool-downs; this is that of the server that answers.',
      nullable: true,
    }),
  }),
})

const ProviderObject = builder.objectRef<KnownProvider>('ModelProvider').implement({
  description: 'Provider of models.',
  fields: (t) => ({
    name: t.exposeString('name', {
      description: 'Name of the provider: the part of a model before the `/`.',
    }),
    configured: t.exposeBoolean('configured', {
      description: 'Whether the provider is set up on the server that answers.',
    }),
    setting: t.exposeString('setting', {
      description: 'Environment variable that sets the provider up. Null if none is needed.',
      nullable: true,
    }),
    profiles: t.field({
      type: [ProfileObject],
      description: 'Credentials of the provider, without any secret. Empty if it is not set up.',
      resolve: ({ profiles }) => profiles,
    }),
    baseUrl: t.string({
      description:
        "Address that the operator set for the provider. Null if it is the provider's own address, and for callers without the role ADMIN.",
      nullable: true,
      resolve: ({ baseUrl }, _, { caller }) => (hasRole(caller, 'ADMIN') ? baseUrl : null),
    }),
  }),
})

const PriceObject = builder.objectRef<ModelPrice>('ModelPrice').implement({
  description:
    'Price of a model in US dollars for a million tokens, at this time. A provider may charge more for long inputs; the cost of a call includes that.',
  fields: (t) => ({
    version: t.exposeString('version', {
      description: 'Version of the price list: the `priceVersion` of calls that it prices.',
    }),
    inputPerMillion: t.expose('inputPerMillion', { type: 'Decimal', description: 'Price of input tokens.' }),
    outputPerMillion: t.expose('outputPerMillion', {
      type: 'Decimal',
      description: 'Price of output tokens, including reasoning tokens.',
    }),
    cachedInputPerMillion: t.expose('cachedInputPerMillion', {
      type: 'Decimal',
      description: "Price of input tokens that are read from the provider's cache.",
    }),
    cacheWritePerMillion: t.expose('cacheWritePerMillion', {
      type: 'Decimal',
      description: "Price of input tokens that are written to the provider's cache.",
    }),
  }),
})

const ModelFeature = describedEnum('ModelFeature', 'Option of an agent that a model may support.', {
  TEMPERATURE: 'The `temperature` of the agent is sent to the model.',
  REASONING_EFFORT: 'The `reasoningEffort` of the agent is sent to the model.',
  OUTPUT_SCHEMA:
    'The provider holds the answer to the `outputSchema` of the agent. Other models are told the schema in the prompt.',
} satisfies Readonly<Record<(typeof modelFeatures)[keyof typeof modelFeatures], string>>)

const ModelObject = builder.objectRef<KnownModel>('Model').implement({
  description:
    'Model that the server knows. Agents may also name other models of a provider: their price and limits are then unknown.',
  fields: (t) => ({
    name: t.exposeString('name', {
      description: 'Name of the model, as agents name it: `provider/model`.',
    }),
    provider: t.field({
      type: ProviderObject,
      description: 'Provider of the model.',
      resolve: ({ provider }) => provider,
    }),
    contextWindow: t.expose('contextWindow', {
      type: 'SafeInt',
      description: 'Maximum number of input and output tokens together. Null if it is not known.',
      nullable: true,
    }),
    maxOutputTokens: t.expose('maxOutputTokens', {
      type: 'SafeInt',
      description: 'Maximum number of output tokens of one answer. Null if it is not known.',
      nullable: true,
    }),
    price: t.field({
      type: PriceObject,
      description: 'Price of the model. Null if it is not known: calls are then not priced.',
      nullable: true,
      resolve: ({ price }) => price,
    }),
    features: t.field({
      type: [ModelFeature],
      description: 'Options that the model supports. Null if the provider is not set up.',
      nullable: true,
      resolve: ({ features }) => features,
    }),
  }),
})

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
