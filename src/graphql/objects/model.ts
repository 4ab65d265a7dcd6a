import { hasRole } from '../../domain/caller.ts'
import { modelFilter } from '../../domain/filters.ts'
import { knownModel, knownProvider } from '../../domain/known-models.ts'
import { builder } from '../builder.ts'
import { filterInput, readFilter } from '../paging/filter-input.ts'
import { objectOf } from '../shape.ts'

const ProviderObject = objectOf(knownProvider, {
  fields: (t) => ({
    baseUrl: t.string({
      description:
        "Address that the operator set for the provider. Null if it is the provider's own address, and for callers without the role ADMIN.",
      nullable: true,
      resolve: ({ baseUrl }, _, { caller }) => (hasRole(caller, 'ADMIN') ? baseUrl : null),
    }),
  }),
})
const ModelObject = objectOf(knownModel)

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
