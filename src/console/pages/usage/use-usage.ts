import { useCallback, useMemo } from 'react'
import { type Client, useClient } from 'urql'
import {
  CallUsageDocument,
  type RunStatsDimension,
  RunUsageDocument,
  type UsageFiguresFragment,
} from '../../../generated/console/graphql.ts'
import { readAnew, useLoaded } from '../../data/use-list.ts'
import { useRunsPulse } from '../../data/use-run-changes.ts'
import { toIso } from '../../period/calendar.ts'
import { type Period, toSpans, unitOf } from '../../period/period.ts'
import { addUsage, noUsage, type UsageBucket } from './usage-rows.ts'
import { type Grouping, groupings, type Source, sourceOf, type UsageSearch } from './usage-search.ts'

export interface UsageReport {
  readonly by: Grouping
  readonly source: Source
  readonly period: Period
  /** Of every group at every hour or day. */
  readonly buckets: readonly UsageBucket[]
  /** Of every group in the whole period. */
  readonly groups: readonly UsageBucket[]
  /** Of the whole period; less than the sum of groups where a run belongs to several. */
  readonly total: UsageFiguresFragment
}

/** The usage of a view, read anew when its runs change. The shown report stays until the next one is loaded. */
export function useUsage(view: UsageSearch, period: Period) {
  const client = useClient()
  const { by = 'agent', agent } = view
  const source = sourceOf({ by, zone: period.zone, bucket: period.bucket })
  const load = useCallback(async (): Promise<UsageReport> => {
    const read = source === 'calls' ? readCalls : readRuns
    return { by, source, period, ...(await read(client, by, period, agent)) }
  }, [client, source, by, period, agent])
  const { value: report, error, isLoading, again } = useLoaded(load)
  const filter = useMemo(() => (agent === undefined ? {} : { agent }), [agent])
  useRunsPulse(filter, period.until === null ? toIso(period.since) : null, again)
  return { report, error, isLoading }
}

type Read = (
  client: Client,
  by: Grouping,
  period: Period,
  agent: string | undefined,
) => Promise<Pick<UsageReport, 'buckets' | 'groups' | 'total'>>

const readCalls: Read = async (client, by, { since, until }, agent) => {
  const variables = {
    since: toIso(since),
    until: until === null ? null : toIso(until),
    agent: agent ?? null,
    groupBy: ['DAY' as const, ...(groupings[by].calls ?? [])],
  }
  const { usage: buckets } = await readAnew(client, CallUsageDocument, variables)
  const total = buckets.reduce((sum, { usage }) => addUsage(sum, usage), noUsage)
  return { buckets, groups: buckets, total }
}

/** The groups first: their number says how many hours or days fit into one answer. */
const readRuns: Read = async (client, by, period, agent) => {
  const dimensions: readonly RunStatsDimension[] = groupings[by].runs ?? []
  const unit: RunStatsDimension = unitOf(period.bucket) === 'hour' ? 'HOUR' : 'DAY'
  const filter = agent === undefined ? {} : { agent }
  const ask = async (
    span: { since: string; until: string | null },
    groupBy: readonly RunStatsDimension[],
  ) => {
    const variables = { filter, ...span, timeZone: period.zone, groupBy: [...groupBy] }
    return (await readAnew(client, RunUsageDocument, variables)).runStats.buckets
  }
  const { since, until } = period
  const whole = { since: toIso(since), until: until === null ? null : toIso(until) }
  const [total, groups] = await Promise.all([ask(whole, []), ask(whole, dimensions)])
  const spans = toSpans(period, groups.length)
  const buckets = await Promise.all(spans.map((span) => ask(span, [unit, ...dimensions])))
  return { buckets: buckets.flat(), groups, total: total[0]?.usage ?? noUsage }
}
