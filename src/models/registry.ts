import type { ModelProvider, Models } from '../domain/model.ts'

/** The providers of this process, by name. */
export function createModels(providers: readonly ModelProvider[]): Models {
  const byName = new Map(providers.map((provider) => [provider.name, provider]))
  return { providers: [...byName.keys()], find: (name) => byName.get(name) ?? null }
}
