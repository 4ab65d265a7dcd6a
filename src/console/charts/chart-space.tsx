import type { ReactNode } from 'react'
import styles from './charts.module.css'

/** The legend with its distance, where it has one line. */
const legendHeight = 27

/** The place of a chart of a height, whatever stands in it: the page does not jump when the chart comes. */
export function ChartSpace({ height, children }: { readonly height: number; readonly children: ReactNode }) {
  return (
    <div className={styles.space} style={{ minHeight: height + legendHeight }}>
      {children}
    </div>
  )
}
