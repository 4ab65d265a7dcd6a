import { useCallback, useEffect, useRef, useState } from 'react'
import { type CombinedError, useClient } from 'urql'
import {
  type GateFilter,
  type GateRowFragment,
  GatesDocument,
  GatesUpdatesDocument,
  type GatesUpdatesSubscription,
} from '../../../generated/console/graphql.ts'
import { textOf } from '../../data/document-text.ts'
import { followLive } from '../../data/live.ts'

const pageSize = 50

interface GateRows {
  readonly rows: readonly GateRowFragment[]
  readonly totalCount: number
  readonly nextAfter: string | null
}

interface LiveGates extends GateRows {
  readonly isLoading: boolean
  readonly error: CombinedError | Error | undefined
  /** Reads the next page, where there is one and none is on its way. */
  loadMore(): void
  /** Takes a gate out of the list before the server tells that it no longer matches. */
  remove(id: string): void
}

const none: GateRows = { rows: [], totalCount: 0, nextAfter: null }

/** The gates of a view, newest first, live: one that opens appears automatically, one that no longer matches is removed. */
export function useGates(filter: GateFilter): LiveGates {
  const client = useClient()
  const [list, setList] = useState(none)
  const [isLoading, setLoading] = useState(true)
  const [error, setError] = useState<CombinedError | Error>()
  const view = useRef(0)
  const key = JSON.stringify(filter)

  const load = useCallback(
    async (after: string | null, from: number) => {
      setLoading(true)
      const variables = { filter: readFilter(key), first: pageSize, after }
      const { data, error } = await client.query(GatesDocument, variables, { requestPolicy: 'network-only' })
      if (view.current !== from) return
      setLoading(false)
      setError(error)
      if (data) setList((now) => withPage(after === null ? none : now, data.gates))
    },
    [client, key],
  )

  useEffect(() => {
    view.current += 1
    setList(none)
    const end = new AbortController()
    void load(null, view.current)
    void followChanges(key, setList, end.signal).catch((reason: unknown) => {
      if (!end.signal.aborted) setError(reason instanceof Error ? reason : new Error(String(reason)))
    })
    return () => end.abort()
  }, [load, key])

  const { nextAfter } = list
  const loadMore = useCallback(() => {
    if (!isLoading && nextAfter !== null) void load(nextAfter, view.current)
  }, [load, isLoading, nextAfter])
  const remove = useCallback(
    (id: string) => setList((now) => ({ ...now, rows: now.rows.filter((row) => row.id !== id) })),
    [],
  )
  return { ...list, isLoading, error, loadMore, remove }
}

async function followChanges(
  key: string,
  setList: (change: (now: GateRows) => GateRows) => void,
  signal: AbortSignal,
): Promise<void> {
  const variables = { filter: readFilter(key) }
  const query = textOf(GatesUpdatesDocument)
  for await (const { gateUpdated } of followLive<GatesUpdatesSubscription>({ query, variables }, signal)) {
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

interface Page {
  readonly nodes: readonly GateRowFragment[]
  readonly totalCount: number
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null | undefined }
}

function withPage(now: GateRows, { nodes, totalCount, pageInfo }: Page): GateRows {
  const known = new Set(now.rows.map(({ id }) => id))
  return {
    rows: [...now.rows, ...nodes.filter(({ id }) => !known.has(id))],
    totalCount,
    nextAfter: pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null,
  }
}

function readFilter(key: string): GateFilter {
  return JSON.parse(key)
}
