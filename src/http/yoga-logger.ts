import type { YogaLogger } from 'graphql-yoga'
import { isUnexpected } from '../graphql/client-error.ts'

/** Passes on what went wrong in the server; a caller's own mistakes are told to the caller. */
export function toYogaLogger(report: (message: string, error?: unknown) => void): YogaLogger {
  return {
    debug() {},
    info() {},
    warn: (...parts) => report(parts.join(' ')),
    error: (error) => {
      if (isUnexpected(error) && !isAbandoned(error)) report('A request failed.', error)
    },
  }
}

/** Node says so of a client that left in the middle of its request. */
function isAbandoned(error: unknown): boolean {
  return (
    error instanceof Error && error.message === 'aborted' && 'code' in error && error.code === 'ECONNRESET'
  )
}
