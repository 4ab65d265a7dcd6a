import { createContext } from 'react'
import type { CombinedError } from 'urql'
import type { ConnectionState } from '../../client/index.ts'

/** What is said where the server gives no answer. */
export const unreachable = 'The server cannot be reached.'

/** The browser throws such an error, in words of its own, where there is no answer. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof Error && 'networkError' in error && error.networkError instanceof TypeError
}

/** Whether the address has what nothing can be called. */
export function isNoId(error: CombinedError | Error | string | null | undefined): boolean {
  return (
    error instanceof Error &&
    'graphQLErrors' in error &&
    error.graphQLErrors.some(({ extensions }) => extensions.code === 'INVALID_ID')
  )
}

/** The state of the connection of everything that is live, as the shell knows it: most pages need no more of it. */
export const ConnectionContext = createContext<ConnectionState>('idle')
