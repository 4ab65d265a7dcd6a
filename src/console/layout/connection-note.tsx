import { useSyncExternalStore } from 'react'
import { connection } from '../data/live.ts'
import look from '../ui/look.module.css'
import styles from './connection-note.module.css'

/** Shows that the connection broke, until there is another; the page stays as it was. */
export function ConnectionNote() {
  const state = useSyncExternalStore(connection.subscribe, connection.current)
  return (
    <div role="status" className={styles.place}>
      {state === 'broken' && (
        <p className={`${look.notice} ${styles.note}`} data-tone="waiting">
          Connecting again… What you see is from before.
        </p>
      )}
    </div>
  )
}
