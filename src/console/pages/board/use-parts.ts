import { useEffect, useState } from 'react'
import { type CombinedError, useClient } from 'urql'
import {
  BoardPartsDocument,
  type BoardPartsQuery,
  type BoardStatsQuery,
  type RunFilter,
  type RunStatsDimension,
} from '../../../generated/console/graphql.ts'
import type { Period } from '../../period/period.ts'
import { toSpans, unitOf } from '../../period/spans.ts'
import { reasons, statuses } from '../runs/runs-search.ts'
import type { Parting } from './board-search.ts'

export type Part = BoardPartsQuery['runStats']['buckets'][number]

/** The parts of the bars, with the view that they belong to: another one may have been requested since. */
export interface Parts {
  readonly by: Parting
  readonly period: Period
  readonly buckets: readonly Part[]
}

/** The runs of a period over time by status, reason or agent, read again with each new statistics. A long period takes several queries. */
export function useParts(
  filter: RunFilter,
  period: Period,
  by: Parting,
  stats: BoardStatsQuery | undefined,
): readonly [parts: Parts | undefined, error: CombinedError | undefined] {
  const client = useClient()
  const [parts, setParts] = useState<Parts>()
  const [error, setError] = useState<CombinedError>()

  useEffect(() => {
    if (!stats) return
    let isCurrent = true
    const unit: RunStatsDimension = unitOf(period.bucket) === 'hour' ? 'HOUR' : 'DAY'
    const groups = {
      status: statuses.length,
      reason: reasons.length + 1,
      agent: stats.byAgent.buckets.length,
    }
    const load = async () => {
      const variables = { filter, timeZone: period.zone, groupBy: [unit, dimensions[by]] }
      const answers = await Promise.all(
        toSpans(period, groups[by]).map((span) =>
          client.query(BoardPartsDocument, { ...variables, ...span }, { requestPolicy: 'network-only' }),
        ),
      )
      if (!isCurrent) return
      const failed = answers.find(({ data }) => !data)
      setError(failed?.error)
      if (!failed)
        setParts({ by, period, buckets: answers.flatMap(({ data }) => data?.runStats.buckets ?? []) })
    }
    void load()
    return () => {
      isCurrent = false
    }
  }, [client, filter, period, by, stats])
  return [parts, error]
}

const dimensions: Readonly<Record<Parting, RunStatsDimension>> = {
  status: 'STATUS',
  reason: 'REASON',
  agent: 'AGENT',
}
