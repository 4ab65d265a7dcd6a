import { useSyncExternalStore } from 'react'
import { CombinedError } from 'urql'
import { connection } from './live.ts'

/** What is said where the server gives no answer. */
export const unreachable = 'The server cannot be reached.'

/** The browser throws such an error, in words of its own, where there is no answer. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof CombinedError && error.networkError instanceof TypeError
}

/** The state of the connection of everything that is live. */
export function useConnection() {
  return useSyncExternalStore(connection.subscribe, connection.current)
}
