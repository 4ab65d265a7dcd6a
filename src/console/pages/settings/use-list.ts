import { useCallback } from 'react'
import { type AnyVariables, type CombinedError, type TypedDocumentNode, useQuery } from 'urql'

/** The result of a query, and a function to repeat it after a change that the cache cannot know of: a created or deleted object. */
export function useList<Data, Variables extends AnyVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): {
  readonly data: Data | undefined
  readonly error: CombinedError | undefined
  readonly refresh: () => void
} {
  const [{ data, error }, read] = useQuery<Data, Variables>({ query, variables })
  const refresh = useCallback(() => read({ requestPolicy: 'network-only' }), [read])
  return { data, error, refresh }
}
