import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import look from '../ui/look.module.css'
import { Problem } from '../ui/page.tsx'
import { Logo } from './logo.tsx'
import styles from './splash.module.css'

/** Asks for an API key. The key stays in this tab, and the server decides about its permissions. */
export function SignIn(props: { readonly message: string | null; readonly enter: (key: string) => void }) {
  const { message, enter } = props
  const [key, setKey] = useState('')
  return (
    <main className={styles.splash}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          enter(key.trim())
        }}
      >
        <Logo size={34} />
        <div className={look.two}>
          <h1>Sign in to Rungraph</h1>
          <p className={look.soft}>
            Enter an API key of this server. <code>npx rungraph keys create</code> prints one.
          </p>
        </div>
        <TextField label="API key" type="password" value={key} onChange={setKey} isRequired autoFocus />
        <Problem error={message} />
        <Button label="Sign in" kind="primary" type="submit" isDisabled={key.trim() === ''} />
      </form>
    </main>
  )
}

/** The window before the caller is known; with a problem, its remedy. */
export function Splash({ problem, retry }: { readonly problem?: string; readonly retry?: () => void }) {
  return (
    <main className={styles.splash}>
      <Logo size={40} />
      {problem && (
        <div role="alert" className={`${look.list} ${styles.problem}`}>
          <p>The server cannot be reached.</p>
          <p className={look.soft}>{problem}</p>
          <Button label="Try again" onPress={() => retry?.()} />
        </div>
      )}
    </main>
  )
}
