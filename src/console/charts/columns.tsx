import { Link } from '@tanstack/react-router'
import type { ChartProps } from './chart.ts'
import { Band, type Plot } from './chart-frame.tsx'
import styles from './charts.module.css'

/** Links over the whole height of the points: what a click leads to that hits no value. */
export function Columns({
  points,
  targetOf,
  x,
  y,
}: Plot & Pick<ChartProps, 'points'> & { readonly targetOf: NonNullable<ChartProps['targetOf']> }) {
  return points.map(({ key }, index) => (
    <Link key={key} {...targetOf(index, null)} preload={false} tabIndex={-1}>
      <Band className={styles.hit} point={index} {...{ x, y }} />
    </Link>
  ))
}
