import { type ReactNode, useEffect, useState } from 'react'
import { type CombinedError, Provider } from 'urql'
import { type ApiKeyRole, CallerDocument, type CallerQuery } from '../../generated/console/graphql.ts'
import { createApiClient } from '../data/client.ts'
import { currentKey, keepKey } from '../data/key.ts'
import { live, onLoss } from '../data/live.ts'
import { type Session, SessionContext } from '../data/session.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import look from '../ui/look.module.css'
import { Problem } from '../ui/page.tsx'
import { Logo } from './logo.tsx'
import styles from './splash.module.css'

type State =
  | { readonly kind: 'asking' }
  | { readonly kind: 'signed-out'; readonly message: string | null }
  | { readonly kind: 'unreachable'; readonly message: string }
  | { readonly kind: 'signed-in'; readonly answer: CallerQuery }

/** Asks the server who the caller is, and shows the sign-in where a key is needed. Below it there is a GraphQL client and a caller. */
export function SessionProvider({ children }: { readonly children: ReactNode }) {
  const [state, setState] = useState<State>({ kind: 'asking' })
  const newClient = () => createApiClient(() => setState((now) => (now.kind === 'signed-in' ? expired : now)))
  // Another caller finds nothing in the cache.
  const [client, setClient] = useState(newClient)
  const [losses, setLosses] = useState(0)

  useEffect(() => {
    return onLoss(() => {
      // What the page shows, and the cache, is of a history that the database no longer has: all of it is read again.
      setClient(newClient)
      setLosses((now) => now + 1)
    })
  })

  useEffect(() => {
    let isCurrent = true
    const ask = async () => {
      const { data, error } = await client.query(CallerDocument, {}, { requestPolicy: 'network-only' })
      if (isCurrent) setState(data ? { kind: 'signed-in', answer: data } : toState(error))
    }
    void ask()
    return () => {
      isCurrent = false
    }
  }, [client])

  function enter(key: string): void {
    keepKey(key)
    // Subscriptions are started again, as the new caller.
    live.reconnect()
    setState({ kind: 'asking' })
    setClient(newClient)
  }

  if (state.kind === 'asking') return <Splash />
  if (state.kind === 'unreachable')
    return <Splash problem={state.message} retry={() => setClient(newClient)} />
  if (state.kind === 'signed-out') return <SignIn message={state.message} enter={enter} />
  const session: Session = {
    ...state.answer,
    may: (role) => ranks.indexOf(state.answer.caller.role) >= ranks.indexOf(role),
    signOut: () => enter(''),
  }
  return (
    <SessionContext value={session}>
      <Provider key={losses} value={client}>
        {children}
      </Provider>
    </SessionContext>
  )
}

const ranks: readonly ApiKeyRole[] = ['VIEWER', 'OPERATOR', 'ADMIN']

const expired: State = { kind: 'signed-out', message: 'The key is no longer valid. Sign in again.' }

function toState(error: CombinedError | undefined): State {
  const code = error?.graphQLErrors[0]?.extensions.code
  // Access tokens are refused the project and the server.
  if (code === 'FORBIDDEN')
    return { kind: 'signed-out', message: 'This is an access token. The console needs an API key.' }
  if (code !== 'UNAUTHENTICATED')
    return { kind: 'unreachable', message: error?.message ?? 'The server gave no answer.' }
  // The first visit has no key, and nothing to complain about.
  return {
    kind: 'signed-out',
    message: currentKey() === '' ? null : (error?.graphQLErrors[0]?.message ?? null),
  }
}

/** Asks for an API key. The key stays in this tab, and the server decides about its permissions. */
function SignIn(props: { readonly message: string | null; readonly enter: (key: string) => void }) {
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
        <div className={look.two}>
          <h1>Sign in to Rungraph</h1>
          <p className={look.soft}>
            Enter an API key of this server. <code>npx rungraph keys create</code> prints one.
          </p>
        </div>
        <TextField label="API key" type="password" value={key} onChange={setKey} isRequired autoFocus />
        <Problem error={message} />
        <Button label="Sign in" kind="primary" type="submit" />
      </form>
    </main>
  )
}

/** The window before the caller is known; with a problem, its remedy. */
function Splash({ problem, retry }: { readonly problem?: string; readonly retry?: () => void }) {
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
