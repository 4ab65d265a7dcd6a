import { Button } from '../ui/button.tsx'
import { Logo } from './logo.tsx'
import styles from './splash.module.css'

/** The window before it is known who is there; with a problem, what to do about it. */
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
