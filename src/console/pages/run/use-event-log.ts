import { useEffect, useMemo, useState } from 'react'
import { type Client, useClient } from 'urql'
import { RunLogDocument, type RunLogQueryVariables } from '../../../generated/console/graphql.ts'
import type { LoggedEvent } from './event-text.ts'

const pageSize = 100

interface Read {
  /** By `seq`, in order. */
  readonly events: readonly LoggedEvent[]
  readonly before: string | null
  readonly after: string | null
  readonly totalCount: number
}

interface EventLog {
  readonly events: readonly LoggedEvent[]
  readonly totalCount: number
  readonly isLoading: boolean
  readonly error: Error | undefined
  /** Absent where there are none. */
  readonly loadEarlier: (() => void) | null
  readonly loadLater: (() => void) | null
  openAt(point: LogPoint): void
}

export type LogPoint = 'start' | 'end'

/** The event log of a run: a window that begins at its end or at its start and grows both ways. Live events are added at the end. */
export function useEventLog(runId: string, live: readonly LoggedEvent[]): EventLog {
  const client = useClient()
  const [read, setRead] = useState<Read | null>(null)
  const [isLoading, setLoading] = useState(true)
  const [error, setError] = useState<Error>()
  const [point, setPoint] = useState<LogPoint>('end')

  useEffect(() => {
    let isCurrent = true
    setLoading(true)
    void readPage(client, { id: runId, ...(point === 'end' ? { last: pageSize } : { first: pageSize }) })
      .then((page) => isCurrent && setRead(page))
      .catch((reason: Error) => isCurrent && setError(reason))
      .finally(() => isCurrent && setLoading(false))
    return () => {
      isCurrent = false
    }
  }, [client, runId, point])

  async function extend(variables: Omit<RunLogQueryVariables, 'id'>): Promise<void> {
    if (isLoading) return
    setLoading(true)
    try {
      const page = await readPage(client, { id: runId, ...variables })
      const isEarlier = variables.before != null
      setRead((read) => {
        const now = read && withLive(read, live)
        return (
          now && {
            events: isEarlier ? [...page.events, ...now.events] : [...now.events, ...page.events],
            before: isEarlier ? page.before : now.before,
            after: isEarlier ? now.after : page.after,
            totalCount: page.totalCount,
          }
        )
      })
    } catch (reason) {
      setError(reason instanceof Error ? reason : new Error(String(reason)))
    } finally {
      setLoading(false)
    }
  }

  const shown = useMemo(() => (read ? withLive(read, live) : null), [read, live])
  const { events = [], before = null, after = null, totalCount = 0 } = shown ?? {}
  return {
    events,
    totalCount,
    isLoading,
    error,
    loadEarlier: before === null ? null : () => void extend({ last: pageSize, before }),
    loadLater: after === null ? null : () => void extend({ first: pageSize, after }),
    openAt: setPoint,
  }
}

/**
 * Only a window that reaches the end of the log is continued by live events. Live events that are no longer kept are in neither: then the
 * window has the live ones, and earlier ones are read when they are needed.
 */
function withLive(read: Read, live: readonly LoggedEvent[]): Read {
  const [first, last] = [live[0], live.at(-1)]
  if (!first || !last || read.after !== null) return read
  const totalCount = Math.max(read.totalCount, last.seq)
  const end = read.events.at(-1)?.seq ?? 0
  if (first.seq > end + 1) return { events: live, before: first.cursor, after: null, totalCount }
  return { ...read, totalCount, events: [...read.events, ...live.filter(({ seq }) => seq > end)] }
}

async function readPage(client: Client, variables: RunLogQueryVariables): Promise<Read> {
  const { data, error } = await client.query(RunLogDocument, variables, { requestPolicy: 'network-only' })
  if (error) throw error
  const page = data?.run?.events
  return {
    events: page?.nodes ?? [],
    before: page?.pageInfo.hasPreviousPage ? (page.pageInfo.startCursor ?? null) : null,
    after: page?.pageInfo.hasNextPage ? (page.pageInfo.endCursor ?? null) : null,
    totalCount: page?.totalCount ?? 0,
  }
}
