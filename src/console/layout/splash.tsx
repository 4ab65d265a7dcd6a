import { Button } from '../ui/button.tsx'
import { Logo } from './logo.tsx'
import styles from './splash.module.css'

/** The window before the caller is known; with a problem, its remedy. */
export function Splash({ problem, retry }: { readonly problem?: string; readonly retry?: () => void }) {
  return (
    <main className={styles.splash}>
      <Logo size={40} />
      {problem && (
        <div role="alert" className={styles.problem}>
          <p>The server cannot be reached.</p>
          <p className={styles.detail}>{problem}</p>
          <Button onPress={() => retry?.()}>Try again</Button>
        </div>
      )}
    </main>
  )
}
