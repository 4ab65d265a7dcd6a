import { formatEnum } from './format.ts'
import look from './look.module.css'
import styles from './status.module.css'
import { type Tone, toneOf } from './tone.ts'

/** A status as a word with its colour; an active one pulses. */
export function Status({ of: status, label }: { readonly of: string; readonly label?: string }) {
  return (
    <span className={styles.status} data-tone={toneOf(status)}>
      <span className={styles.dot} aria-hidden="true" />
      {label ?? formatEnum(status)}
    </span>
  )
}

/** The colour alone, where a word stands beside it. */
export function StatusDot({ of: status }: { readonly of: string }) {
  return (
    <span className={styles.bare} data-tone={toneOf(status)} title={formatEnum(status)}>
      <span className={styles.dot} aria-hidden="true" />
    </span>
  )
}

/** A tag, a kind, a number: a quiet label. */
export function Label({ children, tone }: { readonly children: string | number; readonly tone?: Tone }) {
  return (
    <span className={styles.label} data-tone={tone}>
      <span className={look.cut}>{children}</span>
    </span>
  )
}
