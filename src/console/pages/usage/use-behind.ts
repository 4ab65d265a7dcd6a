import { type CombinedError, useQuery } from 'urql'
import { CallsBehindDocument, RunsBehindDocument } from '../../../generated/console/graphql.ts'
import { given } from '../../data/search.ts'
import { type RunsSearch, toFilter } from '../runs/runs-search.ts'
import type { RunWithUsage } from './behind.tsx'
import { groupOf } from './usage-rows.ts'
import { groupings, toRunsSearch, type UsageSearch } from './usage-search.ts'
import type { UsageReport } from './use-usage.ts'

interface BehindAnswer {
  /** Undefined while they are being read, null where no filter finds them. */
  readonly runs: readonly RunWithUsage[] | null | undefined
  readonly error: CombinedError | undefined
  readonly search: RunsSearch | null
}

/** The runs behind a bar or a row of a report. Those of the report of calls are found by their calls, as a run may have begun earlier. */
export function useBehind(report: UsageReport, { item, at, agent }: UsageSearch): BehindAnswer {
  const { by, source, period } = report
  const point = period.points.find(({ start }) => new Date(start).toISOString() === at)
  const since = point?.start ?? period.since
  const end = point ? (point.end > Date.now() ? null : point.end) : period.until
  const own = toRunsSearch(by, item)
  const search: RunsSearch | null = own && {
    ...given({
      agent,
      after: new Date(since - 1).toISOString(),
      before: end === null ? undefined : new Date(end).toISOString(),
    }),
    ...own,
  }
  const [calls] = useQuery({
    query: CallsBehindDocument,
    variables: {
      ...{ since: new Date(since).toISOString(), until: end === null ? null : new Date(end).toISOString() },
      agent: agent ?? null,
      // Without a group, a run that belongs to several is one line.
      groupBy: item === undefined ? ['RUN'] : ['RUN', ...(groupings[by].calls ?? [])],
    },
    pause: source !== 'calls',
  })
  const [runs] = useQuery({
    query: RunsBehindDocument,
    variables: { filter: toFilter(search ?? {}) },
    pause: source !== 'runs' || search === null,
  })
  if (source === 'calls') {
    const found = calls.data?.usage.filter((bucket) => item === undefined || groupOf(by, bucket)[0] === item)
    return { runs: found?.map(({ run, usage }) => ({ run: run ?? null, usage })), error: calls.error, search }
  }
  if (search === null) return { runs: null, error: undefined, search }
  return { runs: runs.data?.runs.nodes.map((run) => ({ run, usage: run.usage })), error: runs.error, search }
}
