import { useMemo } from 'react'
import type {
  BoardNowQuery,
  BoardStatsQuery,
  RunStatus,
  TerminationReason,
} from '../../../generated/console/graphql.ts'
import { type ChartSeries, durationSteps, othersId, wholeSteps, withOthers } from '../../charts/chart.ts'
import { ChartSpace } from '../../charts/chart-frame.tsx'
import { Lines } from '../../charts/lines.tsx'
import { StackedBars } from '../../charts/stacked-bars.tsx'
import { type Period, sumByPoint, valueByPoint } from '../../period/period.ts'
import { SelectField } from '../../ui/field.tsx'
import { costOf, formatCost, formatDuration, formatEnum, formatWhole } from '../../ui/format.ts'
import { Card, Empty, Loading, Unpriced } from '../../ui/page.tsx'
import { toneOf } from '../../ui/tone.ts'
import { type RunsSearch, reasons } from '../runs/runs-search.ts'
import { type Parting, partings, type RunsOf } from './board-search.ts'
import type { Part, Parts } from './use-board.ts'

interface Props {
  readonly parts: Parts | undefined
  readonly period: Period
  readonly by: Parting
  readonly runsOf: RunsOf
  readonly onBy: (by: Parting) => void
}

/** How many runs began when, in parts by status, termination reason or agent. A part of a bar leads to its runs. */
export function RunsChart({ parts, period, by, runsOf, onBy }: Props) {
  // The shown parts stay until the requested ones are loaded; the bars link to the runs of the shown ones.
  const shown = parts ?? { by, period, buckets: [] }
  const series = useMemo(() => (parts ? partsOf(parts) : []), [parts])
  return (
    <Card
      title="Runs"
      aside={
        <SelectField
          label="Parts of the bars"
          isBare
          value={by}
          options={partings.map((value) => ({ value, label: `By ${value}` }))}
          onChange={onBy}
        />
      }
    >
      <ChartSpace height={height}>
        {!parts ? (
          <Loading rows={7} />
        ) : series.length === 0 ? (
          <Empty title="No run in this period.">Choose a longer one, or trigger a run.</Empty>
        ) : (
          <StackedBars
            label={`Runs by ${shown.by} over time`}
            points={shown.period.points}
            series={series}
            format={formatWhole}
            steps={wholeSteps}
            height={height}
            targetOf={(point, part) => ({
              to: '/runs',
              search: runsOf(part && part.id !== othersId ? searchOf(shown.by, part.id) : {}, point),
            })}
          />
        )}
      </ChartSpace>
    </Card>
  )
}

/** In pixels. */
const height = 248

function partsOf({ by, period, buckets: parts }: Parts): readonly ChartSeries[] {
  const names = new Map(parts.flatMap(({ agent }) => (agent ? [[agent.slug, agent.name] as const] : [])))
  const sums = [
    ...sumByPoint(
      period,
      parts,
      (part) => idOf(by, part),
      ({ count }) => count,
    ),
  ]
  const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
  const order: readonly string[] = { status: statusOrder, reason: [...reasons, noReason], agent: [] }[by]
  const sorted = sums.toSorted(([a, x], [b, y]) =>
    by === 'agent' ? total(y) - total(x) : order.indexOf(a) - order.indexOf(b),
  )
  if (by === 'agent')
    return withOthers(
      sorted.map(([id, values]) => ({ id, values, name: names.get(id) ?? id, total: total(values) })),
      formatWhole,
    )
  return sorted.map(([id, values]) => ({
    ...{ id, values, name: formatEnum(id), note: formatWhole(total(values)) },
    color: by === 'status' ? `var(--${toneOf(id)})` : reasonColor(id),
  }))
}

/** From the bottom of a bar to its top. */
const statusOrder: readonly RunStatus[] = [
  'COMPLETED',
  'RUNNING',
  'QUEUED',
  'WAITING',
  'PAUSED',
  'CANCELLED',
  'FAILED',
]

const noReason = 'NOT_ENDED'

function idOf(by: Parting, { status, terminationReason, agent }: Part): string {
  return { status, reason: terminationReason, agent: agent?.slug }[by] ?? noReason
}

function searchOf(by: Parting, id: string): RunsSearch {
  if (by === 'agent') return { agent: id }
  if (by === 'status') return { status: statusOrder.filter((each) => each === id) }
  // Runs without a reason are those that are at work.
  return id === noReason
    ? { status: ['QUEUED', 'RUNNING', 'WAITING'] }
    : { reason: reasons.filter((each) => each === id) }
}

/** Good ends are green, limits violet, faults red: each of its own shade. */
function reasonColor(id: string): string {
  const shade = shades.find(([reason]) => reason === id)
  return shade ? `color-mix(in oklab, var(--${shade[1]}) ${shade[2]}%, var(--surface))` : 'var(--queued)'
}

const shades: readonly (readonly [TerminationReason, string, number])[] = [
  ['FINAL_ANSWER', 'good', 100],
  ['DONE_TOOL', 'good', 70],
  ['GOAL_ACHIEVED', 'good', 45],
  ['MAX_STEPS', 'paused', 100],
  ['TOKEN_LIMIT', 'paused', 75],
  ['COST_LIMIT', 'paused', 50],
  ['LOW_CONFIDENCE', 'waiting', 100],
  ['NO_PROGRESS', 'waiting', 70],
  ['ERROR', 'bad', 100],
  ['MODELS_EXHAUSTED', 'bad', 85],
  ['TIMEOUT', 'bad', 70],
  ['DOOM_LOOP', 'bad', 58],
  ['GATE_REJECTED', 'bad', 46],
  ['PERMISSION_BLOCKED', 'bad', 36],
  ['ABORTED', 'cancelled', 100],
]

/** In pixels. */
const courseHeight = 200

interface CourseProps {
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
export function DurationsChart({ stats, period, runsOf }: CourseProps) {
  const all = stats?.totals.buckets[0]?.duration
  const series = percentiles.map(({ id, name, color }) => ({
    ...{ id, name, color },
    note: all?.[id] == null ? '–' : formatDuration(all[id]),
    values: valueByPoint(period, stats?.overTime.buckets ?? [], ({ duration }) => duration[id] ?? null),
  }))
  return (
    <Card title="Duration" aside="active time of runs that have ended">
      <ChartSpace height={courseHeight}>
        {!stats ? (
          <Loading rows={6} />
        ) : all?.count ? (
          <Lines
            label="Duration of runs over time"
            points={period.points}
            series={series}
            format={formatDuration}
            steps={durationSteps}
            height={courseHeight}
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
export function CostChart(props: CourseProps & { readonly now: BoardNowQuery | undefined }) {
  const { stats, period, runsOf, now } = props
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
      <ChartSpace height={courseHeight}>
        {!stats ? (
          <Loading rows={6} />
        ) : values.some((value) => value) ? (
          <StackedBars
            label="Cost of runs over time"
            points={period.points}
            series={series}
            format={formatCost}
            height={courseHeight}
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
