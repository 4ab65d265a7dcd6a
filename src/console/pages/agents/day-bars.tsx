import styles from './agent-page.module.css'
import type { DayOfRuns } from './use-agents-stats.ts'

const height = 22

/** Runs per day as small bars: completed, failed, and all others. */
export function DayBars({ days }: { readonly days: readonly DayOfRuns[] }) {
  const most = Math.max(1, ...days.map(({ count }) => count))
  const text = days.map(({ day, count, failed }) => `${day}: ${count} runs, ${failed} failed`).join('; ')
  return (
    <svg className={styles.bars} width={days.length * 8 - 2} height={height} role="img" aria-label={text}>
      <title>{text.replaceAll('; ', '\n')}</title>
      {days.map(({ day, count, failed }, at) => {
        const all = count === 0 ? 1 : Math.max(3, (count / most) * height)
        const bad = count === 0 ? 0 : (failed / count) * all
        return (
          <g key={day} transform={`translate(${at * 8} 0)`}>
            <rect y={height - all} width="6" height={all} rx="1" data-kind={count === 0 ? 'none' : 'runs'} />
            {bad > 0 && <rect y={height - bad} width="6" height={bad} rx="1" data-kind="failed" />}
          </g>
        )
      })}
    </svg>
  )
}
