import type { ReactNode } from 'react'
import styles from './settings-page.module.css'

/** What a part of the settings is for, and what one does there. */
export function Intro({ text, children }: { readonly text: string; readonly children?: ReactNode }) {
  return (
    <div className={styles.intro}>
      <p>{text}</p>
      {children && <div className={styles.tools}>{children}</div>}
    </div>
  )
}
