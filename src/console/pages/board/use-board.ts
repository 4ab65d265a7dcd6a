import { useCallback, useEffect, useMemo } from 'react'
import { type CombinedError, useQuery } from 'urql'
import {
  BoardNowDocument,
  type BoardNowQuery,
  BoardStatsDocument,
  type BoardStatsQuery,
  type RunStatsDimension,
} from '../../../generated/console/graphql.ts'
import { useRunsPulse } from '../../data/use-runs-pulse.ts'
import type { Period } from '../../period/period.ts'
import { type BoardSearch, toFilter } from './board-search.ts'

import { type Parts, useParts } from './use-parts.ts'

/** Workers report themselves this often; there is no subscription for the queue. */
const pollMs = 5_000

interface Board {
  readonly stats: BoardStatsQuery | undefined
  readonly parts: Parts | undefined
  readonly now: BoardNowQuery | undefined
  readonly error: CombinedError | undefined
}

/** The figures of the board, live: a subscription reports that runs have changed, and the figures are then read anew. */
export function useBoard(view: BoardSearch, period: Period): Board {
  const filter = useMemo(() => toFilter(view), [view])
  const [since, until] = [toIso(period.since), period.until === null ? null : toIso(period.until)]
  const time: RunStatsDimension = period.bucket === 'hour' ? 'HOUR' : 'DAY'
  const [stats, readStats] = useQuery({
    query: BoardStatsDocument,
    variables: {
      ...{ filter, since, until, timeZone: period.zone },
      byTime: [time],
    },
  })
  const [now, readNow] = useQuery({
    query: BoardNowDocument,
    variables: { active: { ...filter, status: ['QUEUED', 'RUNNING', 'WAITING', 'PAUSED'] } },
  })
  const readAll = useCallback(() => {
    readStats({ requestPolicy: 'network-only' })
    readNow({ requestPolicy: 'network-only' })
  }, [readStats, readNow])
  useRunsPulse(filter, until === null ? since : null, readAll)

  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') readNow({ requestPolicy: 'network-only' })
    }, pollMs)
    return () => clearInterval(timer)
  }, [readNow])

  const [parts, partsError] = useParts(filter, period, view.by ?? 'status', stats.data)

  return { stats: stats.data, parts, now: now.data, error: stats.error ?? now.error ?? partsError }
}

function toIso(at: number): string {
  return new Date(at).toISOString()
}
