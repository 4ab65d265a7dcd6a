import type { ReactNode } from 'react'
import styles from './settings-page.module.css'

/** Purpose of a part of the settings, and its actions. */
export function Intro({ text, children }: { readonly text: string; readonly children?: ReactNode }) {
  return (
    <div className={styles.intro}>
      <p>{text}</p>
      {children && <div className={styles.tools}>{children}</div>}
    </div>
  )
}
