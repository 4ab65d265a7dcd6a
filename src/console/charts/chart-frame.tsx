import { Link, useNavigate } from '@tanstack/react-router'
import { type ScaleBand, scaleBand } from 'd3-scale'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import look from '../ui/look.module.css'
import { Axes, LimitLine, margin, ticksOf } from './axes.tsx'
import type { ChartPoint, ChartProps, ChartSeries } from './chart.ts'
import styles from './charts.module.css'
import { type LinearScale, linearScale } from './linear-scale.ts'
import { useSize } from './use-size.ts'

/** Scales with which a kind of chart draws. */
export interface Plot {
  readonly x: ScaleBand<number>
  readonly y: LinearScale
}

interface Props extends ChartProps {
  /** The greatest value that is drawn. */
  readonly max: number
  /** Whether the values of a point are parts of a sum. */
  readonly isSum: boolean
  /** Draws the values. */
  readonly draw: (plot: Plot) => ReactNode
  /** Marks the values of the point under the pointer, or that the keyboard is at. */
  readonly mark?: (plot: Plot, point: number) => ReactNode
}

/**
 * Common parts of all charts: axes, a legend, a tooltip for the pointer and for the keyboard (arrows, Home, End; Enter follows the link),
 * and a table for screen readers. The kind of chart draws the values.
 */
export function ChartFrame(props: Props) {
  const { label, points, series, format, height = 220, limit, targetOf, chosen, isSum, draw, mark } = props
  const ref = useRef<HTMLDivElement>(null)
  const width = Math.floor(useSize(ref)?.width ?? 0)
  const [active, setActive] = useState<number | null>(null)
  const navigate = useNavigate()
  const last = points.length - 1
  const at = active === null ? null : Math.min(active, last)
  // The pointer moves often: parts that do not depend on it are drawn once.
  const { x, y, left, ticks } = useMemo(() => toScales(props, width, height), [props, width, height])
  const drawn = useMemo(() => draw({ x, y }), [draw, x, y])

  function onKeyDown(event: KeyboardEvent): void {
    const from = at ?? (event.key === 'ArrowLeft' ? points.length : -1)
    const moves: Readonly<Record<string, number | null>> = {
      ArrowRight: Math.min(last, from + 1),
      ArrowLeft: Math.max(0, from - 1),
      Home: 0,
      End: last,
      Escape: null,
    }
    if (event.key === 'Enter' && at !== null && targetOf) void navigate(targetOf(at, null))
    if (!(event.key in moves)) return
    event.preventDefault()
    setActive(moves[event.key] ?? null)
  }

  function onPointerMove({ clientX, currentTarget }: PointerEvent<SVGSVGElement>): void {
    const place = clientX - currentTarget.getBoundingClientRect().left - left
    const step = (width - left - margin.right) / points.length
    setActive(Math.max(0, Math.min(last, Math.floor(place / step))))
  }

  return (
    <div className={styles.chart}>
      <div
        ref={ref}
        className={styles.plot}
        style={{ height }}
        role="group"
        aria-label={`${label}. Arrow keys move along the time${targetOf ? ', Enter shows what is behind' : ''}.`}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onBlur={() => setActive(null)}
      >
        {width > 0 && points.length > 0 && (
          <svg
            width={width}
            height={height}
            aria-hidden="true"
            onPointerMove={onPointerMove}
            onPointerLeave={() => setActive(null)}
          >
            <Axes {...{ points, x, y, ticks, format, left, width }} />
            {chosen !== undefined && <Band className={styles.chosen} {...{ x, y }} point={chosen} />}
            {at !== null && <Band className={styles.active} {...{ x, y }} point={at} />}
            {drawn}
            {at !== null && mark?.({ x, y }, at)}
            {limit && <LimitLine {...{ limit, y, left, width }} />}
          </svg>
        )}
        {at !== null && points[at] && (
          <ChartTooltip
            title={points[at].label}
            series={series}
            at={at}
            format={format}
            isSum={isSum}
            left={(x(at) ?? 0) + x.bandwidth() / 2}
            width={width}
          />
        )}
      </div>
      <Legend series={series} />
      <ChartTable label={label} points={points} series={series} format={format} />
    </div>
  )
}

function toScales({ points, max, limit, format, steps }: Props, width: number, height: number) {
  const highest = limit && max > limit.value * 0.4 ? Math.max(max, limit.value) : max
  const ticks = ticksOf(highest || limit?.value || 1, format, steps)
  const left = 16 + Math.max(...ticks.map((tick) => format(tick).length)) * 6.4
  const x = scaleBand<number>()
    .domain(points.map((_, index) => index))
    .range([left, Math.max(left + 1, width - margin.right)])
    .paddingInner(points.length > 60 ? 0.15 : 0.28)
    .paddingOuter(0.14)
  const y = linearScale([0, ticks.at(-1) ?? 1], [height - margin.bottom, margin.top])
  return { x, y, left, ticks }
}

/** The ground of a point, from the bottom to the top. */
function Band(props: Plot & { readonly point: number; readonly className?: string | undefined }) {
  const { x, y, point, className } = props
  const [bottom, top] = y.range
  return (
    <rect
      className={className}
      x={(x(point) ?? 0) - (x.step() - x.bandwidth()) / 2}
      y={top}
      width={x.step()}
      height={bottom - top}
    />
  )
}

function Legend({ series }: { readonly series: readonly ChartSeries[] }) {
  return (
    <ul className={`${look.row} ${look.soft} ${styles.legend}`}>
      {series.map(({ id, name, color, note }) => (
        <li key={id} className={look.inline}>
          <span className={look.swatch} style={{ background: color }} />
          {name}
          {note && <span className={styles.note}>{note}</span>}
        </li>
      ))}
    </ul>
  )
}

/** Maximum number of lines of a tooltip; a series without a value at a point has none. */
const maxLines = 9

/** The values of one point, beside it. It is read out when the keyboard moves along. */
function ChartTooltip(props: {
  readonly title: string
  readonly series: readonly ChartSeries[]
  readonly at: number
  readonly format: (value: number) => string
  readonly isSum: boolean
  readonly left: number
  readonly width: number
}) {
  const { title, series, at, format, isSum, left, width } = props
  const lines = series.flatMap(({ id, name, color, values }) => {
    const value = values[at]
    return value == null || (isSum && value === 0) ? [] : [{ id, name, color, value }]
  })
  const sum = lines.reduce((total, { value }) => total + value, 0)
  const isRight = left > width / 2
  return (
    <div
      className={`${look.box} ${look.soft} ${styles.tooltip}`}
      role="status"
      style={isRight ? { right: width - left + 12 } : { left: left + 12 }}
    >
      <div className={`${look.inline} ${look.name}`}>
        <span className={look.spread}>{title}</span>
        {isSum && lines.length !== 1 && <strong>{format(sum)}</strong>}
      </div>
      {lines.length === 0 && !isSum && <div>nothing</div>}
      {lines.slice(0, maxLines).map(({ id, name, color, value }) => (
        <div key={id} className={look.inline}>
          <span className={look.swatch} style={{ background: color }} />
          <span className={`${look.cut} ${look.spread}`}>{name}</span>
          <span className={look.number}>{format(value)}</span>
        </div>
      ))}
      {lines.length > maxLines && <div>and {lines.length - maxLines} more</div>}
    </div>
  )
}

/** The values of a chart, for screen readers: a row for each point that has some. */
function ChartTable(props: {
  readonly label: string
  readonly points: readonly ChartPoint[]
  readonly series: readonly ChartSeries[]
  readonly format: (value: number) => string
}) {
  const { label, points, series, format } = props
  return (
    <div className={look.hidden}>
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">Time</th>
            {series.map(({ id, name }) => (
              <th key={id} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map(
            ({ key, label }, index) =>
              series.some(({ values }) => values[index]) && (
                <tr key={key}>
                  <th scope="row">{label}</th>
                  {series.map(({ id, values }) => (
                    <td key={id}>{values[index] == null ? '–' : format(values[index])}</td>
                  ))}
                </tr>
              ),
          )}
        </tbody>
      </table>
    </div>
  )
}

/** Links over the whole height of the points: what a click leads to that hits no value. */
export function PointLinks(
  props: Plot & Pick<ChartProps, 'points'> & { readonly targetOf: NonNullable<ChartProps['targetOf']> },
) {
  const { points, targetOf, x, y } = props
  return points.map(({ key }, index) => (
    <Link key={key} {...targetOf(index, null)} preload={false} tabIndex={-1}>
      <Band className={styles.hit} point={index} {...{ x, y }} />
    </Link>
  ))
}

/** The legend with its distance, where it has one line. */
const legendHeight = 27

/** The place of a chart of a height, whatever stands in it: the page does not jump when the chart comes. */
export function ChartSpace({ height, children }: { readonly height: number; readonly children: ReactNode }) {
  return (
    <div className={`${look.stack} ${styles.space}`} style={{ minHeight: height + legendHeight }}>
      {children}
    </div>
  )
}
