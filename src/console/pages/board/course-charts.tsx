import type { BoardNowQuery, BoardStatsQuery } from '../../../generated/console/graphql.ts'
import { type ChartSeries, durationSteps } from '../../charts/chart.ts'
import { ChartSpace } from '../../charts/chart-space.tsx'
import { Lines } from '../../charts/lines.tsx'
import { StackedBars } from '../../charts/stacked-bars.tsx'
import type { Period } from '../../period/period.ts'
import { valueByPoint } from '../../period/to-series.ts'
import { costOf, formatCost, formatDuration } from '../../ui/format.ts'
import { Card } from '../../ui/page.tsx'
import { Empty, Loading } from '../../ui/states.tsx'
import { Unpriced } from '../../ui/unpriced.tsx'
import type { RunsOf } from './board-search.ts'

/** In pixels. */
const height = 200

interface Props {
  readonly stats: BoardStatsQuery | undefined
  readonly period: Period
  readonly runsOf: RunsOf
}

const percentiles = [
  { id: 'p50', name: 'p50', color: 'var(--series-1)' },
  { id: 'p95', name: 'p95', color: 'var(--series-3)' },
  { id: 'p99', name: 'p99', color: 'var(--bad)' },
] as const

/** Durations of runs: the median, and those of slow runs. */
export function DurationsChart({ stats, period, runsOf }: Props) {
  const all = stats?.totals.buckets[0]?.duration
  const series = percentiles.map(({ id, name, color }) => ({
    ...{ id, name, color },
    note: all?.[id] == null ? '–' : formatDuration(all[id]),
    values: valueByPoint(period, stats?.overTime.buckets ?? [], ({ duration }) => duration[id] ?? null),
  }))
  return (
    <Card title="Duration" aside="active time of runs that have ended">
      <ChartSpace height={height}>
        {!stats ? (
          <Loading rows={6} />
        ) : all?.count ? (
          <Lines
            label="Duration of runs over time"
            points={period.points}
            series={series}
            format={formatDuration}
            steps={durationSteps}
            height={height}
            targetOf={(point) => ({ to: '/runs', search: runsOf({ order: 'DURATION' }, point) })}
          />
        ) : (
          <Empty title="No run has ended in this period." />
        )}
      </ChartSpace>
    </Card>
  )
}

/** Cost of runs, against the limit of a day where days are shown. */
export function CostChart({
  stats,
  period,
  runsOf,
  now,
}: Props & { readonly now: BoardNowQuery | undefined }) {
  const values = valueByPoint(period, stats?.overTime.buckets ?? [], ({ usage }) => Number(usage.costUsd))
  const total = stats?.totals.buckets[0]?.usage ?? { costUsd: 0, unpricedCalls: 0 }
  const series: readonly ChartSeries[] = [
    {
      id: 'cost',
      name: 'Cost of the runs that began then',
      color: 'var(--series-1)',
      note: costOf(total),
      values,
    },
  ]
  const limit = now?.project.maxCostUsdPerDay
  return (
    <Card
      title="Cost"
      aside={now && (limit == null ? 'no limit per day' : `limit ${formatCost(limit)} per day (UTC)`)}
    >
      <ChartSpace height={height}>
        {!stats ? (
          <Loading rows={6} />
        ) : values.some((value) => value) ? (
          <StackedBars
            label="Cost of runs over time"
            points={period.points}
            series={series}
            format={formatCost}
            height={height}
            limit={
              limit == null || period.bucket !== 'day'
                ? undefined
                : { value: Number(limit), label: `${formatCost(limit)} per day` }
            }
            targetOf={(point) => ({ to: '/runs', search: runsOf({ order: 'COST' }, point) })}
          />
        ) : total.unpricedCalls > 0 ? (
          <Empty title="The cost of the runs in this period is not known.">
            <Unpriced calls={total.unpricedCalls} />
          </Empty>
        ) : (
          <Empty title="No run cost anything in this period." />
        )}
      </ChartSpace>
    </Card>
  )
}
