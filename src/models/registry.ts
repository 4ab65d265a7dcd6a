import type { ModelProvider, Models } from '../domain/model.ts'

/** The providers of this process, by name; those of one name are its auth profiles, in their order. */
export function createModels(providers: readonly ModelProvider[]): Models {
  const byName = Map.groupBy(providers, (provider) => provider.name)
  return { providers: [...byName.keys()], profiles: (name) => byName.get(name) ?? [] }
}
