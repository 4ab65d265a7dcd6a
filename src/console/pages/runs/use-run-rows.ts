import { useCallback, useEffect, useRef, useState } from 'react'
import { type Client, type CombinedError, useClient } from 'urql'
import {
  MoreRunsDocument,
  type RunFilter,
  type RunOrder,
  type RunRowFragment,
  RunsDocument,
  RunsUpdatesDocument,
} from '../../../generated/console/graphql.ts'
import { followLive } from '../../data/live.ts'

/** Runs that are read with one request. To draw more at once takes longer than a frame has on a slow machine. */
const pageSize = 50

interface LiveRunRows extends RunRows {
  readonly isLoading: boolean
  readonly error: CombinedError | Error | undefined
  /** Reads the next page, where there is one and none is on its way. */
  loadMore(): void
}

/**
 * The runs of a view, live. Pages are read when they are needed; changes since the first one arrive by a
 * subscription, and are shown together once per frame, so that a busy server does not redraw the list more
 * often than the screen.
 */
export function useRunRows(filter: RunFilter, order: RunOrder): LiveRunRows {
  const client = useClient()
  const [list, setList] = useState(noRows)
  const [isLoading, setLoading] = useState(true)
  const [error, setError] = useState<CombinedError | Error>()
  const view = useRef(0)
  // The page that is on its way draws nothing: the list changes when it is there.
  const pending = useRef<string | null>(null)
  const key = JSON.stringify([filter, order])

  const load = useCallback(
    async (after: string, from: number) => {
      pending.current = after
      const variables = { ...readKey(key), first: pageSize, after }
      const { data, error } = await client.query(MoreRunsDocument, variables, {
        requestPolicy: 'network-only',
      })
      if (view.current !== from) return
      pending.current = null
      setError(error)
      if (data) setList((now) => withPage(now, data.runs))
    },
    [client, key],
  )

  useEffect(() => {
    view.current += 1
    pending.current = null
    setList(noRows)
    setLoading(true)
    const end = new AbortController()
    const open = async () => {
      const { data, error } = await readFirst(client, key)
      if (end.signal.aborted) return
      setLoading(false)
      setError(error)
      if (data) setList(withPage(noRows, data.updateCursors.query.runs))
      await followChanges(key, data?.updateCursors.runUpdated ?? null, setList, end.signal)
    }
    void open().catch((reason: unknown) => {
      if (!end.signal.aborted) setError(reason instanceof Error ? reason : new Error(String(reason)))
    })
    return () => end.abort()
  }, [client, key])

  const { nextAfter } = list
  const loadMore = useCallback(() => {
    if (nextAfter !== null && pending.current !== nextAfter) void load(nextAfter, view.current)
  }, [load, nextAfter])

  return { ...list, isLoading, error, loadMore }
}

function readFirst(client: Client, key: string) {
  const variables = { ...readKey(key), first: pageSize }
  return client.query(RunsDocument, variables, { requestPolicy: 'network-only' }).toPromise()
}

/**
 * Follows the changes after a cursor, or from now on.
 * @throws the error of the server, if it refuses the subscription
 */
async function followChanges(
  key: string,
  after: string | null,
  setList: (change: (now: RunRows) => RunRows) => void,
  signal: AbortSignal,
): Promise<void> {
  const variables = { ...readKey(key), after }
  let waiting: RunChange[] = []
  let frame = 0
  const show = () => {
    const changes = waiting
    waiting = []
    frame = 0
    if (!signal.aborted) setList((now) => withChanges(now, changes, variables.orderBy))
  }
  for await (const { runUpdated } of followLive(RunsUpdatesDocument, variables, { signal })) {
    waiting.push({
      isMatch: runUpdated.isMatch,
      runId: runUpdated.run.id,
      row: runUpdated.edge?.node ?? null,
      totalCount: runUpdated.query.runs.totalCount,
    })
    if (frame === 0) frame = requestAnimationFrame(show)
  }
}

function readKey(key: string): { readonly filter: RunFilter; readonly orderBy: RunOrder } {
  const [filter, orderBy] = JSON.parse(key)
  return { filter, orderBy }
}

/** The rows of a live list: the pages read so far, with changes since. */
interface RunRows {
  readonly rows: readonly RunRowFragment[]
  readonly totalCount: number
  /** Where the next page begins; null at the end of the list. */
  readonly nextAfter: string | null
}

interface RunPageOfRows {
  /** Counted with the first page. */
  readonly totalCount?: number
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null }
  readonly edges: readonly { readonly node: RunRowFragment }[]
}

interface RunChange {
  readonly isMatch: boolean
  readonly runId: string
  /** Absent where the run is not in the list, or its place is not known. */
  readonly row: RunRowFragment | null
  readonly totalCount: number
}

const noRows: RunRows = { rows: [], totalCount: 0, nextAfter: null }

/** The list with one more page at its end. Rows that came live meanwhile are not shown twice. */
function withPage(list: RunRows, page: RunPageOfRows): RunRows {
  const known = new Set(list.rows.map(({ id }) => id))
  const more = page.edges.map(({ node }) => node).filter(({ id }) => !known.has(id))
  return {
    rows: [...list.rows, ...more],
    totalCount: page.totalCount ?? list.totalCount,
    nextAfter: page.pageInfo.hasNextPage ? (page.pageInfo.endCursor ?? null) : null,
  }
}

/** The list after a batch of changes: each run at the place that the order gives it, or gone. */
function withChanges(list: RunRows, changes: readonly RunChange[], order: RunOrder): RunRows {
  if (changes.length === 0) return list
  const newest = new Map(changes.map((change) => [change.runId, change]))
  const rows = list.rows.filter(({ id }) => !newest.has(id))
  const last = list.rows.at(-1)
  for (const { isMatch, row } of newest.values()) {
    if (!isMatch || !row) continue
    // Beyond the pages read so far, it comes with its page.
    if (list.nextAfter !== null && last && compare(row, last, order) > 0) continue
    rows.splice(placeOf(row, rows, order), 0, row)
  }
  return { ...list, rows, totalCount: changes.at(-1)?.totalCount ?? list.totalCount }
}

function placeOf(row: RunRowFragment, rows: readonly RunRowFragment[], order: RunOrder): number {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const other = rows[middle]
    if (other && compare(other, row, order) <= 0) low = middle + 1
    else high = middle
  }
  return low
}

function compare(a: RunRowFragment, b: RunRowFragment, { field, direction }: RunOrder): number {
  const [left, right] = [sortValue(a, field), sortValue(b, field)]
  const ascending = left === right ? a.id.localeCompare(b.id) : left - right
  return direction === 'ASC' ? ascending : -ascending
}

function sortValue(row: RunRowFragment, field: RunOrder['field']): number {
  if (field === 'COST') return Number(row.usage.costUsd)
  // The server has what is not known yet as the highest.
  if (field === 'DURATION') return row.durationMs ?? Number.POSITIVE_INFINITY
  if (field === 'CREATED_AT') return Date.parse(row.createdAt)
  return row.completedAt == null ? Number.POSITIVE_INFINITY : Date.parse(row.completedAt)
}
