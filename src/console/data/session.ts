import { createContext, useContext } from 'react'
import type { ApiKeyRole, CallerQuery } from '../../generated/console/graphql.ts'

export interface Session extends CallerQuery {
  /** Whether the caller may do what this role may. */
  may(role: ApiKeyRole): boolean
  signOut(): void
}

export const SessionContext = createContext<Session | null>(null)

/** Who is signed in. Only below `SessionProvider`. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession is called outside of SessionProvider.')
  return session
}
