import { area, curveMonotoneX, line } from 'd3-shape'
import styles from './charts.module.css'

const [width, height] = [120, 30]

/** The course of a figure, drawn below it. It says nothing that the figure and the chart do not: screen readers leave it out. */
export function Sparkline(props: { readonly values: readonly (number | null)[]; readonly color: string }) {
  const { values, color } = props
  const max = Math.max(...values.map((value) => value ?? 0)) || 1
  const x = (index: number) => (index / Math.max(1, values.length - 1)) * width
  const y = (value: number) => height - 2 - (value / max) * (height - 5)
  // A figure that was 0 all the time has no course, and so no colour.
  const shade = values.some(Boolean) ? color : 'var(--line-strong)'
  const known = values.map((value) => value ?? 0)
  const path = line<number>()
    .x((_, index) => x(index))
    .y(y)
    .curve(curveMonotoneX)(known)
  const below = area<number>()
    .x((_, index) => x(index))
    .y0(height)
    .y1(y)
    .curve(curveMonotoneX)(known)
  return (
    <svg
      className={styles.sparkline}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={below ?? ''} fill={shade} opacity={0.13} />
      <path d={path ?? ''} fill="none" stroke={shade} strokeWidth={1.5} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
