import { useCallback, useEffect, useMemo } from 'react'
import { useClient, useQuery } from 'urql'
import {
  BoardNowDocument,
  type BoardNowQuery,
  BoardPartsDocument,
  type BoardPartsQuery,
  BoardStatsDocument,
  type BoardStatsQuery,
  type RunFilter,
  type RunStatsDimension,
} from '../../../generated/console/graphql.ts'
import { readAnew, useLoaded } from '../../data/use-list.ts'
import { useRunsPulse } from '../../data/use-run-changes.ts'
import { toIso } from '../../period/calendar.ts'
import { type Period, toSpans, unitOf } from '../../period/period.ts'
import { reasons, statuses } from '../runs/runs-search.ts'
import { type BoardSearch, type Parting, toBoardFilter } from './board-search.ts'

/** Workers report themselves this often; there is no subscription for the queue. */
const pollMs = 5_000

interface Board {
  readonly stats: BoardStatsQuery | undefined
  readonly parts: Parts | undefined
  readonly now: BoardNowQuery | undefined
  readonly error: Error | undefined
}

/** The figures of the board, live: a subscription reports that runs have changed, and the figures are then read anew. */
export function useBoard(view: BoardSearch, period: Period): Board {
  const filter = useMemo(() => toBoardFilter(view), [view])
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

  const parts = useParts(filter, period, view.by ?? 'status', stats.data)

  return {
    stats: stats.data,
    parts: parts.value,
    now: now.data,
    error: stats.error ?? now.error ?? parts.error,
  }
}

export type Part = BoardPartsQuery['runStats']['buckets'][number]

/** The parts of the bars, with the view that they belong to: another one may have been requested since. */
export interface Parts {
  readonly by: Parting
  readonly period: Period
  readonly buckets: readonly Part[]
}

/** The runs of a period over time by status, reason or agent, read again with each new statistics. A long period takes several queries. */
function useParts(filter: RunFilter, period: Period, by: Parting, stats: BoardStatsQuery | undefined) {
  const client = useClient()
  const load = useCallback(async (): Promise<Parts> => {
    const unit: RunStatsDimension = unitOf(period.bucket) === 'hour' ? 'HOUR' : 'DAY'
    const groups = {
      status: statuses.length,
      reason: reasons.length + 1,
      agent: stats?.byAgent.buckets.length ?? 0,
    }
    const variables = { filter, timeZone: period.zone, groupBy: [unit, dimensions[by]] }
    const answers = await Promise.all(
      toSpans(period, groups[by]).map((span) =>
        readAnew(client, BoardPartsDocument, { ...variables, ...span }),
      ),
    )
    return { by, period, buckets: answers.flatMap(({ runStats }) => runStats.buckets) }
  }, [client, filter, period, by, stats])
  return useLoaded(stats ? load : null)
}

const dimensions: Readonly<Record<Parting, RunStatsDimension>> = {
  status: 'STATUS',
  reason: 'REASON',
  agent: 'AGENT',
}
