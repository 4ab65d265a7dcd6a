import { useCallback, useEffect, useRef, useState } from 'react'
import {
  type GateFilter,
  type GatePageFragment,
  type GateRowFragment,
  GatesDocument,
  GatesUpdatesDocument,
  MoreGatesDocument,
} from '../../../generated/console/graphql.ts'
import { followLive, live } from '../../data/live.ts'

const pageSize = 50

interface GateRows {
  /** The filter that they match, as JSON. */
  readonly key: string
  readonly rows: readonly GateRowFragment[]
  readonly totalCount: number
  readonly nextAfter: string | null
}

interface LiveGates extends Omit<GateRows, 'key'> {
  readonly isLoading: boolean
  readonly error: Error | undefined
  /** Reads the next page, where there is one and none is on its way. */
  loadMore(): void
  /** Takes a gate out of the list before the server tells that it no longer matches. */
  remove(id: string): void
}

const noRows = (key: string): GateRows => ({ key, rows: [], totalCount: 0, nextAfter: null })

/** The gates of a view, newest first, live: one that opens appears automatically, one that no longer matches is removed. */
export function useGates(filter: GateFilter): LiveGates {
  const key = JSON.stringify(filter)
  const [list, setList] = useState(() => noRows(key))
  const [isLoading, setLoading] = useState(true)
  const [error, setError] = useState<Error>()
  const view = useRef<AbortSignal>(undefined)

  /** Reads a page. After the first one, it follows the changes from that moment on, until the view ends. */
  const load = useCallback(
    async (after: string | null, signal: AbortSignal) => {
      setLoading(true)
      try {
        const { page, cursor } = await readPage(key, after, signal)
        if (signal.aborted) return
        setList((now) => withPage(after === null ? noRows(key) : now, page))
        setLoading(false)
        setError(undefined)
        if (cursor !== null) await followChanges({ key, after: cursor }, setList, signal)
      } catch (reason) {
        if (signal.aborted) return
        setLoading(false)
        setError(reason instanceof Error ? reason : new Error(String(reason)))
      }
    },
    [key],
  )

  useEffect(() => {
    const end = new AbortController()
    view.current = end.signal
    setList(noRows(key))
    void load(null, end.signal)
    return () => end.abort()
  }, [load, key])

  // At the moment of a change of the filter, the list is still that of the former one.
  const isFormer = list.key !== key
  const { rows, totalCount, nextAfter } = isFormer ? noRows(key) : list
  const loadMore = useCallback(() => {
    if (!isLoading && nextAfter !== null && view.current) void load(nextAfter, view.current)
  }, [load, isLoading, nextAfter])
  const remove = useCallback(
    (id: string) => setList((now) => ({ ...now, rows: now.rows.filter((row) => row.id !== id) })),
    [],
  )
  return { rows, totalCount, nextAfter, isLoading: isLoading || isFormer, error, loadMore, remove }
}

/**
 * Reads a page without the cache, which would join it with pages of before, and so bring back gates that
 * were decided since. The first page comes with the cursor of the changes after it.
 */
async function readPage(
  key: string,
  after: string | null,
  signal: AbortSignal,
): Promise<{ readonly page: GatePageFragment; readonly cursor: string | null }> {
  const variables = { filter: readFilter(key), first: pageSize }
  if (after !== null) {
    const { gates } = await live.query(MoreGatesDocument, { ...variables, after }, { signal })
    return { page: gates, cursor: null }
  }
  const { updateCursors } = await live.query(GatesDocument, variables, { signal })
  return { page: updateCursors.query.gates, cursor: updateCursors.gateUpdated }
}

/** @throws the error of the server, if it refuses the subscription */
async function followChanges(
  { key, after }: { readonly key: string; readonly after: string },
  setList: (change: (now: GateRows) => GateRows) => void,
  signal: AbortSignal,
): Promise<void> {
  const variables = { filter: readFilter(key), after }
  for await (const { gateUpdated } of followLive(GatesUpdatesDocument, variables, { signal })) {
    const { isMatch, gate, query } = gateUpdated
    setList((now) => ({
      ...now,
      rows: isMatch ? withGate(now.rows, gate) : now.rows.filter(({ id }) => id !== gate.id),
      totalCount: query.gates.totalCount,
    }))
  }
}

function withGate(rows: readonly GateRowFragment[], gate: GateRowFragment): readonly GateRowFragment[] {
  if (rows.some(({ id }) => id === gate.id)) return rows.map((row) => (row.id === gate.id ? gate : row))
  const at = rows.findIndex(({ createdAt }) => createdAt < gate.createdAt)
  return at < 0 ? [...rows, gate] : rows.toSpliced(at, 0, gate)
}

function withPage(now: GateRows, { nodes, totalCount, pageInfo }: GatePageFragment): GateRows {
  const known = new Set(now.rows.map(({ id }) => id))
  return {
    ...now,
    rows: [...now.rows, ...nodes.filter(({ id }) => !known.has(id))],
    totalCount,
    nextAfter: pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null,
  }
}

function readFilter(key: string): GateFilter {
  return JSON.parse(key)
}
