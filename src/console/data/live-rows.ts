import { useCallback, useEffect, useRef, useState } from 'react'
import { inFrames, toError } from './live.ts'

/** Where the rows of a list come from. */
export interface RowSource<Row> {
  /** A page. The first, after nothing, comes with its count and with the cursor from which its changes are followed. */
  read(after: string | null, signal: AbortSignal): Promise<RowPage<Row>>
  /** The changes after a cursor, or from now on. @throws the error of the server, if it refuses the subscription */
  changes(after: string | null, signal: AbortSignal): AsyncIterable<RowChange<Row>>
  /** The order of the list. */
  compare(a: Row, b: Row): number
}

interface RowPage<Row> {
  readonly nodes: readonly Row[]
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null }
  readonly totalCount?: number
  readonly changesAfter?: string | null
}

interface RowChange<Row> {
  readonly id: string
  /** Null where it is not in the list, or its place is not known. */
  readonly row: Row | null
  readonly totalCount: number
}

interface Rows<Row> {
  /** What list it is. */
  readonly key: string
  readonly rows: readonly Row[]
  readonly totalCount: number
  /** Where the next page begins; null at the end of the list. */
  readonly nextAfter: string | null
}

interface LiveRows<Row> extends Rows<Row> {
  /** Whether the first page is on its way. */
  readonly isLoading: boolean
  readonly error: Error | undefined
  /** Reads the next page, where there is one and none is on its way. */
  loadMore(): void
  /** Takes a row out of the list before the server tells that it no longer matches. */
  remove(id: string): void
}

const noRows = (key: string) => ({ key, rows: [], totalCount: 0, nextAfter: null })

/**
 * The rows of a list, live. Pages are read when they are needed; changes since the first one arrive by a subscription, and are shown
 * together once per frame, so that a busy server does not redraw the list more often than the screen. `source` is another one with
 * another `key` only.
 */
export function useLiveRows<Row extends { readonly id: string }>(
  key: string,
  source: RowSource<Row>,
): LiveRows<Row> {
  const [list, setList] = useState<Rows<Row>>(() => noRows(key))
  const [isLoading, setLoading] = useState(true)
  const [error, setError] = useState<Error>()
  const view = useRef<AbortSignal>(undefined)
  // The page that is on its way draws nothing: the list changes when it is there.
  const pending = useRef<string | null>(null)

  const load = useCallback(
    async (after: string | null, signal: AbortSignal) => {
      try {
        const page = await source.read(after, signal)
        if (signal.aborted) return null
        setError(undefined)
        setList((now) => withPage(now, page))
        return page
      } catch (reason) {
        if (!signal.aborted) setError(toError(reason))
        return null
      }
    },
    [source],
  )

  useEffect(() => {
    const end = new AbortController()
    const { signal } = end
    view.current = signal
    pending.current = null
    setList(noRows(key))
    setLoading(true)
    const open = async () => {
      const page = await load(null, signal)
      if (signal.aborted) return
      setLoading(false)
      const show = inFrames<RowChange<Row>>((changes) => {
        if (!signal.aborted) setList((now) => withChanges(now, changes, source.compare))
      })
      for await (const change of source.changes(page?.changesAfter ?? null, signal)) show(change)
    }
    void open().catch((reason: unknown) => {
      if (!signal.aborted) setError(toError(reason))
    })
    return () => end.abort()
  }, [load, source, key])

  // At the moment of a change of the filter, the list is still that of the former one.
  const shown = list.key === key ? list : noRows(key)
  const { nextAfter } = shown
  const loadMore = useCallback(() => {
    const signal = view.current
    if (nextAfter === null || pending.current === nextAfter || !signal) return
    pending.current = nextAfter
    void load(nextAfter, signal).then(() => {
      if (!signal.aborted) pending.current = null
    })
  }, [load, nextAfter])
  const remove = useCallback(
    (id: string) => setList((now) => ({ ...now, rows: now.rows.filter((row) => row.id !== id) })),
    [],
  )
  return { ...shown, isLoading: isLoading || shown !== list, error, loadMore, remove }
}

/** The list with one more page at its end. Rows that came live meanwhile are not shown twice. */
function withPage<Row extends { readonly id: string }>(list: Rows<Row>, page: RowPage<Row>): Rows<Row> {
  const known = new Set(list.rows.map(({ id }) => id))
  return {
    ...list,
    rows: [...list.rows, ...page.nodes.filter(({ id }) => !known.has(id))],
    totalCount: page.totalCount ?? list.totalCount,
    nextAfter: page.pageInfo.hasNextPage ? (page.pageInfo.endCursor ?? null) : null,
  }
}

/** The list after a batch of changes: each row at the place that the order gives it, or gone. */
function withChanges<Row extends { readonly id: string }>(
  list: Rows<Row>,
  changes: readonly RowChange<Row>[],
  compare: RowSource<Row>['compare'],
): Rows<Row> {
  const newest = new Map(changes.map((change) => [change.id, change]))
  const rows = list.rows.filter(({ id }) => !newest.has(id))
  const last = list.rows.at(-1)
  for (const { row } of newest.values()) {
    // Beyond the pages read so far, it comes with its page.
    if (!row || (list.nextAfter !== null && last && compare(row, last) > 0)) continue
    rows.splice(placeOf(row, rows, compare), 0, row)
  }
  return { ...list, rows, totalCount: changes.at(-1)?.totalCount ?? list.totalCount }
}

function placeOf<Row>(row: Row, rows: readonly Row[], compare: RowSource<Row>['compare']): number {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const other = rows[middle]
    if (other && compare(other, row) <= 0) low = middle + 1
    else high = middle
  }
  return low
}
