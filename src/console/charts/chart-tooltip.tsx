import type { ChartSeries } from './chart.ts'
import styles from './charts.module.css'

/** Maximum number of lines of a tooltip; a series without a value at a point has none. */
const maxLines = 9

/** The values of one point, beside it. It is read out when the keyboard moves along. */
export function ChartTooltip({
  title,
  series,
  at,
  format,
  isSum,
  left,
  width,
}: {
  readonly title: string
  readonly series: readonly ChartSeries[]
  readonly at: number
  readonly format: (value: number) => string
  readonly isSum: boolean
  readonly left: number
  readonly width: number
}) {
  const lines = series.flatMap(({ id, name, color, values }) => {
    const value = values[at]
    return value == null || (isSum && value === 0) ? [] : [{ id, name, color, value }]
  })
  const sum = lines.reduce((total, { value }) => total + value, 0)
  const isRight = left > width / 2
  return (
    <div
      className={styles.tooltip}
      role="status"
      style={isRight ? { right: width - left + 12 } : { left: left + 12 }}
    >
      <div className={styles.tooltipTitle}>
        <span>{title}</span>
        {isSum && lines.length !== 1 && <strong>{format(sum)}</strong>}
      </div>
      {lines.length === 0 && !isSum && <div className={styles.tooltipLine}>nothing</div>}
      {lines.slice(0, maxLines).map(({ id, name, color, value }) => (
        <div key={id} className={styles.tooltipLine}>
          <span className={styles.swatch} style={{ background: color }} />
          <span className={styles.tooltipName}>{name}</span>
          <span className={styles.tooltipValue}>{format(value)}</span>
        </div>
      ))}
      {lines.length > maxLines && (
        <div className={styles.tooltipLine}>and {lines.length - maxLines} more</div>
      )}
    </div>
  )
}
