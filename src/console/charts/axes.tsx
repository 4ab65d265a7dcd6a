import type { ScaleBand } from 'd3-scale'
import type { ChartPoint, ChartProps } from './chart.ts'
import styles from './charts.module.css'
import { type LinearScale, roundValues } from './linear-scale.ts'

/** In pixels, around the drawing. `left` depends on the values. */
export const margin = { top: 10, right: 6, bottom: 24 } as const

/** Pixels that the name of a point takes. */
const tickWidth = 62

/** Lines across with their values, and as many names of points as there is room for. */
export function Axes(props: {
  readonly points: readonly ChartPoint[]
  readonly x: ScaleBand<number>
  readonly y: LinearScale
  readonly ticks: readonly number[]
  readonly format: (value: number) => string
  readonly left: number
  readonly width: number
}) {
  const { points, x, y, ticks, format, left, width } = props
  const isNamed = namesOf(points, Math.max(1, Math.ceil(tickWidth / x.step())))
  const [bottom] = y.range
  return (
    <g>
      {ticks.map((tick) => (
        <g key={tick} transform={`translate(0 ${Math.round(y(tick)) + 0.5})`}>
          <line className={tick === 0 ? styles.base : styles.rule} x1={left} x2={width - margin.right} />
          <text className={styles.tick} x={left - 8} dy="0.32em" textAnchor="end">
            {format(tick)}
          </text>
        </g>
      ))}
      {points.map(
        ({ key, tick }, index) =>
          isNamed(index) && (
            <text
              key={key}
              className={styles.tick}
              x={Math.max(left + 8, Math.min(width - 22, (x(index) ?? 0) + x.bandwidth() / 2))}
              y={bottom + 17}
              textAnchor="middle"
            >
              {tick}
            </text>
          ),
      )}
    </g>
  )
}

/** Which points have their name: of hours those that divide the day, of others the newest and every so many before it. */
function namesOf(points: readonly ChartPoint[], every: number): (index: number) => boolean {
  if (points.every(({ hour }) => hour === undefined))
    return (index) => (points.length - 1 - index) % every === 0
  const hours = [1, 2, 3, 4, 6, 12].find((each) => each >= every) ?? 24
  const days = Math.ceil(every / 24)
  return (index) => (points[index]?.hour ?? 0) % hours === 0 && Math.floor(index / 24) % days === 0
}

/** The limit that the values are held against, over them. One far above them is named at the top alone: at its scale they would be flat. */
export function LimitLine(props: {
  readonly limit: NonNullable<ChartProps['limit']>
  readonly y: LinearScale
  readonly left: number
  readonly width: number
}) {
  const { limit, y, left, width } = props
  const [, highest] = y.domain
  const isAbove = limit.value > highest
  return (
    <g
      className={styles.limit}
      transform={`translate(0 ${Math.round(y(isAbove ? highest : limit.value)) + 0.5})`}
    >
      {!isAbove && <line x1={left} x2={width - margin.right} />}
      <text x={width - margin.right - 4} y={14} textAnchor="end">
        {isAbove ? `↑ ${limit.label}` : limit.label}
      </text>
    </g>
  )
}

/** The values that lines across stand for, from 0 to the first that is not less than `max`; none reads like another. */
export function ticksOf(
  max: number,
  format: (value: number) => string,
  steps: readonly number[] | undefined,
): readonly number[] {
  const step = steps?.find((each) => max / each <= 4.2)
  const ticks = step
    ? Array.from({ length: Math.ceil(max / step) + 1 }, (_, index) => index * step)
    : roundValues(max, 4)
  const last = ticks.at(-1)
  // The first of several whole numbers that a short text stands for; the last gives the height.
  return ticks.filter(
    (tick, index) => tick === last || format(tick) !== format(ticks[index + 1] ?? Number.NaN),
  )
}
