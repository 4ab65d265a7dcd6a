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
          if (key.trim() !== '') enter(key.trim())
        }}
      >
        <Logo size={34} />
        <div className={look.list}>
          <h1>Sign in to Rungraph</h1>
          <p className={look.soft}>Enter an API key of this server. Its operator prints one, once, with</p>
          <code>npx rungraph keys create &lt;name&gt; --role OPERATOR</code>
          <p className={look.soft}>
            The roles are VIEWER, OPERATOR and ADMIN. The first key of a server needs{' '}
            <code>--role ADMIN</code>.
          </p>
        </div>
        <TextField label="API key" type="password" value={key} onChange={setKey} isRequired autoFocus />
        <Problem error={message} />
        <Button label="Sign in" kind="primary" type="submit" />
      </form>
    </main>
  )
}
