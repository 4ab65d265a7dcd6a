import { curveMonotoneX, line } from 'd3-shape'
import { useCallback } from 'react'
import type { ChartProps, ChartSeries } from './chart.ts'
import { ChartFrame, type Plot, PointLinks } from './chart-frame.tsx'
import styles from './charts.module.css'

/** Values over time that are no parts of a sum, such as percentiles. A line has a gap where there is no value. */
export function Lines(props: ChartProps) {
  const { points, series, targetOf } = props
  const max = Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)))

  const draw = useCallback(
    (plot: Plot) => (
      <>
        <g className={styles.lines}>
          {series.map(({ id, color, values }) => (
            <g key={id}>
              <path d={pathOf(values, plot)} className={styles.line} stroke={color} />
              {points.map(
                ({ key }, index) =>
                  isAlone(values, index) && (
                    <Dot key={key} value={values[index]} {...{ plot, index, color }} r={3} />
                  ),
              )}
            </g>
          ))}
        </g>
        {targetOf && <PointLinks {...{ points, targetOf }} {...plot} />}
      </>
    ),
    [points, series, targetOf],
  )

  function mark(plot: Plot, index: number) {
    return series.map(({ id, color, values }) => (
      <Dot key={id} value={values[index]} {...{ plot, index, color }} r={4} />
    ))
  }

  return <ChartFrame {...props} max={max} isSum={false} draw={draw} mark={mark} />
}

function pathOf(values: ChartSeries['values'], { x, y }: Plot): string {
  const path = line<number | null>()
    .defined((value) => value != null)
    .x((_, index) => (x(index) ?? 0) + x.bandwidth() / 2)
    .y((value) => y(value ?? 0))
    .curve(curveMonotoneX)
  return path(values) ?? ''
}

/** A value without neighbours, of which a line shows nothing. */
function isAlone(values: ChartSeries['values'], index: number): boolean {
  return values[index] != null && values[index - 1] == null && values[index + 1] == null
}

function Dot(props: {
  readonly plot: Plot
  readonly index: number
  readonly value: number | null | undefined
  readonly color: string
  readonly r: number
}) {
  const {
    plot: { x, y },
    index,
    value,
    color,
    r,
  } = props
  if (value == null) return null
  return (
    <circle
      className={styles.dot}
      cx={(x(index) ?? 0) + x.bandwidth() / 2}
      cy={y(value)}
      r={r}
      fill={color}
    />
  )
}
