import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { type CombinedError, Provider } from 'urql'
import { type ApiKeyRole, CallerDocument, type CallerQuery } from '../../generated/console/graphql.ts'
import { createApiClient } from '../data/client.ts'
import { currentKey, keepKey } from '../data/key.ts'
import { live, onLoss } from '../data/live.ts'
import { type Session, SessionContext } from '../data/session.ts'
import { Button } from '../ui/button.tsx'
import look from '../ui/look.module.css'
import { Logo } from './logo.tsx'
import styles from './splash.module.css'

/** Most callers never see it. */
const SignIn = lazy(async () => ({ default: (await import('./sign-in.tsx')).SignIn }))

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
  if (state.kind === 'signed-out')
    return (
      <Suspense fallback={<Splash />}>
        <SignIn message={state.message} enter={enter} />
      </Suspense>
    )
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
    message:
      currentKey() === ''
        ? null
        : isToken(currentKey())
          ? (error?.graphQLErrors[0]?.message ?? null)
          : unknownKey,
  }
}

/** In place of the words of the API, which are for programs. */
const unknownKey =
  'This key is not known here, or it was revoked or has expired. A whole key begins with rg_.'

/** Of a token of an identity provider the server says what is wrong with it. */
function isToken(key: string): boolean {
  return key.split('.').length === 3
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
