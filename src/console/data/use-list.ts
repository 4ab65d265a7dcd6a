import { useCallback, useEffect, useRef, useState } from 'react'
import { type AnyVariables, type Client, type CombinedError, type TypedDocumentNode, useQuery } from 'urql'
import { toError } from './live.ts'

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

interface PageOfList<Row> extends PageOf<Row> {
  readonly totalCount: number
}

/**
 * The same of a list that is shown page by page: `list` is for its `ListCard`, `rows` are those of the page. With other variables it
 * begins with its first page.
 */
export function usePages<Data, Variables extends { readonly after?: string | null | undefined }, Row>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Omit<Variables, 'after'> & Variables,
  pageOf: (data: Data) => PageOfList<Row> | null | undefined,
) {
  const [after, onTurn] = useStateOf<readonly string[]>(JSON.stringify(variables), [])
  const { data, error, refresh } = useList(query, { ...variables, after: after.at(-1) ?? null })
  const page = data && pageOf(data)
  const rows = page?.nodes
  return {
    ...{ page, rows, refresh },
    list: { rows, error, retry: refresh, pages: page ? { of: page, after, onTurn } : undefined },
  }
}

/** A state that belongs to what a key names: with another key it is the initial one again. */
export function useStateOf<Value>(key: string, initial: Value): readonly [Value, (value: Value) => void] {
  const [now, setNow] = useState({ key, value: initial })
  const set = useCallback((value: Value) => setNow({ key, value }), [key])
  return [now.key === key ? now.value : initial, set]
}

/** What the server answers at the moment. @throws its error */
export async function readAnew<Data, Variables extends AnyVariables>(
  client: Client,
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  const { data, error } = await client.query(query, variables, { requestPolicy: 'network-only' })
  if (error || !data) throw error ?? new Error('The server gave no answer.')
  return data
}

interface PageOf<Node> {
  readonly nodes: readonly Node[]
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
}

/** The nodes of all pages of a list, or of its first pages until there are `most`. */
export async function readPages<Node>(
  read: (after: string | null) => Promise<PageOf<Node> | null | undefined>,
  most = Number.POSITIVE_INFINITY,
): Promise<readonly Node[]> {
  const nodes: Node[] = []
  let after: string | null = null
  do {
    const page: PageOf<Node> | null | undefined = await read(after)
    nodes.push(...(page?.nodes ?? []))
    after = page?.pageInfo.hasNextPage && nodes.length < most ? page.pageInfo.endCursor : null
  } while (after !== null)
  return nodes
}

interface Loaded<Value> {
  readonly value: Value | undefined
  readonly error: Error | undefined
  readonly isLoading: boolean
}

/**
 * What `load` resolves to; again with another `load`, and when `again` is called. The former value stays until the next one is there, and
 * while there is nothing to load: `load` is null.
 */
export function useLoaded<Value>(
  load: (() => Promise<Value>) | null,
): Loaded<Value> & { readonly again: () => void } {
  const [now, setNow] = useState<Loaded<Value>>({ value: undefined, error: undefined, isLoading: true })
  const newest = useRef(0)
  const again = useCallback(() => {
    if (load === null) return
    newest.current += 1
    const own = newest.current
    const put = (next: (now: Loaded<Value>) => Loaded<Value>) => own === newest.current && setNow(next)
    put((now) => ({ ...now, isLoading: true }))
    void load()
      .then((value) => put(() => ({ value, error: undefined, isLoading: false })))
      .catch((reason: unknown) => put((now) => ({ ...now, error: toError(reason), isLoading: false })))
  }, [load])
  useEffect(() => {
    again()
    return () => {
      newest.current += 1
    }
  }, [again])
  return { ...now, again }
}
