import look from '../../ui/look.module.css'
import { TimeOfDay } from '../../ui/time.tsx'
import { toneOfLine } from './event-text.ts'
import type { LogLine } from './log-lines.ts'
import styles from './log-view.module.css'

/** The log of a call, line by line. */
export function LogView({ lines }: { readonly lines: readonly LogLine[] }) {
  return (
    <section aria-label="Log">
      <h3>Log</h3>
      <ol className={`${look.well} ${styles.lines}`}>
        {lines.map(({ id, loggedAt, level, message, data }) => (
          <li key={id} data-tone={toneOfLine(level)} data-level={level}>
            <TimeOfDay at={loggedAt} />
            <span className={styles.level}>{level}</span>
            <span className={styles.said}>
              {message}
              {data != null && <span className={look.soft}> {JSON.stringify(data)}</span>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
