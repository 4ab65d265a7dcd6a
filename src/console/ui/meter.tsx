import { Meter as AriaMeter } from 'react-aria-components'
import look from './look.module.css'
import styles from './meter.module.css'

/**
 * A small bar: the used part of a limit. It turns amber at four fifths and red at the limit; a plain one is no limit, and keeps its colour.
 */
export function Meter(props: {
  readonly label: string
  readonly value: number
  readonly max: number
  readonly text?: string
  readonly isPlain?: boolean
}) {
  const { label, value, max, text, isPlain = false } = props
  const share = max > 0 ? Math.min(1, value / max) : 0
  const level = isPlain ? 'normal' : share >= 1 ? 'full' : share >= 0.8 ? 'high' : 'normal'
  return (
    <AriaMeter
      aria-label={label}
      value={share * 100}
      valueLabel={text ?? `${value} of ${max}`}
      className={styles.meter ?? ''}
    >
      <span className={look.ends}>
        <span>{label}</span>
        <span className={`${look.soft} ${look.number}`}>{text ?? `${value} of ${max}`}</span>
      </span>
      <span className={styles.track}>
        <span className={styles.fill} data-level={level} style={{ width: `${share * 100}%` }} />
      </span>
    </AriaMeter>
  )
}
