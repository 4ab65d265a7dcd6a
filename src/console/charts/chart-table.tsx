import type { ChartPoint, ChartSeries } from './chart.ts'
import styles from './charts.module.css'

/** The values of a chart, for screen readers: a row for each point that has some. */
export function ChartTable({
  label,
  points,
  series,
  format,
}: {
  readonly label: string
  readonly points: readonly ChartPoint[]
  readonly series: readonly ChartSeries[]
  readonly format: (value: number) => string
}) {
  return (
    <div className={styles.hidden}>
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
