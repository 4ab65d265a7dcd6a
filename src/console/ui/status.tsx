import { formatEnum } from './format.ts'
import styles from './status.module.css'

export type Tone = 'queued' | 'running' | 'waiting' | 'paused' | 'good' | 'bad' | 'cancelled'

const tones: Readonly<Record<string, Tone>> = {
  QUEUED: 'queued',
  PENDING: 'queued',
  RUNNING: 'running',
  WAITING: 'waiting',
  OPEN: 'waiting',
  DIVERGED: 'waiting',
  ERROR: 'bad',
  PAUSED: 'paused',
  REVISED: 'paused',
  COMPLETED: 'good',
  SUCCEEDED: 'good',
  PASSED: 'good',
  APPROVED: 'good',
  ANSWERED: 'good',
  DELIVERED: 'good',
  FAILED: 'bad',
  DENIED: 'bad',
  STOPPED: 'bad',
  UNDECIDED: 'paused',
  REJECTED: 'bad',
  EXPIRED: 'bad',
  SKIPPED: 'cancelled',
  CANCELLED: 'cancelled',
}

/** The colour that a status of a run, an action, a gate or a delivery has everywhere. */
export function toneOf(status: string): Tone {
  return tones[status] ?? 'queued'
}

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
      {children}
    </span>
  )
}
