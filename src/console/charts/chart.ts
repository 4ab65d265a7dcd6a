import type { LinkProps } from '@tanstack/react-router'

/** A place on the axis of time: an hour, a day, a month. */
export interface ChartPoint {
  readonly key: string
  /** In full, for the tooltip and for screen readers. */
  readonly label: string
  /** Short, for the axis. */
  readonly tick: string
  /** Of an hour: its number in the day, from 0. The axis names those that divide the day. */
  readonly hour?: number
}

/** One colour of a chart: its values, one for each point. Null where there is none. */
export interface ChartSeries {
  readonly id: string
  readonly name: string
  /** A colour of the tokens, such as `var(--good)`. */
  readonly color: string
  readonly values: readonly (number | null)[]
  /** Beside its name in the legend. */
  readonly note?: string
}

/** Where a bar, or a point of a line, leads to. */
export type ChartTarget = Pick<LinkProps, 'to' | 'search'>

export interface ChartProps {
  /** Description of the chart, for screen readers. */
  readonly label: string
  readonly points: readonly ChartPoint[]
  readonly series: readonly ChartSeries[]
  readonly format: (value: number) => string
  /** Round distances between the lines across, ascending, where they are not powers of ten: of durations. */
  readonly steps?: readonly number[]
  /** In pixels, without the legend. */
  readonly height?: number
  /** A line across: a limit that the values are held against. */
  readonly limit?: { readonly value: number; readonly label: string } | undefined
  /** Link of a point; of one series, where one is given. */
  readonly targetOf?: (point: number, series: ChartSeries | null) => ChartTarget
  /** The point that is chosen elsewhere on the page. */
  readonly chosen?: number | undefined
}

/** Series that have a colour of their own. */
const maxSeries = 8

/** The series that all have together that have no colour of their own. */
export const othersId = '…'

/** The colour of a series whose kind has none, such as an agent. The ninth and all after it share one. */
export function seriesColor(index: number): string {
  return index < maxSeries ? `var(--series-${index + 1})` : 'var(--series-other)'
}

/** The first series with colours, and the sum of the others as one. */
export function withOthers(
  series: readonly (Omit<ChartSeries, 'color' | 'note'> & { readonly total: number })[],
  format: (value: number) => string,
): readonly ChartSeries[] {
  const first = series.slice(0, maxSeries).map(({ id, name, values, total }, index) => ({
    ...{ id, name, values },
    ...{ color: seriesColor(index), note: format(total) },
  }))
  const others = series.slice(maxSeries)
  if (others.length === 0) return first
  const sum = (values: readonly (number | null | undefined)[]) =>
    values.reduce<number>((total, value) => total + (value ?? 0), 0)
  return [
    ...first,
    {
      id: othersId,
      name: `${others.length} ${others.length === 1 ? 'other' : 'others'}`,
      color: 'var(--series-other)',
      note: format(sum(others.map(({ total }) => total))),
      values: (first[0]?.values ?? []).map((_, index) => sum(others.map(({ values }) => values[index]))),
    },
  ]
}

/** Of counts: there is no half of a run. Larger distances are whole by themselves. */
export const wholeSteps: readonly number[] = [1, 2]

/** Milliseconds that are round for a person: seconds, minutes, hours and days. */
export const durationSteps: readonly number[] = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 30_000],
  ...[1, 2, 5, 10, 20, 30, 60, 120, 180, 360, 720, 1_440, 2_880, 7_200, 14_400].map(
    (minutes) => minutes * 60_000,
  ),
]
