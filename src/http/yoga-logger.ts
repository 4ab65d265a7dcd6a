import type { YogaLogger } from 'graphql-yoga'
import { isUnexpected } from '../graphql/client-error.ts'

/** Passes on what went wrong in the server; a caller's own mistakes are told to the caller. */
export function toYogaLogger(report: (message: string, error?: unknown) => void): YogaLogger {
  return {
    debug() {},
    info() {},
    warn: (...parts) => report(parts.join(' ')),
    error: (error) => {
      if (isUnexpected(error)) report('A request failed.', error)
    },
  }
}
