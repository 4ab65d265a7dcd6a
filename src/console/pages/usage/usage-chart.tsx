import { type ChartSeries, type ChartTarget, othersId, wholeSteps, withOthers } from '../../charts/chart.ts'
import { Lines } from '../../charts/lines.tsx'
import { StackedBars } from '../../charts/stacked-bars.tsx'
import { toIso } from '../../period/calendar.ts'
import { sumByPoint } from '../../period/period.ts'
import { Empty } from '../../ui/page.tsx'
import { amountOf, formatOf, groupOf, type UsageRow } from './usage-rows.ts'
import { isPartition, type Measure } from './usage-search.ts'
import type { UsageReport } from './use-usage.ts'

/** In pixels. */
export const chartHeight = 260

/** The usage of a report over time, its greatest groups in colours. Groups that a run can belong to several of are lines. */
export function UsageChart({
  report,
  rows,
  measure,
  limit,
  chosen,
  targetOf,
}: {
  readonly report: UsageReport
  readonly rows: readonly UsageRow[]
  readonly measure: Measure
  readonly limit: { readonly value: number; readonly label: string } | undefined
  /** The start of the bar that is looked into. */
  readonly chosen: string | undefined
  /** Shows the runs of a bar, or of one group of it. */
  readonly targetOf: (at: string, item: string | undefined) => ChartTarget
}) {
  const { by, period, buckets } = report
  const format = formatOf(measure)
  const sums = sumByPoint(
    period,
    buckets,
    (bucket) => groupOf(by, bucket)[0],
    ({ usage }) => amountOf(measure, usage),
  )
  const none = period.points.map(() => 0)
  const groups = rows.map(({ id, name, usage }) => ({
    ...{ id, name },
    ...{ values: sums.get(id) ?? none, total: amountOf(measure, usage) },
  }))
  const series = withOthers(isPartition(by) ? groups : groups.slice(0, maxLines), format)
  if (series.every(({ values }) => values.every((value) => !value)))
    return measure === 'cost' && report.total.unpricedCalls > 0 ? (
      <Empty title="The cost of this period is not known.">Choose another measure, or set the prices.</Empty>
    ) : (
      <Empty title={nothing[measure]}>Choose a longer period, or another measure.</Empty>
    )
  const chosenPoint = period.points.findIndex(({ start }) => toIso(start) === chosen)
  const props = {
    ...{
      label: `${names[measure]} by ${by} over time`,
      points: period.points,
      series,
      format,
      height: chartHeight,
      ...(measure !== 'cost' && { steps: wholeSteps }),
    },
    chosen: chosenPoint < 0 ? undefined : chosenPoint,
    targetOf: (point: number, part: ChartSeries | null) =>
      targetOf(toIso(period.points[point]?.start ?? 0), part && part.id !== othersId ? part.id : undefined),
  }
  return isPartition(by) ? <StackedBars {...props} limit={limit} /> : <Lines {...props} />
}

/** Groups that are shown where they cannot be added up. */
const maxLines = 8

const names: Readonly<Record<Measure, string>> = { cost: 'Cost', tokens: 'Tokens', calls: 'Model calls' }

const nothing: Readonly<Record<Measure, string>> = {
  cost: 'Nothing was spent in this period.',
  tokens: 'No tokens were used in this period.',
  calls: 'No model was called in this period.',
}
