import { formatPercent } from '../../ui/format.ts'
import look from '../../ui/look.module.css'
import styles from './evaluations.module.css'

interface Counts {
  readonly resultCount: number
  readonly passedCount: number
  readonly failedCount: number
  readonly divergedCount: number
  readonly errorCount: number
}

/** A bar of the results by their outcome; open results are its empty end. */
export function OutcomeBar({ of }: { readonly of: Counts }) {
  const parts = [
    ['good', of.passedCount, 'passed'],
    ['bad', of.failedCount, 'failed'],
    ['waiting', of.divergedCount + of.errorCount, 'not judged'],
  ] as const
  const text = parts.flatMap(([, count, name]) => (count > 0 ? [`${count} ${name}`] : [])).join(', ')
  return (
    <span className={`${look.inline} ${styles.outcome}`}>
      <span className={styles.outcomeBar} role="img" aria-label={text || 'no result yet'}>
        {parts.map(([tone, count]) => (
          <span
            key={tone}
            data-tone={tone}
            style={{ width: `${(count / Math.max(1, of.resultCount)) * 100}%` }}
          />
        ))}
      </span>
      <span className={look.soft}>
        {of.passedCount} of {of.resultCount}
      </span>
    </span>
  )
}

/** The mean of the checks, from 0 to 1. */
export function scoreText(score: number | null | undefined): string {
  return score == null ? '–' : formatPercent(score)
}
