import { useCallback, useState } from 'react'
import { type AnyVariables, type CombinedError, type TypedDocumentNode, useQuery } from 'urql'

interface List<Data> {
  readonly data: Data | undefined
  readonly error: CombinedError | undefined
  readonly isLoading: boolean
  readonly refresh: () => void
}

/** The result of a query, and a function to repeat it after a change that the cache cannot know of: a created or deleted object. */
export function useList<Data, Variables extends AnyVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): List<Data> {
  const [{ data, error, fetching }, read] = useQuery<Data, Variables>({ query, variables })
  const refresh = useCallback(() => read({ requestPolicy: 'network-only' }), [read])
  return { data, error, isLoading: fetching, refresh }
}

/** The same of a list that is shown page by page. With other variables it begins with its first page. */
export function usePages<Data, Variables extends { readonly after?: string | null | undefined }>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Omit<Variables, 'after'> & Variables,
) {
  const [after, onTurn] = useStateOf<readonly string[]>(JSON.stringify(variables), [])
  return { ...useList(query, { ...variables, after: after.at(-1) ?? null }), after, onTurn }
}

/** A state that belongs to what a key names: with another key it is the initial one again. */
export function useStateOf<Value>(key: string, initial: Value): readonly [Value, (value: Value) => void] {
  const [now, setNow] = useState({ key, value: initial })
  return [now.key === key ? now.value : initial, (value) => setNow({ key, value })]
}
