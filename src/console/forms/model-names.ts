import { useMemo } from 'react'
import { useQuery } from 'urql'
import { ModelNamesDocument } from '../../generated/console/graphql.ts'
import type { Option } from '../ui/field.tsx'

/** The models to choose from, `provider/model`: those that can be called, and those of the agents. */
export function useModelNames(): readonly Option<string>[] {
  const [{ data }] = useQuery({ query: ModelNamesDocument })
  return useMemo(() => {
    const names = [
      ...(data?.models ?? []).map(({ name }) => name),
      ...(data?.agents.nodes ?? []).map(({ model }) => model),
    ]
    return [...new Set(names)].map((name) => ({ value: name, label: name }))
  }, [data])
}
